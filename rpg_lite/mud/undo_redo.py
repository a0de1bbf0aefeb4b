"""Undo and redo for a table: undo takes back the latest deed that has not been undone, whoever did it, and redo restores the deed that undo
took back last.

Both read the past of the campaign. So several seats share one past, and deeds of the hero questions count like typed ones.
"""

from collections.abc import Sequence
from typing import Any, Final

from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.operations import undo
from rpg_lite.operations.reading_keys import MOST_HISTORY
from rpg_lite.operations.undo import Done
from rpg_lite.store.chronicle import COMPLETED_BY

_JOURNAL: Final = "keep_journal"
WINDOWS: Final = (64, undo.FURTHEST_BACK)


def last_deed(game: Game) -> int | None:
    """The rev that undo takes back next."""
    return next((rev for last in WINDOWS if (rev := deed_of(_past(game, last)))), None)


def last_undo(game: Game) -> int | None:
    """The rev of the undo that redo takes back; none if something was done since."""
    return undo_of(_past(game, WINDOWS[0]))


def deed_of(past: Sequence[Done]) -> int | None:
    """The latest rev that has not been undone and is not itself an undo."""
    return next((d.rev for d in reversed(_standing(past)) if not _is_undo(d)), None)


def undo_of(past: Sequence[Done]) -> int | None:
    """The latest undo that is itself not undone and comes after all other deeds; an undo of an undo has restored something and needs no
    redo.

    >>> undo_of([Done(1, ()), Done(2, ()), Done(3, (), undoes=2), Done(4, (), undoes=1), Done(5, (), undoes=4)])
    3
    >>> undo_of([Done(1, ()), Done(2, (), undoes=1), Done(3, ())])
    """
    undos = {d.rev for d in past if _is_undo(d)}
    found = next((d.rev for d in reversed(_standing(past)) if _is_undo(d) and d.undoes not in undos), None)
    return None if found is None or (deed_of(past) or 0) > found else found


def words_of(game: Game, rev: int, caller: Caller) -> str:
    """The first line of the answer to a rev, in the form for this caller; empty if the caller may not hear it."""
    return next((text for told, text in words_since(game, rev - 1, caller) if told == rev), "")


def deeds_behind(game: Game) -> dict[int, int]:
    """The recent undos of one deed, each with the deed that it took back or, if it took back an undo, restored."""
    undos = {d.rev: d.undoes for d in _past(game, WINDOWS[0]) if _is_undo(d)}
    behind = {rev: undos.get(undone, undone) for rev, undone in undos.items() if undone is not None}
    return {rev: deed for rev, deed in behind.items() if deed is not None}


def words_since(game: Game, rev: int, caller: Caller, *, only_deeds: bool = False) -> list[tuple[int, str]]:
    """The revs after this one, each with the first line of its answer in the form for this caller. `only_deeds`: without words that were
    spoken or written down.
    """
    since = game.store.rev(game.campaign.id) - rev
    if since <= 0:
        return []
    asked = {"operation": "history", "last": min(since, MOST_HISTORY)}
    answer = game.ask(asked, tool="read_campaign", detail="full", caller=caller)
    told = answer["results"][0].get("history", ()) if answer["ok"] else ()
    return [
        (line["rev"], str(line["text"]).partition("\n")[0])
        for line in told
        if line["rev"] > rev and not (only_deeds and line["tool"] == _JOURNAL)
    ]


def _past(game: Game, last: int) -> list[Done]:
    found: Any = game.store.read(game.campaign.id, lambda at: at.heads(-1, last))
    return [Done(h.rev, (), h.undoes, "", h.back_to) for h in found if h.tool != COMPLETED_BY and h.rev > 0]


def _standing(past: Sequence[Done]) -> list[Done]:
    gone = undo.taken_back(past)
    return [d for d in past if d.rev not in gone]


def _is_undo(done: Done) -> bool:
    return done.undoes is not None or done.back_to is not None
