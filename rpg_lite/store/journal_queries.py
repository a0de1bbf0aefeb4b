"""Read entries of the journal: the newest that match."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from sqlalchemy import ColumnElement, Connection, Integer, and_, bindparam, func, literal_column, or_, select

from rpg_lite.decision.callers import Ears
from rpg_lite.decision.reserved_names import GAME_MASTER
from rpg_lite.rules import names
from rpg_lite.store.tables import THING
from rpg_lite.world import body_paths
from rpg_lite.world.history_records import JournalEntry
from rpg_lite.world.kept_json import Body
from rpg_lite.world.states import CHECKPOINT, FOCUS, HANDOUT, HEARD, EntryState
from rpg_lite.world.world_model import JOURNAL_ID

AT_ONCE: Final = 200


@dataclass(frozen=True, slots=True)
class EntryFilter:
    """The entries to read: entries of this kind, by one of these characters or "gm", written in this room, with these words in them, after
    this rev.
    """

    entry: str | None = None
    by: tuple[str, ...] = ()
    room: str | None = None
    words: str | None = None
    since: int | None = None
    among: Ears | None = None
    """Only entries that reach these ears: those that the creatures wrote, were told or heard, and those of the game master for everybody:
    handouts, which heroes who join later also read, words for which no hearers are recorded, and public entries.
    """
    heard_by: tuple[str, ...] | None = None
    """Only entries that one of these creatures wrote, and words that one of them was told or heard."""
    asked: bool = False
    """Only decisions that answer a question."""
    thread: str | None = None
    """Only the words of this talk, and those that others have said since it began; entries other than words are kept."""
    talks_with: str | None = None
    """Only words of private talks with this character."""


def newest(connection: Connection, campaign_id: str, wanted: EntryFilter, last: int, skip: int = 0) -> list[JournalEntry]:
    """The last entries that match, without the newest `skip`, in the order in which they were written. Words are compared in folded form,
    which no database makes in the same way, so this function reads rows in portions until there are enough.
    """
    key = names.fold(wanted.words or "")
    rows = (row for row in _rows(connection, campaign_id, wanted, skip + last) if key in _text_key(row.body))
    found = [*islice(rows, skip, skip + last)][::-1]
    kept = [EntryState.of(row.body) for row in found]
    called = _names(
        connection, campaign_id, {id for entry in kept for id in (entry.by, entry.to, entry.room, *(entry.heard or ())) if id is not None}
    )
    return [_entry(row.id, entry, called) for row, entry in zip(found, kept, strict=True)]


def _rows(connection: Connection, campaign_id: str, wanted: EntryFilter, last: int) -> Iterator[Any]:
    """Yield the rows, newest first."""
    fits: list[ColumnElement[bool]] = [
        column == value for column, value in ((_ENTRY, wanted.entry), (_ROOM, wanted.room)) if value is not None
    ]
    if wanted.asked:
        fits.append(_QUESTION.is_not(None))
    if wanted.by:
        masters = (_BY.is_(None),) if GAME_MASTER in wanted.by else ()
        fits.append(or_(_BY.in_(wanted.by), *masters))
    if wanted.among is not None:
        spoken = and_(_TO.is_(None), _ENTRY.in_(sorted(HEARD)))
        aloud = and_(_BY.is_(None), spoken, or_(_HEARERS.is_(None), _ENTRY == HANDOUT))
        known = _known_to(wanted.among.of)
        own = (_known_to(wanted.among.also),) if wanted.among.also else ()
        masters = (and_(_BY.is_(None), _ENTRY.not_in(sorted(HEARD)), _ENTRY != FOCUS),) if wanted.among.is_masters else ()
        fits.append(
            or_(
                and_(known, spoken, _THREAD.is_(None), _NAMED.is_not(True)) if wanted.among.is_public else known,
                aloud,
                _PUBLIC.is_(True),
                *own,
                *masters,
            )
        )
    if wanted.heard_by is not None:
        fits.append(_known_to(wanted.heard_by))
    if wanted.thread is not None:
        aloud = and_(_THREAD.is_(None), rev_in(wanted.thread) < _REV)
        fits.append(or_(_ENTRY.not_in(sorted(HEARD)), wanted.thread == _THREAD, aloud))
    if wanted.talks_with is not None:
        fits.append(_THREAD.in_(_TALKS.where(_OF_TALK[body_paths.TO.key].as_string() == wanted.talks_with)))
    if wanted.since is not None:
        fits.append(wanted.since < _REV)
    if wanted.words:
        yield from connection.execute(_ENTRIES.where(*fits), {"campaign": campaign_id}, execution_options={"yield_per": AT_ONCE})
    else:
        yield from connection.execute(_ENTRIES.where(*fits).limit(last), {"campaign": campaign_id})


def _known_to(ids: tuple[str, ...]) -> ColumnElement[bool]:
    """Whether one of these creatures wrote the entry, was told it, or heard it; the hearers are kept as a list in JSON. The entry that
    begins a private talk is addressed to nobody.
    """
    heard = or_(_BY.in_(ids), _TO.in_(ids), *(_HEARERS.contains(f'"{id}"', autoescape=True) for id in ids))
    return and_(_ENTRY != FOCUS, heard)


def checkpoints(connection: Connection, campaign_id: str) -> dict[str, int]:
    """The folded names of the checkpoints, with their revs."""
    rows = connection.execute(_ENTRIES.where(_ENTRY == CHECKPOINT).limit(None), {"campaign": campaign_id})
    return {names.fold(EntryState.of(row.body).text): rev_in(row.id) for row in rows}


def rev_in(id: str) -> int:
    """The rev in which a thing was made: 12 for d12.3."""
    return int(id[1:].partition(".")[0])


def _names(connection: Connection, campaign_id: str, ids: set[str]) -> dict[str, str]:
    """Map ids to names, including those of removed characters."""
    rows = connection.execute(_NAMES, {"campaign": campaign_id, "ids": sorted(ids)}).all() if ids else []
    return {row.id: row.name for row in rows}


def _entry(id: str, kept: EntryState, called: dict[str, str]) -> JournalEntry:
    by, to, room = (None if who is None else called.get(who, who) for who in (kept.by, kept.to, kept.room))
    heard = None if kept.heard is None else tuple(called.get(who, who) for who in kept.heard)
    return JournalEntry(
        id,
        rev_in(id),
        kept.entry,
        kept.text,
        by,
        to,
        room,
        kept.minutes,
        kept.question,
        heard,
        is_public=kept.is_public,
        is_private=kept.is_private,
    )


def _text_key(body: Body) -> str:
    """The words of an entry, those of its question first."""
    entry = EntryState.of(body)
    return names.fold(f"{entry.question or ''} {entry.text}")


_ENTRY, _BY, _TO, _ROOM, _HEARERS, _QUESTION, _THREAD = (
    THING.c.body[path.key].as_string()
    for path in (body_paths.ENTRY, body_paths.BY, body_paths.TO, body_paths.ROOM, body_paths.HEARD, body_paths.QUESTION, body_paths.THREAD)
)
_PUBLIC: Final = THING.c.body[body_paths.PUBLIC.key].as_boolean()
_NAMED: Final = THING.c.body[body_paths.NAMED.key].as_boolean()
_REV: Final[ColumnElement[int]] = literal_column("round(CAST(substr(thing.id, 2) AS NUMERIC) - 0.5)", Integer)
"""The rev in an id: 12 in d12.3 and in d12.10."""
_ENTRIES: Final = (
    select(THING.c.id, THING.c.body)
    .where(THING.c.campaign_id == bindparam("campaign"), THING.c.parent_id == JOURNAL_ID, THING.c.deleted_at.is_(None))
    .order_by(_REV.desc(), func.length(THING.c.id).desc(), THING.c.id.desc())
)
_TALK: Final = THING.alias("talk")
_OF_TALK: Final = _TALK.c.body
_TALKS: Final = select(_TALK.c.id).where(
    _TALK.c.campaign_id == bindparam("campaign"), _TALK.c.parent_id == JOURNAL_ID, _OF_TALK[body_paths.ENTRY.key].as_string() == FOCUS
)
"""The ids of the entries that began private talks."""
_NAMES: Final = select(THING.c.id, THING.c.name).where(
    THING.c.campaign_id == bindparam("campaign"), THING.c.id.in_(bindparam("ids", expanding=True))
)
