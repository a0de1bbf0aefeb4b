"""Attacks: the numbers of both sheets in the roll, a natural 1 and 20, each kind of damage, ammunition."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite.rules.dice import DiceRoll
from tests.copies import begun
from tests.operations.dice import let, result
from tests.operations.table import Table, notes

pytestmark = pytest.mark.pure


def attack(table: Table, who: str = "Thorin", whom: str = "Ogre", **fields: Any) -> str:
    """The words of an attack that must be accepted."""
    text: str = table.did("attack", who, targetName=whom, **fields)["text"]
    return text


OGRE = {"hpMax": 59, "abilities": {"str": 19, "dex": 10, "con": 16}, "level": 2}


@pytest.fixture
def duel(table: Table) -> Table:
    """Thorin with a longsword (+6, 1d8+3) before an ogre of AC 10 and 59 hit points."""
    table.did("create", name="Ogre", character=OGRE)
    table.did("give", "Thorin", template="Longsword", equip=True)
    return let(table, 10)


@pytest.fixture(params=["5.1", "5.2"])
def both(request: pytest.FixtureRequest) -> Iterator[Table]:
    """Thorin (+6, STR 16) before the ogre, in a campaign of either ruleset."""
    with begun(request.param) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"], "abilities": {"str": 16}})
        table.did("create", name="Ogre", character=OGRE)
        yield let(table, 10)


# ── the roll ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_roll_adds_what_the_sheet_says_and_meets_the_armor_class(duel: Table):
    answer = duel.did("attack", "Thorin", targetName="Ogre")
    rolls = result(answer)["rolls"]
    assert rolls[0] == {"dice": f"1d20{duel.number('Thorin', 'attacks.Longsword.toHit'):+d}", "faces": [10], "total": 16}
    assert f"against AC {duel.number('Ogre', 'ac')}" in answer["text"]
    assert duel.hp("Ogre") == 59 - rolls[1]["total"] - duel.number("Thorin", "attacks.Longsword.damageBonus")


@pytest.mark.parametrize(("face", "hits"), [(3, False), (4, True)])
def test_equal_is_a_hit(duel: Table, face: int, hits: bool):
    attack(let(duel, face))
    assert (duel.hp("Ogre") < 59) == hits


def test_a_natural_1_misses_whatever_is_added(duel: Table):
    duel.did("update", "Thorin", character={"abilities": {"str": 30}})
    assert "a miss" in attack(let(duel, 1))


def test_a_natural_20_hits_any_armor_and_doubles_the_dice_only(duel: Table):
    duel.did("update", "Ogre", character={"modifiers": [{"target": "ac", "op": "add", "value": 90}]})
    assert "a critical hit" in attack(let(duel, 20, face=8))
    assert duel.hp("Ogre") == 59 - (8 + 8 + 3)


@pytest.mark.parametrize(
    ("mine", "theirs", "asked", "face"),
    [
        ((), (), None, 15),
        ((), (), "advantage", 15),
        ((), (), "disadvantage", 5),
        (("blinded",), (), None, 5),
        ((), ("blinded",), None, 15),
        (("blinded",), ("blinded",), None, 15),
        (("blinded", "poisoned"), ("restrained",), None, 15),
        (("blinded",), (), "advantage", 15),
        (("invisible",), (), "disadvantage", 15),
        (("invisible",), ("invisible",), None, 15),
        (("invisible",), ("restrained",), "advantage", 15),
    ],
)
def test_advantage_and_disadvantage_of_both_sides_cancel(duel: Table, mine, theirs, asked, face):
    for who, conditions in (("Thorin", mine), ("Ogre", theirs)):
        for condition in conditions:
            duel.did("apply", who, condition=condition)
    answer = let(duel, 15, 5).did("attack", "Thorin", targetName="Ogre", **({"mode": asked} if asked else {}))
    assert result(answer).get("rolls", [result(answer)["roll"]])[0]["total"] == face + 6


@pytest.mark.parametrize(("near", "dice"), [(None, "2d20kh1+6"), (True, "2d20kh1+6"), (False, "2d20kl1+6")])
def test_the_prone_are_easy_to_hit_from_near_and_hard_from_far(duel: Table, near, dice):
    duel.did("apply", "Ogre", condition="prone")
    answer = duel.did("attack", "Thorin", targetName="Ogre", **({} if near is None else {"within5Ft": near}))
    assert dice in answer["text"]


def test_a_bow_is_far_when_nothing_is_said(duel: Table):
    duel.did("apply", "Ogre", condition="prone")
    duel.did("give", "Thorin", template="Longbow", equip=True)
    duel.did("give", "Thorin", template="Arrow", quantity=5)
    assert "disadvantage" in attack(duel)
    assert "advantage" not in attack(duel, within5Ft=True)  # the prone target's and the near foe's cancel each other


@pytest.mark.parametrize("condition", ["paralyzed", "unconscious"])
@pytest.mark.parametrize("near", [True, False])
def test_a_hit_from_within_5_feet_on_the_helpless_is_critical(duel: Table, condition: str, near: bool):
    duel.did("apply", "Ogre", condition=condition)
    assert ("a critical hit" in attack(let(duel, 12, face=8), within5Ft=near)) == near


def test_a_miss_on_the_helpless_stays_a_miss(duel: Table):
    duel.did("apply", "Ogre", condition="paralyzed")
    assert "a miss" in attack(let(duel, 1))


@pytest.mark.parametrize(("condition", "face"), [(None, 20), ("paralyzed", 15)])
def test_adamantine_makes_a_critical_hit_a_plain_one(duel: Table, condition, face):
    duel.did("give", "Ogre", template="Adamantine Armor", base="Plate Armor", equip=True)
    if condition:
        duel.did("apply", "Ogre", condition=condition)
    text = attack(let(duel, face, face=8))
    assert "a hit" in text and "critical" not in text
    assert duel.hp("Ogre") == 59 - 11


def test_bless_adds_its_die_to_the_attack(duel: Table):
    duel.did("apply", "Thorin", effect="Bless", source="Elara")
    answer = let(duel, 10, face=4).did("attack", "Thorin", targetName="Ogre")
    assert result(answer)["rolls"][0] == {"dice": "1d20+6+1d4", "faces": [10, 4], "total": 20}


def test_a_better_armor_class_against_arrows_counts_at_any_distance(duel: Table):
    """SRD, Arrow-Catching Shield: +2 against ranged attacks at any distance."""
    duel.did("give", "Ogre", template="Arrow-Catching Shield", equip=True, attune=True)
    duel.did("give", "Thorin", template="Longbow", equip=True)
    duel.did("give", "Thorin", template="Arrow", quantity=5)
    told = [attack(duel, within5Ft=near).split("against AC ")[1][:2] for near in (False, True)]
    assert told[0] == told[1]


# ── damage ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def ablaze(duel: Table) -> Table:
    """Thorin's Flame Tongue burns: 1d8+3 slashing and 2d6 fire."""
    duel.did("give", "Thorin", template="Flame Tongue", base="Longsword", equip=True, attune=True)
    duel.did("use", "Thorin", itemName="Flame Tongue Longsword")
    return duel


