"""The uses of acts that a creature counts separately: acts that recharge on a die roll, and acts with uses per day (SRD, Limited Usage)."""

import re
from collections.abc import Iterable
from typing import Final

from rpg_lite.rules import formulas
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.class_resources import Supply
from rpg_lite.rules.formulas import Values

_RECHARGE: Final = re.compile(r"recharge:(\d)(?::(.+))?", re.ASCII)
"""The lowest face, and the name of the use if several acts share it (SRD 5.1, Breath Weapons)."""
_USES: Final = re.compile(r"uses:([^:]+):(\w+)", re.ASCII)
LEGENDARY: Final = "legendary actions"
"""The resource that acts with `legendary:n` spend; it is restored when its bearer's turn begins (SRD, Legendary Actions)."""


def supplies_of(acts: Iterable[Act], values: Values) -> dict[str, Supply]:
    """Name → the uses, for the acts that have uses of their own or share them."""
    found = ((supply_name(act), _supply(spend, values)) for act in acts for spend in act.spends)
    return {name: supply for name, supply in found if supply}


def supply_name(act: Act) -> str:
    """The name under which the uses of an act are counted: its own, or the one that it shares with others."""
    shared = (m[2] for spend in act.spends if (m := _RECHARGE.fullmatch(spend)))
    return next(shared, None) or act.name


def _supply(spend: str, values: Values) -> Supply | None:
    """One use that a die roll or any rest restores, or several uses that the rest named by the act restores; a day counts as a long rest."""
    if _RECHARGE.fullmatch(spend):
        return Supply(1, 1, "short_rest", "all", "all")
    uses = _USES.fullmatch(spend)
    if uses is None:
        return None
    count = max(0, formulas.value(uses[1], values))
    match uses[2]:
        case "short_rest":
            return Supply(count, count, "short_rest", "all", "all")
        case "day" | "long_rest":
            return Supply(count, count, "long_rest", None, "all")
        case "dawn":
            return Supply(count, count, "dawn")
        case "dusk":
            return Supply(count, count, "dusk")
    return Supply(count, count)


def least_face(act: Act) -> int | None:
    """The lowest face of a d6 that recharges an act; None for acts that do not recharge on a die roll."""
    found = (_RECHARGE.fullmatch(spend) for spend in act.spends)
    return next((int(m[1]) for m in found if m), None)


def faces(least: int) -> str:
    """
    >>> faces(5), faces(6)
    ('5-6', '6')
    """
    return "6" if least >= 6 else f"{least}-6"
