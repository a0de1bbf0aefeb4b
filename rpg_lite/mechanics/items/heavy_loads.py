"""Loads that a creature can hardly move, or not at all (SRD, Lifting and Carrying)."""

from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.world.world_model import Thing

DRAGGED: Final = 2
"""The multiple of the carrying capacity that can be pushed, dragged or lifted."""


def refuse(draft: Draft, creature: Thing) -> Rejected | None:
    """Refuse to move with more than can be dragged. A load over the carrying capacity only gets a note."""
    load = draft.stats(creature).load
    weight, capacity = load.weight / 1000, load.capacity.value
    if weight > capacity * DRAGGED:
        return Rejected("too_heavy_to_move", "characterName", {"name": creature.name, "weight": weight, "most": capacity * DRAGGED})
    if load.over:
        draft.note("drags", name=Called(creature.id), weight=weight, most=capacity)
    return None


def note(draft: Draft, taker: Thing | None) -> None:
    """Note that a creature has taken more than it can move."""
    if taker is None or taker.kind != "character":
        return
    load = draft.stats(draft.world.things[taker.id]).load
    if load.weight / 1000 > load.capacity.value * DRAGGED:
        draft.note("cannot_move_load", name=Called(taker.id), weight=load.weight / 1000, most=load.capacity.value * DRAGGED)
