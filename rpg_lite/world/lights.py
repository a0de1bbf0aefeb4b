"""Things that burn: whether one is lit, and how long it still burns."""

from typing import Final

from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.item_parts import Burns
from rpg_lite.rules.items import Item
from rpg_lite.world import bearers, clock
from rpg_lite.world.things import Thing, World

LIT: Final = "lit"
"""The word among the active properties of a thing that burns; under it the thing keeps the moment at which it burns out, and the minutes
that it has burnt.
"""


HOOD: Final = "hood"
"""The word among the active properties of a lit lantern whose hood is lowered, and the property that a call names."""


def is_lit(world: World, thing: Thing) -> bool:
    return LIT in bearers.active_of(world, thing)


def shed(world: World, thing: Thing, item: Item) -> tuple[int, int] | None:
    """The feet of bright and dim light that a lit thing sheds; None if it does not burn."""
    on = bearers.active_of(world, thing)
    if LIT not in on or item.light is None:
        return None
    return item.burns.hood if item.burns and item.burns.hood and HOOD in on else item.light


def minutes_left(world: World, thing: Thing, burns: Burns) -> int:
    """The minutes for which it still burns; a minute that has begun counts as burnt. A new lamp is empty."""
    if LIT in thing.item.active:
        now = clock.now(world)
        return max(0, thing.item.ends.get(LIT, now) - now) // ROUNDS_A_MINUTE
    return max(0, burns.minutes - thing.item.used.get(LIT, burns.minutes if burns.fuel else 0))
