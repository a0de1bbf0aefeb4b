"""Hit points that a command gives or takes: a number, or dice that are recorded."""

from typing import Annotated

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command, refs
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.rolls.rolls import Seed, roll_dice
from rpg_lite.rules.dice import bounds
from rpg_lite.rules.document_field_types import RolledDice
from rpg_lite.world.world_model import Ref, Thing, World

Points = Annotated[int, Field(ge=0, le=100_000, strict=True)]


class OfPoints(Command):
    character_id: str | None = None
    character_name: Annotated[str | None, Field(description="Who.")] = None
    amount: Annotated[Points | None, Field(description="Or dice.")] = None
    dice: Annotated[RolledDice | None, Field(description='"2d6+3".')] = None
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        return refs(self.character_id, self.character_name, None, None)


def target_of(command: OfPoints, world: World) -> Thing | Rejected:
    return targets.character(world, command.character_id, command.character_name, "characterName")


def field_of(command: OfPoints) -> str:
    return targets.field_of(command.character_id, command.character_name, "characterName")


def one_amount(command: OfPoints) -> Rejected | None:
    if (command.amount is None) == (command.dice is None):
        return Rejected("one_of_required", "amount", allowed=("amount", "dice"))
    if command.dice and bounds(command.dice)[1] < 0:
        return Rejected("dice_negative", "dice", {"wanted": command.dice})
    return None


def points_of(command: OfPoints, draft: Draft, what_for: str) -> int:
    if command.dice:
        return max(0, roll_dice(draft, command.dice, what_for).total)
    return command.amount or 0
