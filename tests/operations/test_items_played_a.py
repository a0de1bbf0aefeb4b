"""Magic weapons, armor, potions, rings, rods, staffs, wands and gear, played with the numbers of SRD 5.1 and 5.2."""

import json
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.content import rulebook_loading
from rpg_lite.decision.outcome import Accepted, Outcome, Rejected
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.rulebook import Pick
from rpg_lite.vocabulary import Ruleset
from tests.operations.dice import falling
from tests.operations.item_table import BOTH, HERO, NEW, OLD, added, conditions, creature, effects, item, lost, plays, stats, strikes, table
from tests.operations.table import Table
from tests.operations.worlds import Sandbox
from tests.rows import each_row

pytestmark = pytest.mark.pure
ROOT = Path(__file__).parents[2] / "items"


# ── weapons ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("ruleset", "cost"), [(OLD, "action"), (NEW, "bonus")])
def test_the_dagger_of_venom_poisons_one_hit_a_day(ruleset: Ruleset, cost: str) -> None:
    box = table(ruleset, "Dagger of Venom")
    plain = added(box, "Dagger of Venom", 15)
    plays(box, "Dagger of Venom", targets=[])
    assert added(box, "Dagger of Venom", 15, 5) == plain + 4
    assert conditions(box) == {"poisoned"} and effects(box, "Hero") == set()
    assert added(box, "Dagger of Venom", 15) == plain
    box.reject("no_uses_left", "act", "Hero", act="Dagger of Venom")
    act = box.book.item(box.book.find("Dagger of Venom")).acts[0]  # type: ignore[arg-type, union-attr]
    assert act.cost == cost
    box.accept("advance", duration="1 day")
    plays(box, "Dagger of Venom", targets=[])


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("kind", "d20", "prone"), [("giant", 13, True), ("giant", 16, False), ("humanoid", 2, False)])
def test_the_giant_slayer_fells_giants(ruleset: Ruleset, kind: str, d20: int, prone: bool) -> None:
    box = table(ruleset, "Giant Slayer Longsword", kind=kind)
    outcome = strikes(box, 15, d20, itemName="Giant Slayer Longsword")
    assert ("prone" in conditions(box)) is prone
    assert not [n for n in outcome.notes if n.code == "rider_not_applied"]


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(
    ("kind", "hp", "d20", "outcome"),
    [("undead", 30, 5, "dead"), ("fiend", 30, 16, "frightened"), ("undead", 80, 5, "hurt"), ("humanoid", 30, 5, "hurt")],
)
def test_the_mace_of_disruption_destroys_the_weak(ruleset: Ruleset, kind: str, hp: int, d20: int, outcome: str) -> None:
    """25 hit points or fewer after the damage: WIS save DC 15."""
    box = table(ruleset, "Mace of Disruption", kind=kind, hp=hp)
    strikes(box, 15, d20, itemName="Mace of Disruption")
    assert (creature(box).hp == 0, conditions(box)) == (outcome == "dead", {"frightened"} if outcome == "frightened" else set())


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("kind", "hp", "dead"), [("construct", 40, True), ("construct", 120, False), ("humanoid", 40, False)])
def test_the_mace_of_smiting_ends_constructs(ruleset: Ruleset, kind: str, hp: int, dead: bool) -> None:
    box = table(ruleset, "Mace of Smiting", kind=kind, hp=hp)
    strikes(box, 20, face=3, itemName="Mace of Smiting")
    assert (creature(box).hp == 0) is dead


