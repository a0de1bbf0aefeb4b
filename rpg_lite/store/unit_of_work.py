"""A view of one campaign at one moment, for reading, and for writing under the campaign's guard."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection

from rpg_lite.operations.undo import ids_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import (
    call_queries,
    chronicle,
    exit_queries,
    in_use_queries,
    journal_queries,
    leftover_rows,
    precedents,
    slices,
    thing_queries,
)
from rpg_lite.store.call_queries import CallFilter
from rpg_lite.store.slice_cache import Memory
from rpg_lite.store.slice_rows import StoredRows
from rpg_lite.store.thing_queries import Column
from rpg_lite.store.world_writer import now
from rpg_lite.world.atlas import Side
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import unwound
from rpg_lite.world.history_records import Commit, JournalEntry, LoggedCall, Tally
from rpg_lite.world.slice_maintenance import CommandSlices
from rpg_lite.world.states import Seen
from rpg_lite.world.world_model import Campaign, Exit, InUse, Ref, Thing, World

NO_BOOK: Final = Rulebook()
"""An empty rulebook: things are found only by their own names."""


class Reading:
    """A view of one campaign at one moment."""

    __slots__ = ("_driven", "_memory", "campaign")

    def __init__(self, connection: Connection, campaign: Campaign, memory: Memory) -> None:
        self._driven, self._memory = connection, memory
        self.campaign: Final = campaign

    @property
    def _connection(self) -> Connection:
        return self._driven

    @property
    def _rows(self) -> StoredRows:
        return StoredRows(self._connection, self.campaign.id)

    def load(self, refs: Iterable[Ref], book: Rulebook = NO_BOOK) -> World:
        wanted = tuple(refs)
        hints = [ref for ref in wanted if ref.role == "elsewhere"]
        if not hints:
            return self._load_slice(wanted, book)
        world = self._load_slice(tuple(ref for ref in wanted if ref.role != "elsewhere"), book)
        beside = slices.elsewhere(self._rows, hints)
        return world.beside(beside) if beside else world

    def _load_slice(self, refs: tuple[Ref, ...], book: Rulebook) -> World:
        if known := self._memory.find(self.campaign.rev, refs, book):
            return known.at(self.campaign)
        found = slices.load(self._rows, self.campaign, refs, book)
        self._memory.keep(self.campaign.rev, refs, book, found)
        return found

    def recall(self, refs: tuple[Ref, ...], book: Rulebook) -> World | None:
        """The world that a load would find now, if the cache has it."""
        return self._memory.find(self.campaign.rev, refs, book)

    def load_earlier(self, refs: Iterable[Ref], book: Rulebook, rev: int) -> World:
        """The world that these refs touch in its state at `rev`: the current world, with everything since then undone."""
        happened = [e for commit in self.commits_since(rev) for e in commit.events]
        now, named = self.load(refs, book), self.load_ids(ids_of(happened))
        today = World(
            self.campaign, {**named.things, **now.things}, {**named.equipped, **now.equipped}, now.roster, {**named.exits, **now.exits}
        )
        then = unwound(today, happened)
        return replace(then, campaign=replace(then.campaign, rev=rev))

    def load_ids(self, ids: Iterable[str]) -> World:
        return slices.load_ids(self._rows, self.campaign, ids)

    def find_known(self, ids: Iterable[str]) -> set[str]:
        """The ids among these that have ever existed, even if the things have been removed."""
        return thing_queries.find_known(self._connection, self.campaign.id, ids)

    def bare(self, column: Column, value: str) -> list[Thing]:
        """The existing things with this value in a column, without their trees: for programs that inspect the campaign, never for a
        command.
        """
        return thing_queries.bare(self._connection, self.campaign.id, column, value)

    def rooms_with_tools(self) -> list[str]:
        """The ids of the rooms that use tools of their own instead of the defaults."""
        return in_use_queries.rooms_with_tools(self._connection, self.campaign.id)

    def left_in_use(self) -> list[InUse]:
        return leftover_rows.left_in_use(self._connection, self.campaign.id)

    def whole(self) -> World:
        return slices.whole(self._connection, self.campaign)

    def ways(self, rooms: Collection[str], side: Side) -> list[Exit]:
        """The exits that lead out of these rooms, or into them."""
        asked = exit_queries.out_of if side == "out" else exit_queries.into
        return asked(self._connection, self.campaign.id, rooms)

    def sights(self, rooms: Collection[str], side: Side) -> tuple[list[Exit], dict[str, Seen | None]]:
        """The same exits as `ways`, and the party's knowledge of the rooms beyond."""
        return exit_queries.load_sighted(self._connection, self.campaign.id, rooms, side)

    def rooms(self, ids: Collection[str]) -> dict[str, Thing]:
        """These rooms without their contents."""
        return thing_queries.rooms(self._connection, self.campaign.id, ids)

    def people(self, rooms: Collection[str]) -> dict[str, Thing]:
        """The characters in these rooms, without their belongings."""
        return thing_queries.people(self._connection, self.campaign.id, rooms)

    def bearing(self, source: str) -> dict[str, Thing]:
        """The characters that bear something from this creature, wherever they are, without their belongings."""
        return thing_queries.bearing(self._connection, self.campaign.id, source)

    def things(self, rooms: Collection[str]) -> dict[str, Thing]:
        """The things in these rooms, without their contents."""
        return thing_queries.lying(self._connection, self.campaign.id, rooms)

    def room_names(self, keys: Collection[str]) -> set[str]:
        """The folded names among these that an existing room has."""
        return thing_queries.room_names(self._connection, self.campaign.id, keys)

    def names(self) -> list[str]:
        """The names of all existing characters."""
        return thing_queries.names_of_characters(self._connection, self.campaign.id)

    def commits(self, last: int, until: int | None = None) -> list[Commit]:
        """The last commits up to the rev `until`, newest first, with their events."""
        return chronicle.newest(self._connection, self.campaign.id, last, self.campaign.rev if until is None else until)

    def deeds(self, last: int, until: int | None = None) -> list[Commit]:
        """Those of the `last` commits that do more than record words, newest first, with their dice and changes."""
        return chronicle.deeds(self._connection, self.campaign.id, last, self.campaign.rev if until is None else until)

    def answers(self, last: int, until: int | None = None) -> list[Commit]:
        """The same commits, without their events."""
        return chronicle.answers(self._connection, self.campaign.id, last, self.campaign.rev if until is None else until)

    def commits_since(self, rev: int) -> list[Commit]:
        """The commits after `rev`, oldest first, with their events."""
        return chronicle.since(self._connection, self.campaign.id, rev)

    def heads(self, since: int, last: int) -> list[chronicle.CommitHead]:
        """The newest `last` commits after `since`, oldest first, without their events."""
        return chronicle.heads(self._connection, self.campaign.id, since, last)

    def commits_of(self, revs: Sequence[int]) -> list[Commit]:
        """The commits of these revs, with their events."""
        return list(chronicle.these(self._connection, self.campaign.id, revs))

    def rolls(self, since: int) -> list[chronicle.RolledDice]:
        """The dice rolled after this rev."""
        return chronicle.rolls(self._connection, self.campaign.id, since)

    def calls(self, wanted: CallFilter, last: int) -> list[LoggedCall]:
        """The calls, newest first."""
        return call_queries.newest(self._connection, self.campaign.id, wanted, last)

    def tallies(self, wanted: CallFilter) -> list[Tally]:
        """The number of calls of each operation, the most used first."""
        return call_queries.tally(self._connection, self.campaign.id, wanted)

    def revs_of_calls(self, wanted: CallFilter) -> set[int]:
        return call_queries.revs(self._connection, self.campaign.id, wanted)

    def entries(self, wanted: journal_queries.EntryFilter, last: int, skip: int = 0) -> list[JournalEntry]:
        """Entries of the journal, newest last."""
        return journal_queries.newest(self._connection, self.campaign.id, wanted, last, skip)

    def precedents(self, question: str) -> Sequence[JournalEntry]:
        """The decisions on such a question, best first."""
        return precedents.find(self._connection, self.campaign.id, question)

    def checkpoints(self) -> Mapping[str, int]:
        """The folded names of the checkpoints, with their revs."""
        return journal_queries.checkpoints(self._connection, self.campaign.id)

    def find_answer(self, request_id: str) -> Commit | None:
        return chronicle.commit_of_request(self._connection, self.campaign.id, request_id)


