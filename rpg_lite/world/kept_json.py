"""Objects within the body of a thing: values that keep the JSON from which they were read."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

Body: TypeAlias = Mapping[str, Any]
NOTHING: Final[Body] = {}


_CANONICAL: Final = json.JSONEncoder(sort_keys=True, ensure_ascii=False, separators=(",", ":"))
"""The shared encoder: `json.dumps` would make one for each text, and each number of a creature needs several texts."""


def canonical(document: Body) -> str:
    """The JSON text of a document, the same for equal documents."""
    return _CANONICAL.encode(document)


class Same:
    """A part of a body as a key of a cache: bodies are never changed in place, so the same object always has the same content.

    The part stays alive as long as it is a key, because otherwise another object could get its id.
    """

    __slots__ = ("part",)

    def __init__(self, part: Body) -> None:
        self.part = part

    def __hash__(self) -> int:
        return id(self.part)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.part is other.part


@dataclass(frozen=True, slots=True)
class Kept:
    """An object within a body, with its values and its JSON."""

    document: Body


def as_kept(value: object) -> object:
    """The JSON of a value to write, with sequences as lists, as a store reads them back."""
    if isinstance(value, Kept):
        return value.document
    if isinstance(value, Mapping):
        return {k: as_kept(v) for k, v in value.items()}
    return [as_kept(v) for v in value] if isinstance(value, list | tuple) else value


def without_none(**values: object) -> Body:
    """The JSON of the values that are not None."""
    return {k: as_kept(v) for k, v in values.items() if v is not None}