@pytest.mark.parametrize(("ruleset", "reacts"), [(OLD, "no_reactions"), (NEW, "no_opportunity_attacks")])
def test_the_mace_of_terror_frightens_those_it_names(ruleset: Ruleset, reacts: str) -> None:
    box = table(ruleset, "Mace of Terror")
    told = plays(box, "Mace of Terror", 14, 15, targets=["Foe", "Other"])
    assert (told.dc, [(s.what, s.left) for s in told.spent]) == (15, [("charges", 2)])
    assert "frightened" in conditions(box) and "frightened" not in conditions(box, "Other")
    assert {"flees", reacts} <= set(stats(box, "Foe").flags)


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_javelin_of_lightning(ruleset: Ruleset) -> None:
    """4d6 lightning, DEX save DC 13 for half; in 5.1 its target is attacked, in 5.2 it saves like the others."""
    box = table(ruleset, "Javelin of Lightning")
    if ruleset == OLD:
        plays(box, "Javelin of Lightning", 15)
        assert lost(box) == 2 + 3 + 8
        told = plays(box, "Line of the Javelin", 10, targets=["Other"])
    else:
        told = plays(box, "Javelin of Lightning", 10, 11, targets=["Foe", "Other"])
        assert lost(box) == 8
    assert told.dc == 13 and lost(box, "Other") == (8 if ruleset == OLD else 4)
    box.reject("no_uses_left", "act", "Hero", act="Javelin of Lightning", targets=["Foe"])


@pytest.mark.parametrize(("ruleset", "bonus"), [(OLD, 12), (NEW, 15)])
def test_life_stealing_gives_what_it_takes(ruleset: Ruleset, bonus: int) -> None:
    """5.1: 3d6, twice the dice on the critical hit; 5.2: 15."""
    plain = table(ruleset, "Longsword")
    usual = added(plain, "Longsword", 20)
    box = table(ruleset, "Longsword of Life Stealing")
    assert added(box, "Longsword of Life Stealing", 20) == usual + bonus
    assert creature(box, "Hero").temp_hp == bonus
    dead = table(ruleset, "Longsword of Life Stealing", kind="undead")
    assert added(dead, "Longsword of Life Stealing", 20) == usual and not creature(dead, "Hero").temp_hp


def test_a_wound_of_5_1_bleeds_until_the_save() -> None:
    box = table(OLD, "Longsword of Wounding")
    strikes(box, 15, itemName="Longsword of Wounding", **{"with": ["Wound"]})
    hurt = lost(box)
    box.let(20, 10, 1).accept("start_fight", names=["Hero", "Foe", "Other"])
    box.let(14, face=3).accept("next_turn")
    assert lost(box) == hurt + 3 and "Wound" in effects(box)
    box.accept("next_turn")
    box.accept("next_turn")
    box.let(15, face=3).accept("next_turn")
    assert lost(box) == hurt + 6 and "Wound" not in effects(box)


def test_a_wound_of_5_2_does_not_heal() -> None:
    box = table(NEW, "Longsword of Wounding")
    strikes(box, 15, 14, itemName="Longsword of Wounding")
    hurt = lost(box)
    box.accept("heal", "Foe", amount=5)
    assert lost(box) == hurt


@pytest.mark.parametrize(("ruleset", "bonus"), [(OLD, 24), (NEW, 30)])
def test_the_vorpal_sword_slashes_or_beheads_on_a_20_alone(ruleset: Ruleset, bonus: int) -> None:
    slash, behead = {"with": ["Vorpal Sword: slash"]}, {"with": ["Vorpal Sword: behead"]}
    box = table(ruleset, "Vorpal Longsword")
    usual = added(box, "Vorpal Longsword", 20)
    assert added(box, "Vorpal Longsword", 20, **slash) == usual + bonus
    strikes(box, 19, itemName="Vorpal Longsword", **behead)
    assert creature(box).hp > 0
    strikes(box, 20, itemName="Vorpal Longsword", **behead)
    assert creature(box).hp == 0


@pytest.mark.parametrize(("ruleset", "exhausted"), [(OLD, False), (NEW, True)])
def test_sharpness_exhausts_in_5_2(ruleset: Ruleset, exhausted: bool) -> None:
    box = table(ruleset, "Longsword of Sharpness")
    strikes(box, 20, 3, itemName="Longsword of Sharpness")
    assert ("exhaustion" in conditions(box)) is exhausted


@each_row(("ruleset", "kind", "d20", "dead"), [(OLD, "humanoid", 14, True), (NEW, "humanoid", 14, True),
                                                              (NEW, "humanoid", 15, False), (NEW, "undead", 14, False)])  # fmt: skip
