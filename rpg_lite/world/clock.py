"""Game time: minutes since the campaign began, the rounds after the last full minute, rounds within a fight, times of day."""

from typing import Final

from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.world.fight_states import Fight
from rpg_lite.world.world_model import WORLD_ID, World

CAMPAIGN_ID: Final = "campaign"
"""The id with which events refer to the campaign itself (to its minutes)."""
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


def rounds_over(world: World) -> int:
    """The rounds of the clock beyond its last full minute (0 to 9), without those of the current fight."""
    root = world.things.get(WORLD_ID)
    return root.root.rounds if root else 0


def now(world: World) -> int:
    """Rounds since the campaign began."""
    on = fight(world)
    return world.campaign.minutes * ROUNDS_A_MINUTE + rounds_over(world) + (on.round - 1 if on else 0)


def minutes_to(moment: int, minutes: int) -> int:
    """The minutes from a minute of the campaign to the next time of day (in minutes after midnight), at least one.

    >>> minutes_to(DAWN, 0), minutes_to(DUSK, 10 * 60)
    (1320, 1440)
    """
    return (moment - BEGINS_AT - minutes) % DAY or DAY


def tell_now(world: World) -> str:
    """The time of the campaign, with the rounds after the last full minute."""
    return tell_time(world.campaign.minutes, rounds_over(world))


def count_passings(moment: int, start: int, end: int) -> int:
    """The number of times that a time of day (in minutes after midnight) occurs after `start` and up to `end` (minutes of the campaign).

    >>> count_passings(DAWN, 0, 22 * 60), count_passings(DAWN, 0, 22 * 60 - 1)
    (1, 0)
    """
    return (end + BEGINS_AT - moment) // DAY - (start + BEGINS_AT - moment) // DAY


def tell_time(minutes: int, rounds: int = 0) -> str:
    """
    >>> tell_time(0), tell_time(17 * 60 + 5), tell_time(0, 4)
    ('day 1, 08:00', 'day 2, 01:05', 'day 1, 08:00 +4 rounds')
    """
    days, rest = divmod(minutes + BEGINS_AT, DAY)
    beyond = f" +{rounds} round{'s' if rounds > 1 else ''}" if rounds else ""
    return f"day {days + 1}, {rest // 60:02d}:{rest % 60:02d}{beyond}"
