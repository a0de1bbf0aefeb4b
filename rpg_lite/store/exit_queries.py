"""The exits of rooms: for a slice, and for a route search, which loads neighbours level by level."""

from collections.abc import Collection, Iterable
from dataclasses import fields
from typing import Any, Final

from sqlalchemy import Connection, Executable, Row, Select, and_, bindparam, select, union_all

from rpg_lite.store.tables import EXIT, THING
from rpg_lite.world import body_paths
from rpg_lite.world.atlas import Side
from rpg_lite.world.states import Seen
from rpg_lite.world.world_model import Exit, order_made

AT_ONCE: Final = 5000


def out_of(connection: Connection, campaign_id: str, rooms: Collection[str]) -> list[Exit]:
    """The existing exits that lead out of any of the rooms."""
    return _found(connection, _OUT_OF, campaign_id, rooms)


def into(connection: Connection, campaign_id: str, rooms: Collection[str]) -> list[Exit]:
    """The existing exits that lead into any of the rooms."""
    return _found(connection, _INTO, campaign_id, rooms)


def load_sighted(connection: Connection, campaign_id: str, rooms: Collection[str], side: Side) -> tuple[list[Exit], dict[str, Seen | None]]:
    """In one statement, load the exits out of these rooms or into them, and the party's knowledge of the rooms beyond."""
    query, end = (_SIGHTED_OUT, _TO) if side == "out" else (_SIGHTED_IN, _FROM)
    rows = _rows(connection, query, campaign_id, rooms)
    return [Exit(*tuple(row)[:-1]) for row in rows], {row[end]: row[-1] for row in rows if row[end]}


def by_id(connection: Connection, campaign_id: str, ids: Collection[str]) -> dict[str, Exit]:
    return in_order(_found(connection, _BY_ID, campaign_id, ids))


def at(connection: Connection, campaign_id: str, rooms: Collection[str]) -> dict[str, Exit]:
    """The exits out of the rooms and into them, in the order of their creation."""
    return in_order(_found(connection, _AT, campaign_id, rooms))


def in_order(exits: Iterable[Exit]) -> dict[str, Exit]:
    """Each exit once, in the order of creation."""
    return {way.id: way for way in sorted(exits, key=order_made)}


def _found(connection: Connection, query: Executable, campaign_id: str, wanted: Collection[str]) -> list[Exit]:
    return [Exit(*tuple(row)) for row in _rows(connection, query, campaign_id, wanted)]


def _rows(connection: Connection, query: Executable, campaign_id: str, wanted: Collection[str]) -> list[Row[Any]]:
    """Query in portions, because both engines limit the number of parameters in one statement."""
    ids = sorted(wanted)
    portions = (ids[n : n + AT_ONCE] for n in range(0, len(ids), AT_ONCE))
    return [row for portion in portions for row in connection.execute(query, {"campaign": campaign_id, "wanted": portion}).all()]


def _living(column: str) -> Select[Any]:
    """Select existing exits, with the columns in the order of Exit's fields."""
    wanted = EXIT.c[column].in_(bindparam("wanted", expanding=True))
    return select(*_COLUMNS).where(EXIT.c.campaign_id == bindparam("campaign"), EXIT.c.deleted_at.is_(None), wanted)


def _with_sight(query: Select[Any], end: str) -> Select[Any]:
    """Add, as the last column, the value `seen` of the room at that end; it is null if the exit leads off the map."""
    room = and_(THING.c.campaign_id == EXIT.c.campaign_id, THING.c.id == EXIT.c[end], THING.c.deleted_at.is_(None))
    return query.add_columns(THING.c.body[body_paths.SEEN.key].as_string()).outerjoin_from(EXIT, THING, room)


_NAMES: Final = [f.name for f in fields(Exit)]
_COLUMNS: Final = [EXIT.c[name] for name in _NAMES]
_FROM: Final = _NAMES.index("from_room")
_TO: Final = _NAMES.index("to_room")
_OUT_OF: Final = _living("from_room")
_INTO: Final = _living("to_room")
_AT: Final = union_all(_OUT_OF, _INTO)
_SIGHTED_OUT: Final = _with_sight(_OUT_OF, "to_room")
_SIGHTED_IN: Final = _with_sight(_INTO, "from_room")
_BY_ID: Final = _living("id")
