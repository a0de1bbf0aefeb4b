"""Counterspell against a Counterspell: the first one is cancelled, so the spell that it answered is cast after all (SRD, Counterspell)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.answered import fireball_countered
from tests.copies import begun
from tests.operations.table import Table

pytestmark = pytest.mark.stored


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("by", ["Wiz", "Fri"])
def test_a_counterspell_is_countered(ruleset: Ruleset, by: str) -> None:
    with begun(ruleset) as game:
        at = Table(game)
        fireball_countered(at)
        told = at.did("cast", by, spell="Counterspell", answer=True)["text"]
        assert "Now Riv casts Counterspell" in told and "Now Wiz casts Fireball" in told
        assert (at.hp("Foe"), at.hp("Riv")) == (92, 92)
        at.did("undo")
        assert at.hp("Foe") == 100


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_third_counterspell_lets_the_first_one_stand(ruleset: Ruleset) -> None:
    with begun(ruleset) as game:
        at = Table(game)
        fireball_countered(at)
        at.did("cast", "Wiz", spell="Counterspell", answer=True)
        told = at.did("cast", "Thi", spell="Counterspell", targets=["Wiz"], answer=True, rev=at.rev)["text"]
        assert at.hp("Foe") == 100, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_second_foe_counters_the_spell_and_not_its_friend(ruleset: Ruleset) -> None:
    with begun(ruleset) as game:
        at = Table(game)
        fireball_countered(at)
        told = at.did("cast", "Thi", spell="Counterspell", answer=True)["text"]
        assert "Now Riv" not in told and at.hp("Foe") == 100


def test_one_reaction_counters_once() -> None:
    with begun("5.1") as game:
        at = Table(game)
        fireball_countered(at)
        at.did("cast", "Wiz", spell="Counterspell", answer=True)
        at.refused("reaction_spent", "cast", "Wiz", spell="Counterspell", answer=True)