def test_the_nine_lives_stealer_takes_a_life(ruleset: Ruleset, kind: str, d20: int, dead: bool) -> None:
    box = table(ruleset, "Nine Lives Stealer Longsword", kind=kind, hp=99)
    strikes(box, 20, d20, itemName="Nine Lives Stealer Longsword")
    assert (creature(box).hp == 0) is dead


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_hammer_of_thunderbolts_stuns_where_it_lands(ruleset: Ruleset) -> None:
    hero = {"abilities": {"str": 16, "dex": 14}}
    worn = ("Gauntlets of Ogre Power", "Belt of Hill Giant Strength") if ruleset == OLD else ()
    box = table(ruleset, *worn, "Hammer of Thunderbolts", hero=hero)
    told = plays(box, "Hammer of Thunderbolts", 15, 16)
    assert [(s.what, s.left) for s in told.spent] == [("charges", 4)] and "stunned" in conditions(box)
    plays(box, "Thunderclap", 17, targets=["Other"])
    assert conditions(box, "Other") == set()


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(("level", "feet"), [(16, 10), (17, 30)])
def test_the_aura_of_the_holy_avenger_grows(ruleset: Ruleset, level: int, feet: int) -> None:
    box = table(ruleset, "Holy Avenger Longsword", hero={"classes": [f"paladin {level}"], "abilities": {"str": 16, "cha": 16}})
    assert feet in {m.aura_ft for m in stats(box, "Hero").auras if "Holy Avenger" in m.source.name}


# ── riders that cost ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize("charges", [1, 2, 3])
def test_the_staff_of_striking_spends_up_to_three_charges(ruleset: Ruleset, charges: int) -> None:
    box = table(ruleset, "Staff of Striking")
    usual = added(box, "Staff of Striking", 15)
    assert item(box, "Staff of Striking").charges is None
    assert added(box, "Staff of Striking", 15, **{"with": [f"Striking {charges}"]}) == usual + 2 * charges
    assert item(box, "Staff of Striking").charges == 10 - charges


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_rider_without_charges_joins_no_hit_and_is_not_offered(ruleset: Ruleset) -> None:
    box = table(ruleset, "Staff of Withering", hero={"classes": ["druid 5"]})
    wither = {"itemName": "Staff of Withering", "with": ["Wither"]}
    offered = strikes(box, 15, itemName="Staff of Withering")
    assert "Wither (2d10)" in offered.result.offers  # type: ignore[union-attr]
    for left in (2, 1, 0):
        strikes(box, 15, 10, **wither)
        assert item(box, "Staff of Withering").charges == left
    before = lost(box)
    outcome = strikes(box, 15, **wither)
    assert lost(box) - before == added(box, "Staff of Withering", 15)
    assert [n.details["why"] for n in outcome.notes if n.code == "rider_not_applied"] == ["no charges left"]
    assert not outcome.result.offers  # type: ignore[union-attr]


@pytest.mark.parametrize("ruleset", BOTH)
def test_a_miss_spends_no_charge(ruleset: Ruleset) -> None:
    box = table(ruleset, "Staff of Withering", hero={"classes": ["druid 5"]})
    strikes(box, 2, itemName="Staff of Withering", **{"with": ["Wither"]})
    assert item(box, "Staff of Withering").charges is None


@pytest.mark.parametrize("ruleset", BOTH)
def test_withering_weakens_for_an_hour(ruleset: Ruleset) -> None:
    box = table(ruleset, "Staff of Withering", hero={"classes": ["druid 5"]})
    usual = added(box, "Staff of Withering", 15)
    assert added(box, "Staff of Withering", 15, 14, **{"with": ["Wither"]}) == usual + 4
    assert "Withered" in effects(box)
    box.accept("advance", duration="61 minutes")
    assert "Withered" not in effects(box)


