"""Whether the schema that clients of a role see has a call."""

import re
from typing import Any, Final

from pydantic.alias_generators import to_camel

from rpg_lite.operations.registry import fields_of
from rpg_lite.operations.request_envelope import Envelope
from rpg_lite.operations.role_table import is_reserved, listed_for
from rpg_lite.operations.schema import flat, is_listed
from rpg_lite.vocabulary import Role

ENVELOPE: Final = frozenset(to_camel(key) for key in Envelope.model_fields) | {"operation"}


def is_in_schema(tool: str, operation: str, keys: set[str], role: Role, places: bool = False) -> bool:
    """Whether the listing has the call; `places`: that of a campaign that measures."""
    menu = listed_for(role, tool, places)
    if operation not in menu:
        return False
    listed = {
        key for key in fields_of(tool, operation) if is_listed(tool, operation, key, places) and not is_reserved(role, menu[operation], key)
    }
    shown = flat(tool, role, places=places)["properties"]
    return keys <= listed | ENVELOPE and keys <= shown.keys() and all(_serves(shown[key], operation) for key in keys - ENVELOPE)


def _serves(shown: dict[str, Any], operation: str) -> bool:
    """Whether the note on a key, "Only attack|cast." or "create|update:", names the operation; a key without such a note serves all."""
    note = re.match(r"(?:Only ([\w|]+)\.|([a-z_]+(?:\|[a-z_]+)+):)", shown.get("description", ""))
    return note is None or operation in (note[1] or note[2]).split("|")
