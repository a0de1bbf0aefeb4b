"""The full schemas of the tools, kept in a file. Making them from the models takes longer than loading all of rpg-lite, and every client
asks for them first. The models are built only when a call needs them. Apart because the file is written by a command of its own.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any, Final, get_args

from rpg_lite.content.rulebook_files import folder
from rpg_lite.messages.tool_purposes import PURPOSES
from rpg_lite.operations import schema
from rpg_lite.operations.role_table import listed_for
from rpg_lite.vocabulary import Role

FILE: Final = "tool_schemas.json"
OF_PLACES: Final = " with places"
"""Follows the role where the file keeps the schemas of campaigns that measure."""
ROLES: Final[tuple[Role, ...]] = get_args(Role)


def full(tool: str, role: Role, places: bool = False) -> Mapping[str, Any]:
    """Return the schema of a tool for a role: from the file, or made now if the file has none. `places`: of a campaign that measures."""
    return _kept().get(f"{role}{OF_PLACES * places}", {}).get(tool) or schema.flat(tool, role, places=places)


@cache
def _kept() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    path = folder("data") / FILE
    found: dict[str, dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


def written() -> str:
    """Return the contents of the file, made from the current models, with a line for each tool."""
    made = {
        f"{role}{OF_PLACES * places}": {tool: schema.flat(tool, role, places=places) for tool in PURPOSES if listed_for(role, tool)}
        for places in (False, True)
        for role in ROLES
    }
    roles = (f'"{role}": {{\n{_lines(tools)}\n}}' for role, tools in made.items())
    return "{" + ",\n".join(roles) + "}\n"


def _lines(tools: Mapping[str, Any]) -> str:
    return ",\n".join(f'"{tool}": {json.dumps(found, ensure_ascii=False)}' for tool, found in tools.items())


if __name__ == "__main__":
    (folder("data") / FILE).write_text(written(), encoding="utf-8")
