"""The outcome of a deed from its stored answer, as far as everybody at the table may know it.

The answer is written for the game master, so only words that players' answers also have are read from it: whether an attack hits, the
points that were dealt, and whether a member's check succeeds. Armor class, hit points and names are never read from it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.world.history_records import Commit

_ATTACK: Final = re.compile(
    r"\b(?P<total>-?\d+) against AC -?\d+(?:, (?:dis)?advantage)?"
    r"(?:, (?P<weapon>a critical hit|a hit|a miss)(?:: (?P<dealt>[^.]*))?|\)[^.]*? (?:is|are) (?P<act>critically hit|hit|missed)(?! \d))"
)
_PART: Final = re.compile(r"(?P<taken>\d+)(?: of (?P<dealt>\d+))? (?P<type>[a-z]+)(?: \((?P<doubled>\d+), doubled)?")
_WORDS: Final = {"a critical hit": "critical hit", "critically hit": "critical hit", "a hit": "hit", "a miss": "miss", "missed": "miss"}
_VERDICT: Final = r": {total}, ((?:succeeds|fails)(?: against DC \d+)?|\d+ success(?:es)?, \d+ failures?)"
_VERB: Final = r" (?:casts|uses) "


@dataclass(frozen=True, slots=True)
class StrikeTold:
    """An attack: "hit", "miss" or "critical hit", and the damage dealt, (points, type) for each kind; empty if the answer does not have it."""

    came: str = ""
    dealt: tuple[tuple[int, str], ...] = ()


def text_of(commit: Commit) -> str:
    return str(commit.answer.get("text", ""))


def attack(commit: Commit, total: int) -> StrikeTold:
    """The outcome of the attack whose roll had this total."""
    found = next((m for m in _ATTACK.finditer(text_of(commit)) if int(m["total"]) == total), None)
    if found is None:
        return StrikeTold()
    word = found["weapon"] or found["act"]
    return StrikeTold(_WORDS.get(word, word), tuple(_dealt(found["dealt"] or "")))


def _dealt(text: str) -> Iterator[tuple[int, str]]:
    """The points before resistances and vulnerabilities, which are the target's own."""
    for part in text.split("; "):
        if found := _PART.match(part):
            yield int(found["doubled"] or found["dealt"] or found["taken"]), found["type"]


def verdict(commit: Commit, name: str, total: int) -> str:
    """The outcome of a check or a save of this creature: "fails against DC 10"; for a death save, the tally."""
    text = text_of(commit)
    if found := re.search(rf"{re.escape(name)}, [^:]*{_VERDICT.format(total=total)}", text):
        return found[1]
    found = re.search(rf"{re.escape(name)} \({total}[^)]*\)[^.:]*? (passes|pass|fails|fail|succeeds|succeed|does not succeed)\b", text)
    return {"pass": "passes", "fail": "fails", "succeed": "succeeds"}.get(found[1], found[1]) if found else ""


def concentration(commit: Commit, name: str) -> str:
    return "lost" if f"{name} no longer concentrates on" in text_of(commit) else "held"


def spell_cast(commit: Commit, name: str) -> str:
    """The spell that this creature casts."""
    found = re.match(rf"{re.escape(name)} casts (.+?)(?: with .+?)?(?: as a ritual)?(?: \(|\.)", text_of(commit))
    return found[1] if found else ""


def is_by(commit: Commit, name: str) -> bool:
    """Whether this creature plays the act that the commit is about."""
    return re.match(f"{re.escape(name)}{_VERB}", text_of(commit)) is not None
