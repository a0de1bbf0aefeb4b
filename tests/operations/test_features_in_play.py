"""Features of classes and species as they are played, each with the numbers of the two texts."""

from typing import Any, Final

import pytest

from rpg_lite.operations.mechanics.acting.played import ActResult
from rpg_lite.operations.mechanics.weapon_attack import AttackResult
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.things import Thing
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
SCORES: Final = {"str": 16, "dex": 14, "con": 14, "int": 8, "wis": 16, "cha": 18}
"""Modifiers +3, +2, +2, -1, +3, +4."""


def table(ruleset: Ruleset, **heroes: Any) -> Sandbox:
    """These heroes, and a foe of AC 10 with 100 hit points, without a fight."""
    box = Sandbox(first_world(ruleset))
    for name, character in heroes.items():
        box.accept("create", name=name, character={"abilities": SCORES, "hpMax": 60, "hp": 30, **character})
    flat = dict.fromkeys(SCORES, 10)
    box.accept("create", name="Foe", character={"level": 1, "abilities": flat, "hpMax": 100, "hp": 100, "party": False})
    return box.let(10)


def who(box: Sandbox, name: str) -> Thing:
    return next(t for t in box.world.things.values() if t.kind == "character" and t.name == name)


def effects(box: Sandbox, name: str) -> list[str]:
    return [entry.name for entry in who(box, name).creature.lasting("effects")]


def played(box: Sandbox, act: str, by: str, **fields: Any) -> ActResult:
    return box.accept("act", by, act=act, **fields).expect(ActResult)


def fight(box: Sandbox, *order: str) -> None:
    box.let(20, 1).accept("start_fight", names=[*order])
    box.let(10)


def round_of(box: Sandbox) -> None:
    """Every turn of a round of two passes; it is the first one's turn again."""
    for _ in range(2):
        box.accept("next_turn")


# ── rage ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def raging(ruleset: Ruleset) -> Sandbox:
    box = table(ruleset, Grok={"classes": ["barbarian 3"], "choices": {"subclass": "berserker"}})
    fight(box, "Grok", "Foe")
    played(box, "Rage", "Grok", **({"with": ["Frenzy"]} if ruleset == "5.1" else {}))
    return box


def test_a_rage_of_5_1_ends_with_the_turn_in_which_nothing_was_struck() -> None:
    box = raging("5.1")
    box.accept("next_turn")
    assert effects(box, "Grok") == []


def test_a_reaction_keeps_a_rage_of_5_1_and_does_not_extend_one_of_5_2() -> None:
    """An attack since the last turn counts, on whomever's turn it was made (SRD 5.1); 5.2 asks for one in the turn itself."""
    for ruleset, lasts in (("5.1", True), ("5.2", False)):
        box = raging(ruleset)  # type: ignore[arg-type]
        box.accept("attack", "Grok", targetName="Foe")
        box.accept("next_turn")
        box.accept("attack", "Grok", targetName="Foe")
        box.accept("next_turn")
        box.accept("next_turn")
        assert ("Rage" in effects(box, "Grok")) is lasts, ruleset


def test_damage_keeps_a_rage_of_5_1_and_does_not_extend_one_of_5_2() -> None:
    for ruleset, lasts in (("5.1", True), ("5.2", False)):
        box = raging(ruleset)  # type: ignore[arg-type]
        box.accept("attack", "Grok", targetName="Foe")
        box.accept("next_turn")
        box.accept("damage", "Grok", amount=5, damageType="fire")
        round_of(box)
        assert ("Rage" in effects(box, "Grok")) is lasts, ruleset


def test_a_rage_of_5_2_lasts_to_the_end_of_the_next_turn() -> None:
    box = raging("5.2")
    round_of(box)
    assert effects(box, "Grok") == ["Rage"]
    box.accept("next_turn")
    assert effects(box, "Grok") == []


@pytest.mark.parametrize(
    "deed",
    [
        {"operation": "act", "act": "Extend Rage"},
        {"operation": "attack", "targetName": "Foe"},
        {"operation": "act", "act": "Shove", "targets": ["Foe"], "choice": "push"},
    ],
    ids=["bonus action", "attack", "save"],
)
def test_a_rage_of_5_2_is_extended(deed: dict[str, Any]) -> None:
    """By an attack roll, a save that an enemy makes, or a bonus action, for another round each."""
    box = raging("5.2")
    for _ in range(3):
        round_of(box)
        answer = box.send({"characterName": "Grok", **deed}, "execute_action")
        assert answer["ok"], answer["text"]
    box.accept("next_turn")
    assert effects(box, "Grok") == ["Rage"]
    round_of(box)
    assert effects(box, "Grok") == []


