"""Every number of a creature, as rows; first the traps that have caught other programs."""

import pytest

from rpg_lite.rules.item_effects_shorthand import MechanicalEffects
from rpg_lite.vocabulary import ABILITIES, SKILLS
from tests.rows import each_row
from tests.rules.heroes import at, attuned, change, charm, differing, sheet

BOTH = ("5.1", "5.2")
BELT, GAUNTLETS = attuned("Belt of Hill Giant Strength"), attuned("Gauntlets of Ogre Power")
HAMMER, BRACERS, MONK = attuned("Hammer of Thunderbolts"), attuned("Bracers of Defense"), ["unarmored_defense_monk"]


def rows(cases):
    """claim → (equipment, other input, expected numbers[, rulesets])."""
    return [
        pytest.param(equipped, given, expected, ruleset, id=f"{claim} ({ruleset})")
        for claim, (equipped, given, expected, *rulesets) in cases.items()
        for ruleset in (rulesets[0] if rulesets else BOTH)
    ]


def table(cases):
    return pytest.mark.parametrize(("equipped", "given", "expected", "ruleset"), rows(cases))


def exhausted(level):
    return [{"name": "exhaustion", "level": level}]


@table(
    {
        "no armor": ([], {"dex": 14}, {"ac": 12}),
        "no armor, clumsy": ([], {"dex": 6}, {"ac": 8}),
        "light armor adds DEX": (["Leather Armor"], {"dex": 18}, {"ac": 15}),
        "light armor subtracts a negative DEX": (["Leather Armor"], {"dex": 8}, {"ac": 10}),
        "medium armor adds at most 2": (["Half Plate Armor"], {"dex": 18}, {"ac": 17}),
        "medium armor subtracts a negative DEX in full": (["Half Plate Armor"], {"dex": 4}, {"ac": 12}),
        "heavy armor does not add DEX": (["Plate Armor"], {"dex": 18, "str": 15}, {"ac": 18}),
        "heavy armor does not subtract a negative DEX": (["Plate Armor"], {"dex": 4, "str": 15}, {"ac": 18}),
        "worn armor counts even when bare skin were better": (["Padded Armor"], {"dex": 10, "con": 20, "features": ["unarmored_defense_barbarian"]}, {"ac": 11}),
        "a shield adds 2": (["Shield"], {}, {"ac": 12}),
        "a shield in the main hand adds 2": ([at("mainhand", "Shield")], {}, {"ac": 12}),
        "a second shield adds nothing": (["Shield", at("mainhand", "Shield +1")], {}, {"ac": 13}),
        "magic of the shield adds to the shield": (["Shield +1"], {}, {"ac": 13}),
        "magic of the armor adds to the armor": (["Plate Armor +1"], {"str": 15}, {"ac": 19}),
        "what is carried does not protect": ([], {"carried": ["Plate Armor", "Shield"]}, {"ac": 10}),
        "the name does not protect": ([{"item": {"name": "Plate Armor of Lies", "type": "wondrous", "slot": "head"}}], {}, {"ac": 10}),
        "bracers protect bare skin": ([BRACERS], {"dex": 14}, {"ac": 14}),
        "bracers do nothing over armor": ([BRACERS, "Leather Armor"], {"dex": 14}, {"ac": 13}),
        "bracers do nothing beside a shield": ([BRACERS, "Shield"], {"dex": 14}, {"ac": 14}),
        "bracers add to mage armor": ([BRACERS], {"dex": 14, "effects": ["Mage Armor"]}, {"ac": 17}),
        "a monk adds WIS": ([], {"dex": 14, "wis": 16, "features": MONK}, {"ac": 15}),
        "a monk with a shield does not": (["Shield"], {"dex": 14, "wis": 16, "features": MONK}, {"ac": 14}),
        "a monk in armor does not": (["Leather Armor"], {"dex": 14, "wis": 16, "features": MONK}, {"ac": 13}),
        "a barbarian may carry a shield": (["Shield"], {"dex": 14, "con": 16, "features": ["unarmored_defense_barbarian"]}, {"ac": 17}),
        "of two bases the better": ([], {"dex": 14, "con": 12, "wis": 18, "features": [*MONK, "unarmored_defense_barbarian"]}, {"ac": 16}),
        "bases never add up": ([], {"dex": 14, "wis": 16, "features": MONK, "effects": ["Mage Armor"]}, {"ac": 15}),
        "mage armor ends under armor": (["Leather Armor"], {"effects": ["Mage Armor"]}, {"ac": 11}),
        "mage armor goes with a shield": (["Shield"], {"effects": ["Mage Armor"]}, {"ac": 15}),
        "a robe is a base": ([attuned("Robe of the Archmagi")], {"dex": 14, "classes": ["wizard"]}, {"ac": 17}),
        "bark is a floor": ([], {"effects": ["Barkskin"]}, {"ac": 16}, ("5.1",)),
        "bark is a higher floor": ([], {"effects": ["Barkskin"]}, {"ac": 17}, ("5.2",)),
        "bark does not add": (["Plate Armor"], {"str": 15, "effects": ["Barkskin"]}, {"ac": 18}),
        "faith is inside of what bark compares": ([], {"effects": ["Shield of Faith", "Barkskin"]}, {"ac": 16}, ("5.1",)),
        "whatever came first": ([], {"effects": ["Barkskin", "Shield of Faith"]}, {"ac": 16}, ("5.1",)),
        "a shield is inside of what bark compares": (["Shield"], {"dex": 18, "effects": ["Barkskin"]}, {"ac": 16}, ("5.1",)),
        "half cover": ([], {"effects": ["Half cover"]}, {"ac": 12, "saves": {"dex": 2}}),
        "the best cover only": ([], {"effects": ["Half cover", "Three-quarters cover"]}, {"ac": 15, "saves": {"dex": 5}}),
        "defense style needs armor": ([], {"features": ["defense_style"]}, {"ac": 10}),
        "defense style in armor": (["Leather Armor"], {"features": ["defense_style"]}, {"ac": 12}),
        "an item drawn on twice counts once": ([attuned("Ring of Protection")] * 2, {}, {"ac": 11}),
        "haste and slow": ([], {"effects": ["Haste", "Slow"]}, {"ac": 10}),
        "a paralyzed creature keeps what others gave it": ([], {"effects": ["Haste"], "conditions": ["paralyzed"]}, {"ac": 12, "speed": {"walk": 0}}),
        "an untrained shield protects": (["Shield"], {"proficiencies": {"armor": []}}, {"ac": 12}, ("5.1",)),
        "an untrained shield does not protect": (["Shield"], {"proficiencies": {"armor": []}}, {"ac": 10, "saveModes": {"dex": "normal"}}, ("5.2",)),
    }
)  # fmt: skip
def test_armor_class(equipped, given, expected, ruleset):
    assert not differing(sheet(*equipped, ruleset=ruleset, **given), expected)


