"""Game time: minutes since the campaign began, rounds within a fight, times of day."""

from typing import Final

from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.world.fight_states import Fight
from rpg_lite.world.things import WORLD_ID, World

CAMPAIGN_ID: Final = "campaign"
"""The id by which events refer to the campaign itself (to its minutes)."""
DAY: Final = 24 * 60
LAST_MINUTE: Final = 2**31 - 1
"""The last minute of a campaign, after some four thousand years: every store and every export can hold this number."""
BEGINS_AT: Final = 8 * 60
"""Every campaign begins on day 1 at 08:00."""
DAWN: Final = 6 * 60
DUSK: Final = 18 * 60


def fight(world: World) -> Fight | None:
    """The current fight; None if there is no fight, or if the slice does not hold the fight."""
    root = world.things.get(WORLD_ID)
    return root.root.fight if root else None


def fighters(world: World) -> list[str]:
    """The ids of all creatures in the fight, and of creatures that have shot in it."""
    on = fight(world)
    return [*(fighter.id for fighter in on.order), *(shot.by for shot in on.spent)] if on else []


def now(world: World) -> int:
    """Rounds since the campaign began."""
    on = fight(world)
    return world.campaign.minutes * ROUNDS_A_MINUTE + (on.round - 1 if on else 0)


def count_passings(moment: int, start: int, end: int) -> int:
    """The number of times that a time of day (in minutes after midnight) occurs after `start` and up to `end` (minutes of the campaign).

    >>> count_passings(DAWN, 0, 22 * 60), count_passings(DAWN, 0, 22 * 60 - 1)
    (1, 0)
    """
    return (end + BEGINS_AT - moment) // DAY - (start + BEGINS_AT - moment) // DAY


def tell_time(minutes: int) -> str:
    """
    >>> tell_time(0), tell_time(17 * 60 + 5)
    ('day 1, 08:00', 'day 2, 01:05')
    """
    days, rest = divmod(minutes + BEGINS_AT, DAY)
    return f"day {days + 1}, {rest // 60:02d}:{rest % 60:02d}"
