"""The address of a database (a path, ":memory:" or a URL), and its name in messages."""

from pathlib import Path

from sqlalchemy import make_url
from sqlalchemy.engine.url import URL
from sqlalchemy.exc import ArgumentError

from rpg_lite.store.address_redaction import without_secrets
from rpg_lite.store.store_faults import StoreFault


def name_of(where: str | Path) -> str:
    """The name of the database in messages: the path, or the URL without its secrets."""
    return str(where) if isinstance(where, Path) or "://" not in where else without_secrets(where)


def url_of(where: str | Path) -> URL:
    if isinstance(where, Path) or "://" not in where:
        return URL.create("sqlite", database=str(where))
    try:
        return make_url(where)
    except ArgumentError as error:
        raise StoreFault("database_unsupported", "This is neither a path nor a database URL: use a path, or scheme://….") from error


def file_of(where: str | Path) -> Path | None:
    """The path of the database file; None for a database in memory or on a server."""
    url = url_of(where)
    is_file = url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:")
    return Path(str(url.database)) if is_file else None
