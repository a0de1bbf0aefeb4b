"""What happened → English: one sentence for each accepted command, from its outcome and the world around it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.messages import action, character, condition, inventory, journal, map_findings, rooms, tools, undo
from rpg_lite.messages.render_context import RenderContext
from rpg_lite.operations.rooms.import_map import ImportMap
from rpg_lite.operations.targets import Command


def deed(told: RenderContext) -> str:
    """The sentence of the command."""
    return SENTENCES[type(told.command)](told)


def _import_map(t: RenderContext) -> str:
    room, label = t.data["way_in"]
    entrance = f"{t.name(t.outcome.subject)} ({t.outcome.subject})"
    return f"{map_findings.contents(t.data)} {label} of {room} leads to {entrance}. {map_findings.summary(t.data['findings'], t.data['loops'])}"


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        ImportMap: _import_map,
        **inventory.SENTENCES,
        **character.SENTENCES,
        **condition.SENTENCES,
        **action.SENTENCES,
        **rooms.SENTENCES,
        **tools.SENTENCES,
        **journal.SENTENCES,
        **undo.SENTENCES,
    }
)
"""Every command that changes something. What only reads is shown by views."""
