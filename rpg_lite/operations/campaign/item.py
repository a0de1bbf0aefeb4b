"""read_campaign item: find item templates by a query."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Verdict
from rpg_lite.operations.operation import SEEN, Operation, free


class ItemQuery(Command):
    """Find item templates by name, type or text; an exact name gives the whole card."""

    operation: Literal["item"]
    query: Annotated[str, Field(min_length=1, max_length=200)]

    @property
    def reads_book(self) -> bool:
        return True


def decide_item(command: ItemQuery, draft: Draft) -> Verdict:
    return Decision.about()


OPERATION = Operation(
    tool="read_campaign",
    model=ItemQuery,
    decide=decide_item,
    who=SEEN,
    cost=free,
    sends="query",
    reads=True,
    is_listed=False,
)
