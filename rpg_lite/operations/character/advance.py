"""manage_character advance: let time pass without a rest."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.mechanics.time.passing import TimeCommand, characters, pass_time
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import durations
from rpg_lite.rules.document_field_types import DurationText
from rpg_lite.rules.durations import ROUNDS_A_MINUTE
from rpg_lite.world import clock
from rpg_lite.world.clock import DAWN, DUSK


class Advance(TimeCommand):
    """Let time pass."""

    operation: Literal["advance"]
    duration: Annotated[DurationText, Field(description='"3 rounds", "8 hours", "2 days", "dawn", "dusk".')]


def decide_advance(command: Advance, draft: Draft) -> Verdict:
    """Refuses: fight_is_on, rest_is_no_time."""
    world = draft.world
    if clock.fight(world):
        return Rejected("fight_is_on", "operation")
    rounds = _rounds(draft, command.duration)
    if isinstance(rounds, Rejected):
        return rounds
    passed = pass_time(draft, *divmod(rounds, ROUNDS_A_MINUTE))
    return Decision.about(None, *characters(world), result=passed)


def _rounds(draft: Draft, text: str) -> int | Rejected:
    """The rounds that pass, at least one; "dawn" and "dusk" mean until the next one, exactly to the round."""
    span = durations.parse(text)
    assert span is not None
    if span.until in ("dawn", "dusk"):
        moment = DAWN if span.until == "dawn" else DUSK
        minutes = clock.minutes_to(moment, draft.world.campaign.minutes)
        return minutes * ROUNDS_A_MINUTE - clock.rounds_over(draft.world)
    if span.until:
        return Rejected(
            "rest_is_no_time",
            "duration",
            {"wanted": text},
            instead={"operation": "rest", "characterName": "party", "kind": span.until.split("_")[0]},
        )
    count = int(span.count) if span.count.isdigit() else roll_dice(draft, span.count, "duration").total
    return max(1, round(span.minutes(count) * ROUNDS_A_MINUTE))


OPERATION = Operation(
    tool="manage_character",
    model=Advance,
    decide=decide_advance,
    who=GM,
    cost=free,
    sends="duration",
    before_all=True,
)
