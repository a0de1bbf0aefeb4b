"""Replace words that only calls need by those that people read and type: "hitDice" is "hit dice", "sleight_of_hand" is "sleight of hand"."""

import re
from functools import cache
from typing import Final

from pydantic.alias_generators import to_camel

from rpg_lite.operations.registry import OPERATIONS
from rpg_lite.rules.acts.words import TABLE_WORDS
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.vocabulary import ABILITIES, SKILLS

_OTHERS: Final = ("standard_array", "point_buy", "short_rest", "long_rest")
_SAID: Final = {"hpMax": "maximum hit points", "tempHp": "temporary hit points"}
"""Keys that would not be words without their capitals."""
_TARGET: Final = re.compile(r"(?<![\w.:])(save|check|skill|speed|ability)\.([a-z_]+)(?![\w=.])")
_OF: Final = re.compile(r"(?<=[a-z])\.(?=[A-Z][\w' ]* is )")
"""The point in the path of a value that belongs to a name: "hit dice.Brenna is 99"."""
_CAPITAL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


def plain(text: str) -> str:
    """The text with words in place of keys. Parts of a line to type, such as KEY=VALUE or NAME:NAME, stay unchanged.

    >>> plain("HitDice is 99; hpMax 15. Skilled: sleight_of_hand. call export characterName=Bo turn:one_action")
    'Hit dice is 99; maximum hit points 15. Skilled: sleight of hand. call export characterName=Bo turn:one_action'
    >>> plain("HitDice.Brenna is 99")
    'Hit dice of Brenna is 99'
    """
    return _OF.sub(" of ", _TARGET.sub(_of_target, _known().sub(_in_words, text)))


def _of_target(found: re.Match[str]) -> str:
    """The number that a modifier changes.

    >>> plain("- save.all +1, speed.all zero, skill.stealth disadvantage, ability.str set 19")
    '- all saves +1, all speeds zero, stealth disadvantage, STR set 19'
    """
    kind, which = found[1], found[2].replace("_", " ")
    if which == "all":
        return f"all {kind}s"
    which = which.upper() if which in ABILITIES else which
    return which if kind in ("skill", "ability") else f"{which} {kind}"


def _in_words(found: re.Match[str]) -> str:
    word = found[0]
    key = word[0].lower() + word[1:]
    said = _SAID.get(key) or _CAPITAL.sub(" ", key).lower().replace("_", " ")
    return said[0].upper() + said[1:] if word[0].isupper() else said


@cache
def _known() -> re.Pattern[str]:
    """Every key of calls and sheets, and every name of an operation, a skill or a word of the table, that is not a plain word."""
    fields = {name for operation in OPERATIONS for name in operation.model.model_fields} | {*CharacterDocument.model_fields}
    keys = {key for name in fields if (key := to_camel(name.rstrip("_"))) != name}
    named = {word for word in (*(o.verb for o in OPERATIONS), *SKILLS, *TABLE_WORDS, *_OTHERS) if "_" in word}
    words = sorted({*keys, *(key[0].upper() + key[1:] for key in keys), *named}, key=len, reverse=True)
    return re.compile(rf"(?<![\w.:=/])(?:{'|'.join(map(re.escape, words))})(?![\w:=/])")
