"""Documents that once had wrong numbers, each with the number from the text of its ruleset."""

import json
import re

import pytest

from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views.stats_json import sheet_json
from tests.rows import each_row
from tests.rules.heroes import book, differing

FISTS = "Unarmed Strike"
BELT_AND_HAMMER = [{"item": "Belt of Dwarvenkind", "attuned": True}, {"item": "Dwarven Thrower", "attuned": True}]
MAIN_AND_OFF = [{"item": "Shortsword", "slot": "mainhand"}, {"item": "Handaxe", "slot": "offhand"}]


def weighing(pounds):
    return {"item": {"name": "rocks", "type": "treasure", "weight": pounds}}


ROWS = {
    "R1 a luck blade in hand": ("5.1", {"equipped": [{"item": "Luck Blade Longsword", "attuned": True}]}, {"saves": {"wis": 1}, "attacks": {"Luck Blade Longsword": {"toHit": 3}}}),
    "R2 a luck blade in the pack": ("5.1", {"carried": [{"item": "Luck Blade Longsword", "attuned": True}]}, {"saves": {"wis": 1}, "attacks": {FISTS: {"toHit": 2}}}),
    "R2 a luck blade that is not attuned": ("5.2", {"carried": ["Luck Blade Longsword"]}, {"saves": {"wis": 0}}),
    "R3 passive scores of the exhausted": ("5.1", {"character": {"proficiencies": {"skills": {"perception": 1}}}, "conditions": [{"name": "exhaustion", "level": 1}]}, {"passivePerception": 7}),
    "R3 a passive score is no roll": ("5.2", {"character": {"proficiencies": {"skills": {"perception": 1}}}, "conditions": [{"name": "exhaustion", "level": 1}]}, {"passivePerception": 12, "skills": {"perception": 0}}),
    "R4 exhaustion and Foresight": ("5.1", {"conditions": [{"name": "exhaustion", "level": 3}], "effects": ["Foresight"]}, {"passivePerception": 10}),
    "R5 a jack of all trades in 5.2": ("5.2", {"character": {"level": 9, "abilities": {"dex": 14}, "features": ["jack_of_all_trades"]}}, {"initiative": 2, "checks": {"str": 0, "dex": 2}, "skills": {"arcana": 2, "stealth": 4}, "passivePerception": 12}),
    "R5 a jack of all trades in 5.1": ("5.1", {"character": {"level": 9, "abilities": {"dex": 14}, "features": ["jack_of_all_trades"]}}, {"initiative": 4, "checks": {"str": 2, "dex": 4}}),
    "R6 exhaustion adds up": ("5.2", {"conditions": [{"name": "exhaustion", "level": 1}, {"name": "exhaustion", "level": 2}]}, {"saves": {"wis": -6}, "speed": {"walk": 15}}),
    "R6 exhaustion adds up to death": ("5.1", {"conditions": [{"name": "exhaustion", "level": 5}, {"name": "exhaustion", "level": 4}]}, {"dead": True}),
    "R7 boots that no load slows": ("5.1", {"character": {"abilities": {"str": 10}}, "equipped": [{"item": "Boots of Striding and Springing", "attuned": True}], "carried": [weighing(60)], "variantEncumbrance": True}, {"speed": {"walk": 30}, "encumbrance": "encumbered"}),
    "R7 the heavily laden roll badly in them": ("5.1", {"equipped": [{"item": "Boots of Striding and Springing", "attuned": True}], "carried": [weighing(101)], "variantEncumbrance": True}, {"speed": {"walk": 30}, "saveModes": {"con": "disadvantage"}}),
    "R8 an arrow feeds no crossbow": ("5.1", {"character": {"abilities": {"dex": 16}}, "equipped": ["Light Crossbow", "Arrow +1"]}, {"attacks": {"Light Crossbow": {"toHit": 5, "damage": "1d8+3"}}}),
    "R8 a bolt does": ("5.1", {"character": {"abilities": {"dex": 16}}, "equipped": ["Light Crossbow", "Crossbow Bolt +1"]}, {"attacks": {"Light Crossbow": {"toHit": 6, "damage": "1d8+4"}}}),
    "R9 martial arts": ("5.1", {"character": {"classes": ["monk 5"], "features": ["martial_arts"], "abilities": {"dex": 16}}}, {"attacks": {FISTS: {"toHit": 6, "damage": "1d6+3", "ability": "dex"}}}),
    "R9 martial arts in 5.2": ("5.2", {"character": {"classes": ["monk 5"], "abilities": {"dex": 16}}}, {"attacks": {FISTS: {"toHit": 6, "damage": "1d8+3"}}}),
    "R9 by the levels of a monk": ("5.1", {"character": {"classes": ["fighter 10", "monk 4"], "abilities": {"str": 16}}}, {"attacks": {FISTS: {"damage": "1d4+3"}}}),
    "R9 with a monk's weapon": ("5.1", {"character": {"classes": ["monk 5"], "abilities": {"dex": 16}}, "equipped": ["Club"]}, {"attacks": {"Club": {"toHit": 6, "damage": "1d6+3"}, FISTS: {"toHit": 6}}}),
    "R9 the weapon's die where it is larger": ("5.1", {"character": {"classes": ["monk 5"], "abilities": {"dex": 16}}, "equipped": [{"item": "Quarterstaff", "grip": "two"}]}, {"attacks": {"Quarterstaff": {"damage": "1d8+3"}}}),
    "R9 not beside a longsword": ("5.1", {"character": {"classes": ["monk 5"], "abilities": {"dex": 16}, "proficiencies": {"weapons": ["all"]}}, "equipped": ["Longsword"]}, {"attacks": {"Longsword": {"toHit": 3, "damage": "1d8"}}}),
    "R9 not in armor": ("5.1", {"character": {"classes": ["monk 5"], "abilities": {"dex": 16}}, "equipped": ["Leather Armor"]}, {"attacks": {FISTS: {"toHit": 3, "damage": "1"}}}),
    "R9 a light martial weapon in 5.2": ("5.2", {"character": {"classes": ["monk 5"], "abilities": {"dex": 16}}, "equipped": ["Scimitar"]}, {"attacks": {"Scimitar": {"damage": "1d8+3"}}}),
    "R10 unarmored defense of a monk": ("5.1", {"character": {"classes": ["monk 5"], "features": ["Unarmored Defense"], "abilities": {"dex": 16, "wis": 16}}}, {"ac": 16, "errors": []}),
    "R10 unarmored defense of a barbarian": ("5.2", {"character": {"classes": ["barbarian 1"], "features": ["unarmored defense"], "abilities": {"dex": 14, "con": 16, "wis": 18}}}, {"ac": 15, "errors": []}),
    "R10 the first class has it": ("5.1", {"character": {"classes": ["barbarian 1", "monk 1"], "abilities": {"dex": 14, "con": 12, "wis": 18}}}, {"ac": 13}),
    "R10 of no class it is text": ("5.1", {"character": {"classes": ["fighter 1"], "features": ["Unarmored Defense"]}}, {"ac": 10, "errors": ["unknown_feature"]}),
    "R11 dueling with another weapon in hand": ("5.1", {"character": {"abilities": {"str": 16}, "features": ["dueling"]}, "equipped": [{"item": "Shortsword", "slot": "mainhand"}, {"item": "Dagger", "slot": "offhand"}]}, {"attacks": {"Shortsword": {"damage": "1d6+3"}}}),
    "R11 dueling with one": ("5.1", {"character": {"abilities": {"str": 16}, "features": ["dueling"]}, "equipped": ["Shortsword", "Shield"]}, {"attacks": {"Shortsword": {"damage": "1d6+5"}}}),
    "R12 speed by the levels of a monk": ("5.1", {"character": {"classes": ["fighter 5", "monk 5"], "features": ["unarmored_movement"]}}, {"speed": {"walk": 40}}),
    "R12 a creature without the class by its own level": ("5.1", {"character": {"level": 10, "features": ["unarmored_movement"]}}, {"speed": {"walk": 50}}),
    "R13 rage by the levels of a barbarian": ("5.1", {"character": {"classes": ["fighter 8", "barbarian 1"], "abilities": {"str": 16}}, "equipped": ["Battleaxe"], "effects": ["Rage"]}, {"attacks": {"Battleaxe": {"damage": "1d8+5"}}}),
    "R14 a given maximum stays": ("5.2", {"character": {"level": 5, "classes": ["fighter"], "race": "dwarf", "abilities": {"con": 14}, "hpMax": 49}}, {"hpMax": 49, "hp": 49}),
    "R14 without one the dwarf's toughness counts": ("5.2", {"character": {"level": 5, "classes": ["fighter"], "race": "dwarf", "abilities": {"con": 14}}}, {"hpMax": 49, "hp": 49}),
    "R15 a hill dwarf": ("5.1", {"character": {"level": 5, "classes": ["fighter"], "race": "hill dwarf", "abilities": {"con": 14}}}, {"hpMax": 49, "hp": 49, "speed": {"walk": 25}, "resistances": ["poison"]}),
    "R16 draconic resilience": ("5.1", {"character": {"level": 5, "classes": ["sorcerer"], "features": ["draconic_resilience"]}}, {"hpMax": 27, "ac": 13}),
    "R16 by the levels of a sorcerer": ("5.2", {"character": {"classes": ["fighter 2", "sorcerer 3"], "features": ["draconic_resilience"]}}, {"hpMax": 31}),
    "R17 a remarkable athlete": ("5.1", {"character": {"level": 7, "classes": ["fighter"], "abilities": {"dex": 14}, "features": ["remarkable_athlete"]}}, {"checks": {"dex": 4, "str": 2, "int": 0}, "initiative": 4, "skills": {"stealth": 4, "arcana": 0}}),
    "R17 half is counted once": ("5.1", {"character": {"level": 7, "features": ["remarkable_athlete", "jack_of_all_trades"]}}, {"checks": {"str": 2, "int": 1}}),
    "R18 the alert": ("5.2", {"character": {"level": 5, "abilities": {"dex": 14}, "features": ["alert"]}}, {"initiative": 5, "checks": {"dex": 2}}),
    "R19 armor of vulnerability": ("5.1", {"character": {"level": 5, "abilities": {"str": 15}}, "equipped": [{"item": "Armor of Vulnerability (bludgeoning)", "attuned": True}], "incomingDamage": [{"type": "piercing", "amount": 20}, {"type": "bludgeoning", "amount": 20}]}, {"damageTaken": [40, 10], "vulnerabilities": ["piercing", "slashing"]}),
    "R19 the curse stays without the armor": ("5.1", {"carried": [{"item": "Armor of Vulnerability (bludgeoning)", "attuned": True}]}, {"vulnerabilities": ["piercing", "slashing"], "resistances": []}),
    "R19 no curse without attunement": ("5.1", {"equipped": ["Armor of Vulnerability (bludgeoning)"]}, {"vulnerabilities": []}),
    "R20 a ring of invisibility": ("5.2", {"character": {"level": 5}, "equipped": [{"item": "Ring of Invisibility", "attuned": True}], "toggles": ["vanish"]}, {"conditionsActive": ["invisible"], "initiativeMode": "advantage", "attacksAgainstYou": "disadvantage"}),
    "R20 not switched on": ("5.2", {"equipped": [{"item": "Ring of Invisibility", "attuned": True}]}, {"conditionsActive": []}),
    "R20 not worn": ("5.2", {"carried": [{"item": "Ring of Invisibility", "attuned": True}], "toggles": ["vanish"]}, {"conditionsActive": []}),
    "R21 tiny and weak": ("5.2", {"character": {"size": "tiny", "abilities": {"str": 9}}}, {"pushDragLift": 135, "carryingCapacity": 67}),
    "R22 enlarged fists": ("5.2", {"character": {"abilities": {"str": 16}}, "effects": ["Enlarge"]}, {"attacks": {FISTS: {"extraDice": [{"dice": "1d4", "type": "bludgeoning", "scope": []}]}}}),
    "R22 only weapons grow in 5.1": ("5.1", {"effects": ["Enlarge"]}, {"attacks": {FISTS: {"extraDice": []}}}),
    "R23 boots of speed and wings": ("5.2", {"character": {"speed": {"walk": 30, "fly": 60}}, "equipped": [{"item": "Boots of Speed", "attuned": True}], "toggles": ["click"]}, {"speed": {"walk": 60, "fly": 90}}),
    "R23 only walking in 5.1": ("5.1", {"character": {"speed": {"walk": 30, "fly": 60}}, "equipped": [{"item": "Boots of Speed", "attuned": True}], "toggles": ["click"]}, {"speed": {"walk": 60, "fly": 60}}),
    "R23 halved is halved": ("5.2", {"character": {"speed": {"walk": 30, "fly": 60}}, "effects": ["Slow"]}, {"speed": {"walk": 15, "fly": 30}}),
    "R23 doubled and halved is neither": ("5.2", {"character": {"speed": {"walk": 30, "fly": 60}}, "effects": ["Haste", "Slow"]}, {"speed": {"walk": 30, "fly": 60}}),
    "R24 a high elf's training": ("5.1", {"character": {"classes": ["wizard 1"], "race": "high elf"}, "equipped": ["Longsword"]}, {"attacks": {"Longsword": {"toHit": 2}}}),
    "R25 a belt stands in for a dwarf": ("5.2", {"character": {"level": 5, "race": "human"}, "equipped": BELT_AND_HAMMER}, {"errors": []}),
    "R25 in whatever order": ("5.2", {"character": {"level": 5, "race": "human"}, "equipped": BELT_AND_HAMMER[::-1]}, {"errors": []}),
    "R25 not in 5.1": ("5.1", {"character": {"level": 5, "race": "human"}, "equipped": BELT_AND_HAMMER}, {"errors": ["attunement_prerequisite"]}),
    "R26 one weapon is enchanted": ("5.1", {"character": {"abilities": {"str": 16}}, "equipped": MAIN_AND_OFF, "effects": ["Magic Weapon"]}, {"attacks": {"Shortsword": {"toHit": 6}, "Handaxe": {"toHit": 5}}}),
    "R26 the one that is not magic": ("5.1", {"character": {"abilities": {"str": 16}}, "equipped": [{"item": "Shortsword +1", "slot": "mainhand"}, MAIN_AND_OFF[1]], "effects": ["Magic Weapon"]}, {"attacks": {"Shortsword +1": {"toHit": 6}, "Handaxe": {"toHit": 6}}}),
}  # fmt: skip