@table(
    {
        "a lower score is raised": ([GAUNTLETS], {"str": 10}, {"abilities": {"str": 19}, "modifiers": {"str": 4}}),
        "a higher score is not lowered": ([GAUNTLETS], {"str": 20}, {"abilities": {"str": 20}}),
        "the higher of two wins": ([GAUNTLETS, BELT], {}, {"abilities": {"str": 21}}),
        "a potion is worth as much as a belt": ([GAUNTLETS], {"effects": ["Potion of Hill Giant Strength"]}, {"abilities": {"str": 21}}),
        "belt, then hammer": ([BELT, GAUNTLETS, HAMMER], {}, {"abilities": {"str": 25}}),
        "hammer, then belt": ([HAMMER, GAUNTLETS, BELT], {}, {"abilities": {"str": 25}}),
        "the hammer raises a high score too": ([BELT, GAUNTLETS, HAMMER], {"str": 24}, {"abilities": {"str": 28}}, ("5.1",)),
        "the hammer raises only what the belt gives": ([BELT, GAUNTLETS, HAMMER], {"str": 24}, {"abilities": {"str": 25}}, ("5.2",)),
        "the hammer on gauntlets over 20": ([GAUNTLETS, HAMMER], {"str": 20}, {"abilities": {"str": 23}}, ("5.2",)),
        "the hammer ends at 30": ([attuned("Belt of Storm Giant Strength"), GAUNTLETS, HAMMER], {}, {"abilities": {"str": 30}}),
        "the hammer in the pack does nothing": ([BELT, GAUNTLETS], {"carried": [HAMMER]}, {"abilities": {"str": 21}}, ("5.1",)),
        "the hammer need not be held": ([BELT, GAUNTLETS], {"carried": [HAMMER]}, {"abilities": {"str": 25}}, ("5.2",)),
        "a stone ends at 20": ([attuned("Ioun Stone of Agility")], {"dex": 19}, {"abilities": {"dex": 20}}),
        "a stone does not lower": ([attuned("Ioun Stone of Agility")], {"dex": 22}, {"abilities": {"dex": 22}}),
        "a stone adds 2": ([attuned("Ioun Stone of Agility")], {"dex": 12}, {"abilities": {"dex": 14}, "ac": 12}),
        "dwarvenkind ends at 20": ([attuned("Belt of Dwarvenkind")], {"con": 20}, {"abilities": {"con": 20}}),
        "amulet, then belt of dwarvenkind": ([attuned("Amulet of Health"), attuned("Belt of Dwarvenkind")], {"con": 10}, {"abilities": {"con": 20}}),
        "CON moves the hit points of every level": ([attuned("Amulet of Health")], {"con": 10, "level": 5, "hpMax": 20}, {"hpMax": 40}),
        "hit points per level": ([], {"features": ["tough"], "classes": ["fighter 5"]}, {"hpMax": 44, "hp": 44}),
        "a given maximum holds what a feature adds": ([], {"features": ["tough"], "level": 5, "hpMax": 20}, {"hpMax": 20}),
        "what an item adds comes on top of a given maximum": ([charm(change("hp_max", "add", {"per_level": 2}))], {"level": 5, "hpMax": 20}, {"hpMax": 30}),
        "exhaustion halves hit points last": ([attuned("Amulet of Health")], {"con": 10, "level": 5, "hpMax": 21, "conditions": exhausted(4)}, {"hpMax": 20}, ("5.1",)),
        "DEX moves AC, initiative, saves and skills": ([], {"dex": 16}, {"ac": 13, "initiative": 3, "saves": {"dex": 3}, "skills": {"stealth": 3}}),
    }
)  # fmt: skip
def test_abilities(equipped, given, expected, ruleset):
    assert not differing(sheet(*equipped, ruleset=ruleset, **given), expected)


SKILLED = {"proficiencies": {"skills": {"stealth": 1, "perception": 2}}, "level": 5}


