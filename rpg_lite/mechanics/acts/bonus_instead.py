"""Common acts that a feature allows as a bonus action: Cunning Action, Nimble Escape, Step of the Wind (SRD 5.1 and 5.2).

A creature whose action is gone means that feature when it hides, dashes or disengages; nobody has to name it. Apart because it depends on what is left
of the turn, and an act that is found by its name does not.
"""

from collections.abc import Sequence

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.creature.acts import FoundAct
from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules.acts.act import Act, ChooseStep
from rpg_lite.rules.acts.plain_steps import DoStep, SayStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.world import clock
from rpg_lite.world.world_model import Thing


def find(draft: Draft, creature: Thing, found: FoundAct) -> tuple[FoundAct, str | None]:
    """The act of its own with which the creature plays this common act as a bonus action, and the option of it, if it has that left and no action;
    else the act itself. One that spends something is only played where the call names it.
    """
    world, on = draft.world, clock.fight(draft.world)
    if not found.is_common or found.act.cost != "action" or on is None or on.whose.id != creature.id:
        return found, None
    left = ledger.left(world, creature.id, draft.situation.book)
    if left is None or left.actions or not left.bonus:
        return found, None
    for own in acts.own_acts_of(world, creature, draft.situation.book):
        if (allowed := allows(own.act)) and found.act.name in allowed:
            draft.note("bonus_instead", name=Called(creature.id), act=found.act.name, by=own.act.name)
            return own, found.act.name if _chosen(own.act) else None
    return found, None


def allows(act: Act) -> Sequence[str]:
    """The names of the acts that this bonus action is and nothing more: all of its options, or the only one."""
    if act.cost != "bonus" or act.targets != "self" or act.spend or act.once or act.needs:
        return ()
    parts = _chosen(act) or {"": act.steps}
    return [name for option, part in parts.items() if (name := _only_deed(part)) and option in ("", name)]


def _chosen(act: Act) -> dict[str, Sequence[StepModel]]:
    steps = [step for step in act.steps if not _is_said(step)]
    return dict(steps[0].choose) if len(steps) == 1 and isinstance(steps[0], ChooseStep) else {}


def _only_deed(part: Sequence[StepModel]) -> str | None:
    steps = [step for step in part if not _is_said(step)]
    return steps[0].do if len(steps) == 1 and isinstance(steps[0], DoStep) else None


def _is_said(step: StepModel) -> bool:
    """Whether the step is words alone; words that give feet are a walk."""
    return isinstance(step, SayStep) and step.moves is None
