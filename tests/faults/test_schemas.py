"""A newer program upgrades the database under a running one: the older one says so, and writes nothing to the new tables."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

import rpg_lite
from rpg_lite.game import Game
from rpg_lite.store.engine import open_database
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from tests.faults.newer import upgraded
from tests.faults.served import code_of, sent, served
from tests.operations.table import Table
from tests.waiting import PATIENCE_S, until

DAGGER = {"operation": "give", "characterName": "Thorin", "template": "Dagger"}
VIEW = {"operation": "view", "characterName": "Thorin"}
KIND = "ALTER TABLE thing ADD COLUMN mood VARCHAR"
NAMES = "UPDATE thing SET mood = name"
HARSH = "ALTER TABLE campaign RENAME COLUMN minutes TO seconds"
WAYS: dict[str, Callable[[Game], Any]] = {
    "write": lambda game: game.ask(DAGGER),
    "read": lambda game: game.ask(VIEW | {"detail": "full"}),
    "a kept read": lambda game: game.ask(VIEW),
    "a dry run": lambda game: game.ask(DAGGER | {"dryRun": True}),
    "the map": lambda game: game.table(),
    "a new campaign": lambda game: game.store.create_campaign("another", "5.1", {}, ()),
    "put away": lambda game: game.store.archive("campaign", away=True),
    "purge": lambda game: game.store.purge(game.campaign.id, 0),
}


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    if request.param == "sqlite":
        return tmp_path / "party.db"
    url: str = request.getfixturevalue("new_database")()
    return url


def rows(where: Path | str) -> dict[str, list[Any]]:
    """Read every table in its current shape."""
    with open_database(where).reader.connect() as connection:
        return {t: sorted(connection.execute(text(f'SELECT * FROM "{t}"')).all(), key=str) for t in ("campaign", "thing", "commit", "call")}


@pytest.mark.slow
@pytest.mark.parametrize(
    "statements",
    [pytest.param((KIND, NAMES), id="a column more"), pytest.param((HARSH,), id="a column of another name", marks=pytest.mark.faults)],
)
def test_a_store_open_before_an_upgrade_fails_and_changes_nothing(where: Path | str, statements: tuple[str, ...]):
    with rpg_lite.open_campaign(where) as game:
        Table(game).did("create", name="Thorin")
        game.ask(VIEW)
        game._clerk.write()
        upgraded(where, *statements)
        before = rows(where)
        for way, work in WAYS.items():
            with pytest.raises(StoreFault) as caught:
                work(game)
            assert caught.value.code == "database_newer", way
            assert "update this program" in str(caught.value)
    assert rows(where) == before


def acknowledged_by(address: str, n: int, done: list[str]) -> None:
    """Gives, and keeps the names that this client gets in answers, until a refusal says that the schema is newer."""
    with httpx2.Client(timeout=PATIENCE_S) as client:
        while True:
            name = f"Relic {n}.{len(done)}"
            answer = sent(client, address, {"operation": "give", "characterName": "Thorin", "item": {"name": name, "type": "tool"}})
            if answer.get("isError"):
                assert code_of(answer) == "database_newer", answer
                return
            done.append(name)


@pytest.mark.slow
@pytest.mark.faults
def test_no_row_slips_in_behind_an_upgrade_while_clients_write(where: Path | str):
    """The upgrade fills its column for every row that there is: a row without it would have been written by the old tables afterwards."""
    with rpg_lite.open_campaign(where) as game:
        Table(game).did("create", name="Thorin")
    with served(where) as server, ThreadPoolExecutor(4) as clients:
        done: list[list[str]] = [[] for _ in range(4)]
        work = [clients.submit(acknowledged_by, server.address, n, mine) for n, mine in enumerate(done)]
        until(lambda: all(len(mine) > 1 for mine in done))
        upgraded(where, KIND, NAMES)
        for client in work:
            client.result()
        told = {name for mine in done for name in mine}
        health = httpx2.get(f"{server.address}/health", timeout=PATIENCE_S)
        assert (health.status_code, health.json()["database"]) == (503, "database_newer")
    with open_database(where).reader.connect() as connection:
        found = dict(connection.execute(text("SELECT name, mood FROM thing WHERE name LIKE 'Relic %'")).all())
    assert len(told) > 4 and told <= found.keys() and all(mood == name for name, mood in found.items())


@pytest.mark.slow
@pytest.mark.faults
def test_one_who_opens_it_anew_is_refused_and_leaves_it_as_it_is(where: Path | str):
    rpg_lite.open_campaign(where).close()
    upgraded(where, KIND)
    before = rows(where)
    for attempt in (lambda: rpg_lite.open_campaign(where), lambda: Store.open(where, read_only=True)):
        with pytest.raises(StoreFault) as caught:
            attempt()
        assert caught.value.code == "database_newer"
    assert rows(where) == before
