"""The signs for one terminal: Unicode signs, or letters if the terminal has no Unicode."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.text import Text

_BAR: Final = 24
_DIGITS: Final[Mapping[str, tuple[str, str, str]]] = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "-": ("   ", "▀▀▀", "   "),
}


@dataclass(frozen=True, slots=True)
class Pen:
    """The signs for one terminal: Unicode signs, or letters if the terminal has no Unicode."""

    plain: bool

    def mode(self, mode: str) -> Text:
        match mode:
            case "advantage":
                return Text("+" if self.plain else " ▲", "green")
            case "disadvantage":
                return Text("-" if self.plain else " ▼", "red")
        return Text("")

    def mark_training(self, rank: int) -> Text:
        return Text(" *#"[rank] if self.plain else "·●◆"[rank], "cyan" if rank else "dim")

    def bar(self, part: float) -> Text:
        full = min(_BAR, max(0, round(part * _BAR)))
        colour = "green" if part > 0.5 else "yellow" if part > 0.25 else "red"
        done, left = ("#", "-") if self.plain else ("█", "░")
        return Text.assemble((done * full, colour), (left * (_BAR - full), "dim"))

    def dots(self, left: int, most: int) -> str:
        """Return a filled sign for each point that is left, and an empty sign for each point that is spent."""
        there, gone = ("#", "-") if self.plain else ("■", "□")
        return there * left + gone * (most - left)

    def big(self, number: int) -> Text:
        if self.plain:
            return Text(f"= {number} =", "bold")
        rows = zip(*(_DIGITS[d] for d in str(number)), strict=True)
        return Text("\n".join(" ".join(row) for row in rows), "bold cyan")

    @property
    def legend(self) -> Text:
        if self.plain:
            return Text("* proficient  # expertise  adv advantage  dis disadvantage", "dim")
        return Text("● proficient  ◆ expertise  ▲ advantage  ▼ disadvantage", "dim")

    @property
    def dot(self) -> str:
        return " - " if self.plain else " · "