@table(
    {
        "proficiency grows with the level": ([], {"level": 5}, {"proficiencyBonus": 3}),
        "proficiency at 1": ([], {}, {"proficiencyBonus": 2}),
        "proficiency at 20": ([], {"level": 20}, {"proficiencyBonus": 6}),
        "proficiency and expertise": ([], SKILLED, {"skills": {"stealth": 3, "perception": 6, "arcana": 0}, "passivePerception": 16}),
        "half proficiency where there is none": ([], SKILLED | {"features": ["jack_of_all_trades"]}, {"skills": {"arcana": 1, "stealth": 3}, "initiative": 1}, ("5.1",)),
        "half proficiency only on skills": ([], SKILLED | {"features": ["jack_of_all_trades"]}, {"skills": {"arcana": 1, "stealth": 3}, "checks": {"int": 0}, "initiative": 0}, ("5.2",)),
        "a feature may train a skill": ([], {"features": ["keen_senses"]}, {"skills": {"perception": 2}, "passivePerception": 12}),
        "an elf has keen senses": ([], {"race": "elf"}, {"skills": {"perception": 2}}, ("5.1",)),
        "what is trained twice counts once": ([], SKILLED | {"features": ["keen_senses"]}, {"skills": {"perception": 6}}),
        "a feature may train a save": ([], {"features": ["slippery_mind"]}, {"saves": {"wis": 2, "int": 0}}),
        "all saves": ([], {"features": ["diamond_soul"]}, {"saves": dict.fromkeys(ABILITIES, 2)}),
        "an item may train": ([charm(change("proficiency.skill", "grant", "athletics"), change("proficiency.save", "grant", "con"))], {}, {"skills": {"athletics": 2}, "saves": {"con": 2}}),
        "noisy armor": (["Plate Armor"], {"str": 15}, {"skillModes": {"stealth": "disadvantage", "acrobatics": "normal"}, "passive": {"stealth": 5}}),
        "mithral makes no noise": (["Mithral Plate Armor"], {}, {"skillModes": {"stealth": "normal"}, "speed": {"walk": 30}}),
        "noise and a cloak of stealth even out": (["Plate Armor", charm(change("skill.stealth", "advantage"))], {"str": 15}, {"skillModes": {"stealth": "normal"}, "passive": {"stealth": 10}}),
        "counts never matter": ([charm(change("skill.stealth", "advantage"))], {"effects": ["Foresight"], "conditions": ["poisoned"]}, {"skillModes": {"stealth": "normal"}}),
        "advantage is 5 on a passive score": ([attuned("Eyes of the Eagle")], {"effects": ["Foresight"]}, {"passivePerception": 15}),
        "a floor of a skill is the passive score's": ([charm(change("skill.stealth", "min", 15))], {"dex": 14}, {"skills": {"stealth": 15}, "passive": {"stealth": 25}}),
        "luck on checks and saves": ([], {"carried": [attuned("Stone of Good Luck")]}, {"skills": {"arcana": 1}, "initiative": 1, "saves": {"wis": 1}}),
        "poisoned checks": ([], {"conditions": ["poisoned"]}, {"skillModes": {"arcana": "disadvantage"}, "saveModes": {"con": "normal"}, "initiativeMode": "disadvantage"}),
        "fear out of sight": ([], {"conditions": ["frightened"], "fearSourceVisible": False}, {"checkModes": {"str": "normal"}}),
        "fear in sight": ([], {"conditions": ["frightened"]}, {"checkModes": {"str": "disadvantage"}}),
        "restrained saves": ([], {"conditions": ["restrained"]}, {"saveModes": {"dex": "disadvantage", "str": "normal"}, "attacksAgainstYou": "advantage"}),
        "paralyzed saves fail by themselves": ([], {"conditions": ["paralyzed"]}, {"autoFailSaves": ["str", "dex"], "canAct": False, "conditionsActive": ["paralyzed", "incapacitated"]}),
        "dice stay dice": ([], {"effects": ["Bless"]}, {"dice": {"save.all": ["1d4"], "attack.all": ["1d4"]}, "saves": {"dex": 0}}),
        "exhaustion 1 slows the mind": ([], {"conditions": exhausted(1)}, {"checkModes": {"int": "disadvantage"}, "saveModes": {"int": "normal"}, "passivePerception": 5}, ("5.1",)),
        "exhaustion 3": ([], {"conditions": exhausted(3)}, {"saveModes": {"int": "disadvantage"}, "attacks": {"Unarmed Strike": {"mode": "disadvantage"}}}, ("5.1",)),
        "exhaustion lowers every roll by 2 a level": ([], {"conditions": exhausted(2)}, {"skills": {"arcana": -4}, "saves": {"con": -4}, "initiative": -4, "passivePerception": 10, "attacks": {"Unarmed Strike": {"toHit": -2}}}, ("5.2",)),
        "exhaustion 6 kills": ([], {"conditions": exhausted(6)}, {"dead": True, "canAct": False}),
        "incapacitated initiative": ([], {"conditions": ["incapacitated"]}, {"initiativeMode": "disadvantage"}, ("5.2",)),
        "invisible initiative": ([], {"conditions": ["invisible"]}, {"initiativeMode": "advantage", "attacksAgainstYou": "disadvantage"}, ("5.2",)),
        "untrained armor": (["Chain Mail"], {"str": 13, "classes": ["wizard"]}, {"ac": 16, "saveModes": {"str": "disadvantage", "dex": "disadvantage", "con": "normal"}, "skillModes": {"athletics": "disadvantage", "arcana": "normal"}, "attacks": {"Unarmed Strike": {"mode": "disadvantage"}}, "flags": ["cannot_cast_spells"]}),
        "armor of its own training": (["Elven Chain"], {"classes": ["wizard"]}, {"saveModes": {"str": "normal"}, "flags": []}),
        "spell save and attack": ([], {"classes": ["wizard 5"], "int": 16}, {"spellcasting": {"saveDc": 14, "attack": 6}}),
        "no spells": ([], {"classes": ["fighter"]}, {"spellcasting": {}}),
        "a robe for spells": ([attuned("Robe of the Archmagi")], {"classes": ["wizard"], "int": 16}, {"spellcasting": {"saveDc": 15, "attack": 7}}),
        "magic resistance stays with magic": ([attuned("Robe of the Archmagi")], {"classes": ["wizard"]}, {"saveModes": {"wis": "normal"}, "scopedModes": [{"target": "save.all", "mode": "advantage", "scope": ["against:spell|magic"]}]}),
        "the blinded fail what needs sight": ([], {"conditions": ["blinded"]}, {"checkModes": {"wis": "normal"}, "scopedModes": [{"target": "check.all", "mode": "auto_fail", "scope": ["sight"]}]}),
        "the deafened fail what needs hearing": ([], {"conditions": ["deafened"]}, {"scopedModes": [{"target": "check.all", "mode": "auto_fail", "scope": ["hearing"]}]}),
        "protection from arrows stays with arrows": ([attuned("Arrow-Catching Shield")], {}, {"ac": 12, "acVs": {"attack:ranged": 14}}),
        "a stoneskin stays with what is not magical": ([], {"effects": ["Stoneskin"], "incomingDamage": [{"type": "slashing", "amount": 9}, {"type": "slashing", "amount": 9, "magical": True}]}, {"resistances": [], "damageTaken": [4, 9]}, ("5.1",)),
    }
)  # fmt: skip
def test_rolls(equipped, given, expected, ruleset):
    assert not differing(sheet(*equipped, ruleset=ruleset, **given), expected)


