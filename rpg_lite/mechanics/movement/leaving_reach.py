"""Those who may strike as somebody walks out of their reach (SRD 5.1 and 5.2, Opportunity Attacks)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.acts import charmed_creatures
from rpg_lite.mechanics.space import fog, reach_of, sight
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules import creature_flags
from rpg_lite.rules.space.lines import sees
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square
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
    """The foes who strike if the mover leaves their reach where they see it: they fight, can act and have their reaction. `known`: only these; `mode`: how
    the mover goes.

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
        if may_strike(draft, foe):
            found.append(Striker(foe, space, reach_of.melee_reach(draft.world, foe, draft.situation.book)))
    return found


def may_strike(draft: Draft, foe: Thing) -> bool:
    """Whether the foe fights, can act, has its reaction left, and has lost no Opportunity Attacks."""
    if not combat.is_in(draft.world, foe.id):
        return False
    stats, left = draft.stats(foe), ledger.left(draft.world, foe.id, draft.situation.book)
    lost = {creature_flags.NO_REACTIONS, creature_flags.NO_OPPORTUNITY_ATTACKS}
    return stats.can_act and left is not None and left.reaction and lost.isdisjoint(stats.flags)


def sees_there(now: Standing, striker: Striker, mover: Thing, there: Space) -> bool:
    """Whether a foe sees the mover in a space: no wall, no fog and no darkness lies between (SRD 5.1 and 5.2, Opportunity Attacks)."""
    if not sees(now.ground, striker.space, there):
        return False
    return sight.why_unseen(now.world, striker.who, mover, now.book, supposed=now.moved(mover, there)) is None


def unseen_squares(now: Standing, striker: Striker, mover: Thing, mode: str = "walk") -> frozenset[Square]:
    """The squares within the reach of a foe on which it does not see the mover, for a wider one those of its north-west square."""
    here, ground = now.spaces[mover.id], now.ground
    is_same_everywhere = now.room.room.is_bright and ground.is_open(0, 0, ground.w - 1, ground.h - 1) and not fog.opaque(now)
    if is_same_everywhere and sees_there(now, striker, mover, here):
        return frozenset()
    foe, far = striker.space, striker.reach // SQUARE_FEET
    found = set[Square]()
    for y in range(max(0, foe.y - far - here.n + 1), min(ground.h - here.n + 1, foe.y + foe.n + far)):
        for x in range(max(0, foe.x - far - here.n + 1), min(ground.w - here.n + 1, foe.x + foe.n + far)):
            there = Space(x, y, here.n, here.z)
            if mode != _FLY:
                there = replace(there, z=ground.floor_under(there))
            if distance(foe, there, now.book.policy.diagonals) <= striker.reach and not sees_there(now, striker, mover, there):
                found.add((x, y))
    return frozenset(found)


def left_on_the_way(
    now: Standing, mover: Thing, strikers: Sequence[Striker], from_: Space, spaces: Sequence[Space], safe: int = 0
) -> list[tuple[Striker, int]]:
    """Each foe with the number of the step, from 0, before which it strikes: the step that leaves its reach from where it sees the mover; one that is
    entered and left again strikes once, at the first. `safe`: the first steps, at which nobody may strike.
    """
    found, way = [], (from_, *spaces)
    for striker in strikers:
        within = [distance(striker.space, space, now.book.policy.diagonals) <= striker.reach for space in way]
        left = (n for n, (here, there) in enumerate(pairwise(within)) if here and not there and n >= safe)
        step = next((n for n in left if sees_there(now, striker, mover, way[n])), None)
        if step is not None:
            found.append((striker, step))
    return sorted(found, key=lambda pair: pair[1])
