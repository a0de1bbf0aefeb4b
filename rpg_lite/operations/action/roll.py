"""execute_action roll: roll and record dice for anything that has no operation of its own."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Verdict
from rpg_lite.mechanics.rolls.rolls import Seed, roll_dice
from rpg_lite.operations.operation import OWN, Operation, free
from rpg_lite.operations.reach import anywhere
from rpg_lite.rules.document_field_types import RolledDice


class Roll(Command):
    """Any other dice."""

    operation: Literal["roll"]
    dice: Annotated[RolledDice, Field(description='"1d20+5", "4d6kh3".')]
    seed: Seed = None


def decide_roll(command: Roll, draft: Draft) -> Verdict:
    roll_dice(draft, command.dice, "roll")
    return Decision.about()


OPERATION = Operation(
    tool="execute_action",
    model=Roll,
    decide=decide_roll,
    who=replace(OWN, reach=anywhere),
    cost=free,
    sends="dice seed?",
)