@pytest.mark.parametrize(
    ("key", "kind", "left"),
    [
        ("resistances", "fire", 59 - 11 - 6),
        ("immunities", "fire", 59 - 11),
        ("vulnerabilities", "fire", 59 - 11 - 24),
        ("resistances", "slashing", 59 - 5 - 12),
        ("immunities", "slashing", 59 - 12),
        ("resistances", "cold", 59 - 11 - 12),
    ],
)
def test_each_kind_of_damage_meets_its_own_resistance(ablaze: Table, key: str, kind: str, left: int):
    ablaze.did("update", "Ogre", character={key: [kind]})
    attack(let(ablaze, 10, face=8))
    assert ablaze.hp("Ogre") == left


def test_extra_dice_double_on_a_critical_hit(ablaze: Table):
    attack(let(ablaze, 20, face=8))
    assert ablaze.hp("Ogre") == 59 - (16 + 3 + 24)


def test_a_magic_weapon_passes_resistance_to_nonmagical_damage(ablaze: Table):
    ward = [{"target": "resist", "op": "grant", "value": "slashing", "scope": ["damage:nonmagical"]}]
    ablaze.did("update", "Ogre", character={"modifiers": ward})
    attack(let(ablaze, 10, face=8))
    assert ablaze.hp("Ogre") == 59 - 11 - 12
    ablaze.did("equip", "Thorin", itemName="Longsword")
    attack(let(ablaze, 10, face=8))
    assert ablaze.hp("Ogre") == 59 - 11 - 12 - 5


