"""Things that burn: whether one is lit, and how long it still burns."""

from typing import Final

from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.item_parts import Burns
from rpg_lite.world import bearers, clock
from rpg_lite.world.things import Thing, World

LIT: Final = "lit"
"""The word among the active properties of a thing that burns; under it the thing keeps the moment at which it burns out, and the minutes
that it has burnt.
"""


def is_lit(world: World, thing: Thing) -> bool:
    return LIT in bearers.active_of(world, thing)


def minutes_left(world: World, thing: Thing, burns: Burns) -> int:
    """The minutes for which it still burns; a minute that has begun counts as burnt. A new lamp is empty."""
    if LIT in thing.item.active:
        now = clock.now(world)
        return max(0, thing.item.ends.get(LIT, now) - now) // ROUNDS_A_MINUTE
    return max(0, burns.minutes - thing.item.used.get(LIT, burns.minutes if burns.fuel else 0))
