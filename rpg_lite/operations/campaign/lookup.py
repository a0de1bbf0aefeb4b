"""read_campaign lookup: look up entries of the printed book, never creatures of the campaign."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.decision.situation import MapShelf
from rpg_lite.operations.operation import SEEN, Operation, free
from rpg_lite.rules import book_search, names
from rpg_lite.rules.book_search import Entry, EntryKind


class Lookup(Command):
    """The card of a spell, creature, item, condition, feature, act, class, species, background or rule; or names: "wizard level 3", "cr 1/4 undead"."""

    operation: Literal["lookup"]
    query: Annotated[str, Field(min_length=1, max_length=200)]
    kind: EntryKind | None = None

    @property
    def reads_book(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class LookupResult(Result):
    """Either one entry for its card, with the other kinds that have an entry of that name, or the entries for a list."""

    card: Entry | None = None
    others: tuple[EntryKind, ...] = ()
    entries: tuple[Entry, ...] = ()
    part: str = ""
    """The words that name no entry but are a part of the names that were found."""


def decide_lookup(command: Lookup, draft: Draft) -> Verdict:
    """The entry of this name, or else the features that bring an act of this name, or else the rule that answers the question, or else the entries that the words describe, or else the class
    whose level they name.

    Refuses: lookup_of_adventure, lookup_unknown.
    """
    book = draft.situation.book
    if named := book_search.exact(command.query, command.kind, book):
        return Decision.about(result=LookupResult(named[0], tuple(e.kind for e in named[1:])))
    if of_act := book_search.bringing(command.query, command.kind, book):
        return Decision.about(result=LookupResult(of_act[0]) if len(of_act) == 1 else LookupResult(entries=tuple(of_act)))
    if answer := book_search.asked(command.query, command.kind, book):
        return Decision.about(result=LookupResult(answer))
    found = book_search.matching(command.query, command.kind, book)
    if not found and (of_class := book_search.class_meant(command.query, command.kind, book)):
        return Decision.about(result=LookupResult(of_class))
    if not found and (adventure := _adventure(command.query, draft.situation.maps)):
        return Rejected("lookup_of_adventure", "query", {"wanted": command.query, "name": adventure})
    if not found:
        near = book_search.near(command.query, command.kind, book)
        told = {"wanted": command.query, "what": command.kind or "entry", "holds": book_search.holdings(book)}
        return Rejected("lookup_unknown", "query", told, near)
    part = book_search.part_of_name(command.query, command.kind, book)
    if len(found) == 1:
        return Decision.about(result=LookupResult(found[0], part=part))
    return Decision.about(result=LookupResult(entries=tuple(found), part=part))


def _adventure(query: str, shelf: MapShelf) -> str | None:
    """The short name of the adventure that comes with rpg-lite under this name."""
    wanted = names.fold(query.replace("_", " ")).removeprefix("the ")
    return next((name for name in sorted(shelf.adventures()) if names.fold(name.replace("_", " ")) == wanted), None)


OPERATION = Operation(
    tool="read_campaign",
    model=Lookup,
    decide=decide_lookup,
    who=SEEN,
    cost=free,
    sends="query",
    reads=True,
)
