"""Every step of an act, and a step by its path."""

from collections.abc import Iterator, Mapping

from rpg_lite.rules.acts.act import Act, EffectModel, Retry, ZoneModel
from rpg_lite.rules.acts.steps.step_model import StepModel


def walk(parts: tuple[StepModel, ...] | str, inner_acts: bool = True) -> Iterator[StepModel]:
    """Every one of these steps and of the steps within them; `inner_acts`: also of the acts that their effects bring."""
    if isinstance(parts, str):
        return
    for step in parts:
        yield step
        for inner in parts_of(step, inner_acts):
            yield from walk(inner, inner_acts)


def parts_of(step: StepModel, inner_acts: bool = True) -> Iterator[tuple[StepModel, ...]]:
    """The lists of steps within a step."""
    for name in type(step).model_fields:
        value = getattr(step, name)
        if isinstance(value, tuple) and value and isinstance(value[0], StepModel):
            yield value
        elif isinstance(value, Mapping):
            yield from (v for v in value.values() if isinstance(v, tuple))
        elif isinstance(value, EffectModel | ZoneModel):
            yield from (t.then for t in value.on)
            yield from (a.steps for a in value.acts if inner_acts)
        elif isinstance(value, Retry):
            yield from (value.fail, value.passed)


def step_at(act: Act, path: str) -> StepModel | None:
    """The step of an act at a path "0.fail.0"; None if the act has changed since."""
    return act.steps_by_path.get(path)
