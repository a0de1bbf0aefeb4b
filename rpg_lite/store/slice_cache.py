"""Keep the recently loaded slices of a campaign at its last rev, so that further play need not read them again.

The cache follows the events that this process writes. After a rev by another process, it starts empty.
"""

import logging
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from threading import Lock
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import slices
from rpg_lite.world import clock, slice_maintenance
from rpg_lite.world.events import Event
from rpg_lite.world.slice_maintenance import CommandSlices, Scope, Slice
from rpg_lite.world.world_model import TURN, WORLD_ID, Ref, World

Refs = tuple[Ref, ...]

MOST_SLICES: Final = 128
MOST_EVENTS: Final = 500
"""Commits with more events are not followed: the events of a whole map, applied to every slice, would delay the writer and the loop."""
MOST_THINGS: Final = 10_000
"""The maximum number of things in all slices together."""

_FOLLOWED: Final = frozenset({"bearer", "party", "people", "here", "floor", "lights", "fight", "verb", "turn"})
"""The roles whose slices are kept."""

_log = logging.getLogger("rpg_lite")


class Memory:
    """The slices of one campaign under one rulebook, which is the rulebook of the first load. Safe to share between threads."""

    def __init__(self) -> None:
        self._rev = -1
        self._leaving = self._coming = self._told = -1
        self._book: Rulebook | None = None
        self._slices: OrderedDict[Refs, Slice] = OrderedDict()
        self._lock = Lock()

    def settle(self, rev: int) -> int:
        """The rev to show while the database has this rev. Commits by this process that the cache does not follow yet are treated as if
        they came after the current reads; otherwise every commit would send all concurrent readers to the database.
        """
        with self._lock:
            return self._rev if rev == self._coming and self._rev == self._leaving and rev > self._told else rev

    def note_read(self, rev: int) -> None:
        """Note that somebody has read this rev from the database, because nobody may see an older rev after that."""
        with self._lock:
            self._told = max(self._told, rev)

    def find(self, rev: int | None, refs: Refs, book: Rulebook) -> World | None:
        """The world that a load of these refs would find at this rev (None: the last one); the same object as long as nothing in it
        changes.
        """
        with self._lock:
            if rev not in (None, self._rev) or book is not self._book:
                return None
            found = self._find_settled(refs)
            if found is None and TURN in refs:
                found = self._find_settled(_without_turn(refs))
                found = found if found and WORLD_ID in found.things and clock.fight(found) is None else None
            return found

    def _find_settled(self, refs: Refs) -> World | None:
        """The world of a kept slice with all pending events; a slice that only a new load can tell is dropped."""
        known = self._slices.get(refs)
        if known is None:
            return None
        try:
            found = slice_maintenance.settle(known)
        except Exception:
            _log.exception("a cached read is dropped, because its events could not be followed")
            found = None
        if found is None:
            del self._slices[refs]
            return None
        self._slices[refs] = found
        self._slices.move_to_end(refs)
        return found.world

    def keep(self, rev: int, refs: Refs, book: Rulebook, world: World) -> None:
        """Keep the world that a load found at this rev."""
        refs = _without_turn(refs) if WORLD_ID in world.things and clock.fight(world) is None else refs
        slice_ = _make_slice(refs, book, world)
        if slice_ is None:
            return
        with self._lock:
            if rev > self._rev and rev != self._coming:
                self._begin_at(rev)
            self._book = self._book or book
            if rev == self._rev and book is self._book:
                self._slices[refs] = slice_
                self._slices.move_to_end(refs)
                self._make_room()

    def ahead(self) -> "AheadMemory":
        """A copy for a transaction, which may follow revs that are not committed yet."""
        with self._lock:
            copy = AheadMemory(self._rev)
            copy._rev, copy._book, copy._slices = self._rev, self._book, self._slices.copy()
        return copy

    @contextmanager
    def committing(self, ahead: "AheadMemory", leaving: int, coming: int) -> Iterator[None]:
        """The context in which a transaction commits the revs after `leaving`, up to `coming`."""
        self._leaving, self._coming = leaving, coming
        try:
            yield
            self.adopt(ahead)
        finally:
            self._leaving = self._coming = -1

    def adopt(self, ahead: "AheadMemory") -> None:
        """Take over the slices that a transaction loaded and followed. Slices that others have loaded meanwhile follow the same events."""
        with self._lock:
            if ahead._rev < self._rev:
                return
            is_next = self._rev == ahead.begun_at == ahead._rev - len(ahead.followed)
            others = {refs: known for refs, known in self._slices.items() if refs not in ahead._slices} if is_next else {}
            for happened, applied in ahead.followed if others else ():
                others = _followed(others, happened, applied, ahead._book)
            self._slices = OrderedDict({**others, **ahead._slices})
            self._rev, self._book = ahead._rev, self._book or ahead._book
            self._make_room()

    def _make_room(self) -> None:
        things = sum(len(known.world.things) for known in self._slices.values())
        while len(self._slices) > MOST_SLICES or things > MOST_THINGS:
            _, gone = self._slices.popitem(last=False)
            things -= len(gone.world.things)

    def _begin_at(self, rev: int) -> None:
        self._slices.clear()
        self._rev = rev


