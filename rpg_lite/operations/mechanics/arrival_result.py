"""Whoever arrives in a room looks around."""

from dataclasses import dataclass

from rpg_lite.operations.outcome import Called, Result


@dataclass(frozen=True, slots=True)
class ArrivalResult(Result):
    """Who is in another room now, the one that the outcome is about, and whether that is read aloud to players."""

    names: tuple[Called, ...]
    for_players: bool
