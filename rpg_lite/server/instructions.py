"""The texts that a model reads before its first call: the instructions of the server, and the purpose of each tool."""

from typing import Final

INSTRUCTIONS: Final = """\
rpg-lite keeps the facts of a tabletop RPG campaign (D&D 5e): who carries, wears and knows what, where everyone is, and every \
number with its reasons. You tell the story; never invent an item, a roll or a number: call.
Session start: read_campaign {"operation":"context"}: party, place, fight, journal and story in one. The reasons for a number: read_campaign \
{"operation":"character","characterName":"Thorin","stats":["ac"]}. The rules: read_campaign {"operation":"lookup","query":"Fireball"}, "wizard level 3", "cr 1/4 undead".
manage_inventory: give makes a NEW thing from nothing. Handing over, looting a chest, putting down: transfer (toName "floor"). \
remove: gone for good. equip, unequip, attune, unattune, use, identify. exchange: coins for others (toName).
manage_character: heroes, creatures (template "Goblin", count 6), rests, time. manage_condition: conditions and spells on them. \
execute_action: cast (spell, targets, slot), act (Second Wind, Dodge, Multiattack), attack (with "Sneak Attack"), check, save, fights in turns; \
these roll dice, ask for saves, deal damage and spend slots themselves: never do this again yourself. damage and heal are for what no spell, act or attack does. manage_room: look, go, search, doors, new rooms, route, map, join (change the scene; no time passes); a line "Hidden" is for you alone. \
manage_tools: the tools, prompts and house rules in use. keep_journal: speech, notes, decisions, quests. read_campaign: who, exits, rooms, inventory, examine, journal, quests, rules (the table's own pages).
Several at once: "batch":[…] up to 20, all or nothing; keys beside batch (characterName, operation, effect …) apply to all of it.
Names are enough; use an id (i12.3) only when an answer says that a name is ambiguous.
A refusal changed nothing; it says what to send instead. Unsure: "dryRun":true. Mistake: {"operation":"undo"}.
A text "for you to judge" has no number in the rules: you decide, then record it."""

DESCRIPTIONS: Final[dict[str, str]] = {
    "manage_inventory": (
        "Tabletop RPG (D&D 5e): gear of heroes, creatures, chests and rooms. Name the owner (characterName or bagName), the operation "
        "and the item; the answer says what is now true and which numbers changed. An item is a template's name "
        '("Plate Armor", "Ring of Protection") or an object of your own; for more item keys than listed, see the resource items://schema.'
    ),
    "read_campaign": (
        "Tabletop RPG (D&D 5e): read, without changing anything: context (all you need to go on), the party at a glance, a character's numbers with their reasons, "
        "the rulebook (lookup), the last commands, who is here, exits, known rooms, things in use and carried, a close look at one thing, the journal, the quests."
    ),
    "manage_character": (
        "Tabletop RPG (D&D 5e): create, change, import, export and retire heroes and creatures; rests, and time that passes."
    ),
    "manage_condition": "Tabletop RPG (D&D 5e): start and end conditions and spell effects on a creature; immunities block them.",
    "execute_action": (
        "Tabletop RPG (D&D 5e): spells, acts, attacks, checks, saves, damage, healing, dice, the turns of a fight; bonuses come from the sheet."
    ),
    "manage_room": "Tabletop RPG (D&D 5e): rooms, doors, hidden things, where each exit leads, and a map of the rooms that the party knows.",
    "manage_tools": "Tabletop RPG (D&D 5e): the tools, prompts and house rules that a room or a character uses.",
    "keep_journal": (
        "Tabletop RPG (D&D 5e): words spoken aloud, and the campaign's journal: clues, decisions, ideas, milestones; quests with their steps. "
        "Read it with read_campaign journal."
    ),
}
TITLES: Final[dict[str, str]] = {
    "manage_inventory": "Inventory",
    "read_campaign": "Campaign",
    "manage_character": "Characters",
    "manage_condition": "Conditions and effects",
    "execute_action": "Actions and fights",
    "manage_room": "Rooms and exits",
    "manage_tools": "Tools in use",
    "keep_journal": "Journal",
}