def test_dice_of_the_weapons_own_kind_are_halved_with_it(duel: Table):
    """Enlarge adds 1d4 of the weapon's kind: 7 + 3 points are one sum, halved once (SRD, Resistance)."""
    duel.did("update", "Thorin", character={"abilities": {"str": 18}})
    duel.did("update", "Ogre", character={"resistances": ["slashing"]})
    duel.did("apply", "Thorin", effect="Enlarge")
    attack(let(duel, 10, face=3))
    assert duel.hp("Ogre") == 59 - (3 + 4 + 3) // 2


def test_reduce_takes_its_die_off_the_damage(duel: Table):
    duel.did("apply", "Thorin", effect="Reduce")
    attack(let(duel, 10, face=3))
    assert duel.hp("Ogre") == 59 - (3 + 3 - 3)


def test_a_blow_of_two_kinds_that_fells_is_no_failed_death_save(ablaze: Table):
    ablaze.did("update", "Ogre", character={"deathSaves": True})
    ablaze.did("damage", "Ogre", amount=54, damageType="psychic")
    attack(let(ablaze, 10, face=8))
    assert ablaze.hp("Ogre") == 0
    assert "dying" not in ablaze.thing("Ogre").body


@pytest.mark.parametrize(("near", "failures"), [(False, 1), (True, 2)])
def test_a_blow_of_two_kinds_at_zero_fails_as_often_as_one_blow(ablaze: Table, near: bool, failures: int):
    """One blow, one failure; two when it is critical (SRD, Damage at 0 Hit Points)."""
    ablaze.did("update", "Ogre", character={"deathSaves": True})
    ablaze.did("damage", "Ogre", amount=59, damageType="psychic")
    attack(let(ablaze, 15), within5Ft=near)
    assert ablaze.thing("Ogre").body.get("dying") == {"failures": failures}


def test_a_blow_of_two_kinds_is_one_source_for_concentration(ablaze: Table):
    """One save against half of the whole blow (SRD, Concentration: a save for each source)."""
    ablaze.did("apply", "Thorin", effect="Bless", source="Ogre")
    answer = let(ablaze, 10, face=8).did("attack", "Thorin", targetName="Ogre")
    assert answer["text"].count("concentrat") == 1
    assert "DC 11" in answer["text"]


def test_death_by_a_blow_of_two_kinds_counts_the_whole_of_it(ablaze: Table):
    """5 of 15 points left; 11 slashing and 12 fire go 18 beyond 0, more than the maximum (SRD, Instant Death)."""
    ablaze.did("update", "Ogre", character={"hpMax": 15})
    ablaze.did("damage", "Ogre", amount=10, damageType="psychic")
    attack(let(ablaze, 10, face=8))
    assert ablaze.thing("Ogre").body.get("dead") is True


def test_damage_is_never_negative(duel: Table):
    duel.did("update", "Elara", character={"abilities": {"str": 1}})
    attack(let(duel, 15), "Elara", "Ogre")
    assert duel.hp("Ogre") == 59


# ── two weapons ─────────────────────────────────────────────────────────────────────────────────────────────────────


def armed_with(table: Table, main: str, off: str) -> Table:
    for slot, weapon in (("mainhand", main), ("offhand", off)):
        table.did("give", "Thorin", template=weapon)
        table.did("equip", "Thorin", itemName=weapon, slot=slot)
    return table


@pytest.mark.parametrize(("strength", "left"), [(16, 59 - 3), (6, 59 - 1)])
def test_the_off_hand_of_two_light_weapons_adds_no_modifier_but_a_negative_one(duel: Table, strength: int, left: int):
    duel.did("update", "Thorin", character={"abilities": {"str": strength, "dex": 6}})
    armed_with(duel, "Shortsword", "Club")
    told = attack(let(duel, 15, face=3), itemName="Club")
    assert "(extra off-hand attack)" in told and duel.hp("Ogre") == left