CLOSER = {
    "a later fighter has no heavy armor": ("5.1", {"character": {"classes": ["wizard 1", "fighter 1"], "abilities": {"str": 16}}, "equipped": ["Plate Armor"]}, {"saveModes": {"dex": "disadvantage"}, "saves": {"int": 2, "con": 0}}),
    "a fighter first has": ("5.1", {"character": {"classes": ["fighter 1", "wizard 1"], "abilities": {"str": 16}}, "equipped": ["Plate Armor"]}, {"saveModes": {"dex": "normal"}}),
    "a later cleric has no weapons": ("5.1", {"character": {"classes": ["wizard 1", "cleric 1"]}, "equipped": ["Mace", "Shield"]}, {"ac": 12, "saveModes": {"dex": "normal"}, "attacks": {"Mace": {"toHit": 0}}}),
    "a later rogue has tools and light armor": ("5.1", {"character": {"classes": ["wizard 1", "rogue 1"]}, "equipped": ["Leather Armor", "Rapier"]}, {"saveModes": {"dex": "normal"}, "attacks": {"Rapier": {"toHit": 0}}, "toolProficiencies": ["thieves' tools"]}),
    "a later druid has no herbs": ("5.1", {"character": {"classes": ["wizard 1", "druid 1"]}}, {"toolProficiencies": []}),
    "a later warlock has simple weapons in 5.1": ("5.1", {"character": {"classes": ["sorcerer 1", "warlock 1"]}, "equipped": ["Mace"]}, {"attacks": {"Mace": {"toHit": 2}}}),
    "a later fighter has martial weapons": ("5.2", {"character": {"classes": ["monk 1", "fighter 1"], "abilities": {"str": 16}}, "equipped": ["Longsword"]}, {"attacks": {"Longsword": {"toHit": 5}}}),
    "a later monk has no weapons in 5.2": ("5.2", {"character": {"classes": ["wizard 1", "monk 1"]}, "equipped": ["Scimitar"]}, {"attacks": {"Scimitar": {"toHit": 0}}}),
    "a berserker's axe on the back": ("5.1", {"character": {"level": 5, "hpMax": 30}, "carried": [{"item": "Berserker Greataxe", "attuned": True}]}, {"hpMax": 35}),
    "its curse on other weapons": ("5.2", {"equipped": ["Longsword"], "carried": [{"item": "Berserker Greataxe", "attuned": True}]}, {"attacks": {"Longsword": {"mode": "disadvantage"}}}),
    "a fist is no weapon": ("5.2", {"carried": [{"item": "Berserker Greataxe", "attuned": True}]}, {"attacks": {FISTS: {"mode": "normal"}}}),
    "a hammer's giant strength, sheathed": ("5.2", {"equipped": [{"item": "Gauntlets of Ogre Power", "attuned": True}], "carried": [{"item": "Maul of Thunderbolts", "attuned": True}]}, {"abilities": {"str": 23}}),
    "only held in 5.1": ("5.1", {"equipped": [{"item": n, "attuned": True} for n in ("Gauntlets of Ogre Power", "Belt of Hill Giant Strength")], "carried": [{"item": "Hammer of Thunderbolts", "attuned": True}]}, {"abilities": {"str": 21}}),
    "a warning from the scabbard": ("5.2", {"carried": [{"item": "Dagger of Warning", "attuned": True}]}, {"initiativeMode": "advantage"}),
    "a rod's flame blade": ("5.2", {"character": {"abilities": {"str": 16}}, "equipped": [{"item": "Rod of Lordly Might", "attuned": True, "active": ["button1"]}]}, {"attacks": {"Rod of Lordly Might": {"toHit": 5, "damage": "1d8+3", "damageType": "slashing"}}}),
    "one of two weapons is ablaze": ("5.1", {"equipped": [{"item": "Helm of Brilliance", "attuned": True, "active": ["flaming_weapon"]}, *MAIN_AND_OFF]}, {"attacks": {"Shortsword": {"extraDice": [{"dice": "1d6", "type": "fire", "scope": []}]}, "Handaxe": {"extraDice": []}}}),
    "a marked creature and a fist": ("5.1", {"effects": ["Hunter's Mark"]}, {"attacks": {FISTS: {"extraDice": [{"dice": "1d6", "type": "bludgeoning", "scope": ["target:marked"]}]}}}),
    "a favored fist": ("5.1", {"effects": ["Divine Favor"]}, {"attacks": {FISTS: {"extraDice": [{"dice": "1d4", "type": "radiant", "scope": []}]}}}),
    "a fist is not favored in 5.2": ("5.2", {"effects": ["Divine Favor"]}, {"attacks": {FISTS: {"extraDice": []}}}),
    "the last exhaustion keeps what the others took": ("5.2", {"conditions": [{"name": "exhaustion", "level": 6}]}, {"dead": True, "speed": {"walk": 0}, "saves": {"wis": -12}}),
    "a bolt of slaying": ("5.1", {"equipped": ["Light Crossbow", "Bolt of Slaying"]}, {"attacks": {"Light Crossbow": {"extraDice": []}}, "errors": []}),
    "a dwarf and the poisoned condition": ("5.2", {"character": {"race": "dwarf"}}, {"scopedModes": [{"target": "save.all", "mode": "advantage", "scope": ["against:poisoned"]}]}),
    "a dwarf and poison": ("5.1", {"character": {"race": "dwarf"}}, {"scopedModes": [{"target": "save.all", "mode": "advantage", "scope": ["against:poison"]}]}),
    "a rod's mace": ("5.1", {"character": {"abilities": {"str": 16}}, "equipped": [{"item": "Rod of Lordly Might", "attuned": True}]}, {"attacks": {"Rod of Lordly Might": {"toHit": 8, "damage": "1d6+6"}}}),
}  # fmt: skip


