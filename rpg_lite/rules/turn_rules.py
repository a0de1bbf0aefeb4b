"""Turn rules of one's own: a function of an installed package says why an act in a fight is not allowed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

ENTRY_POINTS: Final = "rpg_lite.turn_rules"
"""The group of entry points in which a package names its turn rules."""


@dataclass(frozen=True, slots=True)
class ActOfFight:
    """An act in a fight. `name`: the creature; `act`: what it does, such as "Attack", "Dash" or a spell; `cost`: action, attack, bonus,
    reaction, move, interaction ("Handle a thing"), weapon (one handled with an attack), legendary or free; `whose`: the creature whose turn it is.
    """

    name: str
    act: str
    cost: str
    round: int
    whose: str


TurnRule = Callable[[ActOfFight, Sequence[ActOfFight]], str | None]
"""From a deed and the earlier deeds of the fight, the oldest first, to the reason why the deed is not allowed; None if it is allowed. The
function must give the same answer for the same deeds, because a deed may be decided more than once.
"""
