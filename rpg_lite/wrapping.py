"""The context for a program: read as a call would be, and composed without an answer around it."""

from collections.abc import Sequence

from rpg_lite.messages import refusals
from rpg_lite.operations.campaign.context import Context, ContextResult, decide_context
from rpg_lite.operations.outcome import Rejected, Situation
from rpg_lite.operations.parse import Asked, parse
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import history
from rpg_lite.store.transactions import Reading
from rpg_lite.views import context_layers, results
from rpg_lite.views.results import Presenter
from rpg_lite.views.wrap import BudgetTooSmall, Count, Tool, Wrapped


def context_asked(budget: int | None, since: int | str | None, for_name: str | None, book: Rulebook) -> Context:
    """The command, read as a call would be. Raises ValueError with the refusal of the call."""
    named = {"budget": budget, "since": since, "forName": for_name}
    asked = parse("read_campaign", {"operation": "context"} | {k: v for k, v in named.items() if v is not None}, book.words)
    if not isinstance(asked, Asked):
        raise ValueError(results.refusal([asked] if isinstance(asked, Rejected) else asked)["text"])
    command = asked.commands[0]
    assert isinstance(command, Context)
    return command


def wrapped(command: Context, at: Reading, situation: Situation, count: Count, tools: Sequence[Tool]) -> Wrapped:
    """The context. Raises ValueError for a name or a moment that a call would refuse, and for a budget that is too small."""
    outcome = decide_context(command, at.load(command.touches(), situation.book), situation)
    if isinstance(outcome, Rejected):
        raise ValueError(refusals.sentence(outcome))
    whose, past = outcome.expect(ContextResult), history.of(command, outcome, at, None)
    stats_of = Presenter(situation.book, full=False).stats
    reader = context_layers.reader_of(outcome.world, situation.book, stats_of, False, whose, past)
    found = context_layers.compose(reader, command.budget, count, tools)
    if isinstance(found, BudgetTooSmall):
        raise ValueError(f"{found.budget} tokens do not hold the lines that are never cut; {found.needed} do.")
    return found
