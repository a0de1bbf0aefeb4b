"""The feet that an answer goes, where places count: nobody answers what is farther off than the act reaches (SRD, Counterspell, Hellish Rebuke)."""

from collections.abc import Mapping
from typing import Any

from rpg_lite.decision.occasions import Occasion, aim_of
from rpg_lite.mechanics.space import standing
from rpg_lite.rules.acts.act import Act, ApplyStep
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.acts.plain_steps import AnswerStep
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Thing, World


def beyond(act: Act, who: Thing, occasion: Occasion, world: World, book: Rulebook) -> Mapping[str, Any] | None:
    """The name of the creature that the answer does not reach, its feet and those of the act; None if it reaches it, or nothing measures it."""
    other, far, room = world.things.get(_measured_to(act, occasion)), ranges_of(act), world.room_of(who.id)
    if far is None or other is None or room is None or not standing.is_measured(world, room.id):
        return None
    feet = standing.standing_in(world, room, book).feet(who.id, other.id) or 0
    return {"other": other.name, "feet": feet, "most": far[1]} if feet > far[1] else None


def _measured_to(act: Act, occasion: Occasion) -> str:
    """The creature within the range: the one that an act protects, rolls for or lets fall softly, else the one at which the answer is aimed."""
    steps = [*walk(act.steps, inner_acts=False)]
    protects = any(isinstance(step, ApplyStep) for step in steps) and not any(isinstance(step, AnswerStep) for step in steps)
    return occasion.to if protects and occasion.happens == "hit" else aim_of(act, occasion)
