"""Walkers whom an answer to an answer has stopped: they lie where they were struck, and not at the end of their walk.

Apart because such an answer, a smite that follows the hit of an opportunity attack for example, changes nothing in the deed that it answers: it is
played when the walk is over.
"""

from dataclasses import replace

from rpg_lite.decision.outcome import Accepted, Called, Notice
from rpg_lite.mechanics.life import incapacity
from rpg_lite.operations.action.move import MoveResult
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, mounts, thing_stats
from rpg_lite.world.events import Changed
from rpg_lite.world.evolve import evolve, value_at
from rpg_lite.world.world_model import World

_PRONE = "prone"


def left_there(outcome: Accepted, walk: Accepted | None, struck: World, now: World, book: Rulebook) -> Accepted:
    """The outcome with the walker put back to where it was in the world in which it was struck, if it could go on before and can no more.

    Whoever has gone on since, rides or carries a rider stays.
    """
    if walk is None or not isinstance(walk.result, MoveResult):
        return outcome
    mover = walk.result.walked.way.one.id
    ended, there = (value_at(world.things[mover], body_paths.SPOT) if mover in world.things else None for world in (walk.world, struck))
    alone = mover in now.things and not mounts.is_carried(now.things[mover]) and mounts.rider_of(now, now.things[mover]) is None
    if not alone or there is None or there == ended or value_at(now.things[mover], body_paths.SPOT) != ended:
        return outcome
    if not _can_go_on(now, mover, book) or _can_go_on(outcome.world, mover, book):
        return outcome
    back = Changed(mover, body_paths.SPOT, ended, there)
    told = Notice("lies_where_struck", {"name": Called(mover)})
    return replace(outcome, events=(*outcome.events, back), world=evolve(outcome.world, back), notes=(*outcome.notes, told))


def _can_go_on(world: World, id: str, book: Rulebook) -> bool:
    if id not in world.things:
        return False
    stats = thing_stats.stats_of(world, world.things[id], book)
    has_speed = any(speed.value for speed in stats.speed.values())
    return has_speed and _PRONE not in stats.conditions_active and incapacity.cannot_act(world.things[id], stats) is None