@pytest.mark.parametrize("ruleset", BOTH)
def test_thunder_and_lightning_each_once_a_day(ruleset: Ruleset) -> None:
    box = table(ruleset, "Staff of Thunder and Lightning")
    staff, bolt, crack = "Staff of Thunder and Lightning", {"with": ["Lightning of the Staff"]}, {"with": ["Thunder of the Staff"]}
    usual = added(box, staff, 15)
    assert added(box, staff, 15, **bolt) == usual + 4
    assert added(box, staff, 15, **bolt) == usual
    strikes(box, 15, 16, itemName=staff, **crack)
    assert "stunned" in conditions(box)
    box.accept("advance", duration="1 day")
    assert added(box, staff, 15, **bolt) == usual + 4
    assert plays(box, f"{staff}: Lightning Strike", 5, targets=["Other"]).targets[0].taken == 18
    assert plays(box, f"{staff}: Thunderclap", 5, targets=["Other"]).targets[0].taken == 4
    assert "deafened" in conditions(box, "Other")


@pytest.mark.parametrize(("ruleset", "ability"), [(OLD, "str"), (NEW, "con")])
def test_the_rod_of_lordly_might(ruleset: Ruleset, ability: str) -> None:
    box = table(ruleset, "Rod of Lordly Might")
    box.accept("damage", "Hero", amount=50, damageType="fire")
    before = creature(box, "Hero").hp
    usual = added(box, "Rod of Lordly Might", 15)
    assert added(box, "Rod of Lordly Might", 15, 16, **{"with": ["Drain Life"]}) == usual + 8
    assert creature(box, "Hero").hp == before + 4
    answer = strikes(box, 15, 16, itemName="Rod of Lordly Might", **{"with": ["Paralyze"]})
    assert "paralyzed" in conditions(box)
    saves = [s for n in answer.notes if n.code == "triggered" for t in n.details["played"].targets for s in t.saves]
    assert [s.ability for s in saves] == [ability]
    assert plays(box, "Rod of Lordly Might", 16, targets=["Other"]).dc == 17


# ── reactions ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_ring_of_evasion_is_offered_for_dexterity_alone(ruleset: Ruleset) -> None:
    box = table(ruleset, "Ring of Evasion")

    def offered(ability: str) -> bool:
        outcome = box.let(1).accept("save", "Hero", ability=ability, dc=15)
        return any("Evade" in str(n.details) for n in outcome.notes if n.code == "may_answer")

    assert offered("dex") and not offered("wis")
    box.accept("unequip", "Hero", itemName="Ring of Evasion")
    assert not offered("dex")


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_ring_of_evasion_turns_a_failure_and_one_undo_takes_it_back(ruleset: Ruleset) -> None:
    with rpg_lite.open_campaign(":memory:", ruleset=ruleset) as game:
        at = Table(game)
        at.did("create", name="Hero", character={**HERO})
        at.did("create", name="Mage", character={"classes": ["wizard 9"], "abilities": {"int": 18}, "party": False, "hpMax": 60})
        at.did("give", "Hero", template="Ring of Evasion", equip=True)
        at.did("attune", "Hero", itemName="Ring of Evasion")
        at.roll_with(falling(2, face=4))
        assert "Evade" in at.did("cast", "Mage", spell="Fireball", targets=["Hero"])["text"]
        assert at.hp("Hero") == 168
        at.did("act", "Hero", act="Evade", answer=True)
        assert (at.hp("Hero"), at.thing("Ring of Evasion").item.charges) == (184, 2)
        at.did("undo")
        assert (at.hp("Hero"), at.thing("Ring of Evasion").item.charges) == (168, None)


# ── wands, rods, rings ──────────────────────────────────────────────────────────────────────────────────────────────

ONCE: list[tuple[Ruleset, str, str, dict[str, Any], int | None, int, set[str]]] = [
    (r, *row)
    for r in BOTH
    for row in (
        ("Wand of Paralysis", "Wand of Paralysis", {}, 15, 0, {"paralyzed"}),
        ("Rod of Rulership", "Rod of Rulership", {}, 15, 0, {"charmed"}),
        ("Ring of the Ram", "Ring of the Ram", {"d20": [10]}, None, 4, set()),
        ("Ring of Shooting Stars", "Ring of Shooting Stars: Shooting Stars", {}, 15, 10, set()),
        ("Staff of Frost", "Staff of Frost: Wall of Ice", {}, None, 20, set()),
    )
]  # fmt: skip


