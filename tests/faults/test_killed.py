"""The server dies during batches while clients keep sending: every acknowledged batch is there, complete, and only once."""

import random
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from tests.faults.ledgers import CLIENTS, COINS_EACH, Ledger, answers, batch, check_against_the_ledgers, furnish, gift, play
from tests.faults.served import Answer, Server, served
from tests.waiting import until


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


def kill_now_and_then(server: Server, kills: int, ledgers: list[Ledger], work: list[Future[None]]) -> None:
    """Each time after some answers, at a moment that nobody chose; for many kills, until one came between a commit and its answer."""
    chance = random.Random(kills)
    for n in count():
        if n >= kills and sum(ledger.repeated for ledger in ledgers) >= kills // 20:
            return
        enough = answers(ledgers) + 2 * CLIENTS
        until(lambda: answers(ledgers) >= enough or any(w.done() for w in work))  # noqa: B023  # at once
        if any(w.done() for w in work):
            return  # a client has failed, and says why
        time.sleep(chance.uniform(0, 0.05))
        server.kill()
        server.start()
