"""Calls as language models send them: the call as the tools list it, and other forms of it that mean the same."""

import json
from typing import Any, Final

Call = dict[str, Any]

GEAR, SHOWN, HERO, STATE, ACT, ROOM, KEPT = (
    "manage_inventory", "read_campaign", "manage_character", "manage_condition", "execute_action", "manage_room", "keep_journal",
)  # fmt: skip
MARA, PIP, OGRE = {"characterName": "Mara"}, {"characterName": "Pip"}, {"targetName": "Ogre"}

MADE: Final[tuple[tuple[str, Call], ...]] = (
    (HERO, {"operation": "create", "name": "Mara", "character": {"classes": ["cleric 5"], "abilities": {"str": 16, "wis": 16}, "party": True, "hp": 20}}),
    (HERO, {"operation": "prepare", **MARA, "spells": ["Bless"]}),
    (HERO, {"operation": "create", "name": "Pip", "character": {"classes": ["wizard 5"], "abilities": {"int": 16}, "party": True, "xp": 14000, "spells": {"prepared": ["Magic Missile"]}}}),
    (HERO, {"operation": "create", "template": "Ogre"}),
    (GEAR, {"operation": "give", "bagName": "floor", "item": {"name": "Bone Key", "type": "tool", "weight": 0.1}}),
    (GEAR, {"operation": "give", "bagName": "floor", "template": "Chest"}),
    (GEAR, {"operation": "give", "bagName": "Chest", "item": {"name": "Silver Idol", "type": "treasure", "weight": 2}}),
    (GEAR, {"operation": "give", **MARA, "template": "Torch", "quantity": 5}),
    (GEAR, {"operation": "give", **MARA, "template": "gp", "quantity": 90}),
    (ROOM, {"operation": "create", "name": "Hall", "direction": "north"}),
    (KEPT, {"operation": "quest", "name": "Find Elsa, the smith"}),
)  # fmt: skip

TORCH = {"operation": "give", **MARA, "template": "Torch"}
ATHLETICS = {"operation": "check", **MARA, "skill": "athletics", "dc": 12}
SAVE = {"operation": "save", **MARA, "ability": "dex", "dc": 12}
BURNT = {"operation": "damage", **MARA, "damageType": "fire"}
MISSILE = {"operation": "cast", **PIP, "spell": "Magic Missile", "targets": ["Ogre"], "slot": 2}
BLESS = {"operation": "cast", **MARA, "spell": "Bless", "targets": ["Mara", "Pip"]}
FIGHT = {"operation": "start_fight", "names": ["Mara", "Ogre"]}
HOUR = {"operation": "advance", "duration": "1 hour"}
POISONED = {"operation": "apply", **MARA, "condition": "poisoned", "duration": "1 minute"}
ODD = {"operation": "give", **MARA, "item": {"name": "Odd Key", "type": "tool", "weight": 1, "value": 0.5}}
BARD = {"operation": "create", "name": "Lyra", "character": {"classes": ["Bard 4"]}}
PAIR = {"operation": "create", "name": "Lyra", "character": {"classes": ["Fighter 3", "Rogue 2"]}}
MAGE = {"operation": "create", "name": "Lyra", "character": {"classes": ["wizard 3"], "race": "Elf", "abilities": {"int": 16}}}
HURT = {"operation": "update", **MARA, "character": {"hp": 5}}
TAKEN = {"operation": "transfer", "bagName": "floor", "itemName": "Bone Key", "toCharacterName": "Pip"}
LOOTED = {"operation": "transfer", "bagName": "Chest", "toCharacterName": "Pip", "all": True}
GOBLINS = {"operation": "create", "template": "Goblin", "count": 2}


def other(call: Call, *without: str, **changed: Any) -> Call:
    """The call with other values, and without some keys."""
    return {k: v for k, v in {**call, **changed}.items() if k not in without}


