"""A separate disk that really fills up: the server says so, does nothing by halves, and accepts the refused call once there is space."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest

import rpg_lite
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.write_health import TRIES_AFTER_S
from tests.faults.served import Answer, Server, code_of, sent, served
from tests.operations.table import Table
from tests.server.clients import ROOT, environment
from tests.waiting import PATIENCE_S

SIZE, LEFT = 4 * 2**20, 400 * 2**10
VIEW = {"operation": "view", "characterName": "Thorin"}
WITH_A_ROLLBACK_JOURNAL = (
    "-c",
    "from rpg_lite.store import engine; engine.SAFE_WAL = (99, 0, 0); from rpg_lite.cli.app import main; main()",
)
FULL = {"disk_full", "disk_failed"}
"""SQLite does not always hear from the system which of the two it is; the words of both name the full disk."""

on_a_disk = pytest.mark.sqlite("its files on a small disk")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A folder that is a small disk."""
    place = tmp_path / "disk"
    place.mkdir()
    try:
        done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "rpg-lite-tests", place], capture_output=True, text=True)
    except FileNotFoundError:
        pytest.skip("there is no mount here")
    if done.returncode:
        pytest.skip(f"a disk may not be mounted here: {done.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def fill(disk: Path, leave: int) -> Path:
    """Fill the disk with a file of another program, except for a few bytes."""
    there = os.statvfs(disk)
    ballast = disk / "photos.tar"
    with suppress(OSError), open(ballast, "wb") as file:
        for _ in range(max(0, there.f_bavail * there.f_bsize - leave) // 4096):
            file.write(b"\1" * 4096)
    return ballast


def relic(n: int) -> Answer:
    """Two things at once, so that one alone would be half done."""
    big = {"operation": "give", "characterName": "Thorin", "item": {"name": f"Relic {n}", "type": "tool", "description": "x" * 3000}}
    return {"batch": [big, {**big, "item": {"name": f"Receipt {n}", "type": "tool"}}], "requestId": f"request {n}"}


def play_until_full(client: httpx2.Client, server: Server) -> tuple[int, str]:
    """Return the number of acknowledged calls and the answer to the next one."""
    for n in range(1000):
        answer = sent(client, server.address, relic(n))
        if answer.get("isError"):
            assert code_of(answer) in FULL
            return n, answer["content"][0]["text"]
    raise AssertionError("the disk did not become full")


@on_a_disk
@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [
        pytest.param(("-m", "rpg_lite"), id="a write-ahead log"),
        pytest.param(WITH_A_ROLLBACK_JOURNAL, id="a rollback journal", marks=pytest.mark.faults),
    ],
)
def test_a_full_disk_is_said_and_played_on_when_there_is_room(disk: Path, program: tuple[str, ...]):
    file = disk / "party.db"
    with rpg_lite.open_campaign(file) as game:
        Table(game).did("create", name="Thorin")
    with served(file, program) as server, httpx2.Client(timeout=PATIENCE_S) as client:
        ballast = fill(disk, LEFT)
        done, said = play_until_full(client, server)
        assert done > 3 and "full" in said and "Nothing was changed." in said
        rev = client.get(f"{server.address}/health").json()["rev"]
        for n in range(done, done + 5):
            assert code_of(sent(client, server.address, relic(n))) in FULL
            assert not sent(client, server.address, VIEW).get("isError")
        health = client.get(f"{server.address}/health")
        assert (health.status_code, health.json()["ok"], health.json()["rev"]) == (503, False, rev)
        assert health.json()["database"] in FULL and "Writes fail" in health.json()["warnings"][-1]
        ballast.unlink()
        time.sleep(TRIES_AFTER_S)
        health = client.get(f"{server.address}/health")
        assert (health.status_code, health.json()["ok"], "Writes fail" in health.text) == (200, True, False)
        for n in range(done + 5):  # those that were acknowledged too: they are there
            answer = sent(client, server.address, relic(n))
            assert not answer.get("isError") and answer["structuredContent"].get("repeated", False) == (n < done), n
    is_whole(file, done + 5)


@on_a_disk
@pytest.mark.slow
@pytest.mark.faults
def test_a_server_that_dies_on_a_full_disk_starts_again_when_there_is_room(disk: Path):
    file = disk / "party.db"
    with rpg_lite.open_campaign(file) as game:
        Table(game).did("create", name="Thorin")
    with served(file) as server, httpx2.Client(timeout=PATIENCE_S) as client:
        ballast = fill(disk, LEFT)
        done, _ = play_until_full(client, server)
        server.kill()
        with suppress(StoreFault), rpg_lite.open_campaign(file) as game:
            Table(game).did("view", "Thorin")
        ballast.unlink()
        server.start()
        for n in range(done + 1):
            assert sent(client, server.address, relic(n))["structuredContent"].get("repeated", False) == (n < done)
    is_whole(file, done + 1)


def is_whole(file: Path, relics: int) -> None:
    """The ledger holds, and the database's own check finds nothing."""
    with rpg_lite.open_campaign(file) as game:
        bag = Table(game).bag("Thorin")
    assert bag == {f"{name} {n}": 1 for name in ("Relic", "Receipt") for n in range(relics)}
    command = [sys.executable, "-m", "rpg_lite", "db", "check", "--db", str(file)]
    checked = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


@on_a_disk
@pytest.mark.slow
@pytest.mark.parametrize("left", [0, 4096, 100 * 2**10])
def test_no_campaign_begins_on_a_full_disk_and_none_is_harmed(disk: Path, left: int):
    old, new = disk / "party.db", disk / "new.db"
    with rpg_lite.open_campaign(old) as game:
        table = Table(game)
        table.did("create", name="Thorin")
        before = table.now
    ballast = fill(disk, left)
    for attempt in (lambda: rpg_lite.open_campaign(new), lambda: rpg_lite.open_campaign(old, "Another", new=True)):
        with pytest.raises(StoreFault) as caught:
            attempt()
        assert caught.value.code in FULL, caught.value
    ballast.unlink()
    with rpg_lite.open_campaign(new) as game:
        Table(game).did("create", name="Elara")
    with rpg_lite.open_campaign(old) as game:
        assert Table(game).now == before
        assert [c.name for c in game.store.campaigns()] == ["campaign"]