def shown(ruleset, **document):
    return sheet_json(situation(SheetDocument.model_validate({"ruleset": ruleset, **document}), book(ruleset)), book(ruleset))


EACH = ROWS | CLOSER


@each_row(("ruleset", "document", "expected"), EACH.values(), ids=[f"{k} ({v[0]})" for k, v in EACH.items()])
def test_a_number_is_the_one_of_the_text(ruleset, document, expected):
    assert not differing(shown(ruleset, **document), expected)


def test_every_reproduction_has_its_row():
    assert {int(k.split()[0][1:]) for k in ROWS} == set(range(1, 27))


@each_row(
    ("character", "told"),
    [
        ({"classes": ["artificer 3"], "race": "kenku"}, ["artificer", "kenku"]),
        ({"race": "mountain dwarf"}, ["mountain dwarf", "counts as dwarf"]),
        ({"proficiencies": {"armor": ["plate mail of my aunt"], "weapons": ["simple", "spoons"]}}, ["plate mail of my aunt", "spoons"]),
        ({"race": "halfling", "features": ["Whirlwind of Spoons"]}, ["kept as text: Whirlwind of Spoons"]),
        ({"classes": ["fighter 3"], "choices": {"prestige": "Champion"}}, ["no choice 'prestige'", "Did you mean skills, fighting style, weapon mastery, subclass?"]),
        ({"features": ["tough"], "hpMax": 30}, ["hpMax 30", "tough"]),
        ({"classes": ["fighter", "wizard"], "level": 5}, ["fighter 4, wizard 1"]),
    ],
)  # fmt: skip
def test_what_the_rules_do_not_count_is_said(character, told):
    answer = shown("5.2", character=character)
    notes = " ".join([*answer["notes"], *answer["assumed"]])
    assert [t for t in told if t not in notes] == []


