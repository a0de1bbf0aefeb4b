"""The faults of a database, each as one sentence with the fault, its place, and the remedy."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Literal

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

FaultCode = Literal[
    "database_locked", "database_read_only", "database_newer", "database_older", "database_missing",
    "not_a_database", "database_replaced", "log_replaced", "database_damaged", "disk_full", "disk_failed", "database_unreachable", "database_unsupported", "outcome_unknown",
    "folder_missing", "file_exists", "backup_unsupported", "campaign_unknown",
    "database_closed", "campaign_archived", "campaign_exists", "busy", "export_broken", "copy_differs", "database_not_empty",
]  # fmt: skip


class StoreFault(Exception):
    """The database cannot carry out the request. Nothing was recorded; with `outcome_unknown`, this is not certain."""

    def __init__(self, code: FaultCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code: FaultCode = code


SENTENCES: Final[Mapping[FaultCode, str]] = {
    "database_locked": "The database {where} is in use by another program: wait for it or close it, then try again.",
    "database_read_only": "The database {where} is read-only: allow writing to the file and its folder, or name another with --db.",
    "not_a_database": "{where} is not an rpg-lite database: name another file with --db.",
    "database_closed": "The database {where} was closed here: open the campaign again, and make the calls inside its with block.",
    "database_damaged": "The database {where} is damaged: put a backup in its place, and keep the damaged file.",
    "database_replaced": "The file {where} was moved, replaced or deleted while it was open, and nothing was recorded: put it back, or start again.",
    "log_replaced": "A file beside {where} (its -wal or -shm) was moved, replaced or deleted while it was open, and nothing was recorded; the database is opened again: keep other programs away from these files, look at the campaign, then try again.",
    "disk_full": "The disk that holds {where} is full, and nothing was recorded: free some space, then try again.",
    "disk_failed": "The disk that holds {where} failed to read or write, and nothing was recorded: check whether it is full, over a quota or broken.",
    "database_unreachable": "The database {where} cannot be reached: check that it exists and that this user may open it.",
}

_SQLITE: Final[Mapping[str, FaultCode]] = {
    "BUSY": "database_locked",
    "LOCKED": "database_locked",
    "READONLY": "database_read_only",
    "NOTADB": "not_a_database",
    "CORRUPT": "database_damaged",
    "FULL": "disk_full",
    "CANTOPEN": "database_unreachable",
    "IOERR": "disk_failed",
    "PERM": "database_unreachable",
    "AUTH": "database_unreachable",
}
_SQLSTATE: Final[Mapping[str, FaultCode]] = {
    "40001": "database_locked",
    "40P01": "database_locked",
    "55P03": "database_locked",
    "25006": "database_read_only",
    "53100": "disk_full",
    "XX001": "database_damaged",
    "XX002": "database_damaged",
}
_RETRIED_STATES: Final = ("40001", "40P01", "55P03")


@contextmanager
def raise_as_faults(where: str) -> Iterator[None]:
    """Raise errors of the driver as StoreFaults; raise mistakes of this program (a broken constraint) unchanged."""
    try:
        yield
    except Exception as error:
        fault = fault_of(error, where)
        if fault is None:
            raise
        raise fault from error


def fault(code: FaultCode, where: str) -> StoreFault:
    return StoreFault(code, SENTENCES[code].format(where=where))


def fault_of(error: BaseException, where: str) -> StoreFault | None:
    """The fault behind an error of SQLAlchemy or of a driver, or None if the database is not at fault."""
    code = _code_of(error)
    return fault(code, where) if code else None


def may_pass(error: BaseException) -> bool:
    """Whether the same transaction may succeed when it is tried again: a lock, a conflict, a lost connection."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return _sqlstate(error) in _RETRIED_STATES or _sqlite_word(error) in ("BUSY", "LOCKED")


def has_waited(error: BaseException) -> bool:
    """Whether a wait for a lock, or for a connection of the pool, ended without success."""
    return _code_of(error) == "database_locked"


def _code_of(error: BaseException) -> FaultCode | None:
    if isinstance(error, PoolTimeout):
        return "database_locked"
    known = _SQLITE.get(_sqlite_word(error)) or _SQLSTATE.get(_sqlstate(error))
    if known is None and (_is_lost(error) or _sqlstate(error)[:2] in ("08", "28", "3D", "57")):
        return "database_unreachable"
    return known


def _is_lost(error: BaseException) -> bool:
    """Whether the connection broke or was never made; PostgreSQL's driver then has no SQLSTATE."""
    if not isinstance(error, DBAPIError):
        return False
    return error.connection_invalidated or (type(error.orig).__name__ == "OperationalError" and not _is_named(error))


def _is_named(error: BaseException) -> bool:
    return bool(_sqlstate(error) or _sqlite_word(error))


def _driver_error(error: BaseException) -> BaseException:
    return error.orig if isinstance(error, DBAPIError) and error.orig is not None else error


def _sqlite_word(error: BaseException) -> str:
    """The first word of SQLite's error name: BUSY for SQLITE_BUSY_SNAPSHOT; "" for other errors."""
    name = str(getattr(_driver_error(error), "sqlite_errorname", None) or "")
    return name.removeprefix("SQLITE_").split("_")[0]


def _sqlstate(error: BaseException) -> str:
    return str(getattr(_driver_error(error), "sqlstate", None) or "")
