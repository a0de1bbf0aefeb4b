"""Links between the rooms of a map that is being read; a passage with two ends becomes a link between the rooms at its ends."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rpg_lite.vocabulary import Direction


@dataclass(frozen=True, slots=True)
class Link:
    """An exit between two rooms, which are given by number; without a second room, it leads off the map. `words`: its door, in the form of
    a plan.
    """

    here: int
    there: int | None
    direction: Direction
    back: Direction
    words: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    minutes: int = 1
    feet: int = 0
    """The length of the passages that the link includes."""
    square: str | None = None
    far_square: str | None = None
    """The squares inside it, on the grounds of the two rooms."""

    @property
    def is_plain(self) -> bool:
        return not self.words

    def from_(self, room: int) -> "Link":
        """The same link, seen from this end."""
        if self.here == room or self.there is None:
            return self
        return Link(self.there, self.here, self.back, self.direction, self.words, self.notes, self.minutes, self.feet, self.far_square, self.square)


def without_passages(links: Iterable[Link], passages: Mapping[int, int]) -> tuple[list[Link], set[int]]:
    """(the links, the passages that became links). `passages`: number → feet.

    Such a passage has two exits, to two different rooms, and at most one of them has a door. The walking times between the remaining rooms
    stay the same.
    """
    found, gone = list(links), set[int]()
    at: dict[int | None, list[Link]] = {}
    for link in found:
        for end in {link.here, link.there}:
            at.setdefault(end, []).append(link)
    for n, feet in passages.items():
        ends = [link.from_(n) for link in at.get(n, ())]
        joined = _join_links(ends, feet)
        if joined is None:
            continue
        gone.add(n)
        for link, seen in zip(at.pop(n), ends, strict=True):
            at[seen.there] = [other for other in at[seen.there] if other is not link]
        for room in (joined.here, joined.there):
            at[room].append(joined)
    kept = {id(link): link for several in at.values() for link in several}
    order = {id(link): n for n, link in enumerate(found)}
    return sorted(kept.values(), key=lambda link: order.get(id(link), len(order))), gone


def _join_links(ends: Sequence[Link], feet: int) -> Link | None:
    """The link from one end through the passage to the other."""
    if len(ends) != 2:
        return None
    one, other = ends
    if one.there is None or other.there is None or one.there == other.there or not (one.is_plain or other.is_plain):
        return None
    long = one.feet + feet + other.feet
    words, minutes = {**one.words, **other.words}, one.minutes + other.minutes
    whole = Link(one.there, other.there, one.back, other.back, words, (*one.notes, *other.notes), minutes, long, one.far_square, other.far_square)
    return whole.from_(min(one.there, other.there))
