"""The streams of the page: each state is read once for all who see the same, each gets all changes, and no slow or failing one holds up others."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import aclosing
from types import SimpleNamespace

import pytest

from rpg_lite.server import page_stream
from rpg_lite.server.page_stream import Channel, PageState, states
from rpg_lite.server.subscriptions import Listening, Streams
from rpg_lite.store.store_faults import StoreFault
from tests.server.page_states import Json
from tests.server.virtual_time import in_virtual_time

MANY = 60
MOMENT_S = 0.01


@pytest.fixture(autouse=True)
def _written_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Write the first state on the loop and not in a thread, for which the clock of these tests would not wait: it would ring for pings."""

    async def at_once(work: Callable[[], bytes]) -> bytes:
        await asyncio.sleep(0)
        return work()

    monkeypatch.setattr(page_stream, "to_thread", SimpleNamespace(run_sync=at_once))


class Table:
    """A table whose state is its rev, and the channel of those who see it."""

    def __init__(self) -> None:
        self.listening = Listening(1, Streams(MANY, MANY))
        self.reads = 0
        self.fault: Exception | None = None
        self.kept = self._state(1)
        self.channel = Channel(self.read, self.listening)

    def _state(self, rev: int) -> PageState:
        return PageState(rev, f"tag {rev}", {"rev": rev, "count": rev, "story": []}, lambda: {"map": "<svg>"})

    async def read(self) -> PageState:
        self.reads += 1
        await asyncio.sleep(0)
        if self.fault:
            raise self.fault
        if self.kept.rev != self.listening.rev:
            self.kept = self._state(self.listening.rev)
        return self.kept

    def change(self, rev: int) -> None:
        self.listening.note_rev(rev)

    def watch(self, client: str = "1") -> AsyncGenerator[bytes, None]:
        return states(self.channel, client)


def told(event: bytes) -> tuple[str, Json]:
    lines = dict(line.split(": ", 1) for line in event.decode().split("\r\n") if ": " in line)
    name, data = lines.get("event", ""), lines.get("data", "{}")
    return name, {"said": data} if name == "trouble" else json.loads(data)


async def until(done: Callable[[], bool]) -> None:
    """Let the loop go on until this is so."""
    async with asyncio.timeout(page_stream.LASTS_S):
        while not done():
            await asyncio.sleep(0)


async def listen(stream: AsyncIterator[bytes], heard: list[tuple[str, Json]]) -> None:
    async for event in stream:
        heard.append(told(event))


@in_virtual_time
async def test_a_change_is_read_once_however_many_watch() -> None:
    table = Table()
    heard: list[list[tuple[str, Json]]] = [[] for _ in range(MANY)]
    listening = [asyncio.create_task(listen(table.watch(str(n)), all_of_one)) for n, all_of_one in enumerate(heard)]
    await until(lambda: all(heard))
    assert all(len(each) == 1 and each[0][0] == "state" and each[0][1]["map"] == "<svg>" for each in heard)
    before = table.reads
    table.change(2)
    await asyncio.sleep(MOMENT_S)
    assert table.reads == before + 1
    assert all(each[1:] == [("change", {"rev": 2, "was": 1, "count": 2})] for each in heard)
    table.listening.close()
    await asyncio.gather(*listening)


@in_virtual_time
async def test_changes_that_follow_quickly_are_told_together() -> None:
    table = Table()
    heard: list[tuple[str, Json]] = []
    listening = asyncio.create_task(listen(table.watch(), heard))
    await until(lambda: bool(heard))
    for rev in range(2, 22):
        table.change(rev)
        await asyncio.sleep(page_stream.TELLS_S / 10)
    await asyncio.sleep(page_stream.TELLS_S)
    revs = [(parts["was"], parts["rev"]) for _, parts in heard[1:]]
    assert revs[0] == (1, 2) and revs[-1][1] == 21 and len(revs) <= 4
    assert all(was == before for (was, _), (_, before) in zip(revs[1:], revs, strict=False))
    table.listening.close()
    await listening


@in_virtual_time
async def test_a_slow_reader_holds_nobody_up_and_gets_the_newest_state() -> None:
    table = Table()
    heard: list[tuple[str, Json]] = []
    listening = asyncio.create_task(listen(table.watch("quick"), heard))
    async with aclosing(table.watch("slow")) as slow:
        assert told(await anext(slow))[0] == "state"
        await until(lambda: bool(heard))
        for rev in (2, 3, 4):
            table.change(rev)
            await asyncio.sleep(2 * page_stream.TELLS_S)
        assert [parts["rev"] for _, parts in heard] == [1, 2, 3, 4]
        assert told(await anext(slow)) == ("change", {"rev": 4, "was": 1, "count": 4})
    table.listening.close()
    await listening


@in_virtual_time
async def test_a_database_that_fails_is_said_on_each_stream_and_the_next_one_is_told_again() -> None:
    table = Table()
    heard: list[list[tuple[str, Json]]] = [[], []]
    listening = [asyncio.create_task(listen(table.watch(str(n)), each)) for n, each in enumerate(heard)]
    await until(lambda: all(heard))
    table.fault = StoreFault("disk_failed", "The disk failed.")
    table.change(2)
    await asyncio.gather(*listening)
    assert [each[-1][0] for each in heard] == ["trouble", "trouble"]
    table.fault = None
    async with aclosing(table.watch()) as again:
        assert told(await anext(again))[1]["rev"] == 2
        table.change(3)
        assert told(await anext(again))[1]["rev"] == 3


@in_virtual_time
async def test_a_silent_stream_shows_that_it_is_alive_and_ends() -> None:
    table = Table()
    async with aclosing(table.watch()) as stream:
        events = [event async for event in stream]
    assert set(events[1:]) == {page_stream.PING} and len(events) - 1 == page_stream.LASTS_S / page_stream.PINGS_S


@in_virtual_time
async def test_nothing_is_read_while_nobody_watches() -> None:
    table = Table()
    async with aclosing(table.watch()) as stream:
        await anext(stream)
    before, leftover = table.reads, asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*leftover, return_exceptions=True)
    table.change(2)
    await asyncio.sleep(2 * page_stream.TELLS_S)
    assert table.reads == before and not table.listening.is_heard


@in_virtual_time
async def test_a_fault_of_the_program_ends_its_streams_and_not_the_channel() -> None:
    table = Table()
    heard: list[tuple[str, Json]] = []
    async with aclosing(table.watch("2")) as patient, aclosing(table.watch()) as stream:
        first = [await anext(patient), await anext(stream)]
        assert [told(event)[0] for event in first] == ["state", "state"]
        waiting = asyncio.create_task(anext(stream))
        await asyncio.sleep(MOMENT_S)
        table.fault = RuntimeError("a bug")
        table.change(2)
        with pytest.raises(RuntimeError, match="a bug"):
            await waiting
        table.fault = None
        table.change(3)
        again = asyncio.create_task(listen(table.watch("3"), heard))
        assert told(await anext(patient)) == ("change", {"rev": 3, "was": 1, "count": 3})
        await until(lambda: bool(heard))
        table.listening.close()
        await again
