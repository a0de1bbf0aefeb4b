"""Ctrl-C in the middle of what takes its time: nothing of it stays, and what was there before is as it was."""

import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from rpg_lite.store import whole
from rpg_lite.store.store import Store
from tests.frontends.test_era import ROOT, environment
from tests.store.test_export import crowd, silent
from tests.store.worlds import campaign_in

pytestmark = [pytest.mark.faults, pytest.mark.slow]
BEGUN_S, ENDS_S = 60, 30


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of twenty thousand things, and the export of it."""
    folder = tmp_path_factory.mktemp("home")
    with Store.open(folder / "home.db") as store:
        campaign = campaign_in(store, "crowd")
        crowd(store, campaign, 20_000)
        whole.export_campaign(store, campaign.id, folder / "crowd.zip", silent)
    return folder


def grown(file: Path) -> Callable[[], bool]:
    """Beyond what an empty database writes, for one."""
    most = 2_000_000 if file.suffix == ".db-wal" else 10_000
    return lambda: file.exists() and file.stat().st_size > most


@pytest.mark.parametrize(
    ("command", "growing", "stays"),
    [
        ("campaigns export crowd new.zip --db {home}/home.db", "new.zip", []),
        ("campaigns import {home}/crowd.zip --db new.db", "new.db-wal", ["new.db"]),
        ("db copy new.db --db {home}/home.db", "new.db-wal", ["new.db"]),
    ],
    ids=["export", "import", "copy"],
)
def test_what_was_interrupted_leaves_nothing(home: Path, tmp_path: Path, command: str, growing: str, stays: list[str]) -> None:
    has_begun, deadline = grown(tmp_path / growing), time.monotonic() + BEGUN_S
    begun = [sys.executable, "-m", "rpg_lite", *command.format(home=home).split()]
    process = subprocess.Popen(begun, cwd=tmp_path, env=environment() | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, text=True)
    while not has_begun() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert process.poll() is None, f"it ended before it was interrupted: {process.communicate()[1]}"
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=ENDS_S)
    assert (process.returncode, told) == (130, "rpg-lite: interrupted; what was not finished was taken back.\n")
    assert sorted(file.name for file in tmp_path.iterdir() if file.name in ("new.db", "new.zip")) == stays
    if stays:
        with Store.open(tmp_path / "new.db") as store:
            assert store.shelf() == []
    with Store.open(home / "home.db", read_only=True) as store:
        assert whole.findings(store, silent) == []