STRIDING = attuned("Boots of Striding and Springing")


@table(
    {
        "too weak for plate": (["Plate Armor"], {"str": 14}, {"speed": {"walk": 20}}),
        "strong enough for plate": (["Plate Armor"], {"str": 15}, {"speed": {"walk": 30}}),
        "gauntlets carry plate": (["Plate Armor", GAUNTLETS], {"str": 8}, {"speed": {"walk": 30}}),
        "a dwarf does not mind": (["Plate Armor"], {"race": "dwarf"}, {"speed": {"walk": 25}}, ("5.1",)),
        "boots do not mind": (["Plate Armor", STRIDING], {}, {"speed": {"walk": 30}}),
        "boots raise a halfling": ([STRIDING], {"race": "halfling"}, {"speed": {"walk": 30}}),
        "boots do not lower": ([STRIDING], {"speed": {"walk": 40}}, {"speed": {"walk": 40}}),
        "added, then doubled": ([], {"effects": ["Haste", "Longstrider"]}, {"speed": {"walk": 80}}),
        "halved and rounded down": ([], {"race": "dwarf", "effects": ["Slow"]}, {"speed": {"walk": 12}}, ("5.1",)),
        "grappled, whatever comes later": ([], {"conditions": ["grappled"], "effects": ["Haste", "Longstrider"]}, {"speed": {"walk": 0}}),
        "grappled in magic boots": ([STRIDING], {"conditions": ["grappled"]}, {"speed": {"walk": 0}}),
        "grappled in the air": ([], {"conditions": ["grappled"], "effects": ["Fly (spell)"]}, {"speed": {"walk": 0, "fly": 0}}),
        "stunned": ([], {"conditions": ["stunned"]}, {"speed": {"walk": 0}}, ("5.1",)),
        "stunned moves on": ([], {"conditions": ["stunned"]}, {"speed": {"walk": 30}}, ("5.2",)),
        "exhaustion 2 halves": ([], {"conditions": exhausted(2)}, {"speed": {"walk": 15}}, ("5.1",)),
        "exhaustion 5 stops": ([], {"conditions": exhausted(5)}, {"speed": {"walk": 0}}, ("5.1",)),
        "exhaustion takes 5 feet a level": ([], {"conditions": exhausted(3)}, {"speed": {"walk": 15}}, ("5.2",)),
        "never below 0": (["Plate Armor"], {"conditions": exhausted(5)}, {"speed": {"walk": 0}}, ("5.2",)),
        "never below 0 when slowed": (["Plate Armor"], {"conditions": exhausted(5), "effects": ["Slow"]}, {"speed": {"walk": 0}}, ("5.2",)),
        "never below 0 when raised": ([charm(change("speed.walk", "raise_to", 30), change("speed.walk", "add", -40))], {"speed": {"walk": 25}}, {"speed": {"walk": 0}}),
        "climbing as fast as walking": ([], {"effects": ["Spider Climb"]}, {"speed": {"walk": 30, "climb": 30}}),
        "climbing as fast as hasted walking": ([], {"effects": ["Spider Climb", "Haste"]}, {"speed": {"walk": 60, "climb": 60}}),
        "climbing as fast as slowed walking": ([], {"effects": ["Spider Climb", "Slow"]}, {"speed": {"walk": 15, "climb": 15}}),
        "climbing as fast as tired walking": ([], {"effects": ["Spider Climb"], "conditions": exhausted(1)}, {"speed": {"walk": 25, "climb": 25}}, ("5.2",)),
        "magic does not slow the free": ([attuned("Ring of Free Action")], {"effects": ["Slow"]}, {"speed": {"walk": 30}, "ac": 8}),
        "a grip holds the free": ([attuned("Ring of Free Action")], {"conditions": ["grappled"]}, {"speed": {"walk": 0}}),
        "magic does not paralyze the free": ([attuned("Ring of Free Action")], {"conditions": [{"name": "paralyzed", "magical": True}]}, {"conditionsActive": [], "conditionsBlocked": ["paralyzed"], "canAct": True, "speed": {"walk": 30}}),
        "poison paralyzes the free": ([attuned("Ring of Free Action")], {"conditions": ["paralyzed"]}, {"conditionsBlocked": [], "canAct": False}),
        "a sleeping ring frees nobody": (["Ring of Free Action"], {"conditions": [{"name": "paralyzed", "magical": True}]}, {"canAct": False}),
        "a spell that binds is magic": ([attuned("Ring of Free Action")], {"effects": ["Web"]}, {"conditionsBlocked": ["restrained"], "speed": {"walk": 30}}),
        "courage strikes fear": ([], {"effects": ["Heroism"], "conditions": ["frightened"]}, {"checkModes": {"str": "normal"}, "conditionsBlocked": ["frightened"]}),
        "stone cannot be poisoned": ([], {"conditions": ["petrified", "poisoned"]}, {"conditionsBlocked": ["poisoned"]}),
        "stone is immune to poison": ([], {"conditions": ["petrified"]}, {"immunities": ["disease", "poison"]}, ("5.1",)),
        "stone resists poison": ([], {"conditions": ["petrified"]}, {"immunities": []}, ("5.2",)),
        "monks are fast without armor": ([], {"level": 6, "features": ["unarmored_movement"]}, {"speed": {"walk": 45}}),
        "monks are not fast with a shield": (["Shield"], {"level": 6, "features": ["unarmored_movement"]}, {"speed": {"walk": 30}}),
        "darkvision does not add up": ([attuned("Belt of Dwarvenkind")], {"senses": {"darkvision": 90}}, {"senses": {"darkvision": 90}}),
        "capacity follows the effective STR": ([BELT], {}, {"carryingCapacity": 315, "pushDragLift": 630}, ("5.1",)),
        "capacity follows the size": ([], {"size": "large"}, {"carryingCapacity": 300}),
        "what a bag of holding holds weighs nothing": ([], {"carried": [{"item": "Bag of Holding", "containerContentsLb": 400}], "coins": {"gp": 100}}, {"carriedWeight": 17}, ("5.1",)),
        "too much": ([], {"carried": [{"item": "Arrow", "quantity": 3001}]}, {"carriedWeight": 150.05, "overCapacity": True}),
        "encumbered": ([], {"carried": [{"item": {"name": "rocks", "type": "treasure", "weight": 51}}], "variantEncumbrance": True}, {"encumbrance": "encumbered", "speed": {"walk": 20}}),
        "heavily encumbered": ([], {"carried": [{"item": {"name": "rocks", "type": "treasure", "weight": 101}}], "variantEncumbrance": True}, {"speed": {"walk": 10}, "saveModes": {"con": "disadvantage", "wis": "normal"}}),
        "encumbrance is a variant": ([], {"carried": [{"item": {"name": "rocks", "type": "treasure", "weight": 101}}]}, {"encumbrance": None, "speed": {"walk": 30}}),
    }
)  # fmt: skip
def test_movement_and_conditions(equipped, given, expected, ruleset):
    assert not differing(sheet(*equipped, ruleset=ruleset, **given), expected)


