"""execute_action heal: restore a given or rolled number of hit points, up to the maximum."""

from dataclasses import dataclass
from typing import Any, Literal

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.life import hit_points
from rpg_lite.mechanics.life.hit_point_amount import OfPoints, field_of, one_amount, points_of, target_of
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import thing_stats


class Heal(OfPoints):
    """Give hit points back."""

    operation: Literal["heal"]


@dataclass(frozen=True, slots=True)
class HealResult(Result):
    """The points given, and the points regained."""

    healing: int
    regained: int


def decide_heal(command: Heal, draft: Draft) -> Verdict:
    """Refuses: dead_not_healed, dice_negative, hp_unknown, one_of_required, target_dead."""
    world = draft.world
    target = target_of(command, world)
    if isinstance(target, Rejected):
        return target
    if thing_stats.is_dead(target):
        return Rejected("dead_not_healed", field_of(command), {"name": target.name}, instead=_brought_back(target.name))
    if refusal := one_amount(command) or hit_points.may_heal(target, draft, field_of(command)):
        return refusal
    points = points_of(command, draft, "heal")
    regained = hit_points.heal(draft, target, points)
    return Decision.about(target.id, target.id, result=HealResult(points, regained))


def _brought_back(name: str) -> dict[str, Any]:
    """The call by which the game master brings a dead creature back."""
    return {"operation": "update", "characterName": name, "character": {"hp": 1}}


OPERATION = Operation(
    tool="execute_action",
    model=Heal,
    decide=decide_heal,
    who=GM,
    cost=free,
    sends="characterName dice seed?",
)
