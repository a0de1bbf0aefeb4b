"""A weapon that hits a corrosive creature is told to corrode, with its numbers; a spell is not."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import ELARA, Sandbox, first_world

pytestmark = pytest.mark.pure


def against(ruleset: Ruleset, creature: str) -> Sandbox:
    box = Sandbox(first_world(ruleset)).let(19, face=2)
    box.accept("create", name="Elara", character={**ELARA, "party": True})
    box.accept("give", "Elara", template="Dagger", equip=True)
    box.accept("create", name="Foe", template=creature)
    return box


@pytest.mark.parametrize(
    ("ruleset", "creature"),
    [("5.1", "Gray Ooze"), ("5.1", "Rust Monster"), ("5.1", "Black Pudding"), ("5.2", "Gray Ooze"), ("5.2", "Black Pudding")],
)
def test_a_hit_with_a_weapon_tells_its_corrosion(ruleset: Ruleset, creature: str) -> None:
    told = against(ruleset, creature).did("attack", "Elara", targetName="Foe")["text"]
    assert ("1 less on damage rolls" if ruleset == "5.1" else "1 less on attack rolls") in told and "destroyed at -5" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spell_that_hits_corrodes_nothing(ruleset: Ruleset) -> None:
    told = against(ruleset, "Gray Ooze").did("cast", "Elara", spell="Fire Bolt", targets=["Foe"])["text"]
    assert "less on" not in told
