"""The card of a trap shows its numbers for each range of levels."""

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.views import trap_card

pytestmark = pytest.mark.pure


@pytest.mark.parametrize(
    ("trap", "parts"),
    [
        ("Poisoned Needle", ("CON save DC 11/13/15/17 or 1/2/4/10d10 poison", "levels 1-4/5-10/11-16/17+")),
        ("Fire-Casting Statue", ("cone 15/30/60/120 ft", "2/4/10/18d10 fire")),
        ("Rolling Stone", ("DEX save DC 15 or 10d10 bludgeoning",)),
    ],
)
def test_a_card_shows_the_numbers_of_each_level(trap: str, parts: tuple[str, ...]) -> None:
    rule = rulebook_loading.rulebook("5.2").trap(trap)
    assert rule
    text = trap_card.card_text(rule)
    assert all(part in text for part in parts) and "table:" not in text
    assert ("with a slash" in text) == bool(rule.tables)
