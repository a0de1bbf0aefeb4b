"""The tools as the server shows them to a client: full, with a schema of all fields; compact, with a line for each operation; or by scenes,
with a schema of the fields that the loaded scenes need.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.content.built_in_scenes import scenes
from rpg_lite.messages.tool_purposes import PURPOSES
from rpg_lite.operations import schema
from rpg_lite.operations.compact_schema import compact, menu
from rpg_lite.operations.role_table import listed_for
from rpg_lite.rules.tool_scenes import GLOBAL
from rpg_lite.server import tool_schema_file
from rpg_lite.vocabulary import ListingForm, Role

LONGEST_TEXT: Final = 2_000
"""The maximum number of characters of a description that every client reads completely."""


@dataclass(frozen=True, slots=True)
class ListedTool:
    """The name, the description and the input schema of a tool: the parts that a model reads."""

    name: str
    description: str
    parameters: Mapping[str, Any]

    @property
    def definition(self) -> dict[str, Any]:
        """The tool in the form of the protocol."""
        return {"name": self.name, "description": self.description, "inputSchema": dict(self.parameters)}


def listed_tools(form: ListingForm, role: Role, loaded: Collection[str] = (GLOBAL,), places: bool = False) -> tuple[ListedTool, ...]:
    """Return the tools for a client of this role, without those that it may not use at all. `loaded`: the scenes, for the form of that
    name; `places`: whether the campaign measures.
    """
    return tuple(_listed(name, form, role, loaded, places) for name in PURPOSES if listed_for(role, name))


def menu_of(role: Role, places: bool = False) -> str:
    """Return the compact descriptions of all tools in one text."""
    return "\n\n".join(f"{tool.name}: {tool.description}" for tool in listed_tools("compact", role, places=places))


def _listed(name: str, form: ListingForm, role: Role, loaded: Collection[str], places: bool) -> ListedTool:
    if form == "full":
        return ListedTool(name, PURPOSES[name], tool_schema_file.full(name, role, places))
    if form == "scene":
        shown = frozenset(verb for verb in listed_for(role, name, places) if scenes().shows(name, verb, loaded))
        return ListedTool(name, PURPOSES[name], schema.flat(name, role, shown, places))
    about = f"{PURPOSES[name].partition('. ')[0].rstrip('.')}.\n"
    return ListedTool(name, about + menu(name, role, LONGEST_TEXT - len(about), places), compact(name, role, places))
