"""The context for a program: read as a call would be, and composed without an answer around it."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.callers import Ears
from rpg_lite.decision.outcome import Rejected
from rpg_lite.decision.situation import Situation
from rpg_lite.decision.targets import party_of
from rpg_lite.meaning.parse import parse
from rpg_lite.messages import refusal_formatting
from rpg_lite.operations import loop
from rpg_lite.operations.campaign.context import Context, ContextResult
from rpg_lite.operations.request_envelope import Asked
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import history
from rpg_lite.store.journal_queries import EntryFilter
from rpg_lite.store.unit_of_work import Reading
from rpg_lite.views import answer_presenter, context_layers
from rpg_lite.views.answer_presenter import Presenter
from rpg_lite.views.context_budget import BudgetTooSmall, Count, Tool, Wrapped
from rpg_lite.world.states import FOCUS
from rpg_lite.world.world_model import Ref, World

PRIVATE_OF: Final = 500
"""The number of journal entries that are searched for private words."""


def context_asked(budget: int | None, since: int | str | None, for_name: str | None, book: Rulebook) -> Context:
    """The command, read as a call would be. Raises ValueError with the refusal of the call."""
    named = {"budget": budget, "since": since, "forName": for_name}
    asked = parse("read_campaign", {"operation": "context"} | {k: v for k, v in named.items() if v is not None}, book.words)
    if not isinstance(asked, Asked):
        raise ValueError(answer_presenter.refusal([asked] if isinstance(asked, Rejected) else asked)["text"])
    command = asked.commands[0]
    assert isinstance(command, Context)
    return command


def wrapped(
    command: Context,
    at: Reading,
    situation: Situation,
    count: Count,
    tools: Sequence[Tool],
    hearers: Collection[str] | None = None,
) -> Wrapped:
    """The context, without private words that these hearers have not heard. Raises ValueError for a name or a moment that a call would refuse, and for a budget that is too small."""
    outcome = loop.decide_one(command, at.load(command.touches(), situation.book), situation)
    if isinstance(outcome, Rejected):
        raise ValueError(refusal_formatting.sentence(outcome))
    whose = outcome.expect(ContextResult)
    among = None if hearers is None or whose.who else _ears(outcome.world, hearers)
    if among and not among.also:  # what everybody hears belongs to no private talk
        whose = replace(whose, focus=None)
    past = history.of(command, replace(outcome, result=whose), at, None, among)
    stats_of = Presenter(situation.book, full=False).stats
    reader = context_layers.reader_of(outcome.world, situation.book, stats_of, False, whose, past)
    found = context_layers.compose(reader, command.budget, count, tools)
    if isinstance(found, BudgetTooSmall):
        raise ValueError(f"{found.budget} tokens are too few for the lines that are never cut; they need {found.needed}.")
    return found


def private_words(at: Reading, book: Rulebook, hearers: Collection[str]) -> list[str]:
    """The words of the newest entries that none of these creatures, or with none of them the whole table, has heard."""
    ears = _ears(at.load((Ref("party"),), book), hearers)
    heard = {entry.id for entry in at.entries(EntryFilter(among=ears), PRIVATE_OF)}
    others = (entry for entry in at.entries(EntryFilter(), PRIVATE_OF) if entry.id not in heard and entry.entry != FOCUS)
    return [e.text for e in others if e.by or e.to or e.is_private or e.heard]  # not what the game master told an empty room


def _ears(world: World, hearers: Collection[str]) -> Ears:
    """The entries that a game master may tell these hearers of: words that were said aloud, their own words, and the game master's entries."""
    party = tuple(sorted(member.id for member in party_of(world)))
    return Ears(party, is_public=True, also=tuple(sorted(hearers)), is_masters=True)
