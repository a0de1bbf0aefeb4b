"""The cantrip that Magician and Thaumaturge add (SRD 5.2, Druid, Cleric): it is offered, and the sheet counts it."""

import pytest

from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


@each_row(
    ("hero", "choices", "count"),
    [
        ("cleric 1", {"divine order": "Thaumaturge"}, 4),
        ("cleric 1", {"divine order": "Protector"}, 3),
        ("druid 1", {"primal order": "Magician"}, 3),
        ("druid 4", {"primal order": "Magician"}, 4),
        ("druid 1", {"primal order": "Warden"}, 2),
    ],
)
def test_an_order_may_add_a_cantrip(hero: str, choices: dict[str, str], count: int) -> None:
    box = Sandbox(first_world("5.2"))
    box.accept("create", name="Hero", character={"classes": [hero], "choices": choices})
    sheet = thing_stats.sheet(box.thing("Hero"), box.book)
    assert [c.count for c in sheet.open_choices if c.choice == "cantrips"] == [count]
    numbers = thing_stats.stats_of(box.world, box.thing("Hero"), box.book).spellcasting
    assert numbers and [n.counts.cantrips for n in numbers.by_class.values()] == [count]