def strike(name, **expected):
    return {"attacks": {name: expected}}


STRONG, QUICK = {"str": 16, "dex": 10}, {"str": 10, "dex": 16}


@table(
    {
        "melee takes STR": (["Longsword"], STRONG, strike("Longsword", toHit=5, damage="1d8+3", ability="str")),
        "ranged takes DEX": (["Longbow"], QUICK, strike("Longbow", toHit=5, damage="1d8+3", ability="dex")),
        "finesse takes the better": (["Rapier"], QUICK, strike("Rapier", toHit=5, damage="1d8+3", ability="dex")),
        "finesse of the strong": (["Rapier"], STRONG, strike("Rapier", damage="1d8+3", ability="str")),
        "thrown keeps STR": (["Javelin"], QUICK, strike("Javelin", toHit=2, ability="str")),
        "a thrown dagger keeps its choice": (["Dagger"], QUICK, strike("Dagger", toHit=5, ability="dex")),
        "versatile in one hand": (["Longsword"], STRONG, strike("Longsword", damage="1d8+3")),
        "versatile in two hands": ([{"item": "Longsword", "grip": "two"}], STRONG, strike("Longsword", damage="1d10+3")),
        "a grip of two does nothing for a rapier": ([{"item": "Rapier", "grip": "two"}], STRONG, strike("Rapier", damage="1d8+3")),
        "the off hand adds nothing to damage": (["Shortsword", "Dagger"], STRONG, strike("Dagger", toHit=5, damage="1d4", slot="offhand")),
        "the off hand keeps a negative one": (["Shortsword", "Dagger"], {"str": 8, "dex": 8}, strike("Dagger", damage="1d4-1")),
        "the off hand of the trained": (["Shortsword", "Dagger"], STRONG | {"features": ["two_weapon_fighting"]}, strike("Dagger", damage="1d4+3")),
        "beside a heavier blade it is no extra attack": ([at("mainhand", "Longsword"), at("offhand", "Dagger")], STRONG, strike("Dagger", damage="1d4+3")),
        "the off hand alone is the hand": ([at("offhand", "Dagger")], STRONG, strike("Dagger", damage="1d4+3")),
        "a shield in the main hand leaves the other": ([at("mainhand", "Shield"), at("offhand", "Dagger")], STRONG, strike("Dagger", damage="1d4+3")),
        "two daggers are two": (["Dagger", "Dagger"], STRONG, {"attacks": {"Dagger": {"slot": "mainhand", "damage": "1d4+3"}, "Dagger (offhand)": {"slot": "offhand", "damage": "1d4"}}, "errors": []}),
        "two-handed with a shield is not enough hands": (["Greatsword", "Shield"], STRONG, strike("Greatsword", damage="2d6+3") | {"ac": 12, "errors": ["not_enough_hands"]}),
        "magic adds to both": (["Longsword +2"], STRONG, strike("Longsword +2", toHit=7, damage="1d8+5")),
        "magic is of its own weapon": (["Shortsword +1", "Dagger"], STRONG, strike("Dagger", toHit=5, damage="1d4")),
        "a +1 bow and a +1 arrow add": (["Longbow +1", "Arrow +1"], QUICK, strike("Longbow +1", toHit=7, damage="1d8+5")),
        "an arrow does nothing for a sword": (["Longsword", "Arrow +1"], STRONG, strike("Longsword", toHit=5)),
        "not trained": (["Longsword"], STRONG | {"classes": ["wizard"]}, strike("Longsword", toHit=3, damage="1d8+3")),
        "trained by name": (["Longsword"], STRONG | {"proficiencies": {"weapons": ["Longswords"]}}, strike("Longsword", toHit=5)),
        "trained in the base of a magic sword": (["Longsword +1"], STRONG | {"proficiencies": {"weapons": ["longsword"]}}, strike("Longsword +1", toHit=6)),
        "trained by race": (["Battleaxe"], STRONG | {"race": "dwarf", "classes": ["wizard"]}, strike("Battleaxe", toHit=5), ("5.1",)),
        "a heavy weapon in small hands": (["Greatsword"], STRONG | {"race": "halfling"}, strike("Greatsword", mode="disadvantage"), ("5.1",)),
        "a heavy weapon in small strong hands": (["Greatsword"], STRONG | {"race": "halfling"}, strike("Greatsword", mode="normal"), ("5.2",)),
        "a heavy weapon in weak hands": (["Greatsword"], {"str": 12}, strike("Greatsword", mode="disadvantage"), ("5.2",)),
        "a heavy weapon in weak hands of medium size": (["Greatsword"], {"str": 12}, strike("Greatsword", mode="normal"), ("5.1",)),
        "a heavy bow asks for DEX": (["Longbow"], {"str": 18, "dex": 12}, strike("Longbow", mode="disadvantage"), ("5.2",)),
        "gauntlets lift a heavy weapon": (["Greatsword", GAUNTLETS], {"str": 8}, strike("Greatsword", mode="normal", toHit=6)),
        "a net deals no damage": (["Net"], QUICK, strike("Net", toHit=5, damage="0", damageBonus=0), ("5.1",)),
        "a net deals no damage by weakness either": (["Net"], {"dex": 8}, strike("Net", damage="0", damageBonus=0), ("5.1",)),
        "a net in an enchanted hand": (["Net"], QUICK | {"effects": ["Magic Weapon +2"]}, strike("Net", toHit=7, damage="0"), ("5.1",)),
        "archery is for bows": (["Longbow"], QUICK | {"features": ["archery_style"]}, strike("Longbow", toHit=7)),
        "archery is not for swords": (["Longsword"], STRONG | {"features": ["archery_style"]}, strike("Longsword", toHit=5)),
        "dueling in one hand": (["Longsword", "Shield"], STRONG | {"features": ["dueling"]}, strike("Longsword", damage="1d8+5")),
        "dueling is not for two hands": ([{"item": "Longsword", "grip": "two"}], STRONG | {"features": ["dueling"]}, strike("Longsword", damage="1d10+3")),
        "bracers of archery": (["Longbow", attuned("Bracers of Archery")], QUICK, strike("Longbow", toHit=5, damage="1d8+5")),
        "bracers of archery are not for crossbows": (["Light Crossbow", attuned("Bracers of Archery")], QUICK, strike("Light Crossbow", damage="1d8+3")),
        "a flame that is not lit": ([attuned("Flame Tongue Longsword")], STRONG, strike("Flame Tongue Longsword", extraDice=[])),
        "a flame that is lit": ([attuned("Flame Tongue Longsword", active=["ablaze"])], STRONG, strike("Flame Tongue Longsword", extraDice=[{"dice": "2d6", "type": "fire", "scope": []}])),
        "a flame without its bond": ([{"item": "Flame Tongue Longsword", "active": ["ablaze"]}], STRONG, strike("Flame Tongue Longsword", extraDice=[])),
        "what is for dragons stays with dragons": (["Dragon Slayer Longsword"], STRONG, strike("Dragon Slayer Longsword", toHit=6, damage="1d8+4", extraDice=[{"dice": "3d6", "type": "slashing", "scope": ["target:dragon"]}])),
        "Defender gives to AC what it takes from hitting": ([attuned("Defender Longsword", active=["transfer_n_1_to_3"])], STRONG | {"parameters": {"n": 2}}, strike("Defender Longsword", toHit=6, damage="1d8+4") | {"ac": 12}),
        "a spell does not improve what is magic": (["Longsword +1"], STRONG | {"effects": ["Magic Weapon +2"]}, strike("Longsword +1", toHit=6)),
        "a spell improves a plain sword": (["Longsword"], STRONG | {"effects": ["Magic Weapon +2"]}, strike("Longsword", toHit=7, damage="1d8+5")),
        "prone and unseen even out": (["Longsword"], STRONG | {"conditions": ["prone", "invisible"]}, strike("Longsword", mode="normal")),
        "reckless": (["Greataxe"], STRONG | {"effects": ["Reckless Attack"]}, strike("Greataxe", mode="advantage") | {"attacksAgainstYou": "advantage"}),
        "reckless with bare fists": ([], STRONG | {"effects": ["Reckless Attack"]}, strike("Unarmed Strike", mode="advantage")),
        "rage with bare fists": ([], STRONG | {"effects": ["Rage"]}, strike("Unarmed Strike", damage="6")),
        "reckless is not for bows": (["Longbow"], QUICK | {"effects": ["Reckless Attack"]}, strike("Longbow", mode="normal")),
        "rage grows with the level": (["Greataxe"], STRONG | {"level": 9, "effects": ["Rage"]}, strike("Greataxe", damage="1d12+6")),
        "rage is not for heavy armor": (["Greataxe", "Plate Armor"], STRONG | {"effects": ["Rage"]}, {"checkModes": {"str": "normal"}, "resistances": []}),
        "bare hands": ([], STRONG, strike("Unarmed Strike", toHit=5, damage="4", damageType="bludgeoning")),
        "what is in the pack does not strike": ([], {"carried": ["Longsword"]}, strike("Unarmed Strike", toHit=2)),
    }
)  # fmt: skip
def test_attacks(equipped, given, expected, ruleset):
    assert not differing(sheet(*equipped, ruleset=ruleset, **given), expected)


