"""The sentence for undo."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.messages.render_context import RenderContext, many
from rpg_lite.operations.command import Command
from rpg_lite.operations.undo import BackResult, Undo, UndoResult
from rpg_lite.world import clock, combat


def _undo(t: RenderContext) -> str:
    if isinstance(back := t.outcome.result, BackResult):
        return f"Everything after rev {back.back_to} is taken back, {many(back.count, 'command')} (undo again restores it)."
    told = t.result(UndoResult)
    again = _OF_UNDO.match(told.what)
    what = f": {told.what}" if told.what and not t.players else "."
    what = f": rev {again[1]} is restored." if again else what
    return f"Rev {told.undoes} is taken back{_UNDO_AGAIN}{what}{_whose_turn(t)}"


def _whose_turn(t: RenderContext) -> str:
    """Name the creature whose turn it is, after an undo that restores an earlier moment of a fight."""
    on, was = clock.fight(t.after), clock.fight(t.before)
    acting = t.after.things.get(combat.acting(t.after) or "") if on and on != was else None
    return f" It is {acting.name}'s turn, round {on.round}." if on and acting else ""


_OF_UNDO: Final = re.compile(r"Rev (\d+) is taken back")
_UNDO_AGAIN: Final = " (undo again restores it; undo with a rev takes back an earlier one)"
"""A hint that is said once, even if the command taken back was an undo."""


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        Undo: _undo,
    }
)
