"""One transaction that several commands share: each takes the next rev and sees the world that the earlier ones left, and the rows of all
are written together at the end. A command that records nothing leaves no trace.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import Connection

from rpg_lite.store import chronicle
from rpg_lite.store.campaign_statements import TO_REV
from rpg_lite.store.slice_cache import AheadMemory, Memory
from rpg_lite.store.unit_of_work import Recorded, Writing
from rpg_lite.store.world_writer import record
from rpg_lite.world.history_records import Commit
from rpg_lite.world.slice_maintenance import CommandSlices
from rpg_lite.world.world_model import Campaign, Exit, InUse, Key, Thing, World

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SharedTransaction:
    """The transaction behind a campaign's guard, which has taken the rev after that of `campaign`."""

    def __init__(self, connection: Connection, campaign: Campaign, memory: Memory) -> None:
        self._connection: Final = connection
        self._begun_at: Final = campaign.rev
        self._campaign = campaign
        self._unwritten = _Unwritten()
        self.memory: Final[AheadMemory] = memory.ahead()

    @property
    def rev(self) -> int:
        """The last rev that this transaction has given to a command."""
        return self._campaign.rev

    @property
    def has_news(self) -> bool:
        return self.rev > self._begun_at

    def run(self, works: Iterable[Callable[[Writing], T | None]]) -> list[T]:
        """Return the results of the works, up to the first that returns None, and keep their records for the end."""
        answers: list[T] = []
        for work in works:
            writing = Writing(self._connection, self._campaign, self.memory, self.rev + 1, self._write_rows)
            if (answer := work(writing)) is None:
                break
            if writing.recorded is not None:
                self._keep(writing.recorded)
            answers.append(answer)
        return answers

    def finish(self) -> None:
        """Write the records that are not written yet; the caller commits."""
        self._write_rows()
        if self.rev > self._begun_at + 1:
            self._connection.execute(TO_REV, {"campaign": self._campaign.id, "last": self.rev})

    def _keep(self, recorded: Recorded) -> None:
        if self._unwritten.would_forget(recorded):
            self._write_rows()
        self._unwritten.add(recorded)
        self.memory.follow(recorded.commit.rev, recorded.commit.events, recorded.slices)
        self._campaign = replace(recorded.slices.after.campaign, rev=recorded.commit.rev)

    def _write_rows(self) -> None:
        """Write the rows of the commands so far, because a statement of a later command must find them."""
        if commits := self._unwritten.commits:
            record(self._connection, *self._unwritten.worlds(), commits[-1].at)
            chronicle.write(self._connection, self._campaign.id, commits)
            self._unwritten = _Unwritten()


class _Unwritten:
    """The records of several commands that are not written yet."""

    def __init__(self) -> None:
        self._recorded: list[Recorded] = []

    @property
    def commits(self) -> list[Commit]:
        return [recorded.commit for recorded in self._recorded]

    def would_forget(self, recorded: Recorded) -> bool:
        """Whether a command removes something that an earlier command has made or changed. Its row must be written first, because a removed
        thing keeps its row as it was last.
        """
        if not self._recorded:
            return False
        gone = _gone(recorded.slices)
        return bool(gone) and any(_has_put(earlier.slices, key) for earlier in self._recorded for key in gone)

    def add(self, recorded: Recorded) -> None:
        self._recorded.append(recorded)

    def worlds(self) -> tuple[World, World]:
        """All rows that differ, with their values before the first command and after the last."""
        if len(self._recorded) == 1:
            return self._recorded[0].slices.before, self._recorded[0].slices.after
        things, equipped, exits = _Difference[str, Thing](), _Difference[Key, InUse](), _Difference[str, Exit]()
        for recorded in self._recorded:
            before, after = recorded.slices.before, recorded.slices.after
            things.add(before.things, after.things)
            equipped.add(before.equipped, after.equipped)
            exits.add(before.exits, after.exits)
        first, last = self._recorded[0].slices.before.campaign, self._recorded[-1].slices.after.campaign
        return (
            World(first, things.first, equipped.first, (), exits.first),
            World(replace(last, rev=first.rev), things.last, equipped.last, (), exits.last),
        )


def _gone(slices: CommandSlices) -> list[Hashable]:
    """The keys of the rows that only the earlier world has."""
    before, after = slices.before, slices.after
    return [
        *(before.things.keys() - after.things.keys()),
        *(before.equipped.keys() - after.equipped.keys()),
        *(before.exits.keys() - after.exits.keys()),
    ]


def _has_put(slices: CommandSlices, key: Any) -> bool:
    """Whether the command has made or changed the row of this key."""
    before, after = slices.before, slices.after
    rows = ((before.things, after.things), (before.equipped, after.equipped), (before.exits, after.exits))
    return any(now.get(key) is not was.get(key) for was, now in rows)


class _Difference(Generic[K, V]):
    """The rows of one table that differ: their values before the first command and after the last."""

    def __init__(self) -> None:
        self.first: dict[K, V] = {}
        self.last: dict[K, V] = {}

    def add(self, before: Mapping[K, V], after: Mapping[K, V]) -> None:
        changed = [key for key, row in before.items() if after.get(key) is not row]
        self.first |= {key: before[key] for key in changed if key not in self.first and key not in self.last}
        for key in changed:
            self.last.pop(key, None)
        self.last |= {key: row for key, row in after.items() if before.get(key) is not row}