def test_armed_hands_do_not_box():
    assert list(sheet("Club")["attacks"]) == ["Club"]


@table(
    {
        "resistance twice is once": ([charm(change("resist", "grant", "fire"), slot="head"), charm(change("resist", "grant", "fire"))], {}, {"resistances": ["fire"], "damageTaken": [11]}),
        "halves are rounded down, then doubled": ([charm(change("resist", "grant", "fire"), change("vulnerable", "grant", "fire"))], {}, {"damageTaken": [22]}),
        "immunity beats both": ([charm(*(change(t, "grant", "fire") for t in ("immune", "resist", "vulnerable")))], {}, {"immunities": ["fire"], "resistances": [], "vulnerabilities": [], "damageTaken": [0]}),
        "resistance to all": ([], {"effects": ["Warding Bond"]}, {"damageTaken": [11], "ac": 11}),
        "what is removed is gone, whoever grants it": ([charm(change("resist", "remove", "fire"))], {"resistances": ["fire"]}, {"resistances": [], "damageTaken": [23]}),
        "an immunity that is removed wards off nothing": ([charm(change("condition_immunity", "remove", "prone"))], {"conditionImmunities": ["prone"], "conditions": ["prone"]}, {"conditionImmunities": [], "conditionsActive": ["prone"]}),
    }
)  # fmt: skip
def test_defenses(equipped, given, expected, ruleset):
    assert not differing(sheet(*equipped, ruleset=ruleset, incomingDamage=[{"type": "fire", "amount": 23}], **given), expected)


