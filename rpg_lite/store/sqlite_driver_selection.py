"""Choose the SQLite to use: Python's own, or a newer one that is installed."""

from importlib import import_module
from typing import Any, Final

SAFE_WAL: Final = (3, 51, 3)
"""The first safe version: in an earlier SQLite, two processes that reset a write-ahead log at the same moment may corrupt the file."""


def driver() -> tuple[Any, bool]:
    """The SQLite to use, and whether several processes can safely share its write-ahead log."""
    for name in ("sqlite3", "pysqlite3"):
        found = _import_driver(f"{name}.dbapi2")
        if found is not None and found.sqlite_version_info >= SAFE_WAL:
            return found, True
    return import_module("sqlite3.dbapi2"), False


def _import_driver(name: str) -> Any:
    try:
        return import_module(name)
    except ImportError:
        return None


def old_sqlite_warning() -> str:
    version = driver()[0].sqlite_version
    wanted = ".".join(map(str, SAFE_WAL))
    return f"SQLite {version} is older than {wanted}: the slower rollback journal is used; `pip install pysqlite3` installs a newer one."
