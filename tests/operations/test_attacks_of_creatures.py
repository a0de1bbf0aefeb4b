"""Creatures' attacks: what the table sees counts when the call names it, and `attack` and `act` of one name do the same."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure


def table(ruleset: Ruleset, template: str, **target: Any) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.accept("create", name="Thorin", character={"hpMax": 500, **target})
    box.accept("create", template=template, name="Beast")
    return box


def strikes(
    box: Sandbox, how: str, name: str, *d20: int, face: int = 2, told: tuple[str, ...] = ()
) -> tuple[int, list[str], str, tuple[str, ...]]:
    """(the points taken, the conditions laid, the mode of the roll, the words that would have counted) of one attack."""
    before = box.thing("Thorin").creature.hp or 500
    aimed: dict[str, Any] = {"itemName": name, "targetName": "Thorin"} if how == "attack" else {"act": name, "targets": ["Thorin"]}
    done = box.let(*d20, face=face).accept(how, "Beast", **{"with": [*told]}, **aimed)
    if how == "attack":
        attack = done.expect(AttackResult)
        mode, asks = attack.mode, attack.asks
    else:
        act = done.expect(ActResult)
        mode, asks = next(t.attacks[0].mode for t in act.targets if t.attacks), act.asks
    now = box.thing("Thorin").creature
    return before - (now.hp or 0), sorted(c.name for c in now.conditions), mode, asks


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("how", ["attack", "act"])
def test_pack_tactics_play_when_an_ally_is_near(ruleset: Ruleset, how: str) -> None:
    *_, mode, asks = strikes(table(ruleset, "Wolf"), how, "Bite", 15)
    assert (mode, asks) == ("normal", ("ally_near",))
    *_, mode, asks = strikes(table(ruleset, "Wolf"), how, "Bite", 15, told=("ally_near",))
    assert (mode, asks) == ("advantage", ())


@each_row(
    ("told", "mode"),
    [((), "normal"), (("ally_near",), "advantage"), (("sunlight",), "disadvantage"), (("ally_near", "sunlight"), "normal")],
)
def test_a_kobold_fights_by_what_the_table_sees(told: tuple[str, ...], mode: str) -> None:
    assert strikes(table("5.1", "Kobold"), "attack", "Dagger", 15, told=told)[2] == mode


@pytest.mark.parametrize("how", ["attack", "act"])
@pytest.mark.parametrize(("prone", "points"), [(False, 4), (True, 6)])
def test_a_goblin_with_advantage_deals_more(how: str, prone: bool, points: int) -> None:
    """1d6 + 2, and 1d4 more with advantage (SRD 5.2, Goblin Warrior); the sheet of a prone target gives that by itself."""
    box = table("5.2", "Goblin Warrior")
    if prone:
        box.accept("apply", "Thorin", condition="prone")
    taken, *_ = strikes(box, how, "Scimitar", 15)
    assert taken == points


def test_the_dice_of_martial_advantage_join_once_a_turn() -> None:
    """2d6 more with an ally near (SRD 5.1, Hobgoblin)."""
    box = table("5.1", "Hobgoblin")
    told = ("Martial Advantage", "ally_near")
    assert strikes(box, "attack", "Longsword", 15)[0] == 2 + 1
    box.let(15, 3).accept("start_fight", names=["Beast", "Thorin"])
    assert strikes(box, "attack", "Longsword", 15, told=told)[0] == 3 + 4
    assert strikes(box, "attack", "Longsword", 15, told=told)[0] == 3


@each_row(
    ("ruleset", "template", "name", "d20", "points", "conditions"),
    [
        ("5.1", "Wolf", "Bite", (15, 3), 2 * 2 + 2, ["prone"]),
        ("5.1", "Wolf", "Bite", (15, 18), 2 * 2 + 2, []),
        ("5.2", "Wolf", "Bite", (15,), 2 + 2, ["prone"]),
        ("5.1", "Giant Spider", "Bite", (15, 3), 2 + 3 + 2 * 2, []),
        ("5.1", "Giant Spider", "Bite", (15, 18), 2 + 3 + 2, []),
        ("5.1", "Young Red Dragon", "Bite", (15,), 2 * 2 + 6 + 2, []),
        ("5.1", "Troll", "Bite", (15,), 2 + 4, []),
    ],
)
def test_attack_and_act_of_one_name_do_the_same(
    ruleset: Ruleset, template: str, name: str, d20: tuple[int, ...], points: int, conditions: list[str]
) -> None:
    played = [strikes(table(ruleset, template), how, name, *d20)[:2] for how in ("attack", "act")]
    assert played == [(points, conditions)] * 2


def test_the_text_that_is_played_is_not_told_again() -> None:
    box = table("5.1", "Wolf")
    text = box.let(15, 3).send({"operation": "attack", "characterName": "Beast", "targetName": "Thorin"}, "execute_action")["text"]
    assert "Bite: STR save DC 11" in text and "falls prone" not in text


def test_an_effect_that_a_bite_lays_is_found_at_its_later_saves() -> None:
    """What an attack with the weapon plays is kept like what the act lays: a save at the end of the turn ends it."""
    venom = {"save": "con", "dc": 12, "fail": [{"apply": {"conditions": ["poisoned"]}, "ends": ["save:turn_end"]}]}
    act = {
        "name": "Sting",
        "cost": "action",
        "targets": "1",
        "steps": [{"attack": 5, "hit": [{"damage": "1d4", "type": "piercing"}, venom]}],
    }
    box = table("5.1", "Wolf")
    box.accept("update", "Beast", character={"acts": [act]})
    sting = {"name": "Sting", "type": "weapon", "slot": "offhand", "weight": 0, "natural": True,
             "weaponStats": {"damageDice": "1d4", "damageType": "piercing", "category": "simple_melee"}}  # fmt: skip
    box.accept("give", "Beast", item=sting, equip=True)
    box.let(18, 3).accept("start_fight", names=["Beast", "Thorin"])
    assert strikes(box, "attack", "Sting", 15, 3)[1] == ["poisoned"]
    box.let(10).accept("next_turn")
    box.let(18).accept("next_turn")
    assert not box.thing("Thorin").creature.conditions
