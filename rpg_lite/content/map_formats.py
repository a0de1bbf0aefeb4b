"""The formats of map files in words: one list for the reader of maps, its messages and the help of the command line."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

TEXT: Final = "the rpg-lite text format"
JSON: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "One Page Dungeon JSON": ("rects",),
        "donjon JSON": ("cells", "rooms"),
        "a Tiled map": ("layers", "tilewidth"),
        "a Foundry scene": ("walls", "grid"),
        "a plan as JSON": ("rooms",),
    }
)
"""Each JSON format with the keys by which it is recognized, the most specific format first: plans have rooms, but so do other formats."""
ALL: Final = (TEXT, *JSON)
