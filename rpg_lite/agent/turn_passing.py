"""Keep two seats that type next at the same moment from ending two turns: the second meant the turn that the first has ended. Apart because
it is the only state that seats share, and its tests need no model.
"""

from typing import Final

HASTE: Final = 1.5
"""The seconds within which a player cannot have read that another seat ended the turn."""


class TurnPassing:
    """The seat that ended a turn last, and when. Times are those of one monotonic clock."""

    def __init__(self) -> None:
        self._seat: str | None = None
        self._at, self._words = 0.0, ""

    def passed(self, seat: str, words: str, at: float) -> None:
        self._seat, self._words, self._at = seat, words.partition("\n")[0], at

    def question(self, seat: str, typed_at: float) -> str:
        """Return what a seat is asked that typed next before it can have read of the turn; empty if the line may be played."""
        if self._seat in (None, seat) or typed_at > self._at + HASTE:
            return ""
        self._seat = None  # the seat knows now
        return f"Another seat has just ended that turn: {self._words}\nTo end this turn too, type next again."
