"""Look around on arrival in a room."""

from dataclasses import dataclass

from rpg_lite.operations.outcome import Called, Result


@dataclass(frozen=True, slots=True)
class ArrivalResult(Result):
    """The creatures that moved to the room of the outcome, and whether the text is read aloud to players."""

    names: tuple[Called, ...]
    for_players: bool