def test_the_main_hand_of_two_light_weapons_adds_it(duel: Table):
    told = attack(let(armed_with(duel, "Shortsword", "Dagger"), 15, face=3))
    assert "extra attack" not in told and duel.hp("Ogre") == 59 - 6


@pytest.mark.parametrize(("main", "off"), [("Longsword", "Dagger"), ("Dagger", "Longsword"), ("Rapier", "Longsword")])
def test_two_weapons_that_are_not_both_light_give_no_extra_attack_and_it_is_said(duel: Table, main: str, off: str):
    armed_with(duel, main, off)
    answer = let(duel, 15, face=3).did("attack", "Thorin", targetName="Ogre", itemName=off)
    assert "no extra attack" in notes(answer) and main in notes(answer)
    assert duel.hp("Ogre") == 59 - 6


def test_a_dagger_beside_a_shield_is_the_attack_itself(duel: Table):
    armed_with(duel, "Shield", "Dagger")
    assert "extra attack" not in attack(let(duel, 15, face=3), itemName="Dagger")
    assert duel.hp("Ogre") == 59 - 6


def test_the_style_adds_the_modifier_to_the_off_hand(duel: Table):
    duel.did("update", "Thorin", character={"features": ["two_weapon_fighting"]})
    attack(let(armed_with(duel, "Shortsword", "Club"), 15, face=3), itemName="Club")
    assert duel.hp("Ogre") == 59 - 6


# ── ammunition ──────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def archer(duel: Table) -> Table:
    """Thorin with a longbow and four arrows."""
    duel.did("give", "Thorin", template="Longbow", equip=True)
    duel.did("give", "Thorin", template="Arrow", quantity=4)
    return duel


def test_each_shot_takes_an_arrow_hit_or_miss(archer: Table):
    for left, face in ((3, 20), (2, 1)):
        attack(let(archer, face))
        assert archer.stacks("Thorin", "Arrow") == [left]


def test_the_last_arrow_is_the_last(archer: Table):
    for _ in range(4):
        attack(let(archer, 1))
    archer.refused("no_ammunition", "attack", "Thorin", targetName="Ogre")


def test_arrows_in_the_quiver_and_in_a_bag_fit_bolts_do_not(archer: Table):
    archer.did("equip", "Thorin", itemName="Arrow")
    attack(archer)
    assert archer.worn("Thorin")["quiver"] == "Arrow" and archer.stacks("Thorin", "Arrow") == [3]
    archer.did("remove", "Thorin", itemName="Arrow", all=True)
    archer.did("give", "Thorin", template="Crossbow Bolt", quantity=5)
    archer.refused("no_ammunition", "attack", "Thorin", targetName="Ogre")


@pytest.mark.parametrize(("shots", "left"), [(1, 3), (2, 3), (3, 2), (4, 2)])
def test_half_of_the_arrows_are_found_again_after_the_fight(archer: Table, shots: int, left: int):
    archer.did("start_fight", names=["Thorin", "Ogre"])
    for _ in range(shots):
        attack(let(archer, 1))
    archer.did("end_fight")
    assert sum(archer.stacks("Thorin", "Arrow")) == left


def test_nobody_searches_when_told_so(archer: Table):
    archer.did("start_fight", names=["Thorin", "Ogre"])
    attack(let(archer, 1))
    attack(let(archer, 1))
    archer.did("end_fight", recover=False)
    assert archer.stacks("Thorin", "Arrow") == [2]


def test_what_was_shot_in_peace_is_not_found_after_a_fight(archer: Table):
    attack(let(archer, 1))
    attack(let(archer, 1))
    archer.did("start_fight", names=["Thorin", "Ogre"])
    archer.did("end_fight")
    assert archer.stacks("Thorin", "Arrow") == [2]


def test_an_archer_outside_the_fight_recovers_arrows_too(archer: Table):
    archer.did("start_fight", names=["Elara", "Ogre"])
    attack(let(archer, 1))
    attack(let(archer, 1))
    archer.did("end_fight")
    assert sum(archer.stacks("Thorin", "Arrow")) == 3


