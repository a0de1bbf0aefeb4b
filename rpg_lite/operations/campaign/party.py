"""read_campaign party: show the party at a glance."""

from typing import Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Verdict
from rpg_lite.operations.operation import SEEN, Operation, free
from rpg_lite.operations.reading_keys import Looking
from rpg_lite.world.world_model import Ref


class Party(Looking):
    """The campaign at a glance: members, hit points, purse, the last commands."""

    operation: Literal["party"]

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("party"), Ref("floor"), Ref("fight"))


def decide_party(command: Party, draft: Draft) -> Verdict:
    return Decision.about()


OPERATION = Operation(
    tool="read_campaign",
    model=Party,
    decide=decide_party,
    who=SEEN,
    cost=free,
    reads=True,
)
