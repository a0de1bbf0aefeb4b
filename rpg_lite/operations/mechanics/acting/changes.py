"""The changes that riders make in the rolls of one playing (SRD, Metamagic, Sculpt Spells)."""

from dataclasses import dataclass
from typing import Final

from rpg_lite.rules.acts.act import Act


@dataclass(frozen=True, slots=True)
class Changes:
    """`spared`: those who pass its saves, and with `spared_take_none` take nothing then; `hindered`: the one whose saves are at disadvantage,
    with `hindered_once` the first alone; `rerolls`: how many dice of damage fall again; `new_roll`: the price of a missed roll made again.
    """

    spared: frozenset[str] = frozenset()
    spared_take_none: bool = False
    hindered: str | None = None
    hindered_once: bool = False
    rerolls: int = 0
    new_roll: Act | None = None


NO_CHANGES: Final = Changes()
