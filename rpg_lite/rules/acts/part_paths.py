"""The parts of an entry that play something, with their dotted paths."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from rpg_lite.rules.acts.act import Act, EffectModel, Rider, Trigger
from rpg_lite.rules.acts.plain_steps import FilledModifier
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.modifiers import Modifier


def parts_of(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Every act, step, effect, trigger, rider, modifier and list of steps of an entry with its dotted path."""
    if isinstance(value, Act | StepModel | EffectModel | Trigger | Rider | Modifier | FilledModifier):
        yield path, value
    if isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            if name in value.model_fields_set:
                yield from parts_of(getattr(value, name), join(path, field.alias or name))
    elif isinstance(value, tuple):
        if any(isinstance(one, StepModel) for one in value):
            yield path, value
        for n, one in enumerate(value):
            yield from parts_of(one, f"{path}[{n}]")
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from parts_of(one, join(path, str(key)))


def join(path: str, key: str) -> str:
    return (path + key if key.startswith("[") else f"{path}.{key}").strip(".")
