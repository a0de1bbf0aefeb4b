"""The counted uses and minutes of a thing: they come back at a moment, or some time after they were spent."""

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.rules.item_part_models import Minutes, Uses
from rpg_lite.world import body_paths, clock
from rpg_lite.world.world_model import Thing, World

BACK = "_back"
"""The ending of the key under which the `ends` of a thing keep the moment at which a use comes back, or since which
its minutes come back.
"""


def count_used(world: World, thing: Thing, key: str) -> int:
    """The uses that are spent now."""
    back = thing.item.ends.get(f"{key}{BACK}")
    return 0 if back is not None and back <= clock.now(world) else thing.item.used.get(key, 0)


def spend(draft: Draft, thing: Thing, key: str, uses: Uses, count: int = 1, rounds: int = 0) -> int:
    """Spend uses; return the number spent now. The time until they come back begins with the last of them, after `rounds` in which the
    thing is still at work.
    """
    was = count_used(draft.world, thing, key)
    state_changes.change(draft, thing, body_paths.USED.at(key), was + count)
    if uses.span and was + count >= uses.count:
        length = int(uses.span.count) if uses.span.count.isdecimal() else roll_dice(draft, uses.span.count, "recharge").total
        back = clock.now(draft.world) + rounds + int(uses.span.minutes(length) * ROUNDS_A_MINUTE)
        state_changes.change(draft, draft.world.things[thing.id], body_paths.ENDS.at(f"{key}{BACK}"), back)
    return was + count


def minutes_left(world: World, thing: Thing, key: str, minutes: Minutes) -> int:
    """The minutes for which a property can still be on."""
    used, since = thing.item.used.get(key, 0), thing.item.ends.get(f"{key}{BACK}")
    if minutes.regain and minutes.every and since is not None and since <= clock.now(world):
        used -= minutes.regain * ((clock.now(world) - since) // (minutes.every * ROUNDS_A_MINUTE))
    return minutes.count - max(0, used)


def begin_minutes(draft: Draft, thing: Thing, key: str, minutes: Minutes) -> None:
    """Count all minutes that are left as used; switching off gives back those that are left then."""
    ends = clock.now(draft.world) + minutes_left(draft.world, thing, key, minutes) * ROUNDS_A_MINUTE
    state_changes.change(draft, thing, body_paths.USED.at(key), minutes.count)
    _since(draft, thing, key, minutes, ends)


def stop_minutes(draft: Draft, thing: Thing, key: str, minutes: Minutes) -> None:
    """Give back the minutes that a property was not on; a minute that has begun counts as used."""
    now = clock.now(draft.world)
    left = max(0, thing.item.ends.get(key, now) - now) // ROUNDS_A_MINUTE
    state_changes.change(draft, thing, body_paths.USED.at(key), minutes.count - left)
    _since(draft, thing, key, minutes, now)


def _since(draft: Draft, thing: Thing, key: str, minutes: Minutes, moment: int) -> None:
    if minutes.regain:
        state_changes.change(draft, draft.world.things[thing.id], body_paths.ENDS.at(f"{key}{BACK}"), moment)
