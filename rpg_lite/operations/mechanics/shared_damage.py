"""Damage that a creature shares with those whom it holds: it takes half, and each of them takes as much (SRD, Rug of Smothering, Cloaker)."""

from collections.abc import Sequence
from typing import Final

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics.felt_damage import Felt
from rpg_lite.operations.outcome import Called
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import LASTING, Lasting
from rpg_lite.world.grapples import GRAPPLED
from rpg_lite.world.world_model import Thing

_CLINGS: Final = "source_0"
"""The word of `ends` for what is over when its source drops to 0: so ends what a creature lays to which it is attached."""


def takers(draft: Draft, target: Thing) -> list[Thing]:
    """The living creatures that the target holds."""
    people = (t for t in draft.world.things.values() if t.kind == "character" and t.id != target.id and not thing_stats.is_dead(t))
    return [t for t in people if any(_holds(entry, target) for kind in LASTING for entry in t.creature.lasting(kind))]


def _holds(entry: Lasting, holder: Thing) -> bool:
    return entry.cause.by == holder.id and (entry.name == GRAPPLED or _CLINGS in entry.span.ends_by)


def halved(taken: Felt, others: Sequence[Thing]) -> Felt:
    """Half of the whole blow, rounded down, kind by kind, with the reason."""
    told = f"shared with {', '.join(t.name for t in others)}"
    left, whole, half = [], 0, 0
    for points, why in taken:
        whole += points
        left.append((whole // 2 - half, (*why, told) if points else why))
        half = whole // 2
    return left


def passed_on(draft: Draft, other: Thing, hits: Sequence[Hit], halves: Felt) -> list[Hit]:
    """The blow as the other creature takes it: the same points of the same types, which nothing of its own lessens."""
    shared = [Hit(hit.type, points, unlessened=True) for hit, (points, _) in zip(hits, halves, strict=True) if points]
    draft.note("shares_damage", name=Called(other.id), points=sum(hit.amount for hit in shared))
    return shared
