"""read_campaign rules: the table's own pages, by name or found by a question."""

from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import names
from rpg_lite.rules.lore import MOST_FOUND, Lore, Page
from rpg_lite.world.history_records import JournalEntry
from rpg_lite.world.world_model import Ref, World

MOST_NEAR: Final = 5
MOST_LISTED: Final = 10
"""The number of newest decisions in the list of all pages."""


class Rules(Command):
    """The table's own pages and earlier decisions, by question or name."""

    operation: Literal["rules"]
    query: Annotated[str | None, Field(min_length=1, max_length=400)] = None
    name: Annotated[str | None, Field(min_length=1, max_length=200)] = None

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("context"),)


@dataclass(frozen=True, slots=True)
class RulesResult(Result):
    """The pages that a name or a question found, and all pages. `is_whole`: one page was meant and is shown in full. `decided`: decisions
    on the question or, without a question, the newest ones.
    """

    found: tuple[Page, ...]
    is_whole: bool
    lore: Lore
    decided: tuple[JournalEntry, ...] = ()


def decide_rules(command: Rules, draft: Draft) -> Verdict:
    """The pages of this name, or the pages and decisions that answer the question, or the list of all. A decision is shown in addition to
    the pages, never in place of one: the reader judges whether it fits.

    Refuses: give_one_of, lore_missing, page_unknown.
    """
    world, situation = draft.world, draft.situation
    lore = _with_kept(situation.lore, world)
    if command.query and command.name:
        return Rejected("give_one_of", "name", allowed=("query", "name"))
    decided = () if command.name else tuple(situation.precedents(command.query or "")[: MOST_FOUND if command.query else MOST_LISTED])
    if not lore.is_given and not decided:
        return Rejected("lore_missing")
    if command.name:
        named = lore.named(command.name)
        return Decision.about(result=RulesResult(named, len(named) == 1, lore)) if named else _unknown("name", command.name, lore)
    if command.query:
        found = tuple(_as_kept(page, world) for page in lore.search(command.query)[:MOST_FOUND])
        shown = RulesResult(found, False, lore, decided)
        return Decision.about(result=shown) if found or decided else _unknown("query", command.query, lore)
    return Decision.about(result=RulesResult((), False, lore, decided))


def _with_kept(lore: Lore, world: World) -> Lore:
    return replace(lore, pages=tuple(_as_kept(page, world) for page in lore.pages))


def _as_kept(page: Page, world: World) -> Page:
    """The page. If the campaign keeps it as a note, its text is the text of the note, which then applies."""
    note = next((t for t in world.things.values() if t.qualified_name == page.note), None)
    return replace(page, path=f"kept as {page.note}", text=note.note.content) if note and note.note.content else page


def _unknown(field: str, wanted: str, lore: Lore) -> Rejected:
    """The refusal with similar names; if there are none, with the call that lists all pages."""
    keys = {key: page.name for page in lore.pages for key in (page.title, page.name, *page.keywords)}
    near = tuple(dict.fromkeys(keys[key] for key in names.nearest(wanted, keys, MOST_NEAR)))
    instead = {"operation": "rules", "name": near[0]} if near else {"operation": "rules"}
    return Rejected("page_unknown", field, {"wanted": wanted}, near, instead=instead)


OPERATION = Operation(
    tool="read_campaign",
    model=Rules,
    decide=decide_rules,
    who=GM,
    cost=free,
    sends="query?",
    reads=True,
)
