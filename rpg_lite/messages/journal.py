"""Sentences for spoken words and journal entries."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.messages.render_context import RenderContext
from rpg_lite.operations.command import Command
from rpg_lite.operations.journal.decide import Decide
from rpg_lite.operations.journal.idea import Idea
from rpg_lite.operations.journal.milestone import Milestone
from rpg_lite.operations.journal.note import Note
from rpg_lite.operations.journal.say import Say
from rpg_lite.operations.reserved_names import GAME_MASTER

NARRATOR: Final = "The game master"
_DOES: Final[Mapping[str, str]] = {
    "say": "says", "note": "notes", "decide": "decides", "idea": "has an idea", "milestone": "marks a milestone",
}  # fmt: skip


def write_entry(entry: str, text: str, by: str | None, to: str | None, alone: bool = False) -> str:
    """ "Thorin says to Marra: hello", in one line. `alone`: only the game master may read it, and the line says so."""
    whom = "" if to is None else f" to {'the game master' if to == GAME_MASTER else to}"
    aside = ", for the game master only" if alone else ""
    return f"{by or NARRATOR} {_DOES[entry]}{whom}{aside}: {' · '.join(text.split(chr(10)))}"


def _entry(t: RenderContext) -> str:
    kept = t.after.things[t.outcome.made[0]].entry
    by, to = (id if id in (None, GAME_MASTER) else t.name(id) for id in (kept.by, kept.to))
    return f"{write_entry(kept.entry, kept.text, by, to)} ({t.outcome.made[0]})"


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    dict.fromkeys((Say, Note, Decide, Idea, Milestone), _entry)
)
