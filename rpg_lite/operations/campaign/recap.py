"""read_campaign recap: report what has changed since a moment, from the stored rows alone."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.journal import revs_and_checkpoints
from rpg_lite.mechanics.journal.revs_and_checkpoints import Since
from rpg_lite.operations.operation import SEEN, Operation, free
from rpg_lite.operations.reading_keys import Looking
from rpg_lite.world.world_model import Ref

LEAST: Final = 100
MOST: Final = 100_000
DEFAULT: Final = 400
NEWEST: Final = 20
"""A checkpoint within this many of the newest revs is too new to begin a recap by itself."""
LAST: Final = 50
"""The number of revs that a recap covers if no checkpoint is old enough."""
FURTHEST: Final = 2_000
"""The largest number of revs that a recap looks through."""


class Recap(Looking):
    """What changed since a moment."""

    operation: Literal["recap"]
    since: Since = None
    budget: Annotated[int | None, Field(ge=LEAST, le=MOST, strict=True, description="Tokens; default 400.")] = None

    @property
    def tokens(self) -> int:
        """The budget, or the default."""
        return self.budget or DEFAULT

    @property
    def shows_own_past(self) -> bool:
        return True

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("party"), Ref("quests"))


@dataclass(frozen=True, slots=True)
class RecapResult(Result):
    """The rev after which the recap begins, and whether it was cut because the wanted rev is too far back."""

    since: int
    is_cut: bool


def decide_recap(command: Recap, draft: Draft) -> Verdict:
    """Find the rev at which the recap begins: the named one, the newest checkpoint that is old enough, or some revs ago.

    Refuses: checkpoint_unknown, rev_unknown.
    """
    world, situation = draft.world, draft.situation
    last = world.campaign.rev
    since = revs_and_checkpoints.rev_of(command.since, situation)
    if isinstance(since, Rejected):
        return since
    if since is None:
        since = max((rev for rev in situation.checkpoints().values() if rev <= last - NEWEST), default=max(0, last - LAST))
    if since > last:
        return Rejected("rev_unknown", "since", {"wanted": since, "last": last})
    return Decision.about(result=RecapResult(max(since, last - FURTHEST), since < last - FURTHEST))


OPERATION = Operation(
    tool="read_campaign",
    model=Recap,
    decide=decide_recap,
    who=SEEN,
    cost=free,
    sends="budget? since?",
    reads=True,
)