class AheadMemory(Memory):
    """The slices of a transaction, which others see only after its commit. `followed`: the events of each of its revs."""

    def __init__(self, begun_at: int) -> None:
        super().__init__()
        self.begun_at: Final = begun_at
        self.followed: list[tuple[Sequence[Event], CommandSlices]] = []

    def follow(self, rev: int, happened: Sequence[Event], applied: CommandSlices) -> None:
        """Follow the events of the next rev; an error here must not disturb the transaction."""
        self.followed.append((happened, applied))
        with self._lock:
            if rev == self._rev + 1:
                self._slices, self._rev = OrderedDict(_followed(self._slices, happened, applied, self._book)), rev
            else:
                self._begin_at(max(rev, self._rev))


def _followed(known: Mapping[Refs, Slice], happened: Sequence[Event], applied: CommandSlices, book: Rulebook | None) -> dict[Refs, Slice]:
    """The slices after these events, without those that only a new load can tell."""
    if len(happened) > MOST_EVENTS or book is None:
        return {}
    try:
        about = slice_maintenance.list_touched(happened, book)
        after = [(refs, slice_maintenance.follow(slice_, about, applied)) for refs, slice_ in known.items()]
    except Exception:
        _log.exception("the cached reads are dropped, because the events of a commit could not be followed")
        return {}
    return {refs: found for refs, found in after if found}


@lru_cache(maxsize=MOST_SLICES)
def _without_turn(refs: Refs) -> Refs:
    """The refs of the slice without what it holds only in a fight, under which it is kept at other times."""
    return tuple([ref for ref in refs if ref != TURN])


def _make_slice(refs: Refs, book: Rulebook, world: World) -> Slice | None:
    """The slice, if it can be followed. Such a slice may hold bearers (by names that no template has), the party, rooms with everything and everybody
    in them, everybody in the fight, and tools in use.
    """
    roles = {ref.role for ref in refs}
    if not refs or world.roster or not roles <= _FOLLOWED:
        return None
    called = frozenset(names.fold(ref.name) for ref in refs if ref.role != "verb" and ref.id is None and ref.name is not None)
    if any(book.bag_names.get(key) for key in called):
        return None
    extent = slices.extent_of(refs, world, book)
    if any(id not in world.things or world.things[id].kind != "character" for id in extent.meant):
        return None
    scope = Scope(
        called,
        extent.opened,
        places=extent.places,
        has_fight=not roles.isdisjoint(("fight", "turn")),
        has_tools=not roles.isdisjoint(("verb", "turn")),
        has_lights="lights" in roles,
        has_party=any(map(slices.asks_for_party, refs)),
    )
    return slice_maintenance.make(world, scope)
