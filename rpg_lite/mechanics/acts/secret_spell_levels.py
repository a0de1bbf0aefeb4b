"""The level of another's spell, a secret: a player's dry run does not tell what depends on it (SRD 5.1, Counterspell; SRD, Dispel Magic)."""

from typing import Final

from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.world.world_model import World

THEIR_SLOT: Final = "their_slot"
SAID: Final = "What follows depends on the level of the other's spell, which shows when it is played."


def is_hidden(world: World, situation: Situation, caster: str | None) -> bool:
    """Whether this answer must not depend on the level of a spell of this creature: a dry run for somebody who does not see everything, about
    a creature outside the party.
    """
    there = world.things.get(caster or "")
    return situation.hides_others and not (there is not None and there.creature.is_member)


def is_of_answered(world: World, situation: Situation) -> bool:
    """Whether the level of the answered spell is hidden."""
    on = situation.answers
    return on is not None and is_hidden(world, situation, on.by)


def hides(p: Performance, step: StepModel) -> bool:
    """Whether the step depends on a hidden level; the answer then says so, in place of what the step does."""
    if not is_of_answered(p.draft.world, p.draft.situation) or THEIR_SLOT not in step.model_dump_json(by_alias=True):
        return False
    tell(p)
    return True


def tell(p: Performance) -> None:
    if SAID not in p.says:
        p.say(SAID)