# ── refusals, dry runs, undo ────────────────────────────────────────────────────────────────────────────────────────


def test_a_weapon_that_is_not_in_hand_is_refused_with_those_that_are(duel: Table):
    answer = duel.refused("attack_unknown", "attack", "Thorin", targetName="Ogre", itemName="Long swort")
    assert answer["error"]["near"] == ["Longsword"] and answer["error"]["allowed"] == ["Longsword", "Unarmed Strike"]


def test_a_kick_needs_no_free_hand(both: Table):
    """SRD 5.1, Melee Attacks; 5.2, Unarmed Strike: 1 + STR bludgeoning, proficient, whatever the hands hold."""
    both.did("give", "Thorin", template="Greatsword", equip=True)
    answer = let(both, 10).did("attack", "Thorin", targetName="Ogre", itemName="unarmed strike")
    assert "with Unarmed Strike: 16 against AC 10, a hit: 4 bludgeoning" in answer["text"] and both.hp("Ogre") == 55
    assert "with Greatsword" in both.did("attack", "Thorin", targetName="Ogre")["text"]


@pytest.mark.parametrize("condition", ["incapacitated", "paralyzed", "petrified", "stunned", "unconscious"])
def test_who_cannot_act_does_not_attack(duel: Table, condition: str):
    duel.did("apply", "Thorin", condition=condition)
    assert condition in duel.refused("cannot_act", "attack", "Thorin", targetName="Ogre")["text"]


def test_at_zero_hit_points_nobody_attacks_and_the_dead_neither(duel: Table):
    duel.did("damage", "Thorin", amount=44, damageType="psychic")
    duel.refused("cannot_act", "attack", "Thorin", targetName="Ogre")
    duel.did("damage", "Thorin", amount=44, damageType="psychic")
    duel.refused("cannot_act", "attack", "Thorin", targetName="Ogre")


def test_a_creature_dead_of_exhaustion_does_not_attack(duel: Table):
    duel.did("apply", "Thorin", condition="exhaustion", level=6)
    duel.refused("cannot_act", "attack", "Thorin", targetName="Ogre")


def test_the_dead_are_not_attacked(duel: Table):
    duel.did("damage", "Ogre", amount=200, damageType="psychic")
    duel.refused("target_dead", "attack", "Thorin", targetName="Ogre")


@pytest.mark.parametrize(("code", "name"), [("character_unknown", "Nobody"), ("party_is_many", "party")])
def test_nobody_attacks_an_unknown_creature(duel: Table, code: str, name: str):
    duel.refused(code, "attack", "Thorin", targetName=name)


def test_an_attack_without_a_target_asks_for_one(duel: Table):
    assert duel.refused("target_required", "attack", "Thorin")["error"]["field"] == "targetName"


def test_a_creature_without_known_hit_points_is_not_attacked(duel: Table):
    duel.did("create", name="Stranger")
    duel.refused("hp_unknown", "attack", "Thorin", targetName="Stranger")


def test_a_dry_run_neither_rolls_nor_changes_anything(archer: Table):
    def never(text: str) -> DiceRoll:
        raise AssertionError(f"{text} was rolled in a dry run")

    archer.roll_with(never)
    before = archer.now
    answer = archer.did("attack", "Thorin", targetName="Ogre", dryRun=True)
    assert archer.now == before and answer["dryRun"]
    assert result(answer)["roll"] == {"dice": "1d20+5", "range": [6, 25]}
    assert "would" in answer["text"] and "hp" not in result(answer)


def test_a_dry_run_with_a_seed_does_not_roll_either(archer: Table):
    before = archer.now
    answer = archer.did("attack", "Thorin", targetName="Ogre", dryRun=True, seed=3)
    assert "faces" not in result(answer)["roll"] and archer.now == before


def test_a_seed_repeats_an_attack(duel: Table):
    told = [result(duel.did("attack", "Thorin", targetName="Ogre", seed=7))["roll"] for _ in range(2)]
    assert told[0] == told[1]


