"""evolve(world, event) → world: the only place where an event becomes a change."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from itertools import groupby
from typing import Any, assert_never

from rpg_lite.world import events
from rpg_lite.world.body_paths import put
from rpg_lite.world.clock import CAMPAIGN_ID
from rpg_lite.world.events import Event
from rpg_lite.world.world_model import InUse, Key, Thing, World, order_made


def evolve(world: World, event: Event) -> World:
    """The world after the event. Events are trusted: their deciders have checked everything.

    The most frequent cases come first: most events of a fight are dice and changed bodies.
    """
    match event:
        case events.Rolled():
            return world
        case events.Changed(id, path, _, now) if id == CAMPAIGN_ID:
            return replace(world, campaign=replace(world.campaign, **{path: now}))
        case events.Changed(id, path, _, now):
            return _with(world, with_value(world.things[id], path, now))
        case events.Created(thing):
            return _with(world, thing)
        case events.Removed(thing):
            return replace(world, things=_without(world.things, thing.id))
        case events.Moved(id, _, to):
            return _with(world, replace(world.things[id], parent_id=to))
        case events.Counted(id, _, now):
            return _with(world, replace(world.things[id], quantity=now))
        case events.Equipped(context, id, slot, grip, priority):
            return replace(world, equipped={**world.equipped, (context, id): InUse(context, id, slot, grip, priority)})
        case events.Unequipped(context, id):
            return replace(world, equipped=_unworn(world.equipped, (context, id)))
        case events.Attuned(id, to):
            return _with(world, replace(world.things[id], attuned_to=to))
        case events.Unattuned(id, _):
            return _with(world, replace(world.things[id], attuned_to=None))
        case events.ExitOpened(way):
            return replace(world, exits={**world.exits, way.id: way})
        case events.ExitChanged(id, path, _, now):
            return replace(world, exits={**world.exits, id: replace(world.exits[id], **{path: now})})
        case events.ExitClosed(way):
            return replace(world, exits={k: v for k, v in world.exits.items() if k != way.id})
        case _:
            assert_never(event)


def evolve_all(world: World, happened: Iterable[Event]) -> World:
    """Apply events in order; apply several uses in a row in one step, because a map has thousands of them."""
    for is_use, run in groupby(happened, lambda e: isinstance(e, events.Equipped | events.Unequipped)):
        several = tuple(run)
        world = _in_use(world, several) if is_use else reduce(evolve, several, world)
    return world


def _in_use(world: World, run: Iterable[Event]) -> World:
    rows = dict(world.equipped)
    for e in run:
        if isinstance(e, events.Equipped):
            rows[e.context, e.id] = InUse(e.context, e.id, e.slot, e.grip, e.priority)
        elif isinstance(e, events.Unequipped):
            rows.pop((e.context, e.id), None)
    return replace(world, equipped=rows)


def unwound(world: World, happened: Iterable[Event]) -> World:
    """The world before all of these events. Its things are again in the order of their creation."""
    before = evolve_all(world, map(events.invert, reversed(tuple(happened))))
    things = sorted(before.things.values(), key=order_made)
    exits = sorted(before.exits.values(), key=order_made)
    return replace(before, things={t.id: t for t in things}, exits={e.id: e for e in exits})


def with_value(thing: Thing, path: str, now: Any) -> Thing:
    """The thing with the value at a dotted path set; None removes the key, and any object that becomes empty."""
    head, _, rest = path.partition(".")
    if head != "body":
        return replace(thing, **{head: now})
    return thing.with_body(put(thing.body, rest.split("."), now))


def value_at(thing: Thing, path: str) -> Any:
    """The value at the path, or None."""
    head, _, rest = path.partition(".")
    if head != "body":
        return getattr(thing, head)
    found: Any = thing.body
    for key in rest.split("."):
        found = found.get(key) if isinstance(found, Mapping) else None
    return found


def _with(world: World, thing: Thing) -> World:
    return world.with_thing(thing)


def _without(things: Mapping[str, Thing], id: str) -> dict[str, Thing]:
    return {k: v for k, v in things.items() if k != id}


def _unworn(rows: Mapping[Key, InUse], key: Key) -> dict[Key, InUse]:
    return {k: v for k, v in rows.items() if k != key}
