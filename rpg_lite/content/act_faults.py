"""The faults of a user's acts that show only when the whole rulebook is read: words that nothing in it can play."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import BaseModel

from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.harm import is_unaimed
from rpg_lite.rules.acts.plain_steps import StepModel

Place = tuple[str, Any]
UNAIMED: Final = (
    "is missing, and a step harms: without it the act would strike the one who plays it; "
    "allowed: self, area, any, each_enemy, a number or n+per_slot"
)


def faults(entry: BaseModel) -> Iterator[tuple[str, str]]:
    """(dotted path, sentence) for each fault in the acts of an entry: a spell, an act, a feature, an item, a creature."""
    for path, part in _parts(entry, ""):
        if isinstance(part, Act):
            yield from ((_at(path, key), why) for key, why in _of_act(part))


def _of_act(act: Act) -> Iterator[tuple[str, str]]:
    if is_unaimed(act):
        yield "targets", UNAIMED


def _at(path: str, key: str) -> str:
    return f"{path}.{key}".lstrip(".")


def _parts(value: Any, path: str) -> Iterator[Place]:
    """Every act and step of an entry with its dotted path."""
    if isinstance(value, Act | StepModel):
        yield path, value
    if isinstance(value, BaseModel):
        for name in value.model_fields_set:
            field = type(value).model_fields[name]
            yield from _parts(getattr(value, name), _at(path, field.alias or name))
    elif isinstance(value, tuple | list):
        for n, one in enumerate(value):
            yield from _parts(one, f"{path}[{n}]")
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from _parts(one, _at(path, str(key)))
