"""Clients that keep a ledger beside a server which may be killed."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx2
from sqlalchemy import select

import rpg_lite
from rpg_lite.store.tables import COMMIT
from tests.faults.served import Answer, Server, code_of, sent
from tests.operations.table import Table
from tests.waiting import PATIENCE_S, patience

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


def gift(n: int, turn: int) -> Answer:
    """A receipt alone, which shares its transaction with those of other clients; every fourth gift is impossible."""
    receipt = {"name": f"Receipt {n}.{turn}", "type": "tool", "weight": 0, "stackable": False}
    what = {"template": "Crown of Nobody"} if is_wrong(turn) else {"item": receipt}
    return {"operation": "give", "characterName": f"Hero {n}", **what, "requestId": f"{n}.{turn}"}


def play(server: Server, n: int, ledger: Ledger, asked: Callable[[int, int], Answer] = batch) -> None:
    turn = 0
    with httpx2.Client(timeout=PATIENCE_S) as client:
        while not ledger.stopped:
            answer = sent_until_answered(client, server, asked(n, turn), ledger)
            assert bool(answer.get("isError")) == is_wrong(turn), answer
            if not is_wrong(turn):
                told = answer["structuredContent"]
                ledger.acknowledged[f"{n}.{turn}"] = told["rev"]
                ledger.repeated += "repeated" in told
            turn += 1


def sent_until_answered(client: httpx2.Client, server: Server, payload: Answer, ledger: Ledger) -> Answer:
    is_over = patience()
    while not is_over():
        try:
            answer = sent(client, server.address, payload)
        except httpx2.TransportError:
            answer = None
        if answer is not None and not (answer.get("isError") and code_of(answer) in AGAIN):
            return answer
        ledger.resent += 1
        time.sleep(0.05)
    raise AssertionError("nobody answered any more")


def answers(ledgers: list[Ledger]) -> int:
    return sum(len(ledger.acknowledged) for ledger in ledgers)


def check_against_the_ledgers(file: Path | str, ledgers: list[Ledger], coins_each: int = COINS_EACH) -> None:
    assert all([*ledger.acknowledged.values()] == sorted(ledger.acknowledged.values()) for ledger in ledgers)
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
        assert gems == {n: coins_each * sum(r.startswith(f"{n}.") for r in committed) for n in range(CLIENTS)}
        assert table.bag("Chest")["Gem"] == GEMS - sum(gems.values())
