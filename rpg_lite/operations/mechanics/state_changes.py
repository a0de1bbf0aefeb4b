"""The one way to change a value in a thing's body: an event with the old and the new value."""

from typing import TypeVar

from rpg_lite.operations.outcome import Draft
from rpg_lite.world import events
from rpg_lite.world.body_paths import Path
from rpg_lite.world.evolve import value_at
from rpg_lite.world.kept_json import as_kept
from rpg_lite.world.things import Thing

T = TypeVar("T")


def change(draft: Draft, thing: Thing, path: Path[T], now: T | None) -> None:
    """Set a value of a thing if it differs; None removes it."""
    was, kept = value_at(draft.world.things[thing.id], path), as_kept(now)
    if was != kept:
        draft.add(events.Changed(thing.id, str(path), was, kept))
