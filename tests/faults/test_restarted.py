"""PostgreSQL stops under load and restarts: the server stays up and says so, and nothing is lost or done twice."""

from concurrent.futures import ThreadPoolExecutor
from typing import Literal

import httpx2
import pytest

from tests.faults.ledgers import CLIENTS, Ledger, answers, check_against_the_ledgers, furnish, play
from tests.faults.served import served
from tests.postgres import Cluster, postgres, server
from tests.waiting import PATIENCE_S, until

Mode = Literal["fast", "immediate"]
TIMES: tuple[Mode, ...] = ("fast", "immediate") * 3


@postgres
@pytest.mark.slow
@pytest.mark.faults
@pytest.mark.timeout(300)
def test_a_database_server_that_is_restarted_loses_halves_and_doubles_nothing():
    with server(synchronous_commit="on", full_page_writes="on") as cluster:
        url = cluster()
        furnish(url)
        ledgers = [Ledger({}) for _ in range(CLIENTS)]
        with served(url) as running, ThreadPoolExecutor(CLIENTS) as clients:
            work = [clients.submit(play, running, n, ledger) for n, ledger in enumerate(ledgers)]
            try:
                for mode in TIMES:
                    some_more(ledgers)
                    restart(cluster, mode, running.address)
                some_more(ledgers)
            finally:
                for ledger in ledgers:
                    ledger.stopped = True
            for client in work:
                client.result()
            assert running.process is not None and running.process.poll() is None
        assert sum(ledger.resent for ledger in ledgers) >= len(TIMES)
        check_against_the_ledgers(url, ledgers)


def some_more(ledgers: list[Ledger]) -> None:
    enough = answers(ledgers) + 2 * CLIENTS
    until(lambda: answers(ledgers) >= enough, lambda: "nobody is answered any more")


def restart(cluster: Cluster, mode: Mode, address: str) -> None:
    cluster.stop(mode)
    away = httpx2.get(f"{address}/health", timeout=PATIENCE_S)
    assert (away.status_code, away.json()["database"]) == (503, "database_unreachable")
    assert "cannot be reached" in away.json()["text"]
    cluster.start()
    until(lambda: httpx2.get(f"{address}/health", timeout=PATIENCE_S).status_code == 200)
