"""The one way to change a value in a thing's body: an event with what was and what is now."""

from rpg_lite.operations.outcome import Draft
from rpg_lite.world import events
from rpg_lite.world.evolve import value_at
from rpg_lite.world.things import Thing


def change(draft: Draft, thing: Thing, path: str, now: object) -> None:
    """Sets a value of a thing, where it differs."""
    was = value_at(draft.world.things[thing.id], path)
    if was != now:
        draft.add(events.Changed(thing.id, path, was, now))
