"""The renderer of each operation that only reads, in one table."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.views.renderer_input import Renderer
from rpg_lite.views.renderers import campaign, character, inventory, rooms, tools

RENDERERS: Final[Mapping[type[Command], Renderer]] = MappingProxyType(
    {
        **inventory.RENDERERS,
        **campaign.RENDERERS,
        **character.RENDERERS,
        **rooms.RENDERERS,
        **tools.RENDERERS,
    }
)
"""The renderer of every operation that only reads; operations that change something have a sentence in `messages`."""
