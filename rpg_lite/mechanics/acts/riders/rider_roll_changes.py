"""The changes that riders make to the rolls of one playing (SRD, Metamagic, Sculpt Spells)."""

from dataclasses import dataclass
from typing import Final

from rpg_lite.rules.acts.act import Act
from rpg_lite.vocabulary import Mode


@dataclass(frozen=True, slots=True)
class Changes:
    """`spared`: the targets that pass the saves of the act, and with `spared_take_none` then take no damage; `hindered`: the target whose
    saves are at disadvantage, or with `hindered_once` only its first save; `rerolls`: the number of damage dice to roll again; `new_roll`:
    the price of rolling again after a miss; `added`: points for one damage roll, with `added_to` of this type alone; `maximum`: damage dice
    show their highest faces; `heals_most`: healing dice do so.
    """

    spared: frozenset[str] = frozenset()
    spared_take_none: bool = False
    hindered: str | None = None
    hindered_once: bool = False
    rerolls: int = 0
    new_roll: Act | None = None
    added: int = 0
    added_to: str | None = None
    maximum: bool = False
    heals_most: bool = False
    concentration: Mode | None = None
    """The mode of the saves that keep concentration on the spell."""


NO_CHANGES: Final = Changes()