@each_row(
    ("document", "told"),
    [
        ({"toggles": ["hood_up", "swagger"], "equipped": ["Cloak of the Manta Ray"]}, ["toggle swagger"]),
        ({"parameters": {"n": 2, "zeal": 3}, "equipped": [{"item": "Defender Longsword", "attuned": True, "active": ["transfer_n_1_to_3"]}]}, ["parameter zeal"]),
        ({"equipped": [{"item": "Longsword", "active": ["ablaze"], "attuned": True}]}, ["Longsword active ablaze", "Longsword attuned"]),
        ({"equipped": [{"item": "Dagger", "grip": "two"}]}, ["Dagger grip two"]),
        ({"equipped": [{"item": "Greatsword", "grip": "one"}]}, ["Greatsword grip one"]),
        ({"conditions": [{"name": "poisoned", "level": 3}, {"name": "exhaustion", "level": 2}]}, ["poisoned level 3"]),
        ({"toggles": ["cursed", "ablaze"], "equipped": ["Berserker Greataxe", "Flame Tongue Longsword"]}, []),
        ({"equipped": [{"item": "Longsword", "grip": "two"}, {"item": "Luck Blade Shortsword", "attuned": True}]}, []),
    ],
)  # fmt: skip
def test_what_a_document_states_in_vain_is_said(document, told):
    assert shown("5.1", **document)["notes"] == ([f"Given, but not used here: {'; '.join(told)}."] if told else [])


