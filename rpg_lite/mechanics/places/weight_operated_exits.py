"""Pressure plates: an exit is open while a thing bears enough weight, and locked otherwise."""

from dataclasses import replace

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.rules.carried_gear import weight_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.events import Counted, Created, Event, Moved, Removed
from rpg_lite.world.states import LatchState
from rpg_lite.world.world_model import Exit, Thing, World


def settle(draft: Draft) -> None:
    """Open and lock the exits that the new loads move."""
    if not any(_is_of_weight(e) for e in draft.events):
        return
    now, book = draft.world, draft.situation.book
    for thing, latch in [(t, t.state.opens) for t in now.things.values() if t.state.opens]:
        more = _load(now, thing, book) - _load(draft.before, thing, book)
        if more:
            _weigh(draft, thing, latch, more)


def _is_of_weight(event: Event) -> bool:
    return isinstance(event, Created | Removed | Moved | Counted)


def _load(world: World, thing: Thing, book: Rulebook) -> int:
    """The load of a thing as far as the slice knows it; the unknown part counts as unchanged."""
    return weight_of([thing_stats.whole(world, inside, book) for inside in world.bag_of(thing.id)])


def _weigh(draft: Draft, thing: Thing, latch: LatchState, more: int) -> None:
    was, least = latch.load, latch.lb * 1000
    now = was + more
    state_changes.change(draft, thing, body_paths.LOAD, now or None)
    if (was >= least) == (now >= least):
        return
    way = _bring(draft, latch.room, latch.way)
    if way is None:
        return
    room_lookup.alter(draft, way, state="open" if now >= least else "locked")
    for side in room_lookup.sides(draft.world, way):
        room_lookup.discover(draft, side.from_room)
    does = "opens" if now >= least else "shuts"
    draft.note("way_moves", kind=way.kind.replace("_", " "), label=way.label, room=Called(way.from_room), does=does)


def _bring(draft: Draft, room: str, id: str) -> Exit | None:
    """Load the exit, with its other side, its rooms and the people in them, into the slice; None if the exit is gone by now."""
    ways = {w.id: w for side in ("out", "in") for w in draft.situation.ways([room], side)}
    way = draft.world.exits.get(id) or ways.get(id)
    if way is None:
        return None
    sides = {id: way, **({way.back: ways[way.back]} if way.back in ways else {})}
    rooms = draft.situation.rooms([r for r in (way.from_room, way.to_room) if r])
    before_it = draft.situation.people([*rooms])
    draft.world = replace(draft.world.beside({**rooms, **before_it}), exits={**sides, **draft.world.exits})
    return way
