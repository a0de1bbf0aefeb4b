"""What lies on a creature: the act that applied an entry, found in the entry itself, the spells, the creature that played it, its features and
their riders.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from rpg_lite.mechanics.creature.own_riders import riders_of
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ApplyStep, EffectModel
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import step_at
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Cause
from rpg_lite.world.world_model import Thing, World

REMEMBERED: Final = 256


def laid_step(world: World, cause: Cause, book: Rulebook) -> StepModel | None:
    """The step that applied the entry."""
    act = act_of(world, cause, book)
    return step_at(act, cause.at or "") if act else None


def laid_effect(world: World, cause: Cause, book: Rulebook) -> EffectModel | None:
    """The effect in the form in which its act defines it."""
    if cause.act is None or cause.at is None:
        return None
    step = laid_step(world, cause, book)
    return step.apply if isinstance(step, ApplyStep) and isinstance(step.apply, EffectModel) else None


def is_timed(world: World, cause: Cause, book: Rulebook) -> bool:
    """Whether the effect brings something by the clock."""
    effect = laid_effect(world, cause, book)
    return effect is not None and any(trigger.on == "time" for trigger in effect.on)


def act_of(world: World, cause: Cause, book: Rulebook) -> Act | None:
    """The act of this name that has a step at the path."""
    if cause.act is None:
        return None
    if cause.steps is not None:
        return _act_kept(cause.act, json.dumps(cause.steps, sort_keys=True))
    at = cause.at or ""
    return next((act for act in _candidates(world, cause, cause.act, book) if step_at(act, at) is not None), None)


def _candidates(world: World, cause: Cause, name: str, book: Rulebook) -> Iterator[Act]:
    key = names.fold(name)
    if (spell := thing_stats.spell_cast_by(world, cause.by, name, book)) is not None:
        yield spell
    if (common := book.act(name)) is not None:
        yield common
    by = world.things.get(cause.by or "")
    if by is None:
        return
    sheet = thing_stats.sheet(by, book)
    yield from (act for act in sheet.acts if names.fold(act.name) == key)
    yield from (act for rule in sheet.feature_rules for act in rule.acts if names.fold(act.name) == key)
    for rule in sheet.feature_rules:
        if rule.on and names.fold(rule.name) == key:
            yield from (Act.model_construct(name=rule.name, steps=trigger.then) for trigger in rule.on)
    for own in riders_of(world, by, book):
        if names.fold(own.told) == key:
            yield Act.model_construct(name=own.told, steps=own.rider.steps)


def path_to(act: Act, steps: Sequence[StepModel]) -> str:
    """The path in the act at which these steps are found: "0.apply.on.0.then"; empty if they are the act's own."""
    first = steps[0] if steps else None
    found = next((path for path, one in act.steps_by_path.items() if one is first), "")
    return found.rpartition(".")[0]


@lru_cache(REMEMBERED)
def _act_kept(name: str, steps: str) -> Act:
    """The act whose steps the entry keeps."""
    return Act.model_validate({"name": name, "cost": "free", "targets": "any", "steps": json.loads(steps)})


def write_steps(steps: Sequence[StepModel]) -> list[Mapping[str, Any]]:
    """The steps in the form in which a file has them."""
    return [step.model_dump(mode="json", by_alias=True, exclude_unset=True) for step in steps]


KNOCKED_OUT: Final = "Knocked Out"
"""The effect on a creature that keeps 1 hit point."""


def is_knocked_out(creature: Thing) -> bool:
    """Whether the creature keeps a hit point and lies unconscious."""
    return any(entry.name == KNOCKED_OUT for entry in creature.creature.effects)
