"""Databases that are damaged or held by another program."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rpg_lite.store.sqlite_driver_selection import driver
from rpg_lite.store.store import Store
from rpg_lite.world.world_model import FIRST_ROOM_ID
from tests.store.worlds import by_id, campaign_in, happen, made

ROOT = Path(__file__).parents[2]


def statement(file: Path, words: str) -> None:
    with closing(driver()[0].connect(file, isolation_level=None)) as connection:
        connection.execute(words)


def text_file(file: Path) -> None:
    file.write_text("I am a diary.\n" * 500)


def folder(file: Path) -> None:
    file.mkdir()


def of_another_program(file: Path) -> None:
    statement(file, "CREATE TABLE bookmarks (url TEXT)")


def newer(file: Path) -> None:
    Store.open(file).close()
    statement(file, "UPDATE alembic_version SET version_num = '9999'")


def damaged(file: Path) -> None:
    with Store.open(file) as store:
        campaign = campaign_in(store)
        happen(store, campaign, by_id(FIRST_ROOM_ID), *(made(f"i1.{n}", f"Relic {n}") for n in range(1, 500)))
    whole = file.read_bytes()
    middle = len(whole) // 2 // 4096 * 4096
    file.write_bytes(whole[:middle] + b"\xde\xad" * 4096 + whole[middle + 8192 :])


def cut_off(file: Path) -> None:
    damaged(file)
    file.write_bytes(file.read_bytes()[:20_480])


BROKEN: dict[str, Callable[[Path], None]] = {
    "not_a_database": text_file,
    "not_a_database folder": folder,
    "not_a_database foreign": of_another_program,
    "database_newer": newer,
    "database_damaged": damaged,
    "database_damaged cut": cut_off,
}


@contextmanager
def held(file: Path, words: str) -> Iterator[None]:
    """Another process that holds a lock."""
    command = [sys.executable, "-m", "tests.store.worker", "hold", str(file.parent), str(file), words]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        yield
        other.communicate()
