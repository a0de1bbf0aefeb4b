"""Find the events that lead from one world to another, if both have developed from the same earlier world."""

from collections.abc import Iterable, Iterator

from rpg_lite.world import events
from rpg_lite.world.clock import CAMPAIGN_ID
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve_all, value_at
from rpg_lite.world.world_model import InUse, World


def difference(now: World, then: World, happened: Iterable[Event]) -> list[Event]:
    """The events that turn `now` into `then`. `happened`: all events by which the two differ; only the things that they name are compared.

    The event that makes a thing comes before the events that name it, and the event that removes it comes after them.
    """
    named = list(happened)
    found: list[Event] = [events.Unequipped(u.context_id, u.thing_id, u.slot, u.grip, u.priority) for key, u in _uses(now, then)]
    found += [events.ExitClosed(way) for id, way in now.exits.items() if then.exits.get(id) is None]
    found += [events.Created(thing) for id, thing in then.things.items() if id not in now.things]
    found += [events.ExitOpened(way) for id, way in then.exits.items() if id not in now.exits]
    world = evolve_all(now, found)
    for event in named:
        for change in _changes(world, then, event):
            found.append(change)
            world = evolve_all(world, [change])
    found += [events.Equipped(u.context_id, u.thing_id, u.slot, u.grip, u.priority) for key, u in _uses(then, now)]
    return [*found, *(events.Removed(world.things[id]) for id in world.things if id not in then.things)]


def _uses(one: World, other: World) -> list[tuple[tuple[str, str], InUse]]:
    """The uses of one world that are missing or different in the other."""
    return [(key, row) for key, row in one.equipped.items() if other.equipped.get(key) != row]


def _changes(world: World, then: World, event: Event) -> Iterator[Event]:
    """The changes that are still needed in the thing that the event names."""
    match event:
        case events.Changed(id, path) if id == CAMPAIGN_ID:
            was, now = getattr(world.campaign, path), getattr(then.campaign, path)
            if was != now:
                yield events.Changed(id, path, was, now)
        case events.Changed(id, path) if id in world.things and id in then.things:
            was, now = value_at(world.things[id], path), value_at(then.things[id], path)
            if was != now:
                yield events.Changed(id, path, was, now)
        case events.Moved(id) if id in world.things and id in then.things:
            from_, to = world.things[id].parent_id or "", then.things[id].parent_id or ""
            if from_ != to:
                yield events.Moved(id, from_, to)
        case events.Counted(id) if id in world.things and id in then.things:
            if world.things[id].quantity != then.things[id].quantity:
                yield events.Counted(id, world.things[id].quantity, then.things[id].quantity)
        case events.Attuned(id) | events.Unattuned(id) if id in world.things and id in then.things:
            yield from _bonds(id, world.things[id].attuned_to, then.things[id].attuned_to)
        case events.ExitChanged(id, path) if id in world.exits and id in then.exits:
            if (was := getattr(world.exits[id], path)) != (now := getattr(then.exits[id], path)):
                yield events.ExitChanged(id, path, was, now)
        case _:
            pass  # `difference` compares whole things, exits and uses; dice change nothing


def _bonds(id: str, was: str | None, now: str | None) -> Iterator[Event]:
    if was and was != now:
        yield events.Unattuned(id, was)
    if now and was != now:
        yield events.Attuned(id, now)
