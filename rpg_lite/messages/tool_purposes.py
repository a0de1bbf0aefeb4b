"""The purpose of each tool, which a model reads with its schema."""

from typing import Final

PURPOSES: Final[dict[str, str]] = {
    "manage_inventory": (
        "Tabletop RPG (D&D 5e): gear of heroes, creatures, chests and rooms. Name the owner (characterName or bagName), the operation "
        "and the item; the answer says what is now true and which numbers changed. An item is a template's name "
        '("Plate Armor") or an object of your own; for more keys than listed, see resource items://schema.'
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
    "manage_tools": "Tabletop RPG (D&D 5e): the tools, prompts and house rules that a room or a character uses, and the scenes that are loaded.",
    "keep_journal": (
        "Tabletop RPG (D&D 5e): words spoken aloud, and the campaign's journal: clues, decisions, ideas, milestones; quests with their steps. "
        "Read it with read_campaign journal."
    ),
}
