"""JSON that came as text inside a payload. Apart because both the shapes of payloads and the values of commands are read with it."""

import json
from typing import Any


def unpacked(value: Any, opens: str) -> Any:
    """An object or a list that came as text, without null; anything else as it is. `opens`: the brackets that may begin it."""
    if not isinstance(value, str) or value.lstrip()[:1] not in (*opens,):
        return value
    try:
        return without_null(json.loads(value))
    except (ValueError, RecursionError):
        return value


def without_null(value: Any) -> Any:
    """The value without the keys that have no value."""
    if isinstance(value, dict):
        return {k: without_null(v) for k, v in value.items() if v is not None}
    return [without_null(v) for v in value] if isinstance(value, list) else value
