"""The paladin above level 5, with the numbers of the two texts."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.high_heroes import cast, fight, hero, hp, left, lying, played, rules, stats, struck, table, turns, who
from tests.rows import each_row

pytestmark = pytest.mark.pure
DEVOTION = {"choices": {"subclass": "devotion"}}


@pytest.mark.parametrize(("level", "feet"), [(6, 10), (10, 10), (17, 10), (18, 30), (20, 30)])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_auras_reach_farther_at_18(ruleset: Ruleset, level: int, feet: int) -> None:
    auras = stats(hero(ruleset, f"paladin {level}", **DEVOTION)).auras
    expected = {("save.all", 4), *([("condition_immunity", "charmed")] if level >= 7 else []),
                *([("condition_immunity", "frightened")] if level >= 10 else [])}  # fmt: skip
    assert {(m.target, m.value) for m in auras} == expected
    assert {m.aura_ft for m in auras} == {feet}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_aura_goes_by_the_levels_of_the_paladin(ruleset: Ruleset) -> None:
    box = table(ruleset, Hero={"classes": ["paladin 6", "sorcerer 13"]})
    assert [m.aura_ft for m in stats(box).auras] == [10]


@pytest.mark.parametrize(("face", "frightened"), [(16, True), (17, True), (18, False)])
def test_abjure_foes_frightens_those_who_fail(face: int, frightened: bool) -> None:
    """Against DC 8 + 4 + 4 = 16; a use of Channel Divinity; damage ends it, and so does a minute."""
    box = hero("5.2", "paladin 9")
    box.let(face - 2)
    result = played(box, "Abjure Foes", targets=["Foe"])
    assert [s.dc for s in result.targets[0].saves] == [16]
    assert ("frightened" in lying(box, "Foe")) is frightened
    assert left(box, "channel divinity") == 1
    if frightened:
        assert "Abjured: only one of move action bonus action." in result.says
        box.accept("damage", "Foe", amount=1, damageType="fire")
        assert lying(box, "Foe") == []


@pytest.mark.parametrize(("cha", "most"), [(8, 1), (18, 4)])
def test_abjure_foes_reaches_as_many_as_charisma(cha: int, most: int) -> None:
    box = hero("5.2", "paladin 9", abilities={"cha": cha})
    for n in range(most):
        box.accept("create", name=f"Imp {n}", character={"hpMax": 10, "party": False})
    imps = [f"Imp {n}" for n in range(most)]
    box.reject("targets_count", "act", "Hero", act="Abjure Foes", targets=[*imps, "Foe"])
    played(box, "Abjure Foes", targets=imps)


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("level", "weapon"), [(10, "Longsword"), (11, "Longsword"), (11, None), (11, "Sling")])
def test_every_hit_is_radiant_from_11(ruleset: Ruleset, level: int, weapon: str | None) -> None:
    """With melee weapons; by 5.2 also with the fist, which is no weapon."""
    box = hero(ruleset, f"paladin {level}")
    if weapon:
        box.accept("give", "Hero", template=weapon, equip=True)
        box.accept("give", "Hero", template="Sling Bullet", quantity=5)
    found = struck(box.let(15, face=5))
    counts = level == 11 and (weapon == "Longsword" or (weapon is None and ruleset == "5.2"))
    assert [(d.type, d.points) for d in found.dealt if d.type == "radiant"] == ([("radiant", 5)] if counts else [])


def test_cleansing_touch_ends_the_spell_that_is_named() -> None:
    """One spell of any level; as often as Charisma between long rests."""
    box = table("5.1", Hero={"classes": ["paladin 14"]}, Wiz={"classes": ["wizard 9"]}, Cle={"classes": ["cleric 5"]})
    cast(box, "Bless", "Cle", targets=["Hero"])
    cast(box, "Fly", "Wiz", targets=["Hero"])
    played(box, "Cleansing Touch", targets=["Hero"], choice="Fly")
    assert lying(box, "Hero") == ["Bless"]
    assert who(box, "Wiz").creature.concentration is None
    played(box, "Cleansing Touch", targets=["Hero"])
    assert lying(box, "Hero") == []
    assert left(box, "cleansing touch") == 2
    for _ in range(2):
        played(box, "Cleansing Touch", targets=["Hero"])
    box.reject("resource_spent", "act", "Hero", act="Cleansing Touch", targets=["Hero"])
    box.accept("rest", "Hero", kind="short")
    assert left(box, "cleansing touch") == 0
    box.accept("rest", "Hero", kind="long")
    assert left(box, "cleansing touch") == 4


@each_row("condition", ["blinded", "charmed", "deafened", "frightened", "paralyzed", "stunned"])
def test_restoring_touch_takes_5_points_for_each_condition(condition: str) -> None:
    box = table("5.2", Hero={"classes": ["paladin 14"]}, Pip={"classes": ["bard 1"]})
    for word in ("poisoned", condition):
        box.accept("apply", "Pip", condition=word)
    played(box, "Restoring Touch", targets=["Pip"], choice=condition)
    assert lying(box, "Pip") == ["poisoned"]
    assert left(box, "lay on hands") == 65
    assert hp(box, "Pip") == 50


def test_purity_of_spirit_wards_like_the_spell() -> None:
    fiend = {"hpMax": 30, "type": "fiend", "party": False}
    box = hero("5.1", "paladin 15", **DEVOTION)
    box.accept("create", name="Imp", character=fiend)
    assert struck(box, "Imp", "Hero").mode == "disadvantage"
    assert struck(box, "Foe", "Hero").mode == "normal"
    assert struck(hero("5.1", "paladin 14", **DEVOTION), "Foe", "Hero").mode == "normal"


@pytest.mark.parametrize("by_slot", [True, False], ids=["cast", "without a slot"])
def test_a_smite_gives_half_cover_until_the_next_turn(by_slot: bool) -> None:
    box = hero("5.2", "paladin 15", **DEVOTION)
    fight(box, "Hero", "Foe")
    before = stats(box)
    struck(box.let(15))
    deed = {"operation": "cast", "spell": "Divine Smite", "slot": 1} if by_slot else {"operation": "act", "act": "Paladin's Smite"}
    answer = box.send({"characterName": "Hero", **deed, "targets": ["Foe"], "force": True}, "execute_action")
    assert answer["ok"], answer["text"]
    now = stats(box)
    assert (now.ac.value, now.saves.values["dex"].value) == (before.ac.value + 2, before.saves.values["dex"].value + 2)
    assert {m.aura_ft for m in now.auras if m.target == "ac"} == {10}
    turns(box, 2)
    assert stats(box).ac.value == before.ac.value


NIMBUS: list[Any] = [("5.1", 10), ("5.2", 4 + 6)]


@pytest.mark.parametrize(("ruleset", "points"), NIMBUS)
def test_a_holy_nimbus_burns_enemies_in_its_light(ruleset: Ruleset, points: int) -> None:
    box = hero(ruleset, "paladin 20", **DEVOTION)
    fight(box, "Hero", "Foe")
    played(box, "Holy Nimbus")
    box.accept("act", "Foe", act="enter", zone="Holy Nimbus")
    turns(box)
    assert hp(box) == 200 - points
    assert [m.scope for m in stats(box).scoped if m.target == "save.all" and m.source.name == "Holy Nimbus"] == (
        [("against:spell", "attacker:fiend|undead")] if ruleset == "5.1" else [("attacker:fiend|undead",)]
    )
    box.reject("resource_spent", "act", "Hero", act="Holy Nimbus")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_nimbus_is_back_after_a_long_rest(ruleset: Ruleset) -> None:
    box = hero(ruleset, "paladin 20", **DEVOTION)
    played(box, "Holy Nimbus")
    box.accept("rest", "Hero", kind="short")
    assert left(box, "holy nimbus") == 0
    box.accept("rest", "Hero", kind="long")
    assert left(box, "holy nimbus") == 1


@pytest.mark.parametrize("given", [{"slot": 5}, {}], ids=["named", "the lowest that fits"])
def test_a_slot_of_level_5_brings_the_nimbus_back(given: dict[str, int]) -> None:
    box = hero("5.2", "paladin 20", **DEVOTION)
    box.reject("nothing_is_spent", "act", "Hero", act="Restore Holy Nimbus", slot=5)
    played(box, "Holy Nimbus")
    box.reject("slot_too_low", "act", "Hero", act="Restore Holy Nimbus", slot=4)
    assert [(s.what, s.left) for s in played(box, "Restore Holy Nimbus", **given).spent] == [("slot_5", 1)]
    assert left(box, "holy nimbus") == 1


def test_an_expanded_aura_is_said() -> None:
    given = [{r.name for r in rules(hero("5.2", f"paladin {level}"))} for level in (17, 18)]
    assert ["Aura Expansion" in found for found in given] == [False, True]
