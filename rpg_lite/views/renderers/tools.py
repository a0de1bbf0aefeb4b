"""Renderers of the reading operations of manage_tools."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted
from rpg_lite.operations.tools.tools import Tools, ToolsResult
from rpg_lite.views import tools_in_use_text
from rpg_lite.views.renderer_input import Rendered, Renderer, Showing


def _tools(command: Tools, outcome: Accepted, showing: Showing) -> Rendered:
    world, told = outcome.world, outcome.expect(ToolsResult)
    context = world.things[outcome.subject or ""]
    text = tools_in_use_text.used_text(world, context, told.used, told.unused, told.closely, command.layer)
    return text, {"ok": True, **({"tools": tools_in_use_text.used_json(world, told.used)} if showing.full else {})}


RENDERERS: Final[Mapping[type[Command], Renderer]] = MappingProxyType({Tools: _tools})
