"""The card of a thing tells how much of it, or in it, is usually found (SRD, Bead of Force, Ring of Spell Storing, Ioun Stone: Reserve)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

FOUND = [(r, name, dice) for r in RULESETS for name, dice in (("Bead of Force", "1d4+4"), ("Ring of Spell Storing", "1d6-1"))]
FOUND += [("5.1", "Ioun Stone of Reserve", "1d4-1"), ("5.2", "Ioun Stone of Reserve", "1d4 when found")]


@pytest.mark.parametrize(("ruleset", "name", "dice"), FOUND)
def test_a_card_tells_the_dice_of_what_is_found(ruleset: Ruleset, name: str, dice: str) -> None:
    box = Sandbox(first_world(ruleset))
    assert dice in str(box.did("item", query=name)["text"])
