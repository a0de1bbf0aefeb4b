"""The difficulty of an encounter: the worth of the creatures, the strength of the party, and the word that follows from both."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from rpg_lite.rules.document_field_types import Document

Limits = Literal["thresholds", "budget"]
SMALL_PARTY: Final = 3
"""A party of fewer characters meets every group as if it were one step larger; like the multipliers, this is not in the SRD."""
LARGE_PARTY: Final = 6
"""A party of at least this many characters meets every group as if it were one step smaller."""


class EncounterTable(Document):
    """The numbers that measure an encounter.

    `xp`: challenge rating → experience points. `limits`: a threshold is the least XP of a difficulty, a budget the most. `words`: the
    difficulties from the lowest to the highest; there is one more of them than there are limits in a row of the table. `also`: the other
    ruleset's words for them. `usual`: the difficulty of a random encounter unless the call names one. `per_character`: the limits for one
    character, by level. `groups`: the numbers of creatures at which the multiplier rises; `multipliers`: one for each of these groups, with
    one more before and after for large and small parties. `printed`: whether the SRD has the limits.
    """

    xp: dict[float, int] = {0: 0}
    limits: Limits = "thresholds"
    printed: bool = True
    words: tuple[str, ...] = ("trivial", "easy")
    usual: str = "easy"
    also: dict[str, str] = {}
    per_character: Annotated[tuple[tuple[int, ...], ...], Field(min_length=20, max_length=20)] = ((0,),) * 20
    groups: tuple[int, ...] = (1,)
    multipliers: tuple[float, ...] = (1, 1, 1)

    def worth(self, cr: float) -> int:
        """The experience points of a challenge rating; a rating between two rows counts as the lower one."""
        return self.xp[max((row for row in self.xp if row <= cr), default=min(self.xp))]

    def worth_of(self, written: Mapping[str, Any]) -> int | None:
        """The experience points of a stat block: its own, or those of its challenge rating; None without a rating."""
        cr, xp = written.get("cr"), written.get("xp")
        return None if cr is None else self.worth(cr) if xp is None else xp

    def limits_for(self, levels: Sequence[int]) -> tuple[int, ...]:
        """The limits of a party: the sum of those of its characters."""
        return tuple(map(sum, zip(*(self.per_character[level - 1] for level in levels), strict=True)))

    def multiplier(self, creatures: int, party: int) -> float:
        """The factor by which several creatures are harder than their XP suggests."""
        step = (party < SMALL_PARTY) - (party >= LARGE_PARTY)
        return self.multipliers[bisect_right(self.groups, max(1, creatures)) + step]

    def known_word(self, said: str) -> str | None:
        """The difficulty of this name, in either ruleset's words."""
        key = " ".join(said.casefold().split())
        return key if key in self.words else self.also.get(key)

    def word(self, adjusted: int, limits: Sequence[int]) -> str:
        """The difficulty of this much XP: a difficulty begins at its threshold, or ends at its budget."""
        return self.words[(bisect_right if self.limits == "thresholds" else bisect_left)(limits, adjusted)]


@dataclass(frozen=True, slots=True)
class PartyStrength:
    """The characters who fight: their number, and the limits that follow from their levels."""

    size: int
    limits: tuple[int, ...]

    @classmethod
    def of(cls, levels: Sequence[int], table: EncounterTable) -> "PartyStrength":
        return cls(len(levels), table.limits_for(levels))


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The difficulty of an encounter. `adjusted`: the XP times the multiplier, which only measures; `xp_each`: a character's share of the XP."""

    xp: int
    adjusted: int
    multiplier: float
    word: str
    limits: tuple[int, ...]
    xp_each: int


def difficulty(table: EncounterTable, party: PartyStrength, worths: Sequence[tuple[int, int]]) -> Difficulty:
    """The difficulty of creatures for a party. `worths`: the XP of one creature, and the number of such creatures."""
    xp, count = sum(worth * n for worth, n in worths), sum(n for _, n in worths)
    multiplier = table.multiplier(count, party.size)
    adjusted = int(xp * multiplier)
    return Difficulty(xp, adjusted, multiplier, table.word(adjusted, party.limits), party.limits, share(xp, party.size))


def share(xp: int, characters: int) -> int:
    """An equal share of the XP, rounded down."""
    return xp // characters