@pytest.mark.parametrize(("slot", "errors"), [("head", ["slot_unfit"]), ("offhand", []), ("hands", ["slot_unfit"])])
def test_a_slot_that_does_not_suit_is_an_error(slot, errors):
    assert shown("5.1", equipped=[{"item": "Longsword", "slot": slot}])["errors"] == errors


def test_a_sheet_of_known_words_has_no_notes():
    assert shown("5.1", character={"classes": ["fighter 3"], "race": "hill dwarf", "features": ["defense_style"]})["notes"] == []


@each_row(
    ("training", "equipped", "expected"),
    [
        ({"armor": ["all armor", "shields"]}, ["Plate Armor", "Shield"], {"ac": 20, "saveModes": {"dex": "normal"}}),
        ({"armor": ["All Armor"]}, ["Plate Armor"], {"saveModes": {"dex": "normal"}}),
        ({"armor": ["all armor"]}, ["Shield"], {"ac": 10}),
        ({"armor": ["all"]}, ["Plate Armor", "Shield"], {"ac": 20}),
        ({"armor": ["Light armor", "Medium armor"]}, ["Half Plate Armor"], {"saveModes": {"dex": "normal"}}),
        ({"armor": ["none"]}, ["Leather Armor"], {"saveModes": {"dex": "disadvantage"}}),
        ({"weapons": ["all"]}, ["Longsword"], {"attacks": {"Longsword": {"toHit": 2}}}),
        ({"weapons": ["simple weapons", "Martial Weapons"]}, ["Longsword"], {"attacks": {"Longsword": {"toHit": 2}}}),
        ({"weapons": ["simple weapons"]}, ["Longsword"], {"attacks": {"Longsword": {"toHit": 0}}}),
        ({"weapons": ["longswords"]}, ["Longsword +1"], {"attacks": {"Longsword +1": {"toHit": 3}}}),
    ],
    ids=json.dumps,
)
def test_training_is_read_as_people_write_it(training, equipped, expected):
    given = shown("5.2", character={"abilities": {"str": 10, "dex": 10}, "proficiencies": training}, equipped=equipped)
    assert not differing(given, expected) and given["notes"] == []