@each_row(("ruleset", "name", "act", "fields", "dc", "taken", "laid"), ONCE)
def test_a_use_deals_what_the_text_says(
    ruleset: Ruleset, name: str, act: str, fields: dict[str, Any], dc: int | None, taken: int, laid: set[str]
) -> None:
    box = table(ruleset, name, hero={"classes": ["wizard 9"], "abilities": {"int": 10}})
    told = plays(box, act, 5, **fields)
    assert (lost(box), conditions(box)) == (taken, laid)
    assert dc is None or told.dc == dc


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_ram_strikes_harder_with_more_charges(ruleset: Ruleset) -> None:
    box = table(ruleset, "Ring of the Ram")
    told = box.let(5, face=2).accept("use", "Hero", itemName="Ring of the Ram", targetName="Foe", quantity=3).expect(ActResult)
    assert (told.targets[0].attacks[0].total, lost(box), item(box, "Ring of the Ram").charges) == (12, 12, 0)


@pytest.mark.parametrize(("spheres", "dice", "half"), [("1", 8, 4), ("2", 10, 5), ("3", 4, 2), ("4", 4, 2)])
@pytest.mark.parametrize(("ruleset", "act"), [(OLD, "Ball Lightning"), (NEW, "Lightning Spheres")])
def test_spheres_of_lightning(ruleset: Ruleset, act: str, spheres: str, dice: int, half: int) -> None:
    """4d12, 5d4, 2d6 or 2d4; a passed save halves it in 5.2 alone."""
    box = table(ruleset, "Ring of Shooting Stars")
    plays(box, f"Ring of Shooting Stars: {act}", targets=[], choice={"spheres": spheres})
    plays(box, "Discharge", 10, choice=spheres)
    assert lost(box) == dice
    plays(box, "Discharge", 20, targets=["Other"], choice=spheres)
    assert lost(box, "Other") == (half if ruleset == NEW else 0)


@each_row(
    ("ruleset", "ring", "spell", "charges", "dc"),
    [
        (OLD, "Ring of Fire Elemental Command", "Fireball", 2, 17), (NEW, "Ring of Fire Elemental Command", "Fire Storm", 4, 18),
        (OLD, "Ring of Air Elemental Command", "Chain Lightning", 3, 17), (NEW, "Ring of Water Elemental Command", "Tsunami", 5, 18),
    ],
)  # fmt: skip
def test_rings_of_elemental_command_cast(ruleset: Ruleset, ring: str, spell: str, charges: int, dc: int) -> None:
    box = table(ruleset, ring)
    told = plays(box, f"{ring}: {spell}", 5)
    assert (told.dc, [(s.was - s.left) for s in told.spent]) == (dc, [charges])


def test_elemental_compulsion_is_of_5_2() -> None:
    box = table(NEW, "Ring of Air Elemental Command", kind="elemental")
    assert plays(box, "Elemental Compulsion", 15).dc == 18 and conditions(box) == {"charmed"}
    box.reject("target_unfit", "act", "Hero", act="Elemental Compulsion", targets=["Other"])


@pytest.mark.parametrize(("ruleset", "spend"), [(OLD, 2), (NEW, 3)])
def test_the_wand_of_fear(ruleset: Ruleset, spend: int) -> None:
    box = table(ruleset, "Wand of Fear")
    told = plays(box, "Wand of Fear: Cone of Fear" if ruleset == OLD else "Wand of Fear: Fear", 5)
    assert (told.dc, [s.was - s.left for s in told.spent]) == (15, [spend])
    assert "frightened" in conditions(box)


@each_row(
    ("ruleset", "face", "laid"),
    [
        (OLD, 3, {"Slow"}), (OLD, 8, {"Faerie Fire"}), (OLD, 52, {"Enlarge"}), (OLD, 92, {"blinded"}), (OLD, 99, {"petrified"}),
        (NEW, 54, {"Enlarge"}), (NEW, 80, {"blinded"}), (NEW, 99, {"restrained"}),
    ],
)  # fmt: skip
def test_the_wand_of_wonder_lays(ruleset: Ruleset, face: int, laid: set[str]) -> None:
    box = table(ruleset, "Wand of Wonder", hero={"classes": ["wizard 9"]})
    told = plays(box, "Wand of Wonder", 2, 2, face=face)
    assert effects(box) | conditions(box) == laid and [s.left for s in told.spent] == [6]


