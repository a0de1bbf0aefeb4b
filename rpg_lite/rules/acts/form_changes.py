"""Acts that change the form of a creature (SRD 5.1, Immutable Form: "any spell or effect that would alter its form")."""

from collections.abc import Iterator, Sequence
from typing import Final

from rpg_lite.rules.acts.act import Act, ApplyStep, AttackStep
from rpg_lite.rules.acts.plain_steps import BecomeStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk

PETRIFIED: Final = "petrified"
_ON_THE_WAY: Final = frozenset((PETRIFIED, "restrained"))


def gives_a_form(act: Act) -> bool:
    """Whether the act gives its target another form (SRD, Polymorph)."""
    return any(isinstance(step, BecomeStep) for step in walk(act.steps, inner_acts=False))


def turns_to_stone(act: Act) -> bool:
    """Whether the act does nothing else than turn its target to stone (SRD, Flesh to Stone)."""
    steps = list(walk(act.steps, inner_acts=False))
    laid = {word for step in steps for word in _laid_by(step)}
    return PETRIFIED in laid and laid <= _ON_THE_WAY and not any(isinstance(step, AttackStep | DamageStep) for step in steps)


def begins_to_petrify(step: ApplyStep) -> bool:
    """Whether further failed saves against this step petrify (SRD, Prismatic Spray)."""
    return step.retry is not None and any(PETRIFIED in _laid_by(later) for later in walk(step.retry.fail))


def _laid_by(step: StepModel) -> Sequence[str]:
    if not isinstance(step, ApplyStep):
        return ()
    return (step.apply,) if isinstance(step.apply, str) else (*step.apply.conditions, *_named(step))


def _named(step: ApplyStep) -> Iterator[str]:
    """A word for whatever an effect does beside its conditions."""
    if not isinstance(step.apply, str) and (step.apply.modifiers or step.apply.flags or step.apply.on or step.apply.acts):
        yield "other"
