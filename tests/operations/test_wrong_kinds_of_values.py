"""Values of a wrong kind are refused with the words that a table would send instead, never with the names of our types."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from tests.copies import begun
from tests.operations.table import Table
from tests.rows import each_row

pytestmark = pytest.mark.pure


@each_row("asi", [5, [["str", 2]], [{"level": "often", "str": 2}], [5]])
def test_improvements_of_a_wrong_kind_are_answered_with_an_example(asi: Any) -> None:
    with begun("5.2") as game:
        table = Table(game)
        answer = table.ask("create", name="Hero", character={"classes": ["fighter 4"], "choices": {"asi": asi}})
        assert not answer["ok"] and "tuple" not in answer["text"] and "constrained" not in answer["text"]
        assert '[{"level": 4, "str": 2}]' in answer["text"]
        assert table.did("create", name="Hero", character={"classes": ["fighter 4"], "choices": {"asi": [{"level": 4, "str": 2}]}})


@pytest.mark.parametrize(
    ("hp", "told"),
    [(99, "average, roll; a number is at most 30"), (0, "average, roll; a number is at least 1"), ("x", "allowed: average, roll.")],
)
def test_the_hit_points_of_a_level_have_a_range(hp: Any, told: str) -> None:
    with begun("5.2") as game:
        table = Table(game)
        table.did("create", name="Hero", character={"classes": ["fighter 4"]})
        answer = table.ask("level_up", "Hero", hp=hp)
        assert not answer["ok"] and told in answer["text"]


@each_row(("beads", "dice"), [(1, 8), (3, 10), (5, 12), (9, 12)])
def test_a_necklace_of_5_2_deals_at_most_twelve_dice(beads: int, dice: int) -> None:
    """SRD 5.2: a die more for each bead after the first, 12d6 at most; the whole necklace may be thrown."""
    with begun("5.2") as game:
        table = Table(game)
        table.did("create", name="Hero", character={"classes": ["fighter 4"]})
        table.did("create", name="Foe", character={"hpMax": 200, "party": False})
        table.did("give", "Hero", item={"name": "Beads", "type": "wondrous", "charges": {"max": 9}, "casts": _casts_of_the_necklace()})
        told = table.did("use", "Hero", itemName="Beads", quantity=beads, targets=["Foe"])
        assert "(8d6" in told["text"] and (dice == 8 or f"({dice - 8}d6" in told["text"])


def _casts_of_the_necklace() -> Any:
    item = rulebook_loading.rulebook("5.2").templates["srd:necklace_of_fireballs"].item
    return [cast.model_dump(mode="json", by_alias=True, exclude_unset=True) for cast in item.casts]
