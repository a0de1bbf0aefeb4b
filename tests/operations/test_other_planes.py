"""A banished creature is on another plane: zones of its room do not harm it, and nobody there reaches it (SRD, Banishment, Maze)."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.casters import PASSES, cast, creature, in_turn, lies_on, opened
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure


def banished(ruleset: Ruleset) -> Sandbox:
    box = opened(ruleset)
    cast(box, "Bran", "Banishment", "Goblin 1")
    assert "Banishment" in lies_on(box, "Goblin 1")
    return box


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_banished_creature_cannot_be_attacked_or_named_as_a_target(ruleset: Ruleset) -> None:
    box = banished(ruleset)
    box.reject("target_banished", "attack", "Ulf", targetName="Goblin 1")
    box.reject("target_banished", "cast", "Elara", spell="Magic Missile", targets=["Goblin 1"])
    box.reject("target_banished", "act", "Ulf", act="Grapple", targets=["Goblin 1"])
    assert box.accept("cast", "Elara", spell="Magic Missile", targets=["Goblin 1"], force=True)
    assert box.let(PASSES).accept("attack", "Ulf", targetName="Goblin 1", force=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_zone_harms_no_banished_creature_that_stood_in_it(ruleset: Ruleset) -> None:
    box = opened(ruleset)
    cast(box, "Fern", "Moonbeam", "Goblin 1")
    cast(box, "Bran", "Banishment", "Goblin 1")
    before = creature(box, "Goblin 1").body["hp"]
    in_turn(box, "Goblin 2", "Goblin 1", "Fern")
    box.let(1)
    for _ in range(3):
        box.accept("next_turn")
    assert creature(box, "Goblin 1").body["hp"] == before
    cast(box, "Bran", "Bless", "Bran")  # the banishment ends with its concentration
    for _ in range(3):
        box.accept("next_turn")
    assert creature(box, "Goblin 1").body["hp"] < before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_banished_creature_enters_no_zone_of_its_old_room(ruleset: Ruleset) -> None:
    box = banished(ruleset)
    cast(box, "Elara", "Web", "Goblin 2")
    box.refused("target_banished", "act", "Goblin 1", act="enter", zone="Web")
    box.did("act", "Goblin 1", act="enter", zone="Web", force=True)
    box.did("act", "Goblin 1", act="leave", zone="Web")


@pytest.mark.parametrize(
    ("caster", "target", "resists"), [("Elara", "Goblin 1", True), ("Elara", "Ulf", False), ("Goblin 1", "Goblin 2", False)]
)
def test_creatures_of_the_other_side_are_unwilling(caster: str, target: str, resists: bool) -> None:
    """Seeming asks the unwilling for a save (SRD 5.1)."""
    box = opened("5.1")
    cast(box.let(PASSES), caster, "Seeming", target, force=True)
    assert ("Seeming" in lies_on(box, target)) != resists


@pytest.mark.parametrize(
    ("ruleset", "kind", "is_incapacitated"), [("5.1", "fiend", False), ("5.1", "humanoid", True), ("5.2", "fiend", True)]
)
def test_on_its_home_plane_a_banished_creature_is_not_incapacitated(ruleset: Ruleset, kind: str, is_incapacitated: bool) -> None:
    """SRD 5.1: only the harmless demiplane incapacitates; SRD 5.2: Banishment always does."""
    box = opened(ruleset)
    box.did("update", "Goblin 1", character={"type": kind})
    cast(box, "Bran", "Banishment", "Goblin 1")
    assert "Banishment" in lies_on(box, "Goblin 1")
    assert ("incapacitated" in lies_on(box, "Goblin 1")) is is_incapacitated
    box.reject("target_banished", "attack", "Ulf", targetName="Goblin 1")
