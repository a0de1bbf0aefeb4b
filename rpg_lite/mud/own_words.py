"""Rewrite the tools' sentences for players: they name verbs instead of calls and keys."""

import re
from typing import Final

_CALLS: Final[tuple[tuple[str, str], ...]] = (
    (r"execute_action save with ability death", "save death"),
    (r"execute_action save\b", "save death"),
    (r"execute_action end_fight", "end"),
    (r"execute_action start_fight", "fight"),
    (r"manage_condition apply stable", "call apply condition=stable"),
    (r"manage_condition remove (\w+)", r"cure NAME of \1"),
    (r"manage_condition remove", "cure NAME of CONDITION"),
    (r"manage_character rest", "rest short"),
    (r"manage_character update with party false changes that", "call update party=false changes that"),
    (r"manage_character create with character\.party true", "hero NAME CLASS"),
    (r"manage_character create", "hero or spawn"),
    (r"manage_inventory identify", "identify THING"),
    (r"manage_room go", "go"),
    (r"manage_tools equip", "equip room"),
)
"""Calls in sentences → what a player types."""
_KEYS: Final[tuple[tuple[str, str], ...]] = (
    (r"\(send with\)", "(attack NAME adding …)"),
    (r"send targets to play it", "name them with at"),
    (r"send force true", "end the line with --force"),
    (r"force true (?=to )", "--force "),
    (r"send answer true", "type answer"),
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
    (r"to join it: \S+ \{.*?\}\.", "to join it: fight."),
)
"""Keys in sentences → what a player types."""
_LEFT: Final = re.compile(r"\b(?:execute_action|manage_\w+|read_campaign|keep_journal) (\w+)")
_SEND: Final = re.compile(r"\bsend (?=[a-z])")
_UNDO: Final = re.compile(r" \(undo again restores it[^()]*\)")
_RULES: Final = tuple((re.compile(pattern), words) for pattern, words in (*_KEYS, *_CALLS))


def in_verbs(text: str) -> str:
    """The text with the verbs of play.

    >>> in_verbs("Mira makes a death save (execute_action save with ability death).")
    'Mira makes a death save (save death).'
    >>> in_verbs("Sleep is for those inside its area: name them, or send force true to play it on nobody")
    'Sleep is for those inside its area: name them, or end the line with --force to play it on nobody'
    """
    for pattern, words in _RULES:
        text = pattern.sub(words, text)
    return _SEND.sub("add ", _LEFT.sub(r"call \1", _UNDO.sub(" (redo restores it; undo goes further back)", text)))
