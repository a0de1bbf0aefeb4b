"""The latest rolls as the page shows them: roller, purpose, target and outcome."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from rpg_lite.mechanics.rolls.rolls import LUCK
from rpg_lite.views.page import public_deed_outcome
from rpg_lite.vocabulary import ABILITIES, SKILLS
from rpg_lite.world.events import Rolled
from rpg_lite.world.history_records import Commit
from rpg_lite.world.roll_keys import pair_of

Json = dict[str, Any]

MOST_ROLLS: Final = 12
_INITIATIVE: Final = "initiative "
_DC: Final = re.compile(r" against DC \d+")
"""The part of a verdict that is the game master's: a player sends no DC and learns none."""


@dataclass(frozen=True, slots=True)
class Readers:
    """The names that the readers know, by id: `party`, and all creatures that they see. `whole`: they see all rolls; `mine`: the ids of their
    own characters.
    """

    party: Mapping[str, str]
    names: Mapping[str, str]
    whole: bool = False
    mine: frozenset[str] = frozenset()

    def roller(self, id: str | None) -> str | None:
        return (self.names if self.whole else self.party).get(id or "")


def rolls(moments: Iterable[tuple[Commit, Readers]]) -> list[Json]:
    """The latest rolls, newest first. Players see the rolls of the party, which are made in front of them; the game master sees all.

    A roll reveals no more about its target than the answer to the roller does: its name, and whether the roll strikes it.
    """
    return list(islice((row for commit, readers in moments for row in _of_commit(commit, readers)), MOST_ROLLS))


def _of_commit(commit: Commit, readers: Readers) -> Iterator[Json]:
    """The rolls of one commit, newest first; all damage of one creature to another is one row."""
    fell = [event for event in commit.events if isinstance(event, Rolled) and event.for_ != LUCK]
    blows: set[tuple[str | None, str | None]] = set()
    for event in reversed(fell):
        pair = pair_of(event)
        if event.for_ == "damage" and all(pair):
            if pair not in blows:
                blows.add(pair)
                yield from _row(commit, _damage(commit, [e for e in fell if pair_of(e) == pair], readers), pair, readers)
        else:
            yield from _row(commit, _plain(commit, event, readers), pair, readers)


def _row(commit: Commit, told: Json, pair: tuple[str | None, str | None], readers: Readers) -> Iterator[Json]:
    """The roll with its creatures; nothing if nobody in the party rolled it and the readers may not see other rolls."""
    who = told.pop("who", None) or readers.roller(pair[0])
    if who or readers.whole:
        yield {"rev": commit.rev, "who": who or "", "on": readers.names.get(pair[1] or "", ""), **told}


def _plain(commit: Commit, event: Rolled, readers: Readers) -> Json:
    shown: Json = {"what": event.for_, "came": "", "dice": event.dice, "faces": list(event.faces), "total": event.total}
    if event.for_.startswith(_INITIATIVE):
        name = event.for_.removeprefix(_INITIATIVE)
        return {**shown, "what": "initiative", "who": name if readers.whole or name in readers.party.values() else None}
    who, roller = readers.roller(pair_of(event)[0]), pair_of(event)[0]
    if who is None and roller:
        return {**shown, "who": None}  # a stranger's roll, although somebody in the party made it necessary
    if who is None:
        by = next((name for name in readers.party.values() if public_deed_outcome.is_by(commit, name)), None)
        return {**shown, "who": by if event.key else None}
    came = _came(commit, event, who)
    return {**shown, "what": _purpose(event), "came": came if readers.whole else _DC.sub("", came)}


def _purpose(event: Rolled) -> str:
    """The purpose of the roll in words: "perception check", "DEX save".

    >>> _purpose(Rolled("1d20", (7,), 7, "check", "check c4.1 sleight_of_hand")), _purpose(Rolled("1d20", (7,), 7, "save", "save c4.1 dex"))
    ('sleight of hand check', 'DEX save')
    """
    _, _, rest = event.key.partition(" c")
    of = rest.split()[1] if len(rest.split()) > 1 else ""
    if event.for_ == "concentration" or of not in (*ABILITIES, *SKILLS):
        return event.for_
    return f"{of.upper() if of in ABILITIES else of.replace('_', ' ')} {event.for_}"


def _came(commit: Commit, event: Rolled, who: str) -> str:
    match event.for_:
        case "attack":
            return public_deed_outcome.attack(commit, event.total).came
        case "concentration":
            return public_deed_outcome.concentration(commit, who)
        case "check" | "save" | "death save":
            return public_deed_outcome.verdict(commit, who, event.total)
    return ""


def _damage(commit: Commit, fell: Sequence[Rolled], readers: Readers) -> Json:
    """The damage that an attack dealt, including bonuses; only its dice if the stored answer has no more."""
    attack = next((e for e in fell if e.for_ == "attack"), None)
    dice = [e for e in fell if e.for_ == "damage"]
    dealt = public_deed_outcome.attack(commit, attack.total).dealt if attack else ()
    shown: Json = {"dice": " + ".join(e.dice for e in dice), "faces": [face for e in dice for face in e.faces]}
    if not dealt:
        return {"what": "damage dice", "came": "", **shown, "total": sum(e.total for e in dice)}
    kinds = dealt[0][1] if len(dealt) == 1 else ", ".join(f"{points} {kind}" for points, kind in dealt)
    return {"what": "damage", "came": kinds, **shown, "total": sum(points for points, _ in dealt)}
