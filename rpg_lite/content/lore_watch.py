"""Watch the table's folder: read it once, and again when a file in it has changed. Apart because it alone looks at files while a campaign
is open.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final

from rpg_lite.content import lore_folder
from rpg_lite.content.lore_folder import ReadFolder
from rpg_lite.rules.lore import NO_LORE, Lore, Page, PartlyIndexed, Search, find_nothing

LOOKS_S: Final = 1.0
"""The seconds between two checks of the folder: nobody writes a page and asks for it within a second."""
Index = Callable[[Sequence[Page]], Search | None]
"""Make the pages searchable; None if this machine cannot. Raises PartlyIndexed."""
UNSEARCHABLE: Final = "questions find no page, because this SQLite lacks FTS5; pages are read by name"


class WatchedLore:
    """The pages of one folder. Safe to share between threads."""

    def __init__(self, folder: Path, index: Index, clock: Callable[[], float] = time.monotonic) -> None:
        self._folder, self._index, self._clock = folder, index, clock
        self._known, self._looked_at = NO_LORE, float("-inf")
        self._lock = Lock()

    def now(self) -> Lore:
        """The pages; a call within a second of the last check costs nothing."""
        with self._lock:
            if self._clock() - self._looked_at >= LOOKS_S:
                self._look()
                self._looked_at = self._clock()
            return self._known

    def recent(self) -> Lore | None:
        """The pages, if the last check is less than a second ago; None if a check is due. Never waits."""
        return self._known if self._clock() - self._looked_at < LOOKS_S else None

    def _look(self) -> None:
        listing = lore_folder.list_files(self._folder)
        if listing.stamp == self._known.stamp:
            return
        found = lore_folder.read(self._folder, listing)
        search, faults = self._make_searchable(found)
        assets = tuple(path for path, _, _ in listing.assets)
        read_asset = partial(lore_folder.read_asset, self._folder, listing)
        self._known = Lore(found.pages, faults, listing.stamp, search, assets, read_asset)

    def _make_searchable(self, found: ReadFolder) -> tuple[Search, tuple[str, ...]]:
        """The search over the pages, and all faults."""
        try:
            search = self._index(found.pages)
        except PartlyIndexed as partly:
            return partly.search, (*found.faults, str(partly))
        return (search, found.faults) if search else (find_nothing, (*found.faults, UNSEARCHABLE))