# ── The short spelling of the original tool schema ────────────────────────────────────────────────────────────────────────────────────────

WEAPON = {"type": "weapon", "slot": "mainhand", "weaponStats": {"damageDice": "1d6", "damageType": "slashing", "category": "simple_melee"}}
FIELDS = {
    "acBonus": (1, {"ac": 11}),
    "saveBonus": (2, {"saves": dict.fromkeys(ABILITIES, 2)}),
    "saveBonusAbility": ("wis", {"saves": {"wis": 2, "dex": 0}}),
    "attackBonus": (1, {"attacks": {"Club": {"toHit": 3, "damageBonus": 0}}}),
    "damageBonus": (1, {"attacks": {"Club": {"toHit": 2, "damageBonus": 1}}}),
    "bonusDamage": ("1d6", {"attacks": {"Club": {"extraDice": [{"dice": "1d6", "type": "bludgeoning", "scope": []}]}}}),
    "bonusDamageType": ("fire", {"attacks": {"Club": {"extraDice": [{"dice": "1d4", "type": "fire", "scope": []}]}}}),
    **{f"{a}Bonus": (2, {"abilities": {a: 12}}) for a in ABILITIES},
    **{f"{a}Set": (19, {"abilities": {a: 19}}) for a in ("str", "dex", "con")},
    "speedBonus": (10, {"speed": {"walk": 40}}),
    "speedMultiplier": (2, {"speed": {"walk": 60}}),
    "advantageOn": (["stealth"], {"skillModes": {"stealth": "advantage", "arcana": "normal"}}),
    "resistances": (["fire"], {"resistances": ["fire"]}),
    "immunities": (["cold"], {"immunities": ["cold"]}),
    "conditionImmunities": (["prone"], {"conditionImmunities": ["prone"], "conditionsBlocked": ["prone"]}),
}
BESIDE = {"saveBonusAbility": {"saveBonus": 2}, "bonusDamageType": {"bonusDamage": "1d4"}}
OF_THE_THINGS_STATE = {"charges", "maxCharges", "rechargeOn"}


def test_every_field_of_the_short_spelling_has_a_row():
    assert set(FIELDS) | OF_THE_THINGS_STATE == {f.alias or n for n, f in MechanicalEffects.model_fields.items()}


@each_row("field", FIELDS)
def test_the_short_spelling(field):
    value, expected = FIELDS[field]
    ring = charm(slot="ring1", mechanicalEffects={field: value, **BESIDE.get(field, {})})
    shown = sheet("Club", ring, conditions=["prone"] if field == "conditionImmunities" else [])
    assert not differing(shown, expected)


def test_attack_and_damage_of_a_weapon_are_its_own():
    blade = {"item": {"name": "Blade", **WEAPON, "mechanicalEffects": {"attackBonus": 1, "damageBonus": 2, "bonusDamage": "1d6"}}}
    shown = sheet(blade, at("offhand", "Club"))["attacks"]
    assert (shown["Blade"]["toHit"], shown["Blade"]["damage"], len(shown["Blade"]["extraDice"])) == (3, "1d6+2", 1)
    assert (shown["Club"]["toHit"], shown["Club"]["extraDice"]) == (2, [])


@each_row("effects", [{"acBonnus": 1}, {"acBonus": "one"}, {"advantageOn": ["lockpicking"]}, {"wisSet": 19}])
def test_a_short_spelling_that_is_not_understood_is_refused(effects):
    with pytest.raises(ValueError, match="mechanicalEffects"):
        sheet(charm(mechanicalEffects=effects))


