"""The signature of a renderer, and its inputs other than the command and its outcome."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rpg_lite.decision.outcome import Accepted, Rejected
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views.surroundings import StatsOf
from rpg_lite.world.history_records import Past
from rpg_lite.world.world_model import World

Json = dict[str, Any]
Rendered = tuple[str, Json]
"""The text of an answer, and its data."""


@dataclass(frozen=True, slots=True)
class Showing:
    """The way to show a result. `full`: for programs; `players`: the readers may not know everything; `past`: the past that the command
    shows.
    """

    book: Rulebook
    full: bool
    players: bool
    stats_of: StatsOf
    past: Past | None = None

    def find_known(self, world: World) -> set[str] | None:
        """The ids of the creatures that players see; None for the game master, who knows everybody."""
        return {t.id for t in world.things.values() if t.kind == "character"} if self.players else None


Renderer = Callable[[Any, Accepted, Showing], Rendered | Rejected]
"""A function that shows the result of one reading operation, given its command, its outcome and its readers."""
