"""keep_journal decide: record a decision, alone or as the answer to a question that may come again."""

from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.journal.journal_entries import EntryCommand, Public, add_entry
from rpg_lite.operations.operation import Operation, free
from rpg_lite.operations.speech_rights import AUTHOR
from rpg_lite.rules import names
from rpg_lite.world import body_paths
from rpg_lite.world.body_paths import Setting
from rpg_lite.world.history_records import JournalEntry

LONGEST_TOLD: Final = 240
"""The maximum number of letters of an earlier decision that the answer to a new one quotes."""


class Decide(EntryCommand):
    """A decision made."""

    operation: Literal["decide"]
    public: Public = None
    question: Annotated[str | None, Field(min_length=1, max_length=400, description="What it answers; rules finds it again.")] = None

    @property
    def extra(self) -> tuple[Setting, ...]:
        return (body_paths.QUESTION.to(self.question), body_paths.PUBLIC.to(self.public or None))


def decide_decision(command: Decide, draft: Draft) -> Verdict:
    """Record the decision; the answer mentions an earlier one on the same question, which searches no longer find.

    Refuses: floor_unknown.
    """
    situation = draft.situation
    made = add_entry(draft, command)
    if isinstance(made, Rejected):
        return made
    if earlier := _earlier(command, situation):
        draft.note("decided_before", rev=earlier.rev, text=_in_brief(earlier.text))
    return Decision.about(None, made=[made.id])


def _in_brief(text: str) -> str:
    return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD]}…"


def _earlier(command: Decide, situation: Situation) -> JournalEntry | None:
    """The decision that applied until now; the same question in other words is another question."""
    found = situation.precedents(command.question) if command.question else ()
    return next((entry for entry in found if names.fold(entry.question or "") == names.fold(command.question or "")), None)


OPERATION = Operation(
    tool="keep_journal",
    model=Decide,
    decide=decide_decision,
    who=AUTHOR,
    cost=free,
    sends="text question? public?",
    is_verb=True,
)
