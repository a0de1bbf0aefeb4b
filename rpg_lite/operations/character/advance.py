"""manage_character advance: let time pass without a rest."""

from math import ceil
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations.mechanics import time_at_zero
from rpg_lite.operations.mechanics.acting import triggers
from rpg_lite.operations.mechanics.rolls import roll_dice
from rpg_lite.operations.mechanics.time import TimeCommand, characters, pass_time
from rpg_lite.operations.operation import GM, Operation
from rpg_lite.operations.outcome import Draft, Outcome, Rejected, Situation
from rpg_lite.rules import durations
from rpg_lite.rules.document_fields import DurationText
from rpg_lite.world import clock
from rpg_lite.world.clock import DAWN, DAY, DUSK
from rpg_lite.world.things import World


class Advance(TimeCommand):
    """Let time pass."""

    operation: Literal["advance"]
    duration: Annotated[DurationText, Field(description='"10 minutes", "8 hours", "2 days", "dawn", "dusk".')]


def decide_advance(command: Advance, world: World, situation: Situation) -> Outcome:
    """Refuses: fight_is_on, rest_is_no_time."""
    if clock.fight(world):
        return Rejected("fight_is_on", "operation")
    draft = Draft(world, situation)
    minutes = _minutes(draft, command.duration)
    if isinstance(minutes, Rejected):
        return minutes
    time_at_zero.tell_dying(draft)
    passed = pass_time(draft, minutes)
    triggers.settle(draft)
    return draft.accept(None, *characters(world), result=passed)


def _minutes(draft: Draft, text: str) -> int | Rejected:
    """Whole minutes, at least one; "dawn" and "dusk" mean the next one."""
    span = durations.parse(text)
    assert span is not None
    if span.until in ("dawn", "dusk"):
        moment = DAWN if span.until == "dawn" else DUSK
        return (moment - clock.BEGINS_AT - draft.world.campaign.minutes) % DAY or DAY
    if span.until:
        return Rejected(
            "rest_is_no_time",
            "duration",
            {"wanted": text},
            instead={"operation": "rest", "characterName": "party", "kind": span.until.split("_")[0]},
        )
    count = int(span.count) if span.count.isdigit() else roll_dice(draft, span.count, "duration").total
    return max(1, ceil(span.minutes(count)))


OPERATION = Operation(
    tool="manage_character",
    model=Advance,
    decide=decide_advance,
    who=GM,
    sends="duration",
)
