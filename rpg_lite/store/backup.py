"""Copy a database while others use it, never over an existing file, and put such a copy in the place of a database."""

import os
from contextlib import closing
from pathlib import Path
from typing import Any

from rpg_lite.store.database import Database
from rpg_lite.store.sqlite_driver_selection import driver
from rpg_lite.store.store_faults import StoreFault, fault, fault_of


def copy(database: Database, file: Path) -> None:
    """Copy the last committed state without stopping writers."""
    if database.reader.dialect.name != "sqlite":
        raise StoreFault("backup_unsupported", f"{database.url} is a PostgreSQL database: run pg_dump, its own tool, to copy it.")
    claim(file)
    try:
        with closing(database.reader.raw_connection()) as raw:
            _vacuum_into(raw.driver_connection, file)
        with open(file, "rb") as written:
            os.fsync(written.fileno())
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _vacuum_into(raw: Any, file: Path) -> None:
    """Switch off `query_only`, which would forbid the copy, although the copy writes only to the new file."""
    was = raw.execute("PRAGMA query_only").fetchone()[0]
    raw.execute("PRAGMA query_only=OFF")
    try:
        raw.execute("VACUUM INTO ?", (str(file),))
    finally:
        raw.execute(f"PRAGMA query_only={was}")


def copy_into(empty: Database, full: Database) -> None:
    """Copy the whole of one in-memory database into another."""
    with closing(full.writer.raw_connection()) as source, closing(empty.writer.raw_connection()) as target:
        source.driver_connection.backup(target.driver_connection)  # type: ignore[union-attr]  # both are open


def replace(file: Path, new: Path, keep_as: Path) -> None:
    """Put a copy, which must be in the same folder, in the place of a database, and keep the database under another name.

    A damaged database is kept with its log and index. Raises StoreFault, and changes nothing, if another program has the database open.
    """
    if file.exists():
        _empty_log(file)
        for end in ("", "-wal", "-shm", "-journal"):  # the last three are left only next to a damaged file
            _move(file.with_name(file.name + end), keep_as.with_name(keep_as.name + end))
    new.replace(file)


def _empty_log(file: Path) -> None:
    """Write the log into the database, which works only if no other program has the database open; leave a damaged database as it is."""
    with closing(driver()[0].connect(str(file), timeout=1, isolation_level=None)) as alone:
        try:
            mode = alone.execute("PRAGMA journal_mode=DELETE").fetchone()[0]
        except Exception as error:
            mode = "locked" if getattr(fault_of(error, str(file)), "code", None) == "database_locked" else "delete"
    if mode != "delete":
        raise fault("database_locked", str(file))


def _move(file: Path, to: Path) -> None:
    if file.exists():
        claim(to)
        file.replace(to)


def claim(file: Path) -> None:
    """Create the empty target file, so that no existing file is ever overwritten."""
    if not file.parent.is_dir():
        raise StoreFault("folder_missing", f"The folder {file.parent} is missing: make it, or name another file.")
    try:
        file.touch(exist_ok=False)
    except FileExistsError as error:
        raise StoreFault("file_exists", f"{file} already exists and is not overwritten: name a new file.") from error
    except OSError as error:
        raise fault("database_unreachable", str(file)) from error