@dataclass(frozen=True, slots=True)
class Recorded:
    """The record of a command, with the worlds between which its rows differ."""

    commit: Commit
    slices: CommandSlices


class Writing(Reading):
    """A read that holds the campaign's rev: nobody else writes the campaign until this ends. `rev` is the number that this commit will
    have; `campaign.rev` is still the rev of the last commit."""

    __slots__ = ("_write_rows", "recorded", "rev")

    def __init__(self, connection: Connection, campaign: Campaign, memory: Memory, rev: int, write_rows: Callable[[], None]) -> None:
        """`write_rows`: writes the rows of earlier commands of the same transaction."""
        super().__init__(connection, campaign, memory)
        self.rev: Final = rev
        self.recorded: Recorded | None = None
        self._write_rows = write_rows

    @property
    def _connection(self) -> Connection:
        self._write_rows()
        return self._driven

    def record(
        self,
        before: World,
        after: World,
        events: Sequence[Event],
        *,
        tool: str,
        request_id: str | None,
        request_hash: str,
        answer: dict[str, Any],
        undoes: int | None = None,
        back_to: int | None = None,
        deed: list[dict[str, Any]] | None = None,
    ) -> None:
        """Record the difference between the worlds, and the commit with its events, once per command; without this call, nothing is kept."""
        commit = Commit(self.rev, tool, request_id, request_hash, answer, undoes, now(), tuple(events), back_to, deed)
        self.recorded = Recorded(commit, CommandSlices(before, after))
