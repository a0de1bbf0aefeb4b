"""Random encounters: creatures of the book that fit a description, in numbers that make the fight as hard for a party as the call asks."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Final

from rpg_lite.rules import book_search, names
from rpg_lite.rules.encounters import EncounterTable, PartyStrength
from rpg_lite.rules.rulebook import Rulebook

MOST_ALIKE: Final = 20
"""The maximum number of creatures of one kind."""
MOST_FOLLOWERS: Final = 8
LEADERS: Final = 2
MIXED_KINDS: Final = 10
"""The number of kinds that are tried together: all pairs of a bestiary would take too long."""
EACH: Final = 2
"""More creatures than this for each character are chosen only if nothing else fits (SRD 5.2, Many Creatures)."""
_OF_THE_PARTY: Final = re.compile(r"\b(?:for )?(?:this|the|our|my) party\b|\bencounters?\b|\brandom\b", re.IGNORECASE)
Pick = Callable[[int], int]
"""Pick a number from 0 to below the given one."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of creature: its challenge rating, and the experience points for one."""

    name: str
    cr: float | None
    xp: int


Group = tuple[tuple[Kind, int], ...]
"""Kinds of creatures with their numbers."""


def read_wish(text: str, table: EncounterTable) -> tuple[str, str | None]:
    """Split into the description of the creatures and the difficulty: "undead, for this party: hard" is ("undead", "hard")."""
    rest = _OF_THE_PARTY.sub(" ", text)
    for word in sorted((*table.words, *table.also), key=len, reverse=True):
        pattern = re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE)
        if pattern.search(rest):
            return pattern.sub(" ", rest).strip(" ,:;"), table.known_word(word)
    return rest.strip(" ,:;"), None


def kinds(description: str, book: Rulebook) -> list[Kind]:
    """The creatures of the book that the words describe, by name; all of them for no words. Creatures that are worth no XP are left out."""
    found = book_search.matching(description, "creature", book) if names.fold(description) else book_search.entries("creature", book)
    made = ((e.name, e.number, book.encounters.worth_of(book.creatures[names.fold(e.name)]["character"])) for e in found)
    return [Kind(name, cr, xp) for name, cr, xp in made if xp]


@dataclass(frozen=True, slots=True)
class _Aim:
    """The wanted difficulty as bounds of the adjusted XP, the multiplier for each number of creatures, and the largest number that counts
    as a few creatures.
    """

    low: int
    high: int
    multipliers: tuple[float, ...]
    few: int

    @classmethod
    def at(cls, wanted: str, party: PartyStrength, table: EncounterTable) -> "_Aim":
        multipliers = tuple(table.multiplier(n, party.size) for n in range(max(MOST_ALIKE, LEADERS + MOST_FOLLOWERS) + 1))
        return cls(*_bounds(party, wanted, table), multipliers, EACH * party.size)

    def misses_by(self, xp: int, creatures: int) -> int:
        """The XP missing or in excess; 0 for a group that is as hard as wanted."""
        adjusted = int(xp * self.multipliers[creatures])
        return max(self.low - adjusted, adjusted - self.high, 0)


def random_group(pool: Sequence[Kind], party: PartyStrength, wanted: str, table: EncounterTable, pick: Pick) -> Group | None:
    """Creatures that make the wanted difficulty: of one kind, or a leader or two with followers; None if no number of them fits."""
    aim = _Aim.at(wanted, party, table)
    single = [groups for kind in pool if (groups := _of_one_kind(kind, aim))]
    mixed = list(_mixed(_sample(pool, pick), aim))
    few = [small for groups in single if (small := [g for g in groups if _count(g) <= aim.few])]
    few_mixed = [g for g in mixed if _count(g) <= aim.few]
    if few or few_mixed:
        single, mixed = few, few_mixed
    if mixed and (not single or pick(2)):
        return mixed[pick(len(mixed))]
    if not single:
        return None
    of_kind = single[pick(len(single))]
    return of_kind[pick(len(of_kind))]


def nearest(pool: Sequence[Kind], party: PartyStrength, wanted: str, table: EncounterTable) -> Group:
    """The creatures of one kind whose difficulty is closest to the wanted one."""
    aim = _Aim.at(wanted, party, table)
    options = ((kind, n) for kind in pool for n in range(1, MOST_ALIKE + 1))
    return (min(options, key=lambda option: aim.misses_by(option[0].xp * option[1], option[1])),)


def _bounds(party: PartyStrength, wanted: str, table: EncounterTable) -> tuple[int, int]:
    """The least and the most adjusted XP of a difficulty. The lowest difficulty begins at half its limit; the highest ends at one and a
    half times its limit.
    """
    edges = (party.limits[0] // 2, *party.limits, party.limits[-1] * 3 // 2)
    at = table.words.index(wanted)
    low, high = edges[at], edges[at + 1]
    return (low, high - 1) if table.limits == "thresholds" else (low + 1, high)


def _of_one_kind(kind: Kind, aim: _Aim) -> list[Group]:
    return [((kind, n),) for n in range(1, MOST_ALIKE + 1) if not aim.misses_by(kind.xp * n, n)]


def _sample(pool: Sequence[Kind], pick: Pick) -> list[Kind]:
    left, chosen = [*pool], list[Kind]()
    while left and len(chosen) < MIXED_KINDS:
        chosen.append(left.pop(pick(len(left))))
    return chosen


def _mixed(some: Sequence[Kind], aim: _Aim) -> Iterator[Group]:
    numbers = [(n, m) for n in range(1, LEADERS + 1) for m in range(1, MOST_FOLLOWERS + 1)]
    for leader, follower in permutations(some, 2):
        if follower.xp < leader.xp:
            fits = ((n, m) for n, m in numbers if not aim.misses_by(leader.xp * n + follower.xp * m, n + m))
            yield from (((leader, n), (follower, m)) for n, m in fits)


def _count(group: Group) -> int:
    return sum(n for _, n in group)