def test_who_ends_a_frenzied_rage_is_exhausted() -> None:
    box = raging("5.1")
    assert effects(box, "Grok") == ["Rage", "Frenzy"]
    played(box, "End Rage", "Grok")
    assert effects(box, "Grok") == []
    assert [(c.name, c.level) for c in who(box, "Grok").creature.lasting("conditions")] == [("exhaustion", 1)]


# ── whose numbers count ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("level", "die"), [(1, 6), (5, 8), (10, 10), (15, 12)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_inspiration_is_the_die_of_the_bard_and_goes_when_it_is_rolled(ruleset: Ruleset, level: int, die: int) -> None:
    box = table(ruleset, Bran={"classes": [f"bard {level}"]}, Pip={"classes": ["bard 1"]})
    played(box, "Bardic Inspiration", "Bran", targets=["Pip"])
    assert [t.dice for t in played(box, "Inspired", "Pip").thrown] == [f"1d{die}"]
    assert effects(box, "Pip") == []
    box.reject("act_unknown", "act", "Pip", act="Inspired")


@pytest.mark.parametrize(
    ("ruleset", "act", "fields", "first", "dc"),
    [
        ("5.1", "Turn Undead", {}, "wizard 1", 14),
        ("5.2", "Turn Undead", {}, "wizard 1", 14),
        ("5.2", "Divine Spark", {"choice": "radiant"}, "bard 1", 14),
        ("5.2", "Divine Spark", {"choice": "radiant"}, "fighter 1", 14),
    ],
)
def test_the_dc_of_a_feature_is_that_of_its_class(ruleset: Ruleset, act: str, fields: dict[str, Any], first: str, dc: int) -> None:
    """Of a cleric with WIS 16 at character level 6, whatever the first class casts with."""
    box = table(ruleset, Cle={"classes": [first, "cleric 5"]})
    assert {s.dc for t in played(box, act, "Cle", targets=["Foe"], **fields).targets for s in t.saves} == {dc}


def test_an_invocation_casts_with_the_numbers_of_the_warlock() -> None:
    box = table("5.1", War={"classes": ["wizard 1", "warlock 5"], "choices": {"eldritch invocations": ["thief of five fates"]}})
    result = played(box, "Thief of Five Fates", "War", targets=["Foe"])
    assert {s.dc for t in result.targets for s in t.saves} == {8 + 3 + 4}


def test_lands_aid_heals_one_creature() -> None:
    box = table("5.2", Dru={"classes": ["druid 3"], "choices": {"subclass": "land"}})
    played(box, "Land's Aid", "Dru", targets=["Foe"])
    played(box, "Land's Aid: flowers", "Dru", targets=["Dru"])
    box.reject("act_unknown", "act", "Dru", act="Land's Aid: flowers", targets=["Dru"])


# ── what triggers ───────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fiends_warlock_gains_points_by_a_kill(ruleset: Ruleset) -> None:
    """The Charisma modifier and the warlock level."""
    box = table(ruleset, War={"classes": ["warlock 5"], "choices": {"subclass": "fiend"}})
    box.accept("update", "Foe", character={"hp": 1})
    box.accept("attack", "War", targetName="Foe")
    assert who(box, "War").creature.temp_hp == 4 + 5


@pytest.mark.parametrize(("face", "hit"), [(2, False), (15, True)])
def test_steady_aim_is_for_one_attack_hit_or_miss(face: int, hit: bool) -> None:
    box = table("5.2", Rog={"classes": ["rogue 3"]})
    fight(box, "Rog", "Foe")
    played(box, "Steady Aim", "Rog")
    box.let(face)
    found = [box.accept("attack", "Rog", targetName="Foe").expect(AttackResult) for _ in range(2)]
    assert [(a.hit, a.mode) for a in found] == [(hit, "advantage"), (hit, "normal")]


def test_a_miss_shows_the_invisible() -> None:
    """The spell ends with an attack roll, whatever comes of it."""
    box = table("5.1", Wiz={"classes": ["wizard 3"]})
    box.accept("cast", "Wiz", spell="Invisibility", targets=["Wiz"])
    box.let(2).accept("attack", "Wiz", targetName="Foe")
    assert who(box, "Wiz").creature.lasting("conditions") == ()
