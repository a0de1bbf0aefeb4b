"""Faces that somebody rolled by hand: they stand for the d20s of a command, in the order in which these fall."""

from collections.abc import Sequence
from dataclasses import replace

from rpg_lite.operations.outcome import Situation
from rpg_lite.rules.dice import DiceRoll

_D20S = {"1d20": 1, "2d20": 2}


def laid(situation: Situation, faces: Sequence[int]) -> Situation:
    """The situation whose first d20s show these faces; further dice fall as ever."""
    left = [*faces]
    if not left:
        return situation

    def roll(dice: str) -> DiceRoll:
        count = _D20S.get(dice, 0)
        if not count or not left:
            return situation.roll(dice)
        shown = tuple(left.pop(0) if left else situation.roll("1d20").total for _ in range(count))
        return DiceRoll(dice, shown, sum(shown))

    return replace(situation, roll=roll)
