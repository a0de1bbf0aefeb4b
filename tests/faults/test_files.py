"""Trouble with files: damaged anywhere, of another kind, unreadable, or removed during a game."""

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest

import rpg_lite
from rpg_lite.store.sqlite_driver_selection import driver
from rpg_lite.store.store_faults import StoreFault
from tests.faults.served import code_of, sent, served
from tests.operations.table import Table
from tests.server.clients import ROOT, environment
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.sqlite("its files")

PAGE = 4096
DAGGER = {"operation": "give", "characterName": "Thorin", "template": "Dagger"}
VIEW = {"operation": "view", "characterName": "Thorin"}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A sound database with something on many pages."""
    file = tmp_path_factory.mktemp("whole") / "party.db"
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        table.did("create", name="Thorin")
        for n in range(12):
            table.did("give", "Thorin", item={"name": f"Relic {n}", "type": "tool", "description": "x" * 900})
    return file.read_bytes()


def fault_at(work: Callable[[], object]) -> StoreFault:
    with pytest.raises(StoreFault) as caught:
        work()
    assert str(caught.value).endswith(".") and "\n" not in str(caught.value)
    return caught.value


# ── damaged ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "junk", [b"\0" * PAGE, b"\xde\xad" * (PAGE // 2), b"SQLite format 3\0" * (PAGE // 16)], ids=["zeros", "junk", "words"]
)
def test_damage_on_any_page_is_told_at_the_start_and_left_as_it_is(tmp_path: Path, whole: bytes, junk: bytes):
    for place in range(0, len(whole), PAGE):
        file = tmp_path / f"{place}.db"
        file.write_bytes(spoilt := whole[:place] + junk + whole[place + PAGE :])
        fault = fault_at(lambda file=file: rpg_lite.open_campaign(file))
        assert fault.code in ("database_damaged", "not_a_database"), place
        assert fault.code == "database_damaged" or place == 0
        assert file.read_bytes() == spoilt


@pytest.mark.parametrize("cut", [1, 2, 50, 99, 100, 511, PAGE, 5 * PAGE, -PAGE])
def test_a_file_that_was_cut_off_is_told_and_left_as_it_is(tmp_path: Path, whole: bytes, cut: int):
    file = tmp_path / "party.db"
    file.write_bytes(whole[:cut])
    assert fault_at(lambda: rpg_lite.open_campaign(file)).code in ("database_damaged", "not_a_database")
    assert file.read_bytes() == whole[:cut]


@pytest.mark.parametrize("beside", ["-wal", "-journal"])
def test_junk_beside_the_file_is_not_taken_for_changes(tmp_path: Path, whole: bytes, beside: str):
    file = tmp_path / "party.db"
    file.write_bytes(whole)
    Path(f"{file}{beside}").write_bytes(b"\xde\xad" * 5000)
    with rpg_lite.open_campaign(file) as game:
        assert Table(game).bag("Thorin")["Relic 11"] == 1


# ── of another kind ─────────────────────────────────────────────────────────────────────────────────────────────────

OTHERS: dict[str, Callable[[Path], object]] = {
    "a line break": lambda file: file.write_bytes(b"\n"),
    "text": lambda file: file.write_text("{}"),
    "an archive": lambda file: file.write_bytes(b"PK\x03\x04" + b"\0" * 9000),
    "a picture": lambda file: file.write_bytes(b"\x89PNG\r\n\x1a\n" + b"\1" * 9000),
    "a folder": Path.mkdir,
    "a pipe": lambda file: os.mkfifo(file),
    "a link to itself": lambda file: file.symlink_to(file),
    "a link to nowhere": lambda file: file.symlink_to(file.parent / "no" / "where.db"),
    "the machine's own": lambda file: file.symlink_to("/dev/zero"),
}


@pytest.mark.skipif(os.name == "nt", reason="pipes and links are made the way of POSIX")
@pytest.mark.parametrize("make", OTHERS.values(), ids=OTHERS)
def test_what_is_no_database_is_named_and_left_as_it_is(tmp_path: Path, make: Callable[[Path], object]):
    file = tmp_path / "party.db"
    make(file)
    before = file.read_bytes() if file.is_file() else None
    fault = fault_at(lambda: rpg_lite.open_campaign(file))
    assert fault.code in ("not_a_database", "database_unreachable") and str(file) in str(fault)
    assert (file.read_bytes() if file.is_file() else None) == before
    assert [f.name for f in tmp_path.iterdir()] == ["party.db"]


@pytest.mark.parametrize("name", ["party\0.db", "x" * 300])
def test_a_name_that_no_file_can_have_is_told(tmp_path: Path, name: str):
    assert fault_at(lambda: rpg_lite.open_campaign(f"{tmp_path}/{name}")).code == "database_unreachable"
    assert not list(tmp_path.iterdir())


# ── not ours to write ───────────────────────────────────────────────────────────────────────────────────────────────

GUARDED = {
    "the file may only be read": (0o444, 0o777, "database_read_only"),
    "nor may the folder be written": (0o444, 0o555, "database_read_only"),
    "the file may not be read either": (0o000, 0o777, "database_unreachable"),
    "the folder may not be entered": (0o666, 0o000, "database_unreachable"),
}


AS_NOBODY = """
import os, pwd, sys
from pathlib import Path
import rpg_lite
from rpg_lite.store.sqlite_driver_selection import driver
from rpg_lite.store.store_faults import StoreFault
file = Path(sys.argv[1])
with rpg_lite.open_campaign(file.parent.parent / "own.db") as game:
    game.ask({"operation": "create", "name": "Thorin"}, "manage_character")
