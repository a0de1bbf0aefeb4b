"""Random encounters: creatures of the book that fit a description, in numbers that are as hard for a party as asked."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules import book_search, encounters, names
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
    """The creatures of the book that the words describe, by name; all of them for no words. Creatures without a worth are left out."""
    found = book_search.matching(description, "creature", book) if names.fold(description) else book_search.entries("creature", book)
    made = ((e.name, e.number, book.encounters.worth_of(book.creatures[names.fold(e.name)]["character"])) for e in found)
    return [Kind(name, cr, xp) for name, cr, xp in made if xp]


def random_group(pool: Sequence[Kind], party: PartyStrength, wanted: str, table: EncounterTable, pick: Pick) -> Group | None:
    """Creatures as hard as wanted: of one kind, or a leader or two with followers; None if no number of them fits."""
    single = [group for kind in pool if (group := _of_one_kind(kind, party, wanted, table))]
    mixed = list(_mixed(_sample(pool, pick), party, wanted, table))
    small = [few for groups in single if (few := [g for g in groups if _is_small(g, party)])]
    small_mixed = [g for g in mixed if _is_small(g, party)]
    if small or small_mixed:
        single, mixed = small, small_mixed
    if mixed and (not single or pick(2)):
        return mixed[pick(len(mixed))]
    if not single:
        return None
    of_kind = single[pick(len(single))]
    return of_kind[pick(len(of_kind))]


def nearest(pool: Sequence[Kind], party: PartyStrength, wanted: str, table: EncounterTable) -> Group:
    """The creatures of one kind whose difficulty is closest to the wanted one."""
    low, high = _bounds(party, wanted, table)
    options = [((kind, n),) for kind in pool for n in range(1, MOST_ALIKE + 1)]
    return min(options, key=lambda g: _distance(_adjusted(g, party, table), low, high))


def _distance(adjusted: int, low: int, high: int) -> int:
    return max(low - adjusted, adjusted - high, 0)


def _bounds(party: PartyStrength, wanted: str, table: EncounterTable) -> tuple[int, int]:
    """The least and the most adjusted XP of a difficulty. The lowest begins at half its limit, the highest ends at half as much again."""
    edges = (party.limits[0] // 2, *party.limits, party.limits[-1] * 3 // 2)
    at = table.words.index(wanted)
    low, high = edges[at], edges[at + 1]
    return (low, high - 1) if table.limits == "thresholds" else (low + 1, high)


def _of_one_kind(kind: Kind, party: PartyStrength, wanted: str, table: EncounterTable) -> list[Group]:
    low, high = _bounds(party, wanted, table)
    groups: list[Group] = [((kind, n),) for n in range(1, MOST_ALIKE + 1)]
    return [g for g in groups if low <= _adjusted(g, party, table) <= high]


def _sample(pool: Sequence[Kind], pick: Pick) -> list[Kind]:
    left, chosen = [*pool], list[Kind]()
    while left and len(chosen) < MIXED_KINDS:
        chosen.append(left.pop(pick(len(left))))
    return chosen


def _mixed(some: Sequence[Kind], party: PartyStrength, wanted: str, table: EncounterTable) -> Iterator[Group]:
    low, high = _bounds(party, wanted, table)
    for leader in some:
        for follower in some:
            if follower.xp < leader.xp:
                groups = (((leader, n), (follower, m)) for n in range(1, LEADERS + 1) for m in range(1, MOST_FOLLOWERS + 1))
                yield from (g for g in groups if low <= _adjusted(g, party, table) <= high)


def _is_small(group: Group, party: PartyStrength) -> bool:
    return sum(n for _, n in group) <= EACH * party.size


def _adjusted(group: Group, party: PartyStrength, table: EncounterTable) -> int:
    return encounters.adjust(table, party, sum(kind.xp * n for kind, n in group), sum(n for _, n in group))