# ── policies ────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("policy", "equipped", "given", "expected"),
    [
        ({"abilityOrder": "add_then_set"}, [BELT, GAUNTLETS, HAMMER], {}, {"abilities": {"str": 21}}),
        ({"abilityOrder": "add_then_set"}, [BELT, GAUNTLETS, HAMMER], {"str": 20}, {"abilities": {"str": 24}}),
        ({"speedOrder": "mul_then_add"}, [], {"effects": ["Haste"]}, {"speed": {"walk": 60}}),
        ({"speedOrder": "mul_then_add"}, [], {"effects": ["Haste", "Longstrider"]}, {"speed": {"walk": 70}}),
        ({"speedOrder": "mul_then_add"}, [], {"effects": ["Slow", "Longstrider"]}, {"speed": {"walk": 25}}),
        ({"speedOrder": "mul_then_add"}, [STRIDING], {"speed": {"walk": 25}, "effects": ["Longstrider"]}, {"speed": {"walk": 40}}),
        ({"speedOrder": "mul_then_add"}, [], {"effects": ["Haste", "Longstrider"], "conditions": ["grappled"]}, {"speed": {"walk": 0}}),
        ({"speedOrder": "mul_then_add"}, ["Plate Armor"], {"speed": {"walk": 5}}, {"speed": {"walk": 0}}),
        ({"exhaustionAffectsPassive": True}, [], {"conditions": exhausted(1)}, {"passivePerception": 5}),
        ({"exhaustionAffectsPassive": False}, [], {"conditions": exhausted(1)}, {"passivePerception": 5}),
        (
            {"halfProficiency": "missing_skill"},
            [],
            {"level": 9, "features": ["jack_of_all_trades"]},
            {"checks": {"int": 0}, "skills": {"arcana": 2}},
        ),
        (
            {"monkWeapons": "simple_and_light"},
            ["Scimitar"],
            {"dex": 16, "classes": ["monk 5"], "proficiencies": {"weapons": ["all"]}},
            {"attacks": {"Scimitar": {"damage": "1d6+3"}, "Unarmed Strike": {"damage": "1d6+3"}}},
        ),
        ({"specialSpeeds": "follow"}, [], {"speed": {"walk": 30, "fly": 60}, "effects": ["Haste"]}, {"speed": {"walk": 60, "fly": 90}}),
        ({"untrainedShield": "no_bonus"}, ["Shield"], {"proficiencies": {"armor": []}}, {"ac": 10}),
        ({"heavyWeapon": "score_13"}, ["Greatsword"], {"str": 12}, {"attacks": {"Greatsword": {"mode": "disadvantage"}}}),
        ({"encumbrance": "variant"}, [], {"carried": [{"item": "Arrow", "quantity": 1020}]}, {"speed": {"walk": 20}}),
    ],
)
def test_a_policy_is_a_value_of_the_rulebook(policy, equipped, given, expected):
    assert not differing(sheet(*equipped, policy=policy, **given), expected)


def test_exhaustion_may_lower_passive_scores_in_5_2():
    assert sheet(ruleset="5.2", policy={"exhaustionAffectsPassive": True}, conditions=exhausted(2))["passivePerception"] == 6


# ── reasons ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def lines(shown, path):
    return [(line["source"], line["layer"], line["op"], line["value"]) for line in shown["breakdown"][path]["lines"]]


def test_ac_says_what_adds_up_to_it():
    shown = sheet("Plate Armor", "Shield", attuned("Ring of Protection"), str=15, effects=["Shield of Faith"])
    assert lines(shown, "ac") == [
        ("Plate Armor", "equipment", "base", 18),
        ("Shield", "equipment", "add", 2),
        ("Ring of Protection", "equipment", "add", 1),
        ("Shield of Faith", "effects", "add", 2),
    ]


@each_row(
    ("equipped", "given", "path", "lost"),
    [
        (["Ring of Protection"], {}, "ac", ("Ring of Protection", 1, "not_attuned")),
        ([], {"carried": [attuned("Ring of Protection")]}, "ac", ("Ring of Protection", 1, "not_worn")),
        ([BRACERS, "Leather Armor"], {}, "ac", ("Bracers of Defense", 2, "predicate")),
        ([GAUNTLETS], {"str": 20}, "abilities.str", ("Gauntlets of Ogre Power", 19, "lower")),
        ([attuned("Ioun Stone of Agility")], {"dex": 19}, "abilities.dex", ("Ioun Stone of Agility", 2, "capped")),
        ([attuned("Arrow-Catching Shield")], {}, "ac", ("Arrow-Catching Shield", 2, "scoped")),
        ([attuned("Ring of Free Action")], {"effects": ["Slow"]}, "speed.walk", ("Slow", 0.5, "blocked")),
        (["Shield +1", at("mainhand", "Shield +2")], {}, "ac", ("Shield +1", 1, "second_shield")),
        ([], {"effects": ["Half cover", "Three-quarters cover"]}, "ac", ("Half cover", 2, "lower")),
        ([], {"effects": ["Mage Armor"]}, "ac", ("unarmored", 10, "lower")),
    ],
)
def test_what_does_not_count_says_why(equipped, given, path, lost):
    suppressed = sheet(*equipped, **given)["breakdown"][path].get("suppressed", [])
    assert lost in [(s["source"], s["value"], s["reason"]) for s in suppressed]


def test_an_untrained_shield_says_why_it_does_not_count():
    shown = sheet("Shield", ruleset="5.2", proficiencies={"armor": []})
    assert {"source": "Shield", "value": 2, "reason": "not_trained"} in shown["breakdown"]["ac"]["suppressed"]


def test_every_skill_has_a_number_a_mode_and_a_passive_score():
    shown = sheet()
    assert set(shown["skills"]) == set(shown["skillModes"]) == set(shown["passive"]) == set(SKILLS)


@pytest.mark.parametrize(("ruleset", "damage"), [("5.1", "1d4+3"), ("5.2", "1d4")])
def test_only_5_2_gives_an_extra_attack_beside_a_light_weapon_that_shoots(ruleset, damage):
    shown = sheet(at("mainhand", "Hand Crossbow"), at("offhand", "Dagger"), ruleset=ruleset, **STRONG)
    assert shown["attacks"]["Dagger"]["damage"] == damage
