"""Ctrl-C during a long operation: nothing of it stays, and everything else is as before."""

import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import psycopg
import pytest

from rpg_lite.store import store_maintenance
from rpg_lite.store.store import Store
from tests.postgres import NewDatabase, postgres
from tests.server.clients import environment
from tests.store.exports import crowd, silent
from tests.store.worlds import campaign_in
from tests.waiting import PATIENCE_S, until

pytestmark = [pytest.mark.faults, pytest.mark.slow]
SIZE = "SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind = 'r'"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of twenty thousand things, and the export of it."""
    folder = tmp_path_factory.mktemp("home")
    with Store.open(folder / "home.db") as store:
        campaign = campaign_in(store, "crowd")
        crowd(store, campaign, 20_000)
        store_maintenance.export_campaign(store, campaign.id, folder / "crowd.zip", silent)
    return folder


def grown(file: Path) -> Callable[[], bool]:
    """More than an empty database writes."""
    most = 2_000_000 if file.suffix == ".db-wal" else 10_000
    return lambda: file.exists() and file.stat().st_size > most


def grown_there(url: str) -> Callable[[], bool]:
    """The same for a schema of PostgreSQL, whose files grow with uncommitted rows."""

    def looks() -> bool:
        with psycopg.connect(url) as connection:
            return connection.execute(SIZE).fetchone()[0] > 2_000_000  # type: ignore[index]

    return looks


def interrupted(folder: Path, command: str, has_begun: Callable[[], bool]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "rpg_lite", *command.split()], cwd=folder, env=environment(), stderr=subprocess.PIPE, text=True
    )
    until(has_begun, process=process)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE_S)
    assert (process.returncode, told) == (130, "rpg-lite: interrupted; unfinished work was rolled back.\n")


def is_sound(file: Path) -> None:
    with Store.open(file, read_only=True) as store:
        assert store_maintenance.findings(store, silent) == []


its_log = pytest.mark.sqlite("its log, which grows; the next test is about PostgreSQL")


@pytest.mark.parametrize(
    ("command", "growing", "stays"),
    [
        pytest.param("campaigns export crowd new.zip --db {home}/home.db", "new.zip", [], id="export"),
        pytest.param("campaigns import {home}/crowd.zip --db new.db", "new.db-wal", ["new.db"], id="import", marks=its_log),
        pytest.param("db copy new.db --db {home}/home.db", "new.db-wal", ["new.db"], id="copy", marks=its_log),
    ],
)
def test_what_was_interrupted_leaves_nothing(home: Path, tmp_path: Path, command: str, growing: str, stays: list[str]) -> None:
    interrupted(tmp_path, command.format(home=home), grown(tmp_path / growing))
    assert sorted(file.name for file in tmp_path.iterdir() if file.name in ("new.db", "new.zip")) == stays
    if stays:
        with Store.open(tmp_path / "new.db") as store:
            assert store.shelf() == []
    is_sound(home / "home.db")


@postgres
@pytest.mark.parametrize(
    "command", ["campaigns import {home}/crowd.zip --db {url}", "db copy {url} --db {home}/home.db"], ids=["import", "copy"]
)
def test_what_was_interrupted_leaves_nothing_in_postgresql(home: Path, tmp_path: Path, new_database: NewDatabase, command: str) -> None:
    url = new_database()
    interrupted(tmp_path, command.format(home=home, url=url), grown_there(url))
    with Store.open(url) as store:
        assert store.shelf() == []
    is_sound(home / "home.db")