FORMS: Final[list[tuple[str, Call, list[Any]]]] = [
    # the shape of the call
    (GEAR, TORCH, [
        *(other(TORCH, operation=verb) for verb in ("GIVE", " give ", "Give", "manage_inventory.give", "add", "add_item", "grant")),
        {"Operation": "give", "CharacterName": "Mara", "Template": "Torch"}, {"OPERATION": "give", "CHARACTERNAME": "Mara", "TEMPLATE": "Torch"},
        *({"operation": "give", key: "Mara", "template": "Torch"} for key in ("character name", "character-name", "character_name", "CHARACTER_NAME")),
        *({wrapping: TORCH} for wrapping in ("params", "parameters", "arguments", "args", "input", "payload")),
        {"operation": "give", "params": other(TORCH, "operation")}, {"name": "manage_inventory", "arguments": TORCH}, {"input": json.dumps(TORCH)},
        {"name": "give", "arguments": other(TORCH, "operation")}, {"give": other(TORCH, "operation")}, {"give": {"template": "Torch"}, **MARA},
        *({key: "give", **other(TORCH, "operation")} for key in ("action", "op", "command")), json.dumps(TORCH),
        {"batch": TORCH}, {"batch": json.dumps([TORCH])}, {"operations": [TORCH]}, [TORCH],
        other(TORCH, itemId=None), other(TORCH, itemId="null"), other(TORCH, bagName=""), other(TORCH, equip="false"), other(TORCH, "template", item="Torch"),
        other(TORCH, "template", itemName="Torch"), other(TORCH, "characterName", to="Mara"), other(TORCH, "characterName", recipient="Mara"),
        other(TORCH, quantity="1"), other(TORCH, quantity="one"), other(TORCH, template=" torch "), other(TORCH, template="1 torch"),
        {"operation": "add", **MARA, "itemName": "Torch"}, {"operation": "add_item", "character": "Mara", "item_name": "Torch", "qty": 1},
    ]),
    (GEAR, other(TORCH, quantity=3), [
        *(other(TORCH, quantity=three) for three in ("3", "x3", "3x", 3.0, "three", "3 pieces")),
        *(other(TORCH, template=torches) for torches in ("3 torches", "Torch x3", "3x Torch")), other(TORCH, "template", item="3 torches"),
    ]),
    (GEAR, other(TORCH, dryRun=True), [other(TORCH, DryRun=True), other(TORCH, dry_run="true"), other(TORCH, dryRun="True")]),
    (GEAR, {"operation": "view", **MARA, "detail": "full"}, [{"operation": "view", **MARA, "detail": "Full"}, {"operation": "View", "name": "Mara", "detail": "FULL"}]),
    (GEAR, {"operation": "give", **MARA, "template": "gp", "quantity": 50}, [
        {"operation": "give", **MARA, "item": "50 gp"}, {"operation": "give", **MARA, "template": "50 gp"},
        {"operation": "add_gold", **MARA, "amount": 50}, {"operation": "give_gold", "characterName": "Mara", "quantity": "50"},
    ]),
    (GEAR, ODD, [
        other(ODD, item={"Name": "Odd Key", "Type": "Tool", "Weight": "1", "VALUE": "0.5"}),
        *(other(ODD, item={**ODD["item"], "weight": one}) for one in ("1", "1 lb", "1 lb.", "1 pound", "16 oz")),
        *(other(ODD, item={**ODD["item"], "value": half}) for half in ("0.5", "5 sp", "0.5 gp", "50 cp")),
        other(ODD, item=json.dumps(ODD["item"])),
    ]),
    (GEAR, TAKEN, [
        *({"operation": verb, **PIP, "itemName": "Bone Key"} for verb in ("pick_up", "pickUp", "take", "grab", "collect")),
        {"operation": "pick_up", "who": "Pip", "item": "Bone Key", "qty": "1"}, {"operation": "take", **PIP, "itemName": "Bone Key", "bagName": "floor"},
    ]),
    (GEAR, LOOTED, [
        {"operation": "loot", "bagName": "Chest", "toCharacterName": "Pip"}, {"operation": "loot", **PIP, "bagName": "Chest"},
        {"operation": "loot", **PIP, "fromName": "Chest"}, {"operation": "loot", "who": "Pip", "container": "Chest"},
    ]),
    (GEAR, other(LOOTED, "all", itemName="Silver Idol"), [
        {"operation": "take", **PIP, "itemName": "Silver Idol", "fromName": "Chest"}, {"operation": "take", **PIP, "itemName": "Silver Idol"},
        {"operation": "loot", **PIP, "item": "Silver Idol", "container": "Chest"},
    ]),
    (GEAR, {"operation": "transfer", **MARA, "itemName": "Torch", "toName": "floor"}, [
        {"operation": "drop", **MARA, "itemName": "Torch"}, {"operation": "put_down", "character": "Mara", "item": "Torch"},
    ]),
    (GEAR, {"operation": "transfer", **MARA, "itemName": "gp", "quantity": 50, "toCharacterName": "Pip"}, [
        {"operation": "transfer", **MARA, "itemName": "50 gp", "toCharacterName": "Pip"},
        {"operation": "hand_over", "from": "Mara", "item": "gp", "amount": "50", "toCharacterName": "Pip"},
    ]),
    (GEAR, {"operation": "remove", **MARA, "itemName": "Torch"}, [
        *({"operation": verb, **MARA, "itemName": "Torch"} for verb in ("remove_item", "delete", "destroy", "REMOVE")),
    ]),
    (GEAR, {"operation": "give", **MARA, "item": {"name": "Diamond", "type": "treasure", "value": 300}}, [
        *({"operation": "give", **MARA, "template": gem} for gem in ("Diamond (300 gp)", "Diamond worth 300 gp", "300 gp diamond")),
    ]),
    # one value where a list is due, and the other way
    (ACT, FIGHT, [
        *(other(FIGHT, names=both) for both in ("Mara, Ogre", "Mara; Ogre", '["Mara", "Ogre"]', "Mara, and Ogre")),
        *(other(FIGHT, operation=verb) for verb in ("startFight", "start fight", "START_FIGHT", "start_combat", "start-fight")),
        other(FIGHT, "names", participants=["Mara", "Ogre"]), other(FIGHT, "names", combatants="Mara, Ogre"),
    ]),
    (ACT, other(FIGHT, names=["party"]), [other(FIGHT, names="party")]),
    (ACT, other(FIGHT, surprised=["Ogre"]), [other(FIGHT, surprised="Ogre"), other(FIGHT, Surprised='["Ogre"]')]),
    (ACT, other(ATHLETICS, d20=[15]), [other(ATHLETICS, d20=fifteen) for fifteen in (15, "15", "[15]", ["15"])]),
    (ACT, other(ATHLETICS, d20=[15, 3], mode="advantage"), [
        other(ATHLETICS, d20="15, 3", mode="Advantage"), other(ATHLETICS, d20=[15, 3], advantage=True)]),
    (SHOWN, {"operation": "character", **MARA, "stats": ["ac"]}, [
        {"operation": "character", **MARA, "stats": "ac"}, {"operation": "get_character", "name": "Mara", "stats": "ac"}]),
    (SHOWN, {"operation": "character", **MARA, "stats": ["ac", "saves.dex"]}, [{"operation": "character", **MARA, "stats": "ac, saves.dex"}]),
    (HERO, {"operation": "prepare", **MARA, "spells": ["Bless", "Cure Wounds"]}, [
        {"operation": "prepare", **MARA, "spells": "Bless, Cure Wounds"}, {"operation": "prepare", **MARA, "spells": '["Bless", "Cure Wounds"]'}]),
    (HERO, {"operation": "update", **MARA, "unset": ["alignment"]}, [{"operation": "update", **MARA, "unset": "alignment"}]),
    (KEPT, {"operation": "quest", "name": "Ask Tom", "under": ["Find Elsa, the smith"]}, [{"operation": "quest", "name": "Ask Tom", "under": "Find Elsa, the smith"}]),
    (HERO, {"operation": "award", "names": ["party"], "xp": 1200}, [
        *({"operation": "award", "names": "party", "xp": xp} for xp in (1200, "1200", "1,200", "1200 xp", "1,200 XP")),
        {"operation": "award_xp", "names": ["party"], "amount": 1200}]),
    (KEPT, {"operation": "tell", "text": "Rain.", "names": ["Mara"]}, [{"operation": "tell", "text": "Rain.", "names": "Mara"}]),
    (ROOM, {"operation": "create", "name": "Pantry", "notes": ["Cheese, and mice."]}, [{"operation": "create", "name": "Pantry", "notes": "Cheese, and mice."}]),
    (STATE, {"operation": "apply", **MARA, "condition": "prone"}, [
        {"operation": "apply", **MARA, "condition": ["prone"]}, {"operation": "apply", **MARA, "conditions": ["prone"]},
        {"operation": "apply_condition", **MARA, "condition": "Prone"}, {"operation": "add_condition", "target": "Mara", "status": "PRONE"}]),
    (STATE, {"operation": "apply", **MARA, "condition": "exhaustion", "level": 2}, [
        {"operation": "apply", **MARA, "condition": "exhaustion 2"}, {"operation": "apply", **MARA, "condition": "exhaustion (level 2)"},
        {"operation": "apply", **MARA, "condition": "Exhaustion", "level": "level 2"}, {"operation": "apply", **MARA, "condition": "exhaustion", "level": "2nd"}]),
    # numbers
    (ACT, ATHLETICS, [
        *(other(ATHLETICS, dc=twelve) for twelve in ("12", "DC 12", "DC12", 12.0, "dc: 12")), other(ATHLETICS, "dc", difficulty="12"),
        *(other(ATHLETICS, skill=skill) for skill in ("Athletics", "ATHLETICS", "athletics check", "Athletics Check")),
        other(ATHLETICS, operation="skill_check"), other(ATHLETICS, operation="ability_check", dc="DC 12")]),
    (ACT, SAVE, [
        *(other(SAVE, ability=dex) for dex in ("DEX", "Dexterity", "DEX save", "dexterity saving throw")), other(SAVE, dc="DC 12"),
        {"operation": "saving_throw", "character": "Mara", "stat": "dexterity", "difficulty": "DC 12"}]),
    (ACT, other(BURNT, dice="2d6"), [
        other(BURNT, amount="2d6"), other(BURNT, "damageType", amount="2d6 fire"), other(BURNT, amount="2D6", damageType="Fire"),
        {"operation": "deal_damage", "targetName": "Mara", "amount": "2d6", "type": "Fire"}]),
    (ACT, other(BURNT, amount=5), [
        *(other(BURNT, amount=five) for five in ("5", "5 points", "5 hp", 5.0, "five", "5 damage")), other(BURNT, amount=5, damageType="fire damage"),
        other(BURNT, "damageType", amount="5 fire"), other(BURNT, damage=5), {"operation": "damage", "target": "Mara", "amount": "5", "type": "Fire"}]),
    (ACT, {"operation": "heal", **MARA, "dice": "2d4+2"}, [
        {"operation": "heal", **MARA, "amount": "2d4+2"}, {"operation": "heal", "targetName": "Mara", "amount": "2d4+2"}]),
    (ACT, {"operation": "heal", **MARA, "amount": 5}, [{"operation": "heal", "targetName": "Mara", "amount": "5 hp"}, {"operation": "cure", **MARA, "hp": "5"}]),
    (ACT, {"operation": "roll", "dice": "2d6"}, [{"operation": "roll_dice", "notation": "2d6"}, {"operation": "ROLL", "formula": "2d6"}]),
    (ACT, MISSILE, [
        *(other(MISSILE, slot=second) for second in ("2", "2nd", "2nd level", "2nd-level", "level 2", 2.0)), other(MISSILE, targets="Ogre"),
        *(other(MISSILE, "slot", **{key: 2}) for key in ("level", "slotLevel", "spell_level", "slot_level")), other(MISSILE, "spell", spellName="Magic Missile"),
        other(MISSILE, "characterName", caster="Pip"), {"operation": "cast_spell", "caster": "Pip", "spellName": "Magic Missile", "target": "Ogre", "slotLevel": "2nd"}]),
    (ACT, BLESS, [
        *(other(BLESS, targets=both) for both in ("Mara, Pip", '["Mara","Pip"]')), other(BLESS, "targets", target="Mara, Pip"),
        {"operation": "cast_spell", "caster": "Mara", "spellName": "Bless", "targets": ["Mara", "Pip"]}]),
    (ACT, {"operation": "attack", **MARA, **OGRE, "itemName": "Unarmed Strike"}, [
        {"operation": "attack", "attacker": "Mara", "target": "the ogre", "weapon": "Unarmed Strike"},
        {"operation": "attack_roll", **MARA, **OGRE, "weapon": "unarmed strike"}]),
    (HERO, {"operation": "update", **MARA, "character": {"speed": {"walk": 40}}}, [
        *({"operation": "update", **MARA, "character": {"speed": forty}} for forty in (40, "40 ft", "40 feet", {"walk": "40 ft."}, {"Walk": "40'"}))]),
    (HERO, {"operation": "update", **MARA, "character": {"senses": {"darkvision": 60}}}, [
        *({"operation": "update", **MARA, "character": {"senses": {"darkvision": sixty}}} for sixty in ("60", "60 ft", "60 feet"))]),
    (ROOM, {"operation": "create", "name": "Attic", "direction": "up", "minutes": 10}, [
        {"operation": "create", "name": "Attic", "direction": "up", "minutes": "10 minutes"}, {"operation": "create_room", "name": "Attic", "direction": "up", "minutes": "10 min"}]),
    (HERO, GOBLINS, [
        other(GOBLINS, count="2"), other(GOBLINS, "count", quantity=2), {"operation": "spawn", "monster": "Goblin", "count": 2}, other(GOBLINS, operation="create_npc")]),
    # durations and times
    (HERO, HOUR, [
        *(other(HOUR, duration=hour) for hour in ("1h", "1 hr", "1 Hour", "an hour", "one hour", "60 min", "60m", "60 minutes")),
        other(HOUR, "duration", hours=1), other(HOUR, "duration", hours="1"), {"operation": "advance", "duration": 1, "unit": "hour"}, other(HOUR, "duration", time="1 hour"),
        {"operation": "wait", "duration": "1h"}]),
    (HERO, other(HOUR, duration="90 minutes"), [other(HOUR, duration=both) for both in ("1h 30m", "1 hour 30 minutes", "1.5 hours", "1 hr, 30 min", "90m")]),
    (STATE, POISONED, [
        *(other(POISONED, duration=minute) for minute in ("1 min", "1m", "Concentration, up to 1 minute", "up to 1 minute"))]),
    (STATE, other(POISONED, duration="2 rounds"), [other(POISONED, duration=two) for two in ("2 turns", "2 Rounds", "2rd", "12 seconds")]),
    (STATE, other(POISONED, duration="dawn"), [other(POISONED, duration=dawn) for dawn in ("until dawn", "until the next dawn", "Dawn")]),
    (HERO, {"operation": "rest", "kind": "long"}, [
        {"operation": "long_rest"}, {"operation": "rest", "kind": "Long Rest"}, {"operation": "rest", "kind": "LONG"}, {"operation": "rest", "restType": "long"},
        {"operation": "Long Rest"}]),
    # heroes
    (HERO, BARD, [
        *(other(BARD, character={"classes": bard}) for bard in (
            "Bard 4", [{"name": "Bard", "level": 4}], [{"class": "Bard", "level": 4}], {"Bard": 4}, ["Level 4 Bard"], ["Bard (4)"], ["Bard (level 4)"], ["Bard lvl 4"])),
        other(BARD, character={"class": "Bard", "level": 4}), other(BARD, character={"class": "Bard 4"}), other(BARD, character={"Classes": ["Bard 4"]}),
        {"operation": "create", "name": "Lyra", "class": "Bard", "level": 4}, {"operation": "create", "name": "Lyra", "classes": ["Bard 4"]},
        {"operation": "create", "characterName": "Lyra", "character": {"classes": ["Bard 4"]}}, {"operation": "create_character", **other(BARD, "operation")},
        {"operation": "create", "character": {"name": "Lyra", "classes": ["Bard 4"]}}]),
    (HERO, PAIR, [other(PAIR, character={"classes": pair}) for pair in (
        "Fighter 3 / Rogue 2", "Fighter 3, Rogue 2", "Fighter 3/Rogue 2", "Fighter 3 and Rogue 2", '["Fighter 3", "Rogue 2"]', {"Fighter": 3, "Rogue": 2})]),
    (HERO, MAGE, [
        {"operation": "create", "name": "Lyra", "classes": ["wizard 3"], "race": "Elf", "abilities": {"int": 16}},
        other(MAGE, character={"class": "wizard", "level": "3", "species": "Elf", "abilities": {"INT": "16"}}),
        other(MAGE, character={"classes": ["wizard 3"], "race": "Elf", "intelligence": 16}), other(MAGE, character={"classes": ["wizard 3"], "race": "Elf", "abilityScores": {"Intelligence": 16}}),
        other(MAGE, character={"classes": ["wizard 3"], "race": "Elf", "stats": {"int": 16}}),
        {"operation": "new_character", "characterName": "Lyra", "class": "wizard", "level": "3", "race": "Elf", "abilities": {"int": 16}}]),
    (HERO, HURT, [
        {"operation": "update", **MARA, "hp": 5}, {"operation": "update_hp", **MARA, "hp": 5}, {"operation": "set_hp", **MARA, "hp": "5"},
        other(HURT, character={"currentHp": 5}), other(HURT, character={"hitPoints": 5}), other(HURT, character={"HP": "5 hp"}), {"operation": "update", **MARA, "hitPoints": 5}]),
    (HERO, {"operation": "update", **MARA, "character": {"proficiencies": {"skills": {"stealth": 1}}}}, [
        {"operation": "update", **MARA, "character": {"skills": ["stealth"]}}, {"operation": "update", **MARA, "character": {"proficiencies": {"skills": "Stealth"}}},
        {"operation": "update", **MARA, "character": {"proficiencies": {"Skills": {"Stealth": "proficient"}}}}]),
    (HERO, {"operation": "level_up", **PIP}, [{"operation": verb, **PIP} for verb in ("levelUp", "level up", "LevelUp", "levelup", "gain_level")]),
    (ROOM, {"operation": "go", "direction": "north"}, [
        {"operation": "go", "direction": "North"}, {"operation": "go", "direction": "n"}, {"operation": "move", "direction": "north"}, {"operation": "Go", "dir": " north "}]),
    # what no form can tell
    (HERO, other(HOUR, duration="10 minutes"), [{"operation": "advance", "duration": 10}]),
    (HERO, HURT, [{"operation": "update", **MARA, "gold": 16}]),
]  # fmt: skip
