"""Faces that somebody rolled by hand: they stand for the d20s of a command, in the order in which these fall."""

from collections.abc import Sequence
from dataclasses import replace

from rpg_lite.operations.outcome import Situation
from rpg_lite.rules.dice import DiceRoll

_D20S = {"1d20": 1, "2d20": 2}
_RECHARGE = "1d6"
_MOST_ON_D6 = 6


def laid(situation: Situation, faces: Sequence[int], with_recharges: bool = False) -> Situation:
    """The situation whose first d20s show these faces; further dice fall as ever. `with_recharges`: a single d6 takes a face that it has, too."""
    left = [*faces]
    if not left:
        return situation

    def roll(dice: str) -> DiceRoll:
        count = _D20S.get(dice, 0)
        if with_recharges and dice == _RECHARGE and left and left[0] <= _MOST_ON_D6:
            count = 1
        if not count or not left:
            return situation.roll(dice)
        shown = tuple(left.pop(0) if left else situation.roll("1d20").total for _ in range(count))
        return DiceRoll(dice, shown, sum(shown))

    return replace(situation, roll=roll)
