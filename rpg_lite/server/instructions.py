"""The instructions of the server, which a model reads before its first call, and the titles of the tools."""

from functools import cache, reduce
from typing import Final

from rpg_lite.operations.role_table import listed_for
from rpg_lite.vocabulary import Role

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

_PLACES: Final = """\
Places count. Say relations, no coordinates: move to "in reach of Ogre"; cast with catch ["Goblin 1"], spare ["party"]: rpg-lite finds the place and everybody inside; never list them. \
"may strike": act "Opportunity Attack", answer true."""
_SHORTER: Final = (
    ("these roll dice, ask for saves, deal damage and spend slots themselves: never do this again yourself. damage", "these roll and spend by themselves. damage"),
    ("manage_tools: the tools, prompts and house rules in use.", "manage_tools: tools in use."),
    ("only when an answer says that a name is ambiguous", "only when a name is ambiguous"),
    ("A text \"for you to judge\" has no number in the rules: you decide, then record it.", _PLACES),
)
"""The texts that make room for places in campaigns that measure."""

_OTHERS: Final = """\
rpg-lite keeps the facts of a tabletop RPG campaign (D&D 5e): who carries, wears and knows what, where everyone is, and every \
number with its reasons. {part}; never invent an item, a roll or a number: call.
Session start: read_campaign {{"operation":"context"}}: party, place, fight and journal in one. The reasons for a number: read_campaign \
{{"operation":"character","characterName":"Thorin","stats":["ac"]}}. The rules: read_campaign {{"operation":"lookup","query":"Fireball"}}, "wizard level 3".
Your operations:
{operations}
Names are enough; use an id (i12.3) only when an answer says that a name is ambiguous.
A refusal changed nothing; it says what to send instead."""
_PARTS: Final[dict[Role, str]] = {
    "player": "Somebody else is the game master and tells the story; you play your own characters",
    "viewer": "Somebody else is the game master and tells the story; you look on",
}


@cache
def instructions_for(role: Role, places: bool = False) -> str:
    """Return the instructions for a client of this role; those of players and viewers name only the operations that they have. `places`: of a campaign that
    measures.
    """
    if role == "gm":
        return reduce(lambda text, part: text.replace(*part), _SHORTER, INSTRUCTIONS) if places else INSTRUCTIONS
    told = ((tool, ", ".join(listed_for(role, tool, places))) for tool in TITLES)
    return (_OTHERS + (f"\n{_PLACES}" if places and role == "player" else "")).format(part=_PARTS[role], operations="\n".join(f"{tool}: {verbs}." for tool, verbs in told if verbs))


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
