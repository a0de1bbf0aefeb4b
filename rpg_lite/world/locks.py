"""Locks of doors and of bags: the keys that open them, and the things that they keep out of reach."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Exit, Thing, World

_LYING: Final = frozenset({"item", "container"})


@dataclass(frozen=True, slots=True)
class Fitting:
    """The lock of an exit or of a bag. `name`: the label of the exit, or the name of the bag.

    >>> Fitting("north", True, "Iron Key", 15).opens_to({"iron key"}), Fitting("north", True, None, None).opens_to(())
    (True, True)
    """

    name: str
    is_locked: bool
    key_name: str | None
    dc: int | None

    @property
    def is_bolt(self) -> bool:
        """Whether the lock is a bolt, which has neither key nor DC: anybody can draw it back."""
        return self.key_name is None and self.dc is None

    def opens_to(self, keys: Collection[str]) -> bool:
        """Whether somebody with these keys (folded names) opens the lock without a roll."""
        return self.is_bolt or (self.key_name is not None and names.fold(self.key_name) in keys)


def lock_of(what: Exit | Thing) -> Fitting:
    if isinstance(what, Exit):
        return Fitting(what.label, what.state == "locked", what.key_name, what.dc)
    return Fitting(what.name, is_locked(what), what.state.key_name, what.state.dc)


def is_locked(bag: Thing) -> bool:
    return bag.state.is_locked


def shutting(world: World, id: str) -> Thing | None:
    """The outermost locked bag around the contents of this bag: the bag itself, or a bag around it."""
    if id not in world.things:
        return None
    around = (world.things[id], *world.ancestors(id))
    return next((bag for bag in reversed(around) if is_locked(bag)), None)


def at_hand(world: World, bag_id: str) -> Iterator[Thing]:
    """The contents of a bag at any depth and behind no lock, outer things first; a locked bag appears without its contents."""
    for thing in world.bag_of(bag_id):
        yield thing
        if thing.kind not in ("character", "room") and not is_locked(thing):
            yield from at_hand(world, thing.id)


def out_of_sight(world: World) -> frozenset[str]:
    """The ids of all things behind a lock, wherever the locked bag is. A bond is felt through a lid, so whoever is bonded to a thing knows it."""
    shut = (bag for bag in world.things.values() if bag.kind in _LYING and is_locked(bag))
    inside = (thing for bag in shut for thing in world.tree_of(bag.id))
    return frozenset(thing.id for thing in inside if thing.kind in _LYING and not thing.attuned_to)


def keys_of(world: World, people: Iterable[Thing], book: Rulebook) -> frozenset[str]:
    """The folded names of everything that these people can reach, because anything may be a key."""
    return frozenset(name for who in people for thing in at_hand(world, who.id) for name in thing_stats.names_of(thing, book))