@pytest.fixture
def brawl(archer: Table) -> Iterator[Table]:
    archer.did("start_fight", names=["Thorin", "Ogre", "Elara"])
    archer.did("apply", "Elara", effect="Bless", source="Ogre")
    yield archer


@pytest.mark.stored
def test_undo_of_an_attack_restores_hit_points_arrows_concentration_and_the_fight(brawl: Table):
    before = brawl.now
    let(brawl, 20, 1, face=8)
    attack(brawl)
    assert "effects" not in brawl.thing("Elara").body and brawl.stacks("Thorin", "Arrow") == [3]
    after = brawl.now
    brawl.did("undo")
    assert brawl.now.world == before.world
    brawl.did("undo")
    assert brawl.now.world == after.world


@pytest.mark.stored
def test_undo_of_an_attack_that_killed_brings_back(duel: Table):
    duel.did("update", "Ogre", character={"hpMax": 3})
    before = duel.now
    attack(let(duel, 20, face=8))
    assert duel.thing("Ogre").body["dead"] is True
    duel.did("undo")
    assert duel.now.world == before.world


@pytest.mark.parametrize("dex", [8, 18])
def test_a_net_restrains_and_deals_no_damage(duel: Table, dex: int):
    duel.did("update", "Thorin", character={"abilities": {"dex": dex}})
    duel.did("give", "Thorin", template="Net", equip=True)
    duel.did("apply", "Thorin", effect="Bless")
    before = duel.hp("Ogre")
    answer = let(duel, 19).did("attack", "Thorin", targetName="Ogre", itemName="Net")
    assert "a hit: no damage." in answer["text"] and "5 slashing damage to the net (AC 10) frees" in answer["text"]
    assert [c["name"] for c in duel.thing("Ogre").body["conditions"]] == ["restrained"]
    assert duel.hp("Ogre") == before
    duel.did("give", "Thorin", template="Net", equip=True)
    assert "no damage." in duel.did("character", "Thorin", stats=["attacks"])["text"]


def test_the_numbers_tell_what_multiplies_the_whole_damage(table: Table):
    before = table.did("character", "Thorin", stats=["attacks"])["text"]
    table.did("update", "Thorin", character={"modifiers": [{"target": "damage.all", "op": "mul", "value": 0.5}]})
    after = table.did("character", "Thorin", stats=["attacks"])["text"]
    assert ") × 0.5 " in after and "×" not in before


@pytest.mark.parametrize("spell", ["Fire Bolt", "firebolt", "Fireball", "Fire Bolt spell"])
def test_a_spell_is_cast_instead(table: Table, spell: str):
    answer = table.refused("spell_is_cast", "attack", "Elara", targetName="Thorin", itemName=spell)
    assert table.send(answer["error"]["try"], "execute_action")["ok"]


def test_what_is_no_spell_is_not_in_hand_as_before(table: Table):
    table.refused("attack_unknown", "attack", "Elara", targetName="Thorin", itemName="Greataxe")
    table.refused("attack_unknown", "attack", "Elara", targetName="Thorin", itemName="Shield")


# ── masteries, grapples, turns ──────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def new() -> Iterator[Table]:
    """A fighter and a wizard of SRD 5.2 before two ogres."""
    with begun("5.2") as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"], "abilities": {"str": 16}})
        table.did("create", name="Elara", character={"classes": ["wizard 5"], "abilities": {"str": 16}})
        table.did("create", template="Ogre", count=2, character={"hpMax": 500, "hp": 500})
        yield table


@pytest.mark.parametrize("variant", [None, "+1"])
@pytest.mark.parametrize(("who", "masters"), [("Thorin", True), ("Elara", False)])
def test_the_mastery_of_a_weapon_is_played_for_those_who_have_it(new: Table, who: str, masters: bool, variant: str | None):
    new.did("give", who, template=f"Longsword{f' {variant}' if variant else ''}", equip=True)
    answer = let(new, 20).did("attack", who, targetName="Ogre 1")
    assert ("Ogre 1: Sapped" in answer["text"]) is masters, answer["text"]


