"""execute_action: damage, heal, roll. The numbers come from dice that are on record."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.commands import hit_points, targets
from rpg_lite.commands.outcome import Outcome, Rejected, Story, Turn
from rpg_lite.commands.rolls import Seed, rolled
from rpg_lite.commands.targets import Command
from rpg_lite.rules.dice import bounds
from rpg_lite.rules.items import Dice, RolledDice
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.vocabulary import DamageType
from rpg_lite.world.things import Ref, Thing, World

Points = Annotated[int, Field(ge=0, le=100_000, strict=True)]


class _Wounding(Command):
    character_id: str | None = None
    character_name: Annotated[str | None, Field(description="Who.")] = None
    amount: Annotated[Points | None, Field(description="Or dice.")] = None
    dice: Annotated[Dice | None, Field(description='"2d6+3".')] = None
    seed: Seed = None

    def touches(self) -> tuple[Ref, ...]:
        return targets.refs(self.character_id, self.character_name, None, None)


class Damage(_Wounding):
    """Take hit points, after resistances."""

    operation: Literal["damage"]
    damage_type: DamageType
    magical: Annotated[bool, Field(description="Past resistance to nonmagical.")] = False


class Heal(_Wounding):
    """Give hit points back."""

    operation: Literal["heal"]


class Roll(Command):
    """Any other dice."""

    operation: Literal["roll"]
    dice: Annotated[RolledDice, Field(description='"1d20+5", "4d6kh3".')]
    seed: Seed = None


def decide_damage(command: Damage, world: World, turn: Turn) -> Outcome:
    story, target = Story(world, turn), _target(command, world)
    if isinstance(target, Rejected):
        return target
    if refusal := _one_amount(command) or hit_points.may_hurt(target, story, _field(command)):
        return refusal
    points = _points(command, story, "damage")
    taken, why = hit_points.hurt(story, target, Hit(command.damage_type, points, command.magical))
    return story.accepted(target.id, target.id, damage=points, taken=taken, why=why, type=command.damage_type)


def decide_heal(command: Heal, world: World, turn: Turn) -> Outcome:
    story, target = Story(world, turn), _target(command, world)
    if isinstance(target, Rejected):
        return target
    if refusal := _one_amount(command) or hit_points.may_heal(target, story, _field(command)):
        return refusal
    points = _points(command, story, "heal")
    regained = hit_points.heal(story, target, points)
    return story.accepted(target.id, target.id, healing=points, regained=regained)


def decide_roll(command: Roll, world: World, turn: Turn) -> Outcome:
    story = Story(world, turn)
    rolled(story, command.dice, "roll")
    return story.accepted()


def _target(command: _Wounding, world: World) -> Thing | Rejected:
    return targets.character(world, command.character_id, command.character_name, "characterName")


def _field(command: _Wounding) -> str:
    return targets.given(command.character_id, command.character_name, "characterName")


def _one_amount(command: _Wounding) -> Rejected | None:
    if (command.amount is None) == (command.dice is None):
        return Rejected("one_of_required", "amount", allowed=("amount", "dice"))
    if command.dice and bounds(command.dice)[1] < 0:
        return Rejected("dice_negative", "dice", {"wanted": command.dice})
    return None


def _points(command: _Wounding, story: Story, what_for: str) -> int:
    if command.dice:
        return max(0, rolled(story, command.dice, what_for).total)
    return command.amount or 0