@each_row(("ruleset", "face", "taken"), [(OLD, 40, 48), (OLD, 75, 48), (OLD, 89, 40), (NEW, 48, 48), (NEW, 90, 40)])
def test_the_wand_of_wonder_hurts(ruleset: Ruleset, face: int, taken: int) -> None:
    """8d6 of lightning bolt and fireball, each die at its most; 4 × 10 gems of 1 point each."""
    box = table(ruleset, "Wand of Wonder", hero={"classes": ["wizard 9"]})
    plays(box, "Wand of Wonder", 2, face=face)
    assert lost(box) == taken


@pytest.mark.parametrize(("ruleset", "face"), [(OLD, 13), (NEW, 23)])
def test_the_wand_of_wonder_stuns_its_user(ruleset: Ruleset, face: int) -> None:
    box = table(ruleset, "Wand of Wonder", hero={"classes": ["wizard 9"]})
    plays(box, "Wand of Wonder", face=face)
    assert (conditions(box, "Hero"), conditions(box)) == ({"stunned"}, set())


# ── potions and gear ────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_potion_of_animal_friendship() -> None:
    box = table(OLD, "Potion of Animal Friendship", kind="beast")
    box.accept("use", "Hero", itemName="Potion of Animal Friendship")
    assert "Potion of Animal Friendship" in effects(box, "Hero")
    new = table(NEW, "Potion of Animal Friendship", kind="beast")
    assert plays(new, "Potion of Animal Friendship", 12).dc == 13 and "charmed" in conditions(new)


@pytest.mark.parametrize(("ruleset", "concentrates"), [(OLD, True), (NEW, False)])
@pytest.mark.parametrize("potion", ["Potion of Clairvoyance", "Potion of Mind Reading"])
def test_potions_of_5_2_ask_for_no_concentration(ruleset: Ruleset, concentrates: bool, potion: str) -> None:
    box = table(ruleset, potion)
    box.accept("use", "Hero", itemName=potion)
    assert (creature(box, "Hero").concentration is not None) is concentrates
    assert effects(box, "Hero") and not [t for t in box.world.things.values() if t.name == potion]


@pytest.mark.parametrize("ruleset", BOTH)
def test_the_potion_of_invisibility_ends_with_an_attack(ruleset: Ruleset) -> None:
    box = table(ruleset, "Potion of Invisibility")
    box.accept("use", "Hero", itemName="Potion of Invisibility")
    assert "invisible" in conditions(box, "Hero")
    strikes(box, 2)
    assert "invisible" not in conditions(box, "Hero")


@pytest.mark.parametrize("ruleset", BOTH)
def test_oil_burns_once_with_the_next_fire(ruleset: Ruleset) -> None:
    box = table(ruleset, "Oil")
    plays(box, "Throw Oil", *([15] if ruleset == OLD else [3]))
    box.accept("damage", "Foe", amount=3, damageType="fire")
    assert lost(box) == 8
    box.accept("damage", "Foe", amount=3, damageType="fire")
    assert lost(box) == 11


def test_basic_poison() -> None:
    """5.1: each hit for a minute, CON save DC 10 or 1d4; 5.2: 1d4 on the first hit that pierces or cuts."""
    old = table(OLD, "Basic Poison", "Dagger")
    usual = added(old, "Dagger", 15)
    old.accept("use", "Hero", itemName="Basic Poison")
    assert [added(old, "Dagger", 15, 9), added(old, "Dagger", 15, 10), added(old, "Dagger", 15, 9)] == [usual + 2, usual, usual + 2]
    new = table(NEW, "Basic Poison", "Dagger")
    new.accept("use", "Hero", itemName="Basic Poison")
    assert [added(new, "Dagger", 15), added(new, "Dagger", 15)] == [usual + 2, usual]


def test_the_net() -> None:
    """5.1: a hit; 5.2: DEX save DC 8 + DEX + proficiency."""
    old = table(OLD, "Net")
    strikes(old, 15, itemName="Net")
    assert conditions(old) == {"restrained"}
    new = table(NEW, "Net")
    assert plays(new, "Net", 2).dc == 13 and conditions(new) == {"restrained"}