if os.geteuid() == 0:
    os.setegid(pwd.getpwnam("nobody").pw_gid)
    os.seteuid(pwd.getpwnam("nobody").pw_uid)
try:
    with rpg_lite.open_campaign(file) as game:
        print(game.ask({"operation": "give", "characterName": "Thorin", "template": "Dagger"})["text"])
except StoreFault as fault:
    print(fault.code)
"""
"""Root may write anywhere, so root steps down first; everything is imported by then, since nobody may not read it."""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="modes of files are POSIX's")
@pytest.mark.parametrize(("file_mode", "folder_mode", "code"), GUARDED.values(), ids=GUARDED)
def test_a_file_that_is_guarded_is_told_and_left_as_it_is(whole: bytes, file_mode: int, folder_mode: int, code: str):
    with tempfile.TemporaryDirectory() as top:
        os.chmod(top, 0o755)
        folder = Path(top) / "guarded"
        folder.mkdir()
        file = folder / "party.db"
        file.write_bytes(whole)
        file.chmod(file_mode)
        folder.chmod(folder_mode)
        command = [sys.executable, "-c", AS_NOBODY, str(file)]
        done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=60)
        folder.chmod(0o755)
        file.chmod(0o644)
        assert done.stdout.strip() == code, done.stderr
        assert file.read_bytes() == whole


# ── taken away ──────────────────────────────────────────────────────────────────────────────────────────────────────

TAKEN: dict[str, Callable[[Path], object]] = {
    "deleted": Path.unlink,
    "moved": lambda file: file.rename(file.with_name("elsewhere.db")),
    "replaced": lambda file: os.replace(file.with_name("other.db"), file),
    "moved with its folder": lambda file: file.parent.rename(file.parent.with_name("elsewhere")),
}


@pytest.mark.skipif(os.name == "nt", reason="there an open file cannot be taken away")
@pytest.mark.parametrize("take", TAKEN.values(), ids=TAKEN)
def test_nothing_is_acknowledged_that_would_go_to_a_file_without_a_name(tmp_path: Path, take: Callable[[Path], object]):
    folder = tmp_path / "here"
    folder.mkdir()
    with rpg_lite.open_campaign(folder / "other.db") as other:
        Table(other).did("create", name="Elara")
    with rpg_lite.open_campaign(folder / "party.db") as game:
        Table(game).did("create", name="Thorin")
        take(folder / "party.db")
        for payload in (DAGGER, VIEW, VIEW | {"detail": "full"}):
            assert fault_at(lambda payload=payload: game.ask(payload)).code == "database_replaced"


@pytest.mark.skipif(os.name == "nt", reason="there an open file cannot be taken away")
def test_a_file_that_is_put_back_is_played_on(tmp_path: Path):
    file = tmp_path / "party.db"
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        table.did("create", name="Thorin")
        before = table.now
        file.rename(tmp_path / "elsewhere.db")
        fault_at(lambda: game.ask(DAGGER))
        assert not file.exists()  # nor does a connection that comes later make a new one
        (tmp_path / "elsewhere.db").rename(file)
        assert table.now == before
        assert game.ask(DAGGER)["rev"] == before.rev + 1
    with rpg_lite.open_campaign(file) as game:
        assert Table(game).bag("Thorin") == {"Dagger": 1}


needs_a_log = pytest.mark.skipif(os.name == "nt" or not driver()[1], reason="no file with a log can be taken away")


@needs_a_log
@pytest.mark.parametrize("gone", [("-wal",), ("-shm",), ("-wal", "-shm")], ids=", ".join)
def test_a_log_that_is_taken_away_is_seen_before_the_next_answer_and_nothing_is_lost(tmp_path: Path, gone: tuple[str, ...]):
    file = tmp_path / "party.db"
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        table.did("create", name="Thorin")
        table.did("give", "Thorin", template="Dagger")
        before = table.now
        for suffix in gone:
            Path(f"{file}{suffix}").unlink()
        fault = fault_at(lambda: game.ask(DAGGER))
        assert fault.code == "log_replaced" and "nothing was recorded" in str(fault)
        assert table.now == before
        assert game.ask(DAGGER)["rev"] == before.rev + 1
        assert all(Path(f"{file}{suffix}").exists() for suffix in ("-wal", "-shm"))
        with rpg_lite.open_campaign(file) as other:
            assert Table(other).bag("Thorin") == {"Dagger": 2}
    with rpg_lite.open_campaign(file) as game:
        assert Table(game).bag("Thorin") == {"Dagger": 2}


@needs_a_log
@pytest.mark.parametrize("payload", [VIEW, VIEW | {"detail": "full"}, DAGGER], ids=["view", "in full", "give"])
def test_two_programs_never_acknowledge_the_same_rev(tmp_path: Path, payload: dict[str, object]):
    """The second program starts after the shared files were removed; the first one says so, and then sees the changes of the second."""
    file = tmp_path / "party.db"
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        table.did("create", name="Thorin")
        rev = table.did("give", "Thorin", template="Dagger")["rev"]
        Path(f"{file}-shm").unlink()
        beside = (
            f"import rpg_lite; g = rpg_lite.open_campaign({str(file)!r}); print(g.ask({DAGGER!r})['rev'], flush=True); input(); g.close()"
        )
        with subprocess.Popen([sys.executable, "-c", beside], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as second:
            assert second.stdout and int(second.stdout.readline()) == rev + 1
            assert fault_at(lambda: game.ask(payload)).code == "log_replaced"
            assert game.ask(DAGGER)["rev"] == rev + 2
            assert table.bag("Thorin") == {"Dagger": 3}
            second.communicate("\n")
            assert second.returncode == 0
    with rpg_lite.open_campaign(file) as game:
        assert Table(game).bag("Thorin") == {"Dagger": 3}


@needs_a_log
def test_a_log_that_is_there_is_never_missed(tmp_path: Path):
    """Programs that come and go, and connections that end, are not faults."""
    file = tmp_path / "party.db"
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        table.did("create", name="Thorin")
        for n in range(3):
            with rpg_lite.open_campaign(file) as other:
                assert other.ask(DAGGER)["ok"]
            assert game.ask(DAGGER)["ok"]
            game.store._database.writer.dispose()
            if n == 1:  # none is left, and SQLite takes the log away itself
                game.store._database.reader.dispose()
                game.store._database.glance.rest()  # type: ignore[union-attr]
        assert table.bag("Thorin") == {"Dagger": 6}


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="there an open file cannot be taken away")
def test_a_server_says_so_and_goes_on_when_its_file_is_back(tmp_path: Path):
    file = tmp_path / "party.db"
    with served(file) as server, httpx2.Client(timeout=PATIENCE_S) as client:
        sent(client, server.address, {"operation": "create", "name": "Thorin"}, "manage_character")
        file.rename(tmp_path / "elsewhere.db")
        assert code_of(sent(client, server.address, DAGGER)) == "database_replaced"
        health = client.get(f"{server.address}/health")
        assert (health.status_code, health.json()["database"]) == (503, "database_replaced")
        (tmp_path / "elsewhere.db").rename(file)
        assert not sent(client, server.address, DAGGER).get("isError")
        assert client.get(f"{server.address}/health").status_code == 200


def test_a_file_that_is_written_over_while_it_is_open_gives_a_fault_or_the_truth(tmp_path: Path, whole: bytes):
    file = tmp_path / "party.db"
    with rpg_lite.open_campaign(file) as game:
        Table(game).did("create", name="Thorin")
        file.write_bytes(whole[: 3 * PAGE])
        with suppress(StoreFault):
            answer = game.ask(VIEW)
            assert "Thorin" in answer["text"] and "Relic" not in answer["text"]
