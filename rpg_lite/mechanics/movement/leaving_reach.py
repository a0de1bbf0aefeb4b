"""Those who may strike as somebody walks out of their reach (SRD 5.1 and 5.2, Opportunity Attacks)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.acts import charmed_creatures
from rpg_lite.mechanics.space import reach_of, sight
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules import creature_flags
from rpg_lite.rules.space.lines import sees
from rpg_lite.rules.space.measure import Diagonals, distance
from rpg_lite.rules.space.squares import Space
from rpg_lite.world import combat
from rpg_lite.world.grapples import GRAPPLED
from rpg_lite.world.world_model import Thing

_FLY: Final = "fly"


@dataclass(frozen=True, slots=True)
class Striker:
    """A creature that may strike, its space, and its reach in feet."""

    who: Thing
    space: Space
    reach: int


def who_may_strike(draft: Draft, now: Standing, mover: Thing, known: frozenset[str] | None = None, mode: str = "walk") -> list[Striker]:
    """The foes who strike if the mover leaves their reach: they fight, can act, have their reaction and see it. `known`: only these; `mode`: how the
    mover goes.

    Who has disengaged provokes nobody, and some who fly do not either (SRD 5.1 and 5.2, Flyby).
    """
    flags = draft.stats(mover).flags
    if creature_flags.PROVOKES_NOTHING in flags or (mode == _FLY and creature_flags.FLYBY in flags):
        return []
    found = []
    for foe, space in now.creatures():
        if any(c.name == GRAPPLED and c.cause.by == mover.id for c in foe.creature.conditions):
            continue  # whoever is dragged along stays within reach
        if (
            foe.id == mover.id
            or now.moves_with(foe, mover)
            or (known is not None and foe.id not in known)
            or now.relation(mover, foe) != "hostile"
        ):
            continue
        if charmed_creatures.is_charmed_by(draft.world, foe, mover, draft.situation.book):
            continue
        # Nobody strikes through a wall.
        if may_strike(draft, foe, mover) and sees(now.ground, space, now.spaces[mover.id]):
            found.append(Striker(foe, space, reach_of.melee_reach(draft.world, foe, draft.situation.book)))
    return found


def may_strike(draft: Draft, foe: Thing, mover: Thing) -> bool:
    """Whether the foe fights, can act, has its reaction left, has lost no Opportunity Attacks, and sees the mover."""
    if not combat.is_in(draft.world, foe.id):
        return False
    stats, left = draft.stats(foe), ledger.left(draft.world, foe.id, draft.situation.book)
    lost = {creature_flags.NO_REACTIONS, creature_flags.NO_OPPORTUNITY_ATTACKS}
    if not stats.can_act or left is None or not left.reaction or not lost.isdisjoint(stats.flags):
        return False
    return sight.why_unseen(draft.world, foe, mover, draft.situation.book) is None


def left_on_the_way(strikers: Sequence[Striker], from_: Space, spaces: Sequence[Space], diagonals: Diagonals) -> list[tuple[Striker, int]]:
    """Each foe with the number of the step, from 0, before which it strikes: the step that leaves its reach; one that is entered and left again
    strikes once, at the first.
    """
    found = []
    for striker in strikers:
        within = [distance(striker.space, space, diagonals) <= striker.reach for space in (from_, *spaces)]
        step = next((n for n, (here, there) in enumerate(pairwise(within)) if here and not there), None)
        if step is not None:
            found.append((striker, step))
    return sorted(found, key=lambda pair: pair[1])
