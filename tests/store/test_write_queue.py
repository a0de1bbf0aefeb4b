"""The threads of one process write in the order of their requests."""

import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rpg_lite import open_campaign
from rpg_lite.store import write_queue as store_turns
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.write_queue import WriteQueue, giving_way, in_turn
from tests.operations.table import Table


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
            while len(turns._waiting) <= n:
                time.sleep(0.001)
        turns.leave()
    assert order == [0, 1, 2, 3, 4]
    assert turns.enter(0)


def test_a_writer_that_waited_in_vain_blocks_nobody() -> None:
    turns = WriteQueue()
    assert turns.enter()
    assert not turns.enter(0.01)
    turns.leave()
    assert turns.enter(0)


def test_a_writer_interrupted_while_waiting_blocks_nobody() -> None:
    turns, was = WriteQueue(), signal.signal(signal.SIGALRM, signal.default_int_handler)
    assert turns.enter()
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(KeyboardInterrupt):
            turns.enter()
    finally:
        signal.signal(signal.SIGALRM, was)
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
def test_nobody_waits_while_others_write_again_and_again(file: Path) -> None:
    """Eight threads without pauses: with an unfair lock, one of them kept it for seconds."""
    with open_campaign(file) as game, ThreadPoolExecutor(8) as players:
        table = Table(game)
        table.did("create", name="Thorin")
        ends = time.monotonic() + 1.5

        def play() -> int:
            turns = 0
            while time.monotonic() < ends:
                table.did("give", "Thorin", item="Dagger")
                turns += 1
            return turns

        turns = [played.result() for played in [players.submit(play) for _ in range(8)]]
    assert min(turns) * 3 >= max(turns), turns
