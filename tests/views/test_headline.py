"""The sheet of a creature in text: the speeds that count, and everything to which it is immune."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def sheet(ruleset: Ruleset, template: str) -> str:
    box = Sandbox(first_world(ruleset))
    box.accept("create", template=template)
    return str(box.did("character", template)["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("template", "told"),
    [
        ("Owl", "speed 5 ft, fly 60 ft"), ("Giant Spider", "speed 30 ft\n"), ("Griffon", "speed 30 ft, fly 80 ft"),
        ("Wolf", "speed 40 ft\n"), ("Crocodile", "speed 20 ft, swim 30 ft"),
    ],
)  # fmt: skip
def test_the_headline_has_the_speeds_above_that_on_foot(ruleset: Ruleset, template: str, told: str) -> None:
    assert told in sheet(ruleset, template)


@pytest.mark.parametrize(
    ("ruleset", "template", "told"),
    [
        ("5.1", "Ghost", "Immune to cold, necrotic, poison, charmed, exhaustion, frightened, grappled, paralyzed, petrified, poisoned, prone, restrained."),
        ("5.1", "Ghost", "Resists bludgeoning, piercing, slashing that is not magical."),
        ("5.1", "Werewolf", "Immune to bludgeoning, piercing, slashing that is not magical or silvered."),
        ("5.2", "Skeleton", "Immune to poison, exhaustion, poisoned."),
    ],
)  # fmt: skip
def test_a_sheet_lists_its_defenses_with_their_limits(ruleset: Ruleset, template: str, told: str) -> None:
    assert told in sheet(ruleset, template)
