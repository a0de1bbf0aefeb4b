"""The faces on the table while one command is decided."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self


@dataclass(slots=True)
class FacesOnTheTable:
    """The faces in the order in which they are used, only for rolls with these purposes. `rolled_here`: the number of such rolls that found
    no face left.

    `short`: faces that were missing for a roll of two; `too_high`: a face above the highest of its die, and the sides of that die.
    """

    left: list[int]
    purposes: tuple[str, ...]
    taken: int = 0
    rolled_here: int = 0
    short: int = 0
    too_high: tuple[int, int] | None = None

    @classmethod
    def laid(cls, faces: Sequence[int], *purposes: str) -> Self | None:
        """The faces, for rolls whose purpose begins with one of these words; None if nobody rolled any."""
        return cls([*faces], purposes) if faces else None
