"""Healing that would be wasted: acts and items that do nothing but heal, for creatures that lack no hit points."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import target_requirements
from rpg_lite.mechanics.acts.riders.act_riders import Joined
from rpg_lite.mechanics.acts.steps.branch_steps import find_choice
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.rules.acts.act import ChooseStep, IfStep
from rpg_lite.rules.acts.plain_steps import SayStep
from rpg_lite.rules.acts.steps.hit_points import HealStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


def refuse(draft: Draft, caster: Thing, joined: Joined, targets: Sequence[Thing]) -> Rejected | None:
    """The refusal of an act that would only heal creatures at full hit points; a rider may add other effects."""
    cast, whom = joined.cast, list(targets) or [caster]
    steps = [step for step in _played(cast.act.steps, cast.wish.choice) if not isinstance(step, SayStep)]
    steps += [step for own in joined.after for step in _played(own.rider.steps, cast.wish.choice)]
    only_heals = not joined.says and bool(steps) and all(isinstance(step, HealStep) and step.to is None for step in steps)
    if not only_heals or not all(is_whole(draft, one) for one in whom):
        return None
    return _refusal(cast.act.name, whom, with_force(cast, caster, targets))


def is_whole(draft: Draft, creature: Thing) -> bool:
    """Whether a living creature lacks no hit points."""
    stats = draft.stats(creature)
    return stats.hp is not None and stats.hp_max is not None and stats.hp >= stats.hp_max.value and not thing_stats.is_dead(creature)


def _refusal(what: str, whom: Sequence[Thing], instead: Mapping[str, Any]) -> Rejected:
    """The refusal of such healing. `instead`: the same call with force."""
    return Rejected("heals_nothing", "targets", {"act": what, "texts": [t.name for t in whom]}, instead=instead)


def with_force(cast: Casting, caster: Thing, targets: Sequence[Thing]) -> dict[str, Any]:
    """The same call with force; for an act of a thing, its use."""
    call = target_requirements.again(cast, [t.name for t in targets], caster)
    if cast.item:
        choice = {key: word for key, word in cast.wish.choice.items() if key != "property"}
        words = {"property": cast.wish.choice.get("property"), "choice": choice, "targets": call.get("targets")}
        call = {"operation": "use", "characterName": caster.name, "itemId": cast.item, **{k: v for k, v in words.items() if v}}
    return {**call, "force": True}


def _played(steps: Sequence[StepModel], choice: Mapping[str, str]) -> Iterator[StepModel]:
    """The steps that may be played: the chosen ones of a choice, and both branches of a condition."""
    for step in steps:
        if isinstance(step, ChooseStep):
            word = find_choice(step, choice)
            yield from _played(step.choose[word], choice) if word else [step]
        elif isinstance(step, IfStep):
            yield from _played((*step.then, *step.else_), choice)
        else:
            yield step
