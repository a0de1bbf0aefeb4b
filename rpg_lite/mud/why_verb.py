"""The verb why: explain a number of the sheet by its parts, or, if the line names no number, explain the turn rules. Apart because its
answer comes from two readings and not from one call.
"""

import re
from collections.abc import Iterator
from typing import Final

from rpg_lite.mud.exploration import one
from rpg_lite.mud.in_sight import Scene
from rpg_lite.mud.line_tokenizer import Ambiguous, Ask, Chore, parts
from rpg_lite.vocabulary import ABILITIES, SKILLS

ASK: Final = (
    "Ask for a number of the sheet, such as why ac, why stealth, why speed, why dex save or why attack; why alone explains the turn."
)
_ABILITY: Final = re.compile(rf"\b({'|'.join(ABILITIES)})(?:ength|terity|stitution|elligence|dom|risma)?\b")
_WORDS: Final = (
    (re.compile(r"\b(?:ac|armou?r)\b"), "ac"),
    (re.compile(r"\bpassive\b"), "passive.perception"),
    (re.compile(r"\b(?:hp|hit points?|health)\b"), "hpMax"),
    (re.compile(r"\b(?:speed|slow|fast)\b"), "speed.walk"),
    (re.compile(r"\binitiative\b"), "initiative"),
    (re.compile(r"\b(?:attacks?|to hit|damage)\b"), "attacks"),
    (re.compile(r"\bproficiency\b"), "proficiencyBonus"),
)


def why(text: str, scene: Scene) -> Ask | Chore:
    """[NUMBER] by NAME: "my AC", "is Stealth so low?"."""
    wanted, by = parts(text.rstrip("?! "), "by")
    if not wanted:
        return Chore("why")
    stat = next(_stats(wanted.casefold()), None)
    if stat is None:
        raise Ambiguous(ASK)
    return Ask("read_campaign", {**one(scene, by), "operation": "character", "stats": [stat]})


def _stats(text: str) -> Iterator[str]:
    """The numbers that the text may mean, the most certain first.

    >>> next(_stats("is my sleight of hand so low")), next(_stats("dexterity save")), next(_stats("con"))
    ('skills.sleight_of_hand', 'saves.dex', 'abilities.con')
    """
    yield from (stat for word, stat in _WORDS if word.search(text) and stat == "passive.perception")
    yield from (f"skills.{skill}" for skill in SKILLS if skill.replace("_", " ") in text)
    if named := _ABILITY.search(text):
        yield f"{'saves' if 'sav' in text else 'abilities'}.{named[1]}"
    yield from (stat for word, stat in _WORDS if word.search(text))
