"""PostgreSQL ends the connections of a game under load: callers get answers, or a refusal that says whether the call may have taken effect."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from urllib.parse import parse_qs, urlsplit

import psycopg

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.store.store_faults import StoreFault
from tests.operations.table import Table
from tests.postgres import NewDatabase, postgres

CALLERS, EACH, TIMES = 4, 25, 30
TOLD = {"database_unreachable", "outcome_unknown"}


def terminate(url: str) -> None:
    """Every other connection of the server, whatever it is doing."""
    home = parse_qs(urlsplit(url).query)["host"][0]
    with psycopg.connect(host=home, user="postgres", autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND usename = 'postgres'")


def forget_ended_connections(game: Game) -> None:
    """A test looks at the rows past the store, which would try again, and may get a connection that was ended last."""
    game.store._database.reader.dispose()


def given(game: Game, caller: int, turn: int) -> tuple[int, set[str]]:
    """The rev of the gift in its final answer, and the refusals before."""
    payload = {"operation": "give", "characterName": f"Hero {caller}", "template": "Torch", "requestId": f"{caller}.{turn}"}
    refused: set[str] = set()
    while True:
        try:
            answer = game.ask(payload)
        except StoreFault as fault:
            refused.add(fault.code)
            continue
        assert answer["ok"], answer["text"]
        return answer["rev"], refused


@postgres
def test_connections_that_are_ended_under_load_lose_and_double_nothing(new_database: NewDatabase):
    url = new_database()
    with rpg_lite.open_campaign(url) as game, ThreadPoolExecutor(CALLERS) as callers:
        table = Table(game)
        for n in range(CALLERS):
            table.did("create", name=f"Hero {n}")
        before = table.rev
        work = [callers.submit(lambda n=n: [given(game, n, turn) for turn in range(EACH)]) for n in range(CALLERS)]
        for _ in range(TIMES):
            terminate(url)
            time.sleep(0.02)
        told = [answer for caller in work for answer in caller.result(timeout=100)]
        forget_ended_connections(game)
        assert sorted(rev for rev, _ in told) == list(range(before + 1, before + 1 + CALLERS * EACH))
        assert set().union(*(refused for _, refused in told)) <= TOLD
        assert [table.bag(f"Hero {n}") for n in range(CALLERS)] == [{"Torch": EACH}] * CALLERS


async def given_on_a_loop(game: Game, caller: int, turn: int) -> tuple[int, set[str]]:
    payload = {"operation": "give", "characterName": f"Hero {caller}", "template": "Torch", "requestId": f"{caller}.{turn}"}
    refused: set[str] = set()
    while True:
        try:
            answer = await game.ask_async(payload)
        except StoreFault as fault:
            refused.add(fault.code)
            continue
        assert answer["ok"], answer["text"]
        return answer["rev"], refused


@postgres
async def test_shared_transactions_that_lose_their_connection_lose_and_double_nothing(new_database: NewDatabase):
    """The callers wait on one loop, so that their gifts share transactions; each caller's revs keep its order."""
    url = new_database()
    with rpg_lite.open_campaign(url) as game:
        table = Table(game)
        for n in range(CALLERS):
            table.did("create", name=f"Hero {n}")
            table.did("view", f"Hero {n}")
        before = table.rev

        async def interrupt() -> None:
            for _ in range(TIMES):
                await asyncio.to_thread(terminate, url)
                await asyncio.sleep(0.02)

        async def gifts(n: int) -> list[tuple[int, set[str]]]:
            return [await given_on_a_loop(game, n, turn) for turn in range(EACH)]

        interrupting = asyncio.create_task(interrupt())
        told = await asyncio.wait_for(asyncio.gather(*(gifts(n) for n in range(CALLERS))), 100)
        await interrupting
        forget_ended_connections(game)
        assert sorted(rev for caller in told for rev, _ in caller) == list(range(before + 1, before + 1 + CALLERS * EACH))
        assert all([rev for rev, _ in caller] == sorted(rev for rev, _ in caller) for caller in told)
        assert {code for caller in told for _, refused in caller for code in refused} <= TOLD
        assert [table.bag(f"Hero {n}") for n in range(CALLERS)] == [{"Torch": EACH}] * CALLERS
