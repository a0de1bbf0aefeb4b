"""Regeneration when the fight ends and when time passes: nobody stays between life and death."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
GAINS: dict[Ruleset, int] = {"5.1": 10, "5.2": 15}
"""What a troll regains in each of its turns."""


def fight(ruleset: Ruleset, creature: str = "Troll") -> Sandbox:
    box = Sandbox(first_world(ruleset)).let(10)
    box.accept("create", name="Bran", character={"classes": ["fighter 3"], "party": True})
    box.accept("create", template=creature)
    box.accept("start_fight", names=["Bran", creature])
    return box


def hp(box: Sandbox, who: str = "Troll") -> int | None:
    return box.thing(who).creature.hp


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("names", [[], ["Troll"]])
def test_a_troll_without_burns_rises_when_the_fight_ends(ruleset: Ruleset, names: list[str]) -> None:
    """SRD, Troll: it dies only if it starts its turn with 0 hit points and does not regenerate."""
    box = fight(ruleset)
    box.accept("damage", "Troll", amount=200, damageType="slashing")
    told = box.did("end_fight", names=names)["text"]
    assert hp(box) == GAINS[ruleset] and not thing_stats.is_dead(box.thing("Troll")), told
    assert "Regeneration" in told


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("burn", ["fire", "acid"])
def test_a_burned_troll_dies_when_the_fight_ends(ruleset: Ruleset, burn: str) -> None:
    box = fight(ruleset)
    box.accept("damage", "Troll", amount=200, damageType="slashing")
    box.accept("damage", "Troll", amount=5, damageType=burn)
    assert "Troll is dead" in box.did("end_fight")["text"]
    assert thing_stats.is_dead(box.thing("Troll"))
    box.accept("advance", duration="1 hour")
    assert thing_stats.is_dead(box.thing("Troll")) and hp(box) == 0


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_troll_at_0_regains_as_time_passes(ruleset: Ruleset) -> None:
    box = fight(ruleset)
    box.accept("end_fight")
    box.accept("damage", "Troll", amount=200, damageType="slashing")
    assert hp(box) == 0
    box.accept("advance", duration="1 round")
    assert hp(box) == GAINS[ruleset]
    box.accept("advance", duration="1 minute")
    stats = thing_stats.stats_of(box.world, box.thing("Troll"), box.book)
    assert stats.hp_max and hp(box) == min(stats.hp_max.value, 11 * GAINS[ruleset])


@each_row(("ruleset", "creature", "each"), [("5.1", "Vampire", 20), ("5.1", "Oni", 10), ("5.2", "Oni", 10), ("5.2", "Shield Guardian", 10)])
def test_others_regenerate_each_minute(ruleset: Ruleset, creature: str, each: int) -> None:
    """Ten turns in each minute; none at 0 hit points."""
    box = Sandbox(first_world(ruleset)).let(10)
    box.accept("create", template=creature)
    box.accept("damage", creature, amount=105, damageType="force")
    was = hp(box, creature) or 0
    box.accept("advance", duration="1 minute")
    stats = thing_stats.stats_of(box.world, box.thing(creature), box.book)
    assert was and stats.hp_max and hp(box, creature) == min(stats.hp_max.value, was + 10 * each)
