"""Places in a payload: the path to a value, and the same payload with another value there."""

import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any, Final

from rpg_lite.meaning.lenient_spelling import is_step

Json = dict[str, Any]
Proposal = tuple[str, Json]
"""A tool and the payload for it."""
_STEP: Final = re.compile(r"[^.\[\]]+|\[\d+\]")


def steps_of(path: str) -> list[str | int]:
    """The keys and the places in lists of a path, as in batch[0].item.name."""
    return [int(s[1:-1]) if s.startswith("[") else s for s in _STEP.findall(path)]


def value_at(payload: Json, steps: Sequence[str | int]) -> Any:
    """The value at this place; None if there is no such place."""
    here: Any = payload
    for step in steps:
        try:
            here = here[step]
        except (KeyError, IndexError, TypeError):
            return None
    return here


def with_value(payload: Json, steps: Sequence[str | int], value: Any) -> Json:
    """The payload with the new value at this place; unchanged if there is no such place."""
    done = deepcopy(payload)
    holder, last = value_at(done, steps[:-1]), steps[-1]
    if _is_key(holder, last) or is_step(holder, last):
        holder[last] = value
    return done


def _is_key(holder: Any, step: str | int) -> bool:
    """Whether this is a key of an object. A place in a list is none, even if the sender wrote an object where a list is meant."""
    return isinstance(holder, dict) and isinstance(step, str)


def without_key(payload: Json, steps: Sequence[str | int]) -> Json:
    """The payload without the key at this place."""
    done = deepcopy(payload)
    holder = value_at(done, steps[:-1])
    if isinstance(holder, dict):
        holder.pop(steps[-1], None)
    return done


def put_at(payload: Json, steps: Sequence[str | int], value: Any) -> Json:
    """The payload with a value at this place; missing objects on the path are created."""
    done: Any = deepcopy(payload)
    here = done
    for step in steps[:-1]:
        if _is_key(here, step):
            here = here.setdefault(step, {})
        elif isinstance(here, list) and isinstance(step, int) and step < len(here):
            here = here[step]
        else:
            return payload
    if not _is_key(here, steps[-1]) or steps[-1] in here:
        return payload
    here[steps[-1]] = value
    found: Json = done
    return found


def rename_key(payload: Json, key: str, new: str) -> Json:
    """The payload with another name for a key."""
    return {(new if k == key else k): v for k, v in payload.items()}
