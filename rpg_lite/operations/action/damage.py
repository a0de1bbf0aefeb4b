"""execute_action damage: deal a given or rolled number of points of a type, reduced by the target's resistances."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.decision.shared_keys import Names
from rpg_lite.mechanics.life import hit_points
from rpg_lite.mechanics.life.hit_point_amount import OfPoints, field_of, one_amount, points_of, target_of
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules.stats.defenses import Hit
from rpg_lite.vocabulary import DamageType
from rpg_lite.world.world_model import Ref


class TakeDamage(OfPoints):
    """Take hit points, after resistances."""

    operation: Literal["damage"]
    damage_type: DamageType
    magical: Annotated[bool, Field(description="Beats nonmagical resistance.")] = False
    with_: Annotated[Names, Field(alias="with", description="aura of NAME, for saves that follow.")] = ()

    def touches(self) -> tuple[Ref, ...]:
        """Load those around, too: a creature may share the damage with whom it holds."""
        return (*super().touches(), Ref("people", self.character_id, self.character_name))


@dataclass(frozen=True, slots=True)
class DamageResult(Result):
    """The points dealt, the points taken, and why they differ."""

    damage: int
    taken: int
    why: tuple[str, ...]
    type: str


def decide_damage(command: TakeDamage, draft: Draft) -> Verdict:
    """Refuses: aura_required, dice_negative, hp_unknown, one_of_required, target_dead."""
    world = draft.world
    if command.with_:
        return Rejected("aura_required", "with", {"wanted": command.with_[0]})
    target = target_of(command, world)
    if isinstance(target, Rejected):
        return target
    if refusal := one_amount(command) or hit_points.may_hurt(target, draft, field_of(command)):
        return refusal
    points = points_of(command, draft, "damage")
    taken, why = hit_points.hurt(draft, target, Hit(command.damage_type, points, command.magical))
    return Decision.about(target.id, target.id, result=DamageResult(points, taken, why, command.damage_type))


OPERATION = Operation(
    tool="execute_action",
    model=TakeDamage,
    decide=decide_damage,
    who=GM,
    cost=free,
    sends="characterName amount damageType magical?",
)
