"""Sentences for spoken words, journal entries and quests."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.reserved_names import GAME_MASTER
from rpg_lite.mechanics.journal.journal_entries import TalkResult
from rpg_lite.messages.render_context import RenderContext, join_names, many
from rpg_lite.operations.journal.checkpoint import Checkpoint
from rpg_lite.operations.journal.decide import Decide
from rpg_lite.operations.journal.focus import Focus
from rpg_lite.operations.journal.handout import Handout
from rpg_lite.operations.journal.idea import Idea
from rpg_lite.operations.journal.import_quests import ImportQuests
from rpg_lite.operations.journal.milestone import Milestone
from rpg_lite.operations.journal.note import Note
from rpg_lite.operations.journal.progress import Progress
from rpg_lite.operations.journal.quest import Quest
from rpg_lite.operations.journal.say import Say
from rpg_lite.operations.journal.tell import Tell, TellResult
from rpg_lite.operations.journal.unquest import Unquest, UnquestResult
from rpg_lite.world.states import FOCUS
from rpg_lite.world.world_model import WORLD_ID

NARRATOR: Final = "The game master"
_DOES: Final[Mapping[str, str]] = {
    "say": "says", "tell": "tells", "note": "notes", "decide": "decides", "idea": "has an idea", "milestone": "marks a milestone",
    "handout": "hands out", "checkpoint": "sets a checkpoint", "focus": "begins a private talk",
}  # fmt: skip


def write_entry(entry: str, text: str, by: str | None, to: str | None, question: str | None = None, alone: bool = False) -> str:
    """ "Thorin says to Marra: hello", in one line, with the question that a decision answers. `alone`: only the game master may read the
    entry, and the line says so. A later version of the program may have written an entry of another kind.

    >>> write_entry("omen", "Three crows.", "Thorin", None)
    'Thorin records (omen): Three crows.'
    """
    whom = "" if to is None else f" {'with' if entry == FOCUS else 'to'} {'the game master' if to == GAME_MASTER else to}"
    aside = ", for the game master only" if alone else ""
    asked = f'"{question}" ' if question else ""
    does = _DOES.get(entry, f"records ({entry})")
    return f"{by or NARRATOR} {does}{whom}{aside}: {asked}{' · '.join(text.split(chr(10)))}"


def _entry(t: RenderContext) -> str:
    kept = t.after.things[t.outcome.made[0]].entry
    by, to = (id if id in (None, GAME_MASTER) else t.name(id) for id in (kept.by, kept.to))
    return f"{write_entry(kept.entry, kept.text, by, to, kept.question)} ({t.outcome.made[0]})"


def _say(t: RenderContext) -> str:
    """The words, and in a private talk, on a separate line, the names of the hearers."""
    talk = t.outcome.result
    heard = f"\n{_heard_in(talk)}" if isinstance(talk, TalkResult) and not t.players else ""
    return f"{_entry(t)}{heard}"


def _heard_in(talk: TalkResult) -> str:
    """Those who hear words of a private talk, and how to name the other side while nobody can tell who that is."""
    if talk.others:
        return f"Said aloud: the speaker takes no part in the private talk with {talk.others}."
    heard = f"Heard by {join_names(talk.heard)} alone." if talk.heard else "Only the game master reads it."
    asks = " No hero takes part in the talk yet; toName, or names of tell, says who else hears it." if talk.is_open else ""
    return f"{heard}{asks}"


def _tell(t: RenderContext) -> str:
    """The words, and on a separate line the names of the hearers, because the words need not end with a full stop."""
    told = t.result(TellResult)
    if told.talk and not t.players:
        return f"{_entry(t)}\n{_heard_in(told.talk)}"
    heard, nobody = (told.of_party, "Nobody in the party hears it") if t.players else (told.heard, "Nobody hears it")
    return f"{_entry(t)}\n{f'Heard by {join_names(heard)}' if heard else nobody}."


def _quest(t: RenderContext) -> str:
    node = t.after.things[t.outcome.subject or ""]
    parents = [t.after.things[id].name for id in node.quest.parents if id in t.after.things]
    under = f", under {join_names(parents)}" if parents else ""
    done = "is new" if t.outcome.made else "is changed"
    known = "the players know it" if node.quest.is_public else "only the game master knows it"
    return f"The {node.quest.kind} {node.name} {done}{under}; {known}."


def _progress(t: RenderContext) -> str:
    node = t.after.things[t.outcome.subject or ""]
    return f"{node.name} is {node.quest.status.replace('_', ' ')}."


def _unquest(t: RenderContext) -> str:
    told = t.result(UnquestResult)
    verb = "is" if len(told.roots) == 1 else "are"
    left = f" {join_names(told.roots)} {verb} now under nothing else." if told.roots else ""
    return f"{told.removed} is gone.{left}"


def _import_quests(t: RenderContext) -> str:
    given = len(t.command.nodes) if isinstance(t.command, ImportQuests) else 0
    return f"{many(given, 'quest')} imported: {len(t.outcome.made)} new, {given - len(t.outcome.made)} already there."


def _focus(t: RenderContext) -> str:
    if not t.outcome.made:
        return "The talk has ended; what is told and said belongs to the story of the party again."
    made = t.after.things[t.outcome.made[0]].entry
    sides = t.after.things[WORLD_ID].root.focus
    others = join_names([*sides.talkers.values()]) if sides else ""
    return f"{made.text}{f' and {others}' if others else ''} begins. Until focus without a name ends it, what the two and the game master say to nobody else reaches only them."


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        Say: _say,
        **dict.fromkeys((Note, Decide, Idea, Milestone, Handout, Checkpoint), _entry),
        Tell: _tell,
        Focus: _focus,
        Quest: _quest,
        Progress: _progress,
        Unquest: _unquest,
        ImportQuests: _import_quests,
    }
)
