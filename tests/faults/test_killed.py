"""The server dies during batches while clients keep sending: every acknowledged batch is there, complete, and only once."""

import random
import time
from collections import Counter
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import select

import rpg_lite
from rpg_lite.store.tables import COMMIT
from tests.faults.served import Answer, Server, code_of, sent, served
from tests.operations.table import Table

CLIENTS, COINS_EACH, GEMS = 4, 3, 100_000
AGAIN = ("database_unreachable", "outcome_unknown")
"""Refusals after which the same request is sent again; of a file they do not come."""


@dataclass
class Ledger:
    """The record of one client: its acknowledged batches by request, and the number of repeated sends."""

    acknowledged: dict[str, int]
    resent: int = 0
    repeated: int = 0
    stopped: bool = False


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.faults)])
def test_a_killed_server_loses_halves_and_doubles_nothing(tmp_path: Path, kills: int):
    file = tmp_path / "party.db"
    furnish(file)
    ledgers = [Ledger({}) for _ in range(CLIENTS)]
    with served(file) as server, ThreadPoolExecutor(CLIENTS) as clients:
        work = [clients.submit(play, server, n, ledger) for n, ledger in enumerate(ledgers)]
        try:
            kill_now_and_then(server, kills, ledgers, work)
        finally:
            for ledger in ledgers:
                ledger.stopped = True
        for client in work:
            client.result()
    check_against_the_ledgers(file, ledgers)
    assert sum(ledger.resent for ledger in ledgers) >= kills
    assert sum(ledger.repeated for ledger in ledgers) >= kills // 20  # some were done already when they were sent again


def furnish(file: Path | str) -> None:
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        for n in range(CLIENTS):
            table.did("create", name=f"Hero {n}")
        table.did("give", bagName="floor", template="Chest")
        table.did("give", bagName="Chest", item={"name": "Gem", "type": "treasure", "quantity": GEMS, "weight": 0})


def batch(n: int, turn: int) -> Answer:
    """Take gems out of the chest one by one, with a receipt between them; every fourth batch ends in an impossible step and must leave nothing."""
    gem = {"operation": "transfer", "bagName": "Chest", "itemName": "Gem", "toCharacterName": f"Hero {n}"}
    receipt = {
        "operation": "give",
        "characterName": f"Hero {n}",
        "item": {"name": f"Receipt {n}.{turn}", "type": "tool", "weight": 0, "stackable": False},
    }
    wrong = {"operation": "remove", "characterName": f"Hero {n}", "itemName": "Crown of Nobody"}
    return {"batch": [gem, receipt, *[gem] * (COINS_EACH - 1), *([wrong] if is_wrong(turn) else [])], "requestId": f"{n}.{turn}"}


def is_wrong(turn: int) -> bool:
    return turn % 4 == 3


def play(server: Server, n: int, ledger: Ledger) -> None:
    turn = 0
    with httpx2.Client(timeout=20) as client:
        while not ledger.stopped:
            answer = sent_until_answered(client, server, batch(n, turn), ledger)
            assert bool(answer.get("isError")) == is_wrong(turn), answer
            if not is_wrong(turn):
                told = answer["structuredContent"]
                ledger.acknowledged[f"{n}.{turn}"] = told["rev"]
                ledger.repeated += "repeated" in told
            turn += 1


def sent_until_answered(client: httpx2.Client, server: Server, payload: Answer, ledger: Ledger) -> Answer:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            answer = sent(client, server.address, payload)
        except httpx2.TransportError:
            answer = None
        if answer is not None and not (answer.get("isError") and code_of(answer) in AGAIN):
            return answer
        ledger.resent += 1
        time.sleep(0.05)
    raise AssertionError("nobody answered any more")


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


def answers(ledgers: list[Ledger]) -> int:
    return sum(len(ledger.acknowledged) for ledger in ledgers)


def check_against_the_ledgers(file: Path | str, ledgers: list[Ledger]) -> None:
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        with game.store._database.reader.connect() as connection:
            found = connection.execute(select(COMMIT.c.request_id, COMMIT.c.rev).where(COMMIT.c.request_id.is_not(None)))
            committed = {request: rev for request, rev in found}
        acknowledged = {request: rev for ledger in ledgers for request, rev in ledger.acknowledged.items()}
        assert acknowledged.items() <= committed.items()
        assert len(set(committed.values())) == len(committed)
        now = table.now
        assert now.commits == now.rev + 1
        receipts = Counter(t.name.removeprefix("Receipt ") for t in now.things.values() if t.name.startswith("Receipt"))
        assert receipts == Counter(committed.keys())
        gems = {n: table.bag(f"Hero {n}").get("Gem", 0) for n in range(CLIENTS)}
        assert gems == {n: COINS_EACH * sum(r.startswith(f"{n}.") for r in committed) for n in range(CLIENTS)}
        assert table.bag("Chest")["Gem"] == GEMS - sum(gems.values())
