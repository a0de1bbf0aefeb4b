"""The keys that reading operations share, and the rev that they read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Rejected
from rpg_lite.operations.undo import too_far

MOST_HISTORY = 50


class Looking(Command):
    """A command that shows the campaign, past or present."""

    at_rev: Annotated[int | None, Field(ge=0, strict=True, description="The state at this rev.")] = None


def moment(commands: Sequence[Command], last: int) -> int | Rejected | None:
    """The earlier rev that all the commands look at; None for the present."""
    wanted = {c.at_rev if isinstance(c, Looking) else None for c in commands}
    revs = wanted - {None, last}
    if len(wanted) > 1 and revs:
        return Rejected("at_rev_mixed", "atRev")
    rev = next(iter(revs), None)
    if rev is not None and (refused := too_far(rev, last)):
        return replace(refused, field="atRev")
    return rev
