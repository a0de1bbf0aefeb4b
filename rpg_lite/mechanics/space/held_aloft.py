"""Creatures that stay above the floor (SRD 5.1, Flying Movement; SRD 5.2, Flying).

Apart because whoever places somebody asks it, and whatever lets somebody fall.
"""

from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules import creature_flags
from rpg_lite.rules.space import climbs
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.squares import Space, square_name
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_PRONE: Final = "prone"
_UNMOVING: Final = frozenset(("unconscious", "paralyzed", "petrified", "stunned"))
"""The conditions in which a creature cannot move, as 5.1 says of those who fly."""


def is_held_up(draft: Draft, one: Thing) -> bool:
    """Whether a creature stays above the floor: it hovers, flies and may, or clings with a speed to climb.

    5.1: who flies falls when it is prone, cannot move, or has no speed, unless magic holds it. 5.2: when it is prone or incapacitated, or its Fly
    Speed is 0.
    """
    stats = draft.stats(one)
    if creature_flags.HOVER in stats.flags:
        return True
    if thing_stats.is_dead(one):
        return False
    flies, clings = (bool(speed and speed.value) for speed in (stats.speed.get("fly"), stats.speed.get("climb")))
    conditions = stats.conditions_active
    if draft.situation.book.ruleset == "5.2":
        return (flies or clings) and _PRONE not in conditions and "incapacitated" not in conditions
    is_magic = not thing_stats.sheet(one, draft.situation.book).speed.get("fly")
    return (flies and is_magic) or ((flies or clings) and _PRONE not in conditions and _UNMOVING.isdisjoint(conditions))


def holds_on(draft: Draft, one: Thing, space: Space, ground: Ground) -> bool:
    """Whether a creature clings half-way up a climb: there is still something beside it, and it has its limbs. Like those who climb by nature, it drops
    when it is prone, or when it cannot move (5.1) or is incapacitated (5.2).
    """
    spot = one.state.spot
    if spot is None or not spot.is_hold or thing_stats.is_dead(one) or not climbs.has_hold(ground, space):
        return False
    conditions = draft.stats(one).conditions_active
    stuns = _UNMOVING if draft.situation.book.ruleset == "5.1" else {"incapacitated"}
    return _PRONE not in conditions and stuns.isdisjoint(conditions)


def refuse_aloft(draft: Draft, one: Thing, space: Space, ground: Ground, room: Thing, field: str) -> Rejected | None:
    """The refusal to place somebody in the air who would fall.

    Refuses: nothing_holds.
    """
    feet = space.z - ground.floor_under(space)
    if feet <= 0 or one.kind != "character" or is_held_up(draft, one):
        return None
    at = square_name((space.x, space.y))
    return Rejected("nothing_holds", field, {"name": one.name, "feet": feet, "at": at, "room": room.name}, allowed=(at,))
