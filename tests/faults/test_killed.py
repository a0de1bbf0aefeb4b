"""The server dies during batches while clients keep sending: every acknowledged batch is there, complete, and only once."""

import random
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.faults.ledgers import CLIENTS, COINS_EACH, Ledger, answers, batch, check_against_the_ledgers, furnish, gift, play
from tests.faults.served import Answer, Server, served


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("asked", [batch, gift])
@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.faults)])
def test_a_killed_server_loses_halves_and_doubles_nothing(tmp_path: Path, kills: int, asked: Callable[[int, int], Answer]):
    file = tmp_path / "party.db"
    furnish(file)
    ledgers = [Ledger({}) for _ in range(CLIENTS)]
    with served(file) as server, ThreadPoolExecutor(CLIENTS) as clients:
        work = [clients.submit(play, server, n, ledger, asked) for n, ledger in enumerate(ledgers)]
        try:
            kill_now_and_then(server, kills, ledgers, work)
        finally:
            for ledger in ledgers:
                ledger.stopped = True
        for client in work:
            client.result()
    check_against_the_ledgers(file, ledgers, COINS_EACH if asked is batch else 0)
    assert sum(ledger.resent for ledger in ledgers) >= kills
    assert sum(ledger.repeated for ledger in ledgers) >= kills // 20  # some were done already when they were sent again


def kill_now_and_then(server: Server, kills: int, ledgers: list[Ledger], work: list[Future[None]]) -> None:
    """Each time after some answers, at a moment that nobody chose."""
    chance = random.Random(kills)
    for _ in range(kills):
        before, deadline = answers(ledgers), time.monotonic() + 60
        while answers(ledgers) < before + 2 * CLIENTS and time.monotonic() < deadline and not any(w.done() for w in work):
            time.sleep(0.005)
        time.sleep(chance.uniform(0, 0.05))
        server.kill()
        server.start()
