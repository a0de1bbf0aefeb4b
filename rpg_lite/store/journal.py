"""The entries of the journal: the newest that fit, chosen by the database."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Integer, Row, and_, bindparam, func, literal_column, or_, select

from rpg_lite.rules import names
from rpg_lite.store.tables import THING
from rpg_lite.world.records import JournalEntry
from rpg_lite.world.things import JOURNAL_ID

AT_ONCE: Final = 200
ALOUD: Final = "say"


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """Which entries: of this kind, by this character, written in this room, with these words in them, after this rev."""

    entry: str | None = None
    by: str | None = None
    room: str | None = None
    words: str | None = None
    since: int | None = None
    among: tuple[str, ...] | None = None
    """Only what these wrote and said, what was said to them, and what the game master says to everybody."""
    by_nobody: bool = False
    """Only the game master's."""


def newest(connection: Connection, campaign_id: str, wanted: EntryFilter, last: int, skip: int = 0) -> list[JournalEntry]:
    """The last entries that fit, but for the newest `skip`, the newest last. Words are compared folded, which no database does the same way as we do:
    rows are looked through, portion by portion, until there are enough."""
    key = names.fold(wanted.words or "")
    rows = (row for row in _rows(connection, campaign_id, wanted, skip + last) if key in names.fold(row.body["text"]))
    found = [*islice(rows, skip, skip + last)][::-1]
    called = _names(connection, campaign_id, {row.body[k] for row in found for k in ("by", "to", "room") if k in row.body})
    return [_entry(row, called) for row in found]


def _rows(connection: Connection, campaign_id: str, wanted: EntryFilter, last: int) -> Iterator[Any]:
    """The newest first."""
    fits: list[ColumnElement[bool]] = [
        THING.c.body[key].as_string() == value for key in ("entry", "by", "room") if (value := getattr(wanted, key)) is not None
    ]
    if wanted.by_nobody:
        fits.append(_BY.is_(None))
    if wanted.among is not None:
        aloud = and_(_BY.is_(None), _TO.is_(None), THING.c.body["entry"].as_string() == ALOUD)
        fits.append(or_(_BY.in_(wanted.among), _TO.in_(wanted.among), aloud))
    if wanted.since is not None:
        fits.append(wanted.since < _REV)
    query = _ENTRIES.where(*fits) if wanted.words else _ENTRIES.where(*fits).limit(last)
    yield from connection.execute(query, {"campaign": campaign_id}, execution_options={"yield_per": AT_ONCE})


def _names(connection: Connection, campaign_id: str, ids: set[str]) -> dict[str, str]:
    """id → name, of the living and of those who are gone."""
    rows = connection.execute(_NAMES, {"campaign": campaign_id, "ids": sorted(ids)}).all() if ids else []
    return {row.id: row.name for row in rows}


def _entry(row: Row[Any], called: dict[str, str]) -> JournalEntry:
    body = row.body
    by, to, room = (called.get(body[key], body[key]) if key in body else None for key in ("by", "to", "room"))
    return JournalEntry(row.id, int(row.id[1:].partition(".")[0]), body["entry"], body["text"], by, to, room, body["minutes"])


_BY: Final = THING.c.body["by"].as_string()
_TO: Final = THING.c.body["to"].as_string()
_REV: Final[ColumnElement[int]] = literal_column("round(CAST(substr(thing.id, 2) AS NUMERIC) - 0.5)", Integer)
"""The rev that stands in an id: 12 of d12.3, and of d12.10."""
_ENTRIES: Final = (
    select(THING.c.id, THING.c.body)
    .where(THING.c.campaign_id == bindparam("campaign"), THING.c.parent_id == JOURNAL_ID, THING.c.deleted_at.is_(None))
    .order_by(_REV.desc(), func.length(THING.c.id).desc(), THING.c.id.desc())
)
_NAMES: Final = select(THING.c.id, THING.c.name).where(
    THING.c.campaign_id == bindparam("campaign"), THING.c.id.in_(bindparam("ids", expanding=True))
)