@pytest.mark.parametrize("ruleset", BOTH)
@pytest.mark.parametrize(
    ("name", "act", "dc", "hurt"), [("Caltrops", "Scatter Caltrops", 15, 1), ("Ball Bearings", "Spill Ball Bearings", 10, 0)]
)
def test_what_is_strewn_asks_everyone_who_enters(ruleset: Ruleset, name: str, act: str, dc: int, hurt: int) -> None:
    box = table(ruleset, name)
    plays(box, act, targets=[])
    box.let(dc - 3).accept("act", "Foe", act="enter", zone=act)
    assert lost(box) == hurt and (conditions(box) == {"prone"} or "Caltrops" in effects(box))


# ── every item with acts or casts, once ─────────────────────────────────────────────────────────────────────────────

FILES = ("magic_weapons", "magic_armor", "potions", "rings", "rods_staffs_wands", "gear", "weapons")


def written() -> set[str]:
    """The names of the items of these files."""
    lists = (json.loads((ROOT / f"{name}.json").read_text(encoding="utf-8"))["items"] for name in FILES)
    return {row["name"] for rows in lists for row in rows}


def playing(ruleset: Ruleset) -> list[tuple[Ruleset, str, str]]:
    """(ruleset, item, spell or act) for everything that an item of these files plays."""
    book, names = rulebook_loading.rulebook(ruleset), written()
    found = []
    for template in book.templates.values():
        base = next(iter(book.bases_of(template)), None)
        picks = [Pick(template.id, base, v.name if v else None) for v in template.variants or (None,)]
        items = [item for pick in picks if template.item.name in names and (item := book.item(pick))]
        found += [(ruleset, i.name, name) for i in items for name in (*(c.spell for c in i.casts), *(a.name for a in i.acts))]
    return found


def acts(ruleset: Ruleset) -> dict[str, tuple[Act, ...]]:
    """Item → its own acts."""
    book = rulebook_loading.rulebook(ruleset)
    found = {name: book.find(name) for _, name, _ in PLAYING[ruleset]}
    return {name: item.acts for name, pick in found.items() if pick and (item := book.item(pick))}


PLAYING = {ruleset: playing(ruleset) for ruleset in BOTH}
ACTS = {ruleset: acts(ruleset) for ruleset in BOTH}


@each_row(("ruleset", "name", "act"), [row for rows in PLAYING.values() for row in rows])
def test_everything_that_an_item_plays_is_played(ruleset: Ruleset, name: str, act: str) -> None:
    """With a target that it works on, else without; a choice that it asks for is the first, but no spell of a wish."""
    book = rulebook_loading.rulebook(ruleset)
    only = next((a.only for a in (book.spell(act), *ACTS[ruleset].get(name, ())) if a and a.name == act), ())
    box = table(ruleset, name, kind=only[0] if only else "humanoid", hero={"classes": ["wizard 9"]})
    box.accept("update", "Foe", character={"cr": 2, "abilities": {"int": 3}})
    several = sum(row[1] == name for row in PLAYING[ruleset]) > 1
    called: dict[str, Any] = {"act": f"{name}: {act}" if several else name, "force": True}
    outcome = next(o for fields in ({"targets": ["Foe"]}, {"targets": []}) if isinstance(o := chosen(box, {**called, **fields}), Accepted))
    told = outcome.expect(ActResult)
    assert told.act == act and not any("no act of this name" in text for text in told.says)


def chosen(box: Sandbox, called: dict[str, Any]) -> Outcome:
    """The outcome, with the first choice where one is asked for."""
    outcome = box.let(5, face=2).decide("act", "Hero", **called)
    if not isinstance(outcome, Rejected) or outcome.code not in ("choice_required", "form_required"):
        return outcome
    word = next("1" if w.endswith(": a number") else w for w in outcome.allowed if w != "spell")
    choice = json.loads(word) if word.startswith("{") else {outcome.details.get("choice", "form"): word}
    return box.decide("act", "Hero", **called, choice=choice)
