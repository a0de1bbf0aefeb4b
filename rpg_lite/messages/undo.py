"""The sentence for undo."""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Called
from rpg_lite.messages.render_context import RenderContext, many
from rpg_lite.operations.undo import BackResult, Undo, UndoResult
from rpg_lite.world import clock, combat
from rpg_lite.world.thing_stats import is_dead


def _undo(t: RenderContext) -> str:
    if isinstance(back := t.outcome.result, BackResult):
        return f"Everything after rev {back.back_to} is taken back: {many(back.count, 'command')} (undo again restores it)."
    told = t.result(UndoResult)
    what = f": {told.what}" if told.what and not t.players else "."
    if told.restored is not None or told.restored_after is not None:
        what = f": {restored(told.restored, told.restored_after)}"
    return f"Rev {told.undoes} is taken back{_UNDO_AGAIN}{what}{_further(told)}{_back_to_life(t)}{_whose_turn(t)}"


def _further(told: UndoResult) -> str:
    """Say how to go further back, once undo after undo takes back and restores the same deed."""
    return f" To go further back: undo with toRev {told.further}." if told.further is not None else ""


def restored(rev: int | None, after: int | None) -> str:
    """The sentence about what comes back when an undo is taken back: one rev, or everything after a rev."""
    return f"everything after rev {after} is restored." if rev is None else f"rev {rev} is restored."


def restored_in(answer: str) -> str | None:
    """The part of the answer to an undo that says what it restored; None if it took back something else than an undo.

    >>> restored_in("Rev 3 is taken back (undo again restores it; undo with a rev takes back an earlier one): rev 2 is restored.")
    'rev 2 is restored.'
    """
    _, hint, what = answer.partition(f"{_UNDO_AGAIN}: ")
    found = _RESTORED.match(what) if hint else None
    return found[0] if found else None


def _back_to_life(t: RenderContext) -> str:
    """Name the creatures that the undo brings back to life, or kills again; the sentence of the undone command may be cut before that."""
    told = []
    for id, before in t.before.things.items():
        after = t.after.things.get(id)
        if before.kind == "character" and after is not None and t.sees(Called(id)) and is_dead(before) != is_dead(after):
            told.append(f" {t.name(id)} is {'dead again' if is_dead(after) else 'no longer dead'}.")
    return "".join(told)


def _whose_turn(t: RenderContext) -> str:
    """Name the creature whose turn it is, after an undo that restores an earlier moment of a fight."""
    on, was = clock.fight(t.after), clock.fight(t.before)
    acting = t.after.things.get(combat.acting(t.after) or "") if on and on != was else None
    return f" It is {acting.name}'s turn, round {on.round}." if on and acting else ""


_UNDO_AGAIN: Final = " (undo again restores it; undo with a rev takes back an earlier one)"
"""A hint that appears only once, even if the undone command was an undo."""
_RESTORED: Final = re.compile(r"(?:everything after )?rev \d+ is restored\.")


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        Undo: _undo,
    }
)