@each_row(
    ("ruleset", "race", "expected"),
    [
        ("5.1", "hill dwarf", {"speed": {"walk": 25}, "senses": {"darkvision": 60}}),
        ("5.1", "Dwarf (hill)", {"resistances": ["poison"]}),
        ("5.1", "dwarf, hill", {"hpMax": 10}),
        ("5.1", "lightfoot halfling", {"size": "small", "speed": {"walk": 25}}),
        ("5.1", "Rock Gnome", {"size": "small"}),
        ("5.1", "red dragonborn", {"resistances": ["fire"], "senses": {}}),
        ("5.2", "Silver Dragonborn", {"resistances": ["cold"], "senses": {"darkvision": 60}}),
        ("5.2", "wood elf", {"speed": {"walk": 35}, "senses": {"darkvision": 60}}),
        ("5.2", "drow", {"speed": {"walk": 30}, "senses": {"darkvision": 120}}),
        ("5.2", "high elf", {"skills": {"perception": 0}}),
        ("5.2", "chthonic tiefling", {"resistances": ["necrotic"], "senses": {"darkvision": 60}}),
        ("5.2", "stone goliath", {"speed": {"walk": 35}, "carryingCapacity": 300}),
    ],
)
def test_a_part_of_a_race_gives_what_both_give(ruleset, race, expected):
    given = shown(ruleset, character={"race": race, "classes": ["wizard 3"] if "hpMax" not in expected else ["barbarian 1"]})
    expected = {**expected, **({"hpMax": 13} if "hpMax" in expected else {})}
    assert not differing(given, expected) and not [n for n in given["notes"] if race in n]


