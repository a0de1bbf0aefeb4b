"""Blows at a walk that come after others have struck at the same creature: where the difference is in hit points alone, they are lost on top.

An answer is decided in the past, and its events say how many hit points were left then. Apart because undo,
for which later damage stands in the way, judges values and not losses.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from rpg_lite.operations import undo
from rpg_lite.operations.undo import Done
from rpg_lite.world import body_paths
from rpg_lite.world.events import Changed, Event
from rpg_lite.world.evolve import evolve, value_at
from rpg_lite.world.world_model import World


def on_top(changed: Sequence[Event], later: Sequence[Done], rev: int, now: World) -> list[Event] | None:
    """The same changes in the world now, after these later commits; None if what came later may depend on them.

    They change nothing but hit points and what the fight remembers, whoever loses them has only lost more since, and stands after all of it.
    """
    beside = [e for e in changed if not _is_of_hit_points(e)]
    if not all(isinstance(e, Changed) and e.path.startswith((body_paths.FIGHT_ACTS, body_paths.HURT_BY)) for e in beside):
        return None
    if undo.in_the_way(later, Done(rev, tuple(beside))):
        return None
    struck = {e.id for e in changed if isinstance(e, Changed) and e not in beside}
    since = [e for done in later for e in done.events if isinstance(e, Changed) and e.id in struck and e.path in _OF_LIFE]
    if not all(map(_is_loss, [*since, *(e for e in changed if e not in beside)])):
        return None
    found = list(rebased(changed, now))
    stands = all(e.now > 0 for e in found if isinstance(e, Changed) and _is_of_hit_points(e))
    return found if stands else None


def rebased(changed: Iterable[Event], world: World) -> Iterator[Event]:
    """The events with losses of hit points counted from what is left in this world; each is played before the next."""
    for event in changed:
        if isinstance(event, Changed) and _is_loss(event) and event.id in world.things:
            has = value_at(world.things[event.id], event.path)
            event = event if has == event.was else replace(event, was=has, now=has - (event.was - event.now))
        yield event
        world = evolve(world, event)


_OF_LIFE = (body_paths.HP, body_paths.TEMP_HP, body_paths.DYING)


def _is_of_hit_points(event: Event) -> bool:
    return isinstance(event, Changed) and event.path == body_paths.HP


def _is_loss(event: Event) -> bool:
    """Whether the event takes hit points and leaves some."""
    return isinstance(event, Changed) and event.path == body_paths.HP and isinstance(event.was, int) and isinstance(event.now, int) and event.was > event.now
