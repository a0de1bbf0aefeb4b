"""The faces that lie on the table while one command is decided."""

from dataclasses import dataclass


@dataclass(slots=True)
class FacesOnTheTable:
    """Faces in the order in which they fall, for rolls of these purposes alone. `rolled_here`: how many such rolls found no face left.

    `short`: faces that a roll of two lacked; `too_high`: a face with more than its die has, and its sides.
    """

    left: list[int]
    purposes: tuple[str, ...]
    taken: int = 0
    rolled_here: int = 0
    short: int = 0
    too_high: tuple[int, int] | None = None
