"""The threads of one process write in the order of their requests."""

import signal
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from threading import Lock, get_ident

import pytest

from rpg_lite import open_campaign
from rpg_lite.store import call_log
from rpg_lite.store import write_queue as store_turns
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.write_queue import WriteQueue
from rpg_lite.store.writer_turns import giving_way, in_turn
from tests.operations.table import Table
from tests.waiting import PATIENCE_S, until


def test_the_first_writer_to_come_is_first() -> None:
    turns, order = WriteQueue(), list[int]()
    assert turns.enter()

    def wait(n: int) -> None:
        assert turns.enter()
        order.append(n)
        turns.leave()

    with ThreadPoolExecutor(5) as others:
        for n in range(5):
            others.submit(wait, n)
            until(lambda n=n: len(turns._waiting) > n)
        turns.leave()
    assert order == [0, 1, 2, 3, 4]
    assert turns.enter(0)


def test_a_writer_that_waited_in_vain_blocks_nobody() -> None:
    turns = WriteQueue()
    assert turns.enter()
    assert not turns.enter(0.01)
    turns.leave()
    assert turns.enter(0)


class Interrupted:
    """A lock; who waits for it is interrupted, as by Ctrl-C, but with a signal that nothing else of a test uses."""

    def __init__(self) -> None:
        self._lock = Lock()

    def acquire(self, timeout: float = -1) -> bool:
        if timeout < 0:
            return self._lock.acquire()
        interrupt = partial(signal.pthread_kill, get_ident(), signal.SIGUSR1)
        with ThreadPoolExecutor(1) as other:
            other.submit(interrupt)
            return self._lock.acquire(timeout=timeout)


def test_a_writer_interrupted_while_waiting_blocks_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    turns, was = WriteQueue(), signal.signal(signal.SIGUSR1, signal.default_int_handler)
    assert turns.enter()
    monkeypatch.setattr(store_turns, "Lock", Interrupted)
    try:
        with pytest.raises(KeyboardInterrupt):
            turns.enter(PATIENCE_S)
    finally:
        signal.signal(signal.SIGUSR1, was)
    turns.leave()
    assert turns.enter(0)


def test_a_turn_that_came_as_its_thread_was_interrupted_is_the_next_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = WriteQueue()
    assert turns.enter()

    class Given:
        def acquire(self, timeout: float | None = None) -> bool:
            if timeout is not None:
                turns.leave()
                raise KeyboardInterrupt
            return True

        def release(self) -> None:
            pass

    monkeypatch.setattr(store_turns, "Lock", Given)
    with pytest.raises(KeyboardInterrupt):
        turns.enter()
    assert turns.enter(0)


@pytest.mark.sqlite("one writer for all; PostgreSQL has turns of its own")
def test_a_turn_that_does_not_come_is_told_as_a_lock(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WriteQueue.enter, "__defaults__", (0.01,))
    with (
        Store.open(file) as store,
        in_turn(store._database),
        pytest.raises(StoreFault, match="in use"),
    ):
        store.create_campaign("party", "5.1", {}, ())


def test_ctrl_c_in_a_statement_of_who_gives_way_is_heard(file: Path) -> None:
    """It closes the connection, on which nothing can be set again. The log goes with its last connection; other files may take its inode."""
    with Store.open(file) as store:
        with pytest.raises(KeyboardInterrupt), giving_way(store._database) as connection:
            connection.invalidate()
            for n in range(8):
                file.with_name(f"other {n}").touch()
            raise KeyboardInterrupt
        store.create_campaign("party", "5.1", {}, ())


@pytest.mark.slow
@pytest.mark.sqlite("one writer for all; PostgreSQL has turns of its own")
def test_nobody_waits_while_others_write_again_and_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Eight threads without pauses: with an unfair lock, one of them kept it for seconds. Whoever waits writes before another writes twice."""
    monkeypatch.setattr(call_log, "WRITTEN_WITHIN", 10_000)  # the record of calls would wait among them
    with open_campaign(file) as game, ThreadPoolExecutor(8) as players:
        table, queue = Table(game), game.store._database.turns
        assert queue
        table.did("create", name="Thorin")

        def play() -> list[int]:
            return [table.did("give", "Thorin", item="Dagger")["rev"] for _ in range(3)]

        for _ in range(10):
            assert queue.enter()
            playing = [players.submit(play) for _ in range(8)]
            until(lambda: len(queue._waiting) == 8)
            queue.leave()
            revs = [played.result() for played in playing]
            assert max(mine[0] for mine in revs) < min(mine[1] for mine in revs), revs
