"""Triggers, riders and what ends by an event."""

from typing import Any

import pytest

from tests.operations.worlds import GOBLIN, Sandbox

pytestmark = pytest.mark.pure
HEROES: dict[str, dict[str, Any]] = {
    "Bran": {"classes": ["cleric 5"], "abilities": {"wis": 16, "con": 14}},
    "Elara": {"classes": ["wizard 5"], "abilities": {"int": 18, "con": 14}},
    "Pip": {"classes": ["rogue 5"], "abilities": {"dex": 18}},
    "Ogre": {**GOBLIN, "hpMax": 90, "abilities": {"dex": 8, "wis": 7}, "type": "humanoid"},
}


@pytest.fixture
def box() -> Sandbox:
    table = Sandbox()
    for name, character in HEROES.items():
        table.accept("create", name=name, character=character)
    table.accept("give", "Pip", template="Rapier", equip=True)
    table.let(15)
    table.accept("start_fight", names=[*HEROES])
    return table


def thing(box: Sandbox, name: str):  # type: ignore[no-untyped-def]
    return next(t for t in box.world.things.values() if t.kind == "character" and t.name == name)


def say(box: Sandbox, **payload: Any) -> str:
    answer = box.send(payload, "execute_action")
    assert answer["ok"], answer["text"]
    return str(answer["text"])


# ── riders ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_sneak_attack_joins_the_blow_and_only_once_a_turn(box: Sandbox) -> None:
    box.let(15, face=3)
    sneaky = {"operation": "attack", "characterName": "Pip", "targetName": "Ogre", "with": ["Sneak Attack", "ally_near"]}
    say(box, **sneaky)
    assert thing(box, "Ogre").creature.hp == 90 - (3 + 4 + 9)
    assert "already used this turn" in say(box, **sneaky)
    assert thing(box, "Ogre").creature.hp == 90 - 16 - 7


def test_sneak_attack_needs_an_ally_or_advantage(box: Sandbox) -> None:
    text = say(box, operation="attack", characterName="Pip", targetName="Ogre", **{"with": ["Sneak Attack"]})
    assert "does not count: needs advantage or ally near" in text


def test_an_unknown_rider_is_refused(box: Sandbox) -> None:
    refused = box.reject("rider_unknown", "attack", "Pip", targetName="Ogre", **{"with": ["Sneeze Attack"]})
    assert "Sneak Attack" in refused.allowed


# ── what ends by an event ───────────────────────────────────────────────────────────────────────────────────────────


def test_a_save_at_the_end_of_each_turn_ends_the_paralysis(box: Sandbox) -> None:
    box.let(2)
    say(box, operation="cast", characterName="Bran", spell="Hold Person", targets=["Ogre"])
    assert [c.name for c in thing(box, "Ogre").creature.conditions] == ["paralyzed"]
    box.let(19)
    text = " ".join(say(box, operation="next_turn") for _ in range(4))
    assert "paralyzed on Ogre ends" in text
    assert not thing(box, "Ogre").creature.conditions and not thing(box, "Bran").creature.concentration


def test_guiding_bolt_gives_advantage_to_one_attack(box: Sandbox) -> None:
    box.let(15)
    say(box, operation="cast", characterName="Bran", spell="Guiding Bolt", targets=["Ogre"])
    assert "advantage" in say(box, operation="attack", characterName="Pip", targetName="Ogre")
    assert "advantage" not in say(box, operation="attack", characterName="Pip", targetName="Ogre")


# ── features and effects that listen ────────────────────────────────────────────────────────────────────────────────


def test_heroism_gives_points_when_the_turn_begins(box: Sandbox) -> None:
    box.accept("update", "Bran", character={"classes": ["paladin 5"], "abilities": {"cha": 16}})
    say(box, operation="cast", characterName="Bran", spell="Heroism", targets=["Pip"])
    for _ in range(4):
        if "Pip's turn" in say(box, operation="next_turn"):
            break
    assert thing(box, "Pip").creature.temp_hp == 3


def test_a_homebrew_feature_listens(box: Sandbox) -> None:
    thorns = {"name": "Thorns", "on": [{"on": "damaged", "then": [{"damage": 3, "type": "piercing", "to": "other"}]}]}
    box.accept("update", "Ogre", character={"features": [thorns]})
    box.let(15, face=3)
    before = thing(box, "Pip").creature.hp or 0
    text = say(box, operation="attack", characterName="Pip", targetName="Ogre")
    assert "Thorns" in text and thing(box, "Pip").creature.hp == before - 3


def test_two_that_hurt_each_other_come_to_an_end(box: Sandbox) -> None:
    thorns = {"name": "Thorns", "on": [{"on": "damaged", "then": [{"damage": 1, "type": "piercing", "to": "other"}]}]}
    for name in ("Ogre", "Pip"):
        box.accept("update", name, character={"features": [thorns]})
    box.let(15)
    assert box.send({"operation": "attack", "characterName": "Pip", "targetName": "Ogre"}, "execute_action")["ok"]


# ── summons ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_summons_comes_and_goes(box: Sandbox) -> None:
    box.accept("end_fight")
    steps = [{"make": "Skeleton", "count": 2, "for": "1 hour"}]
    text = say(box, operation="act", characterName="Elara", act="Call bones", steps=steps)
    assert "2 × Skeleton appear" in text and "Skeleton 2" in {t.name for t in box.world.things.values()}


def test_a_creature_without_a_file_is_said(box: Sandbox) -> None:
    assert "in no file yet" in say(box, operation="act", characterName="Elara", steps=[{"make": "Draconic Spirit"}])


# ── flags ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("flag", "payload"),
    [
        ("no_actions", {"operation": "attack", "targetName": "Ogre"}),
        ("no_attacks", {"operation": "attack", "targetName": "Ogre"}),
        ("dodge_only", {"operation": "attack", "targetName": "Ogre"}),
        ("no_actions", {"operation": "act", "act": "Dodge"}),
        ("dodge_only", {"operation": "act", "act": "Dash"}),
        ("no_spells", {"operation": "cast", "spell": "Light", "targets": ["Elara"]}),
        ("no_casting", {"operation": "cast", "spell": "Light", "targets": ["Elara"]}),
    ],
)
def test_a_flag_forbids_and_says_so(box: Sandbox, flag: str, payload: dict[str, Any]) -> None:
    box.accept("act", "Elara", act="Spell of the table", targets=["Elara"], steps=[{"apply": {"name": "Held", "flags": [flag]}}])
    refused = box.reject("cannot_act", payload.pop("operation"), "Elara", **payload)
    assert refused.details["why"] == flag.replace("_", " ")


def test_one_that_may_only_dodge_may_dodge(box: Sandbox) -> None:
    steps = [{"apply": {"name": "Cursed", "flags": ["dodge_only", "flees"]}}]
    assert "Cursed (flees)" in say(box, operation="act", characterName="Elara", targets=["Elara"], act="Curse", steps=steps)
    box.accept("act", "Elara", act="Dodge")


def test_one_that_cannot_heal_does_not(box: Sandbox) -> None:
    box.accept("damage", "Ogre", amount=10, damageType="fire")
    box.accept("act", "Elara", act="Chill", targets=["Ogre"], steps=[{"apply": {"name": "Chill", "flags": ["regains_no_hit_points"]}}])
    before = thing(box, "Ogre").creature.hp
    box.send({"operation": "heal", "characterName": "Ogre", "amount": 5}, "execute_action")
    assert thing(box, "Ogre").creature.hp == before