def test_a_grapple_hinders_attacks_on_others_than_the_grappler(new: Table):
    new.did("apply", "Thorin", condition="grappled", source="Ogre 1")
    assert result(new.did("attack", "Thorin", targetName="Ogre 1"))["roll"]["dice"].startswith("1d20")
    assert result(new.did("attack", "Thorin", targetName="Ogre 2"))["roll"]["dice"].startswith("2d20kl1")


def test_a_grapple_of_nobody_known_is_for_the_game_master(new: Table):
    new.did("apply", "Thorin", condition="grappled")
    answer = new.did("attack", "Thorin", targetName="Ogre 2")
    assert "disadvantage on this attack, unless the target is the grappler" in answer["text"]


def test_a_grapple_of_the_old_rules_hinders_no_attack(both: Table):
    if both.game.campaign.ruleset == "5.2":
        return
    both.did("apply", "Thorin", condition="grappled")
    assert "grappler" not in both.did("attack", "Thorin", targetName="Ogre")["text"]


def test_a_grapple_and_fear_end_with_their_source(new: Table):
    new.did("apply", "Thorin", condition="grappled", source="Ogre 1")
    new.did("apply", "Elara", condition="frightened", source="Ogre 1")
    stunned = new.did("apply", "Ogre 1", condition="stunned")
    assert "Thorin is grappled by Ogre 1: the grapple ends" in stunned["text"] and "Elara" not in stunned["text"]
    dead = new.did("damage", "Ogre 1", amount=500, damageType="fire")
    assert "Elara is frightened by Ogre 1: the source of its fear is dead" in dead["text"]


def test_an_attack_out_of_turn_names_the_creature_whose_turn_it_is(new: Table):
    new.did("start_fight", names=["Thorin", "Ogre 1"])
    acting = str(new.did("next_turn")["text"]).partition("'s turn")[0].split()[-1]
    whose, other = ("Thorin", "Ogre 1") if acting == "Thorin" else ("Ogre 1", "Thorin")
    assert f"It is {whose}'s turn." in new.did("attack", other, targetName="Ogre 2")["text"]
    assert "It is" not in new.did("attack", whose, targetName="Ogre 2")["text"]


@pytest.mark.parametrize(("more", "mode"), [({}, "normal"), ({"within5Ft": False}, "normal"), ({"within5Ft": True}, "disadvantage")])
def test_a_shot_at_somebody_near_is_at_disadvantage_unless_that_one_cannot_act(table: Table, more: dict[str, bool], mode: str):
    table.did("give", "Thorin", template="Shortbow", equip=True)
    table.did("give", "Thorin", template="Arrow", quantity=20)
    shot = {"targetName": "Elara", "itemName": "Shortbow", "dryRun": False, **more}
    assert ("with disadvantage" in table.did("attack", "Thorin", **shot)["text"]) == (mode == "disadvantage")
    table.did("apply", "Elara", condition="stunned")
    assert "with disadvantage" not in table.did("attack", "Thorin", **shot)["text"]


# ── mastery ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("face", "told"), [(2, "a miss: 3 slashing (Graze)"), (15, "a hit: ")])
def test_graze_deals_the_modifier_on_a_miss_alone(face: int, told: str) -> None:
    """SRD 5.2, Graze: the ability modifier of the attack, of the weapon's type; on a hit it adds nothing and asks nobody."""
    with begun("5.2") as game:
        table = let(Table(game), face)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"], "abilities": {"str": 16}})
        table.did("create", name="Ogre", character=OGRE)
        table.did("give", "Thorin", template="Greatsword", equip=True)
        text = attack(table)
        assert told in text and text.lower().count("graze") == (face == 2)
        assert face != 2 or table.thing("Ogre").body["hp"] == 59 - 3


def test_nobody_grazes_without_the_mastery() -> None:
    with begun("5.2") as game:
        table = let(Table(game), 2)
        table.did(
            "create", name="Kim", character={"classes": ["wizard 5"], "abilities": {"str": 16}, "proficiencies": {"weapons": ["martial"]}}
        )
        table.did("create", name="Ogre", character=OGRE)
        table.did("give", "Kim", template="Greatsword", equip=True)
        assert "a miss" in attack(table, "Kim") and table.thing("Ogre").body.get("hp", 59) == 59
