"""What happened → English: one sentence for each accepted command, from its outcome and the world around it."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.messages import action, character, condition, inventory, journal, maps, rooms, tools, undo
from rpg_lite.messages.render_context import Told
from rpg_lite.operations.rooms.import_map import ImportMap
from rpg_lite.operations.targets import Command


def deed(told: Told) -> str:
    """The sentence of the command."""
    return SENTENCES[type(told.command)](told)


def _import_map(t: Told) -> str:
    room, label = t.data["way_in"]
    entrance = f"{t.name(t.outcome.subject)} ({t.outcome.subject})"
    return f"{maps.contents(t.data)} {label} of {room} leads to {entrance}. {maps.summary(t.data['findings'], t.data['loops'])}"


SENTENCES: Final[Mapping[type[Command], Callable[[Told], str]]] = MappingProxyType(
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
