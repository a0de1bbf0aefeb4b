"""Tell whether a thing that burns is lit, and how long it will still burn. Under `lit` the thing stores when it will burn out, and for how
many minutes it has burnt.
"""

from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.item_part_models import Burns
from rpg_lite.rules.items import HOOD, LIT, Item
from rpg_lite.world import clock, thing_stats
from rpg_lite.world.world_model import Thing, World


def is_lit(world: World, thing: Thing) -> bool:
    return LIT in thing_stats.active_of(world, thing)


def shed(world: World, thing: Thing, item: Item) -> tuple[int, int] | None:
    """The feet of bright and dim light that a lit thing sheds; None if it is not lit."""
    on = thing_stats.active_of(world, thing)
    if LIT not in on or item.light is None:
        return None
    return item.burns.hood if item.burns and item.burns.hood and HOOD in on else item.light


def minutes_left(world: World, thing: Thing, burns: Burns) -> int:
    """The minutes for which it will still burn; a minute that has begun counts as burnt. A new lamp is empty."""
    if LIT in thing.item.active:
        now = clock.now(world)
        return max(0, thing.item.ends.get(LIT, now) - now) // ROUNDS_A_MINUTE
    return max(0, burns.minutes - thing.item.used.get(LIT, burns.minutes if burns.fuel else 0))
