"""The interface to the database: campaigns, consistent reads, guarded writes. Callers never see a row or an engine."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self, TypeVar
from uuid import uuid4
from weakref import WeakSet

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError

from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import backup, campaign_list, database_address, driver_query, leftover_rows, migrate, store_faults
from rpg_lite.store.call_log import CallLogger
from rpg_lite.store.campaign_creation import insert_campaign
from rpg_lite.store.campaign_list import Shelved
from rpg_lite.store.campaign_statements import BY_ID, EVERY, GUARD, NEXT_REV, REV, RULESET, SAME, campaign_named
from rpg_lite.store.commit_latency import CommitLatency
from rpg_lite.store.database import Database
from rpg_lite.store.open_and_migrate import open_with_schema
from rpg_lite.store.retries import patience
from rpg_lite.store.rows_to_values import campaign_of
from rpg_lite.store.shared_transaction import SharedTransaction
from rpg_lite.store.slice_cache import Memory
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.tables import CAMPAIGN
from rpg_lite.store.unit_of_work import Reading, Writing
from rpg_lite.store.world_writer import now
from rpg_lite.store.write_health import LastWrite
from rpg_lite.store.writer_turns import in_turn, passing
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world.events import Event
from rpg_lite.world.world_model import Campaign, Ref, World

T = TypeVar("T")

BUSY_MS: Final = 5000


class Store:
    """The campaigns of one database. Threads may share it; a read or write must not start another one inside."""

    def __init__(self, database: Database, *, read_only: bool, busy_ms: int, was: str | None = None) -> None:
        """`was`: the schema of the database before it was opened."""
        self.was: Final = was
        self.url: Final = database.url
        self.warnings: Final = database.warnings
        self._database = database
        self._read_only = read_only
        self._retrying = patience(busy_ms)
        self._memories: defaultdict[str, Memory] = defaultdict(Memory)
        self._clerks: WeakSet[CallLogger] = WeakSet()  # one with calls that wait lives on in its thread
        self._pace = CommitLatency()
        self._last = LastWrite(database.url, self._try_to_write)
        self._is_closed = False
        self.times_opened = 1
        """The number of times the database was opened. Caches from before the last opening may hold lost revs."""

    @classmethod
    def open(cls, where: str | Path, *, read_only: bool = False, busy_ms: int = BUSY_MS) -> Self:
        """Open a path, ":memory:" or an SQLAlchemy URL, and upgrade it to the current schema. Raises StoreFault; creates no folders.

        `busy_ms`: the longest wait for another program's lock.
        """
        with store_faults.raise_as_faults(database_address.name_of(where)):
            database, was = patience(busy_ms)(lambda: open_with_schema(where, read_only, busy_ms))
        return cls(database, read_only=read_only, busy_ms=busy_ms, was=was)

    def close(self) -> None:
        """Write the calls that wait, and close the database: nothing of this store runs afterwards."""
        for clerk in [*self._clerks]:
            clerk.close()
        self._is_closed = True
        for engine_ in (self._database.reader, self._database.writer):
            engine_.dispose()
        if self._database.glance:
            self._database.glance.close()
        if self._database.loop:
            self._database.loop.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def campaigns(self) -> list[Campaign]:
        """The campaigns in the order of their creation."""
        asked = EVERY.order_by(CAMPAIGN.c.created_at, CAMPAIGN.c.id)
        return self._looked(lambda connection: [campaign_of(row) for row in connection.execute(asked)])

    def campaign(self, name: str) -> Campaign | None:
        """The campaign with exactly this name."""
        return self._looked(lambda connection: campaign_named(connection, name))

    def shelf(self) -> list[Shelved]:
        """The campaigns with their details, in the order of their creation."""
        return self.at_one_moment(campaign_list.all_of)

    def archive(self, name: str, *, away: bool) -> bool:
        """Archive the campaign of this name, which can then be read but not changed, or restore it; False if there is nothing to change."""
        return self.in_one_transaction(lambda connection: campaign_list.put(connection, name, now() if away else None))

    def is_archived(self, campaign_id: str) -> bool:
        return self._looked(lambda connection: campaign_list.is_archived(connection, campaign_id)) is not None

    def create_campaign(self, name: str, ruleset: Ruleset, policy: dict[str, Any], first: Sequence[Event]) -> Campaign:
        """Create a campaign, with its first events as rev 0. A second caller gets the existing campaign."""
        self._require_writable()
        new = Campaign(uuid4().hex[:12], name, 0, ruleset, 0, policy)
        with self._raise_faults():
            return self._retrying(lambda: self._create(new, tuple(first)))

    def choose_ruleset(self, campaign_id: str, ruleset: Ruleset) -> Campaign:
        """Give the campaign this ruleset if nothing has been recorded in it, and return the campaign as it is then."""

        def choose(connection: Connection) -> Campaign:
            connection.execute(RULESET, {"campaign": campaign_id, "other": ruleset})
            row = connection.execute(BY_ID, {"campaign": campaign_id}).first()
            if row is None:
                raise self._unknown(campaign_id)
            return campaign_of(row)

        self._require_writable()
        return self.in_one_transaction(choose)

    def read(self, campaign_id: str, work: Callable[[Reading], T]) -> T:
        """Return the result of `work`, which reads everything as it is at one moment."""
        with self._raise_faults():
            return self._retrying(lambda: self._read(campaign_id, work))

    def write(self, campaign_id: str, work: Callable[[Writing], T]) -> T:
        """Return the result of `work`, and commit if it recorded something. After a conflict, the whole work runs again."""
        return self.write_together(campaign_id, [lambda at: (work(at),)])[0][0]

    def write_together(self, campaign_id: str, works: Sequence[Callable[[Writing], T | None]]) -> list[T]:
        """Do the same for several works in one transaction, in their order, up to the first that returns None. Each sees the records of the
        earlier ones; if one raises, the records of all are lost.
        """
        with self._last.watch():
            self._require_writable()
            with self._raise_faults():
                return self._retrying(lambda: self._write(campaign_id, works))

    def write_at_once(self, campaign_id: str, works: Sequence[Callable[[Writing], T | None]]) -> list[T] | None:
        """Do the same as `write_together` without waiting for anybody; if another program writes or the disk is slow, do nothing and
        return None.

        Raises WriterBusy while a thread of this process writes.
        """
        self._require_writable()
        if not self._pace.is_quick():
            return None
        try:
            with self._last.watch(), self._raise_faults(), passing(self._database) as connection:
                return self._run(connection, campaign_id, works, self._pace.of_one())
        except StoreFault as fault:
            if fault.code == "database_locked":
                return None
            raise

    async def write_on_loop(self, campaign_id: str, works: Sequence[Callable[[Writing], T | None]]) -> list[T] | None:
        """Do the same as `write_together` on an event loop, which goes on meanwhile; None if the driver cannot do this, or if a thread has
        to try again.
        """
        if self._database.loop is None:
            return None
        self._require_writable()
        with self._last.watch(), self._raise_faults():
            return await self._database.loop.run(lambda connection: self._run(connection, campaign_id, works))

    def recall(self, campaign_id: str, rev: int | None, refs: Iterable[Ref], book: Rulebook) -> World | None:
        """The world that a load at this rev would find, if the cache has it; the same object as long as nothing in it changes. Without a
        rev, use the last known rev.
        """
        return self._memories[campaign_id].find(rev, tuple(refs), book)

    def forget(self, campaign_id: str) -> None:
        """Drop the cached slices of a campaign."""
        self._memories.pop(campaign_id, None)

    def clerk(self, campaign_id: str) -> CallLogger:
        """The logger of this campaign's calls, which writes nothing for a read-only database."""
        clerk = CallLogger(None if self._read_only else self._database, campaign_id)
        self._clerks.add(clerk)
        return clerk

    def orphans(self, campaign_id: str) -> leftover_rows.Counts:
        """Count the orphans among the live rows of each table."""
        return self._looked(lambda connection: leftover_rows.orphans(connection, campaign_id))

    def stale(self, campaign_id: str, days: float) -> leftover_rows.Counts:
        """Count the rows of each table that `purge` looks at."""
        before = round(now() - days * leftover_rows.DAY_MS)
        return self._looked(lambda connection: leftover_rows.stale(connection, campaign_id, before))

    def purge(self, campaign_id: str, days: float) -> leftover_rows.Counts:
        """Permanently delete the rows that were removed at least that many days ago, and calls at least that old; return the number of
        rows by table.
        """
        self._require_writable()
        with self._raise_faults():
            return self._retrying(lambda: self._purge(campaign_id, round(now() - days * leftover_rows.DAY_MS)))

    def rev(self, campaign_id: str) -> int:
        """The number of the last commit."""
        with self._raise_faults():
            self._database.still_there()
            found = self._rev(campaign_id)
            if found is None:
                self._require_head()
                raise self._unknown(campaign_id)
        return found

    @property
    def is_near(self) -> bool:
        return self._database.glance is not None

    def glance(self, campaign_id: str) -> int | None:
        """The number of the last commit, read without waiting for anybody; None if that is not possible."""
        if self._database.glance is None:
            return None
        try:
            self._database.still_there()
        except StoreFault:
            return None
        found: int | None = self._database.glance(self._database.reader, REV, campaign=campaign_id)
        return None if found is None else self._memories[campaign_id].settle(found)

    async def rev_on_loop(self, campaign_id: str) -> int | None:
        """The number of the last commit, read while the event loop goes on; None if that is not possible."""
        if self._database.loop is None:
            return None
        found = await self._database.loop.first_value(REV, campaign=campaign_id)
        return None if found is None else self._memories[campaign_id].settle(found)

    def _rev(self, campaign_id: str) -> int | None:
        """Read the rev; set up retries only after the first try fails, because setting them up costs more than the query."""
        try:
            found: int | None = driver_query.first_value(self._database.reader, REV, campaign=campaign_id)
        except DBAPIError as error:
            if not store_faults.may_pass(error):
                raise
            found = self._retrying(lambda: driver_query.first_value(self._database.reader, REV, campaign=campaign_id))
        return found

    def schema(self) -> str | None:
        """The current version of the schema, read from the database."""
        return self._looked(lambda connection: migrate.stamp(connection, self.url))

    def backup(self, file: Path) -> None:
        """Make a working copy of the last committed state while others read and write, never over an existing file."""
        with store_faults.raise_as_faults(str(file)):
            backup.copy(self._database, file)

    def at_one_moment(self, work: Callable[[Connection], T]) -> T:
        """For other modules of this package: let `work` read the whole database."""
        with self._raise_faults(), self._database.reader.connect() as connection:
            return work(connection)

    def in_one_transaction(self, work: Callable[[Connection], T]) -> T:
        """For other modules of this package: keep everything that `work` writes, or none of it. After a conflict, `work` runs again."""
        self._require_writable()
        with self._raise_faults():
            return self._retrying(lambda: self._commit_work(work))

    def _looked(self, work: Callable[[Connection], T]) -> T:
        """Let `work` read the whole database; after a lost connection, it runs again."""

        def once() -> T:
            with self._database.reader.connect() as connection:
                return work(connection)

        with self._raise_faults():
            return self._retrying(once)

    def _create(self, new: Campaign, first: tuple[Event, ...]) -> Campaign:
        at = now()
        with in_turn(self._database) as connection:
            migrate.hold(connection, self.url)
            if there := insert_campaign(connection, new, first, at):
                return there
            self._commit(connection)
        return new

    def _read(self, campaign_id: str, work: Callable[[Reading], T]) -> T:
        with self._database.reader.connect() as connection:
            row = connection.execute(BY_ID, {"campaign": campaign_id}).first()
            if row is None:
                migrate.require_head(connection, self.url)
                raise self._unknown(campaign_id)
            campaign, memory = campaign_of(row), self._memories[campaign_id]
            memory.note_read(campaign.rev)
            answer = work(Reading(connection, campaign, memory))
            connection.commit()  # after a rollback, PostgreSQL's driver forgets its prepared statements
            return answer

    def _write(self, campaign_id: str, works: Sequence[Callable[[Writing], T | None]]) -> list[T]:
        with in_turn(self._database) as connection:
            return self._run(connection, campaign_id, works)

    def _run(
        self,
        connection: Connection,
        campaign_id: str,
        works: Sequence[Callable[[Writing], T | None]],
        timed: AbstractContextManager[None] | None = None,
    ) -> list[T]:
        """Run the works in a transaction behind the campaign's guard, and commit if there is news. `timed`: measures the commit."""
        row = connection.execute(NEXT_REV, {"campaign": campaign_id}).first()
        if row is None:
            raise self._explain_guard(connection, campaign_id)
        before = Campaign(row.id, row.name, rev=row.rev - 1, ruleset=row.ruleset, minutes=row.minutes, policy=row.policy)
        memory = self._memories[campaign_id]
        shared = SharedTransaction(connection, before, memory)
        answers = shared.run(works)
        if not shared.has_news:
            memory.adopt(shared.memory)
            return answers
        shared.finish()
        with memory.committing(shared.memory, before.rev, shared.rev), timed or nullcontext():
            self._commit(connection)
        self._last.note_success()
        return answers

    def _commit_work(self, work: Callable[[Connection], T]) -> T:
        with in_turn(self._database) as connection:
            migrate.hold(connection, self.url)
            done = work(connection)
            self._commit(connection)
            return done

    def _purge(self, campaign_id: str, before: int) -> leftover_rows.Counts:
        """Purge under the campaign's guard, like every write, but without a new rev, because nothing visible changes."""
        with in_turn(self._database) as connection:
            if connection.execute(GUARD, {"campaign": campaign_id}).rowcount == 0:
                raise self._explain_guard(connection, campaign_id)
            found = leftover_rows.purge(connection, campaign_id, before)
            self._commit(connection)
            return found

    def _commit(self, connection: Connection) -> None:
        """Commit. If the connection is lost here, nobody knows whether the server committed, so this step alone is never tried again."""
        try:
            connection.commit()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
            raise StoreFault(
                "outcome_unknown",
                f"The connection to {self.url} broke during the commit, which may have been recorded: send the call again "
                "with the same requestId, or look at the campaign first.",
            ) from error

    @contextmanager
    def _raise_faults(self) -> Iterator[None]:
        """Raise errors as StoreFaults. Another error may mean that a newer program has changed a table since the database was opened."""
        if self._is_closed:
            raise store_faults.fault("database_closed", self.url)
        try:
            with store_faults.raise_as_faults(self.url):
                try:
                    yield
                except DBAPIError as error:
                    if store_faults.fault_of(error, self.url) is None:
                        self._require_head()
                    raise
        except StoreFault as fault:
            if fault.code == "log_replaced":
                self._open_anew()
            raise

    def _open_anew(self) -> None:
        """Open the files again. If that fails, the file itself is broken, and the raised fault says so."""
        with store_faults.raise_as_faults(self.url):
            if self._database.open_anew(self._database):
                self._memories.clear()
                self.times_opened += 1

    def write_fault(self) -> StoreFault | None:
        """The fault that makes writes fail, as far as this process knows; None if there is none."""
        return self._last.fault()

    def _try_to_write(self) -> None:
        with self._raise_faults():
            self._commit_work(lambda connection: connection.execute(SAME))

    def _require_head(self) -> None:
        with self._database.reader.connect() as connection:
            migrate.require_head(connection, self.url)

    def _require_writable(self) -> None:
        if self._read_only:
            raise store_faults.fault("database_read_only", self.url)

    def _explain_guard(self, connection: Connection, campaign_id: str) -> StoreFault:
        """The reason why the guard did not match: the schema has changed, or the campaign is archived or unknown."""
        migrate.require_head(connection, self.url)
        name = campaign_list.is_archived(connection, campaign_id)
        if name is None:
            return self._unknown(campaign_id)
        told = f'The campaign "{name}" is archived and cannot be changed: bring it back with rpg-lite campaigns restore "{name}".'
        return StoreFault("campaign_archived", told)

    def _unknown(self, campaign_id: str) -> StoreFault:
        return StoreFault("campaign_unknown", f"{self.url} holds no campaign with the id {campaign_id}: list the campaigns first.")
