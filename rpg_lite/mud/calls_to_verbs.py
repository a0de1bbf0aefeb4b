"""Rewrite the tools' sentences for players, with verbs in place of calls and keys."""

import re
from typing import Final

from rpg_lite.mud import verbs

_CALLS: Final[tuple[tuple[str, str], ...]] = (
    (r"execute_action save with ability death", "save death"),
    (r"execute_action save\b", "save death"),
    (r"execute_action end_fight", "end"),
    (r"execute_action end with characterName ([^;]+?) and spell ([^;]+?) ends", r"end \2 by \1 ends"),
    (r"execute_action start_fight", "fight"),
    (r"manage_condition apply stable", "act stabilize at NAME"),
    (r"([^.;]+?) is not locked; manage_inventory view shows", r"\1 is not locked; look in \1 shows"),
    (r"manage_inventory view", "look in NAME"),
    (r"manage_inventory give", "grant"),
    (r"keep_journal progress", "quests NAME STATUS"),
    (
        r"leads off the map; create or portal with direction (\S+) connects a room to it",
        r"leads off the map: create NAME toward \1, or portal \1 ROOM, says what lies there",
    ),
    (r"\(level_up\)", "(level up)"),
    (r"\(advance with duration ([^)]+?) moves it\)", r"(wait \1 moves it)"),
    (r"manage_condition remove (\w+)", r"cure NAME of \1"),
    (r"manage_condition remove", "cure NAME of CONDITION"),
    (r"manage_character rest", "rest"),
    (
        r"brings ([^,]+) back, or manage_character update sets",
        r'brings \1 back, or call update characterName="\1" character={"hp": 1} sets',
    ),
    (r"manage_character update with party false changes that", 'call update characterName=NAME character={"party": false} changes that'),
    (r"manage_character create with character\.party true", "hero NAME CLASS"),
    (r"manage_character create", "hero or spawn"),
    (r"manage_inventory identify", "identify THING"),
    (r"manage_room go", "go"),
    (r"manage_tools equip", "equip room"),
)
"""Calls in sentences → the words that a player types."""
_KEYS: Final[tuple[tuple[str, str], ...]] = (
    (r"\(send with\)", "(attack NAME adding …)"),
    (r"\(key: with\)", "(end the line with adding and that word)"),
    (r"asks for a choice; allowed: ([^.]+)", r"asks for a choice; end the line with choosing and one of these: \1"),
    (r"send skill (\w+)", r"add by \1"),
    (r"send price(?= for all of it)", "add for PRICE"),
    (r"send price", "add for PRICE"),
    (r"send a larger around", "map with a larger number shows them"),
    (r"this is not plain JSON text: .*?nested too deeply", "that contains control characters; type it without them"),
    (r"This is not plain JSON text: .*?nested too deeply", "That contains control characters; type it without them"),
    (r" or an object \{[^{}]*\}", ""),
    (r", turn_end:source or this_turn", ""),
    (r"\bchoices\.(?=\w)", ""),
    (r"\bspells\.(?=\w)", ""),
    (r"send targets to play it", "name them with at"),
    (r"send force true", "end the line with --force"),
    (r"force true (?=to )", "--force "),
    (r"\bforce true (?=overrides)", "--force at the end "),
    (r"send answer true", "type answer"),
    (r"send (?:exactly )?one of the allowed fields; allowed: [\w, ]+", "name it"),
    (r"send (?:exactly )?one of the allowed fields", "name it"),
    (r"send withContents true", "call remove withContents=true"),
    (r"send all true", "call remove all=true"),
    (r"send replace true", "call import replace=true"),
    (r"send class\b", "name the class: level up CLASS"),
    (r"send slot\b", "add in SLOT"),
    (r"send magical true or false", "call apply magical=true or magical=false"),
    (r"send the concentrating character as source", "call apply source=NAME"),
    (r"send characterName party for the whole party", "type as party, then rest"),
    (r"send any advantage as the mode of the attack", "call attack mode=advantage"),
    (r"send xp or milestone", "award N or award milestone"),
    (r"send kind\b", "lookup the kind first: lookup spell NAME"),
    (r"; send (?:targetId|itemId|characterId|bagId|toId|[a-z]+Id)\b", "; name the one you mean"),
    (r"send dc with search", "search DC"),
    (r"send characterName\b", "add by NAME"),
    (r"send bagName\b", "name it"),
    (r"send direction\b", "name the direction"),
    (r", or force a door with manage_room unlock and skill athletics", "; unlock NAME by athletics forces a door"),
    (r"so strike it after manage_character \{.*\}", "which only the game master gives it"),
    (r"to join it: \S+ \{.*?\}\.", "to join it: fight."),
    (r"may use ([^:.]+) now: \S+ \{.*?\}\.", r"may use \1 now: act \1."),
    (r"this casts a stored spell: \S+ \{.*?\}\.", "this casts a stored spell: cast SPELL."),
)
"""Keys in sentences → the words that a player types."""
_LEFT: Final = re.compile(r"\b(?:execute_action|manage_\w+|read_campaign|keep_journal) (\w+)")
_SEND: Final = re.compile(r"\bsend (?=[a-z])")
_VERBS_OF: Final = {
    "level_up": "level up",
    "advance": "wait",
    "transfer": "give",
    "start_fight": "fight",
    "end_fight": "end",
    "next_turn": "next",
}
"""Operations whose verb has another name."""
_UNDO: Final = re.compile(r" \(undo again restores it[^()]*\)")
_RULES: Final = tuple((re.compile(pattern), words) for pattern, words in (*_KEYS, *_CALLS))


def in_verbs(text: str) -> str:
    """Return the text with the verbs of play.

    >>> in_verbs("Mira makes a death save (execute_action save with ability death).")
    'Mira makes a death save (save death).'
    >>> in_verbs("Sleep is for those inside its area: name them, or send force true to play it on nobody")
    'Sleep is for those inside its area: name them, or end the line with --force to play it on nobody'
    """
    for pattern, words in _RULES:
        text = pattern.sub(words, text)
    return _SEND.sub("add ", _LEFT.sub(_verb_of, _UNDO.sub(" (redo restores it; undo goes further back)", text)))


def _verb_of(call: re.Match[str]) -> str:
    """The verb that makes the call; for an operation without one, the verb that makes every call."""
    operation = call[1]
    return _VERBS_OF.get(operation) or (operation if operation in verbs.VERBS else f"call {operation}")
