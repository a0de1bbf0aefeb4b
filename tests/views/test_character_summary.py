"""The profile of a character: its experience beside that of the level after the present one."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import table

pytestmark = pytest.mark.pure


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("level", "xp", "told"),
    [
        (1, 0, "level 1, 0 XP of 300."),
        (1, 450, "level 1, 450 XP of 300."),
        (3, 100, "level 3, 100 XP of 2,700."),
        (3, 1000, "level 3, 1,000 XP of 2,700."),
        (20, 400000, "level 20, 400,000 XP."),
        (20, 10, "level 20, 10 XP."),
    ],
)
def test_experience_is_told_beside_that_of_the_next_level(ruleset: Ruleset, level: int, xp: int, told: str) -> None:
    """Who has reached the number can rise; who began above the first level may have fewer points than the level asks for."""
    box = table(ruleset, Brenna={"classes": [f"fighter {level}"], "xp": xp})
    shown = box.send({"operation": "character", "characterName": "Brenna"}, "read_campaign", "full")["text"]
    assert told in shown, shown
