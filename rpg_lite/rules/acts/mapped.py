"""Change steps one by one, with the parts within them; unchanged steps stay the very same objects. Apart because it walks steps and knows
no rider.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.steps.step_model import StepModel

Change = Callable[[StepModel], StepModel]


def map_steps(steps: Sequence[StepModel], change: Change) -> tuple[StepModel, ...]:
    """Apply `change` to each of these steps and of the steps within them."""
    return tuple(change(_within(step, change)) for step in steps)


def _within(step: StepModel, change: Change) -> StepModel:
    found = {name: _part(getattr(step, name), change) for name in type(step).model_fields}
    update = {name: new for name, new in found.items() if new is not None}
    return step.model_copy(update=update) if update else step


def _part(value: Any, change: Change) -> Any:
    """The changed part of a step; None if nothing in it changes."""
    if isinstance(value, tuple) and value and isinstance(value[0], StepModel):
        new = map_steps(value, change)
        return None if is_of(new, value) else new
    if isinstance(value, Mapping) and any(isinstance(part, tuple) for part in value.values()):
        parts = {key: map_steps(part, change) if isinstance(part, tuple) else part for key, part in value.items()}
        return None if all(isinstance(part, tuple) and is_of(parts[key], part) for key, part in value.items()) else parts
    return None


def is_of(new: Sequence[StepModel], old: Sequence[StepModel]) -> bool:
    """Whether both are the very same steps."""
    return len(new) == len(old) and all(a is b for a, b in zip(new, old, strict=True))


def with_steps(act: Act, steps: Sequence[StepModel]) -> Act:
    """The act with other steps."""
    changed = act.model_copy(update={"steps": tuple(steps)})
    changed.__dict__.pop("steps_by_path", None)  # a copy would keep the paths of its earlier steps
    return changed