@each_row(
    ("ruleset", "classes", "expected"),
    [
        ("5.1", ["Monk 5"], {"ac": 15, "speed": {"walk": 40}}),
        ("5.1", ["Barbarian 5"], {"ac": 15, "speed": {"walk": 40}}),
        ("5.1", ["Barbarian 4"], {"ac": 15, "speed": {"walk": 30}}),
        ("5.2", ["bard 2"], {"skills": {"arcana": 1}}),
        ("5.1", ["rogue 15"], {"saves": {"wis": 7}}),
        ("5.2", ["rogue 15"], {"saves": {"wis": 7, "cha": 5}}),
        ("5.1", ["paladin 3"], {"immunities": ["disease"]}),
        ("5.1", ["monk 10"], {"conditionImmunities": ["poisoned"]}),
    ],
)
def test_a_class_word_gives_what_its_levels_give(ruleset, classes, expected):
    scores = {"dex": 14, "con": 16, "wis": 14 + 2 * (classes == ["Monk 5"])}
    given = shown(ruleset, character={"classes": classes, "abilities": scores if "Monk 5" not in classes else {"dex": 14, "wis": 16}})
    assert not differing(given, expected)


def test_no_features_means_those_of_the_class_too():
    assert shown("5.1", character={"classes": ["monk 5"], "features": [], "abilities": {"dex": 14, "wis": 16}})["ac"] == 12


def test_what_a_sheet_does_not_know_is_named_with_what_may_be_meant():
    rules = book("5.1")
    document = {"character": {"classes": ["wizrd 5"]}, "equipped": ["Longswrd"], "carried": [{"item": "Shieldd"}], "effects": ["Bles"]}
    notes = " ".join(sheet_json(situation(SheetDocument.model_validate(document), rules), rules)["notes"])
    for wrong, meant in (("Longswrd", "Longsword"), ("Shieldd", "Shield"), ("Bles", "Bless"), ("wizrd", "wizard")):
        assert re.search(rf"{wrong!r}[^?]*Did you mean {meant}\b", notes), (wrong, notes)
