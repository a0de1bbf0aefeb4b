"""The sources of `import_map`: the adventures that come with rpg-lite, and a reader of map files."""

from collections.abc import Collection, Sequence
from typing import Final, Protocol

from rpg_lite.world.map_plans import Plan


class MapShelf(Protocol):
    """The adventures that come with rpg-lite, and a reader of map files."""

    def adventures(self) -> Collection[str]:
        """Their short names."""

    def adventure(self, name: str) -> Plan | None:
        """The adventure of this name, or None."""

    def read(self, text: str) -> Plan | Sequence[tuple[str, str]]:
        """The map in a file of any known format, or its faults with their places."""


class NoMaps:
    """An empty shelf that reads no files."""

    def adventures(self) -> Collection[str]:
        return ()

    def adventure(self, name: str) -> Plan | None:
        return None

    def read(self, text: str) -> Plan | Sequence[tuple[str, str]]:
        return [("", "cannot be read here; send a plan: {name, rooms}")]


NO_MAPS: Final = NoMaps()
