"""Read the part of the past that an undo needs: the commits that have not been undone, and only the events that it compares."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Final

from rpg_lite.decision.outcome import Outcome, Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.operations import loop, undo
from rpg_lite.operations.undo import Done, Undo
from rpg_lite.store.chronicle import COMPLETED_BY
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.world import body_paths, clock
from rpg_lite.world.events import Changed, Event
from rpg_lite.world.world_model import World

WINDOWS: Final[tuple[int, ...]] = (8, 64, undo.FURTHEST_BACK)
"""The numbers of recent commits that are searched for one that has not been undone; if a search finds none, the next number is used."""


def outcome(command: Undo, at: Reading, situation: Situation) -> tuple[World, Outcome]:
    """Decide the undo; return (the world before, the outcome)."""
    return _of_one(command, at, situation) if command.to_rev is None else _back(command.to_rev, at, situation)


def _of_one(command: Undo, at: Reading, situation: Situation) -> tuple[World, Outcome]:
    history, found = _history_for(command, at)
    if isinstance(found, Rejected):
        return World(at.campaign), found
    read = {c.rev: c for c in at.commits_of([found.rev, *undo.to_compare(history, found)])}
    told = [replace(d, events=read[d.rev].events, text=str(read[d.rev].answer.get("text", ""))) if d.rev in read else d for d in history]
    target = next(d for d in told if d.rev == found.rev)
    world = _world_of(at, target.events)
    return world, loop.restore(partial(undo.decide_undo, target, told), world, situation)


def _back(to_rev: int, at: Reading, situation: Situation) -> tuple[World, Outcome]:
    if refused := undo.too_far(to_rev, at.campaign.rev):
        return World(at.campaign), refused
    happened = [e for commit in at.commits_since(to_rev) if commit.tool != COMPLETED_BY for e in commit.events]
    world = _world_of(at, happened)
    return world, loop.restore(partial(undo.decide_back, to_rev, happened), world, situation)


def _world_of(at: Reading, happened: Sequence[Event]) -> World:
    """The things that the events name; if the turn of a fight changed, also the fighters, because the answer names the creature whose turn
    it is again.
    """
    ids = undo.ids_of(happened)
    world = at.load_ids(ids)
    on = clock.fight(world)
    if on is None or not any(isinstance(e, Changed) and e.path in (body_paths.FIGHT_TURN, body_paths.FIGHT_ROUND) for e in happened):
        return world
    return at.load_ids([*ids, *(fighter.id for fighter in on.order)])


def _history_for(command: Undo, at: Reading) -> tuple[list[Done], Done | Rejected]:
    """The commits back to the target, without their events, and the target. Without a rev, the target is usually a recent commit."""
    since, windows = -1, WINDOWS
    if command.rev is not None and command.rev <= at.campaign.rev:
        since, windows = command.rev - 1, (at.campaign.rev + 1,)
    history: list[Done] = []
    found: Done | Rejected = undo.choose_commit(history, command.rev)
    for last in windows:
        history = [Done(h.rev, (), h.undoes, "", h.back_to) for h in at.heads(since, last) if h.tool != COMPLETED_BY]
        found = undo.choose_commit(history, command.rev)
        if isinstance(found, Done):
            break
    return history, found
