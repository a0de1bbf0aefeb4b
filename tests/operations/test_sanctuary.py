"""A guarded creature: who fails the save loses the attack or the spell aimed at it; areas and the game master's word pass (SRD, Sanctuary)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from tests.operations.casters import cast, creature, lies_on, opened
from tests.operations.table import notes
from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
BOTH: tuple[Ruleset, ...] = ("5.1", "5.2")
CLAW = {
    "name": "Claw",
    "cost": "action",
    "targets": "1",
    "steps": [{"attack": 9, "kind": "melee", "hit": [{"damage": "7", "type": "slashing"}]}],
}


def warded(ruleset: Ruleset) -> Sandbox:
    box = opened(ruleset)
    box.accept("create", name="Beast", character={"hpMax": 60, "acts": [CLAW]})
    cast(box, "Bran", "Sanctuary", "Elara")
    return box


def hp(box: Sandbox) -> int:
    left = creature(box, "Elara").creature.hp
    assert left is not None
    return left


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("d20s", "force", "hurt"), [((1, 19, 19), False, False), ((20, 19, 19), False, True), ((19,), True, True)])
@pytest.mark.parametrize("call", [{"operation": "attack"}, {"operation": "act", "act": "Claw"}])
def test_an_attack_on_the_guarded_is_lost_by_a_failed_save(
    ruleset: Ruleset, d20s: tuple[int, ...], force: bool, hurt: bool, call: dict[str, Any]
) -> None:
    box = warded(ruleset)
    before = hp(box)
    more = {"force": True} if force else {}
    answer = box.let(*d20s).did(who="Beast", **call, targetName="Elara", **more)
    assert (hp(box) < before) == hurt
    assert ("fails its WIS save" in notes(answer)) == (not hurt)
    assert lies_on(box, "Elara") == ["Sanctuary"]


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("spell", "hurt"), [("Fire Bolt", False), ("Magic Missile", False), ("Sacred Flame", False), ("Fireball", True)])
def test_a_spell_at_the_guarded_is_lost_but_not_an_area(ruleset: Ruleset, spell: str, hurt: bool) -> None:
    box = warded(ruleset)
    before = hp(box)
    who = "Bran" if spell == "Sacred Flame" else "Sol"
    cast(box.let(1, 19, 19), who, spell, "Elara", force=False)
    assert (hp(box) < before) == hurt


@pytest.mark.parametrize(("ruleset", "laid"), [("5.1", False), ("5.2", True)])
def test_a_spell_without_damage_reaches_the_guarded_by_the_newer_rules_alone(ruleset: Ruleset, laid: bool) -> None:
    box = warded(ruleset)
    cast(box.let(1, 1), "Sol", "Charm Person", "Elara")
    assert ("charmed" in lies_on(box, "Elara")) == laid


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("face", "hurt"), [(1, False), (20, True)])
def test_a_guard_that_the_game_master_lays_has_the_dc_of_its_source(ruleset: Ruleset, face: int, hurt: bool) -> None:
    box = warded(ruleset)
    assert box.send({"operation": "remove", "characterName": "Elara", "effect": "Sanctuary"}, "manage_condition")["ok"]
    box.accept("apply", "Elara", effect="Sanctuary", source="Bran")
    before = hp(box)
    box.let(face, 19, 19).accept("attack", "Beast", targetName="Elara")
    assert (hp(box) < before) == hurt
    box.let(10, 10).accept("attack", "Elara", targetName="Beast")
    assert lies_on(box, "Elara") == []


def test_a_guard_without_a_source_asks_the_table_for_the_save() -> None:
    box = warded("5.1")
    assert box.send({"operation": "remove", "characterName": "Elara", "effect": "Sanctuary"}, "manage_condition")["ok"]
    box.accept("apply", "Elara", effect="Sanctuary")
    assert "ask the attacker for a WIS save yourself" in notes(box.let(19, 19).did("attack", "Beast", targetName="Elara"))
