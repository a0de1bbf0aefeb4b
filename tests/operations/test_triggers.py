"""Triggers, riders and what ends by an event."""

from typing import Any

import pytest

import rpg_lite
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.weapon_attack import AttackResult
from rpg_lite.world import thing_stats
from tests.operations.worlds import GOBLIN, Sandbox, first_world

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
    assert "does not count: needs advantage on the roll or an ally near the target" in text


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
    assert "Ogre is no longer paralyzed" in text
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
    refused = box.refused("act_invalid", "act", "Elara", steps=[{"make": "Draconic Spirit"}])
    assert "steps[0].make: SRD 5.1 has no creature 'Draconic Spirit'; takes the name of a creature" in refused["text"]
    call = {"name": "Call", "cost": "action", "steps": [{"make": "Draconic Spirit"}]}
    played = rpg_lite.play(call, {"character": {"name": "Elara", "hpMax": 9}}).result
    assert played and any("in no file yet" in said for said in played.says)


# ── flags ───────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("flag", "payload"),
    [
        ("no_actions", {"operation": "attack", "targetName": "Ogre"}),
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
    told = flag.replace("_", " ")
    assert refused.details["why"] == (f"{told}: Held" if flag in ("no_spells", "no_casting") else told)


def test_a_flag_against_attacks_forbids_acts_that_attack_too(box: Sandbox) -> None:
    box.accept("act", "Elara", act="Spell of the table", targets=["Elara"], steps=[{"apply": {"name": "Held", "flags": ["no_attacks"]}}])
    for call in ({"operation": "attack", "targetName": "Ogre"}, {"operation": "act", "act": "Unarmed Strike", "targets": ["Ogre"]}):
        assert box.reject("cannot_attack", call.pop("operation"), "Elara", **call).details["why"] == "Held"


def test_one_that_may_only_dodge_may_dodge(box: Sandbox) -> None:
    steps = [{"apply": {"name": "Cursed", "flags": ["dodge_only", "flees"]}}]
    assert "Cursed: flees." in say(box, operation="act", characterName="Elara", targets=["Elara"], act="Curse", steps=steps)
    box.accept("act", "Elara", act="Dodge")


def test_one_that_cannot_heal_does_not(box: Sandbox) -> None:
    box.accept("damage", "Ogre", amount=10, damageType="fire")
    box.accept("act", "Elara", act="Chill", targets=["Ogre"], steps=[{"apply": {"name": "Chill", "flags": ["regains_no_hit_points"]}}])
    before = thing(box, "Ogre").creature.hp
    box.send({"operation": "heal", "characterName": "Ogre", "amount": 5}, "execute_action")
    assert thing(box, "Ogre").creature.hp == before


# ── words of if ─────────────────────────────────────────────────────────────────────────────────────────────────────

TROLL = {**GOBLIN, "hpMax": 90, "features": [{"name": "Regeneration", "on": [
    {"on": "turn_start", "if": ["not damaged_by:acid|damaged_by:fire"], "then": [{"heal": "10"}]}]}]}  # fmt: skip


def at_the_trolls_turn(box: Sandbox) -> int | None:
    for _ in range(6):
        if "Troll's turn" in say(box, operation="next_turn"):
            break
    return thing(box, "Troll").creature.hp


def test_fire_stops_the_regeneration_of_one_turn(box: Sandbox) -> None:
    box.accept("end_fight")
    box.accept("create", name="Troll", character=TROLL)
    box.accept("start_fight", names=["Pip", "Troll"])
    box.accept("damage", "Troll", amount=40, damageType="slashing")
    assert at_the_trolls_turn(box) == 60
    box.accept("damage", "Troll", amount=5, damageType="fire")
    assert at_the_trolls_turn(box) == 55
    assert at_the_trolls_turn(box) == 65


def holds(box: Sandbox, word: str, *told: str, target: str = "Ogre") -> bool:
    steps = [{"if": [word], "then": [{"say": "It holds."}], "else": [{"say": "It does not."}]}]
    return "It holds." in say(box, operation="act", characterName="Elara", targets=[target], steps=steps, **{"with": list(told)})


def test_the_words_that_ask_for_the_creature(box: Sandbox) -> None:
    assert not holds(box, "moved>=20") and holds(box, "moved>=20", "moved_20") and not holds(box, "moved>=20", "moved_15")
    assert not holds(box, "wearing:heavy") and not holds(box, "wearing:shield") and not holds(box, "wearing:metal")
    box.accept("give", "Ogre", template="Chain Mail", equip=True)
    box.accept("give", "Ogre", template="Shield", equip=True)
    assert holds(box, "wearing:heavy") and holds(box, "wearing:shield") and holds(box, "wearing:metal")
    assert holds(box, "int<=10") and not holds(box, "int<=4")
    box.accept("update", "Ogre", character={"abilities": {"int": 3}})
    assert holds(box, "int<=3") and not holds(box, "immune:poisoned")


def test_one_who_concentrates_is_known(box: Sandbox) -> None:
    assert not holds(box, "concentrating", target="Bran")
    say(box, operation="cast", characterName="Bran", spell="Bless", targets=["Pip"])
    assert holds(box, "concentrating", target="Bran")


def test_needs_are_asked_before_anything_is_spent(box: Sandbox) -> None:
    charge = {"name": "Shield Bash", "needs": ["wearing:shield"], "steps": [{"say": "Bash."}]}
    box.accept("update", "Elara", character={"acts": [charge]})
    box.reject("target_unfit", "act", "Elara", act="Shield Bash")
    box.accept("give", "Elara", template="Shield", equip=True)
    box.accept("act", "Elara", act="Shield Bash")


def test_a_hex_adds_to_spells_that_hit() -> None:
    box = Sandbox(first_world("5.2"))
    box.accept("create", name="Elara", character={"classes": ["warlock 5"], "abilities": {"cha": 16}})
    box.accept("create", name="Ogre", character=HEROES["Ogre"])
    say(box, operation="cast", characterName="Elara", spell="Hex", targets=["Ogre"], choice="str")
    before = thing(box, "Ogre").creature.hp or 0
    box.let(15, face=2)
    text = say(box, operation="cast", characterName="Elara", spell="Eldritch Blast", targets=["Ogre"])
    assert "Hex" in text and thing(box, "Ogre").creature.hp == before - 2 * (2 + 2)


# ── a troll ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def trolled() -> Sandbox:
    table = Sandbox()
    table.accept("create", name="Elara", character=HEROES["Elara"])
    table.accept("create", template="Troll")
    table.let(15)
    table.accept("start_fight", names=["Elara", "Troll"])
    return table


def to_trolls_turn(box: Sandbox) -> str:
    for _ in range(2):
        text = say(box, operation="next_turn")
        if "Troll's turn" in text:
            return text
    return text


def test_a_troll_at_0_regains_and_lives(trolled: Sandbox) -> None:
    text = say(trolled, operation="damage", characterName="Troll", amount=200, damageType="slashing")
    assert "lies at 0" in text and not thing(trolled, "Troll").creature.is_dead
    to_trolls_turn(trolled)
    assert thing(trolled, "Troll").creature.hp == 10


def test_fire_keeps_it_from_regaining_and_its_turn_kills_it(trolled: Sandbox) -> None:
    to_trolls_turn(trolled)
    say(trolled, operation="damage", characterName="Troll", amount=80, damageType="slashing")
    say(trolled, operation="damage", characterName="Troll", amount=10, damageType="fire")
    to_trolls_turn(trolled)
    to_trolls_turn(trolled)
    assert thing(trolled, "Troll").creature.is_dead


def test_a_multiattack_is_shared_out_among_its_targets(trolled: Sandbox) -> None:
    trolled.accept("create", name="Bran", character=HEROES["Bran"])
    trolled.let(15)
    text = say(trolled, operation="act", characterName="Troll", act="Multiattack", targets=["Elara", "Bran"])
    assert "Elara" in text and "Bran" in text
    told = trolled.accept("act", "Troll", act="Multiattack", targets=["Elara", "Bran"]).expect(ActResult)
    assert [len(t.attacks) for t in told.targets] == [2, 1]


# ── dice on the table ───────────────────────────────────────────────────────────────────────────────────────────────


def test_one_face_counts_among_two(box: Sandbox) -> None:
    box.let(3)
    told = box.accept("attack", "Pip", targetName="Ogre", mode="advantage", d20=[19])
    assert told.expect(AttackResult).total == 19 + 7


def test_a_champion_hits_critically_on_19(box: Sandbox) -> None:
    box.accept("update", "Pip", character={"classes": ["Fighter (Champion) 5"]})
    assert box.accept("attack", "Pip", targetName="Ogre", d20=[19]).expect(AttackResult).critical
    box.accept("update", "Pip", character={"classes": ["rogue 5"]})
    assert not box.accept("attack", "Pip", targetName="Ogre", d20=[19]).expect(AttackResult).critical


# ── what ends by what somebody does ─────────────────────────────────────────────────────────────────────────────────


def lay(box: Sandbox, on: str, name: str, *ends: str, by: str = "Elara") -> None:
    box.accept("act", by, act="Lay", targets=[on], steps=[{"apply": {"name": name, "flags": ["hover"]}, "ends": list(ends)}])


def lies(box: Sandbox, on: str) -> list[str]:
    return [e.name for e in thing(box, on).creature.effects]


def test_dealing_damage_ends_what_lies_on_the_striker(box: Sandbox) -> None:
    lay(box, "Pip", "Hidden", "deals_damage")
    box.let(1)
    say(box, operation="attack", characterName="Pip", targetName="Ogre")
    assert lies(box, "Pip") == ["Hidden"]
    box.let(15)
    say(box, operation="attack", characterName="Pip", targetName="Ogre")
    assert lies(box, "Pip") == []


def test_what_one_laid_ends_when_it_falls(box: Sandbox) -> None:
    lay(box, "Ogre", "Turned", "source_0")
    box.accept("damage", "Elara", amount=200, damageType="fire")
    assert lies(box, "Ogre") == []


def test_an_action_breaks_free_by_a_check_or_wakes_another(box: Sandbox) -> None:
    lay(box, "Ogre", "Webbed", "action:athletics:12")
    lay(box, "Pip", "Asleep", "action:none")
    box.let(3)
    assert "stays as it is" in say(box, operation="act", characterName="Ogre", act="Break Free")
    box.let(18)
    assert "athletics" in box.accept("act", "Ogre", act="Break Free").expect(ActResult).targets[0].checks[0].ability
    assert lies(box, "Ogre") == []
    say(box, operation="act", characterName="Bran", act="Break Free", targets=["Pip"])
    assert lies(box, "Pip") == []


def test_a_rage_ends_with_an_idle_turn(box: Sandbox) -> None:
    box.accept("end_fight")
    box.accept("start_fight", names=["Pip", "Ogre"])
    lay(box, "Pip", "Fury", "idle_turn", by="Pip")
    first = thing(box, "Pip").id == box.world.things["w"].body["fight"]["order"][0]["id"]
    if not first:
        say(box, operation="next_turn")
    box.let(15)
    say(box, operation="attack", characterName="Pip", targetName="Ogre")
    say(box, operation="next_turn")
    assert lies(box, "Pip") == ["Fury"]
    say(box, operation="next_turn")
    say(box, operation="next_turn")
    assert lies(box, "Pip") == []


# ── what an act says of those whom it kills or misses ───────────────────────────────────────────────────────────────


def test_a_multiattack_says_whom_it_has_killed(trolled: Sandbox) -> None:
    trolled.accept("create", name="Mira", character={"classes": ["wizard 5"], "hpMax": 22, "party": True})
    trolled.accept("damage", "Mira", amount=22, damageType="cold")
    trolled.let(19, face=2)
    text = say(trolled, operation="act", characterName="Troll", act="Multiattack", targets=["Mira"], force=True)
    assert (
        thing_stats.is_dead(thing(trolled, "Mira"))
        and "dead" in text
        and "successes" not in text
        and "unconscious" not in text.partition("is hit")[2]
    )
