"""Objects within the body of a thing: values that keep the JSON in which they are written."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Body: TypeAlias = Mapping[str, Any]
NOTHING: Final[Body] = {}


@dataclass(frozen=True, slots=True)
class Kept:
    """An object within a body: its values, and its JSON."""

    document: Body


def as_kept(value: object) -> object:
    """The JSON of a value to write."""
    if isinstance(value, Kept):
        return value.document
    return [as_kept(v) for v in value] if isinstance(value, list | tuple) else value


def said(**values: object) -> Body:
    """The JSON of the values that are not None."""
    return {k: as_kept(v) for k, v in values.items() if v is not None}
