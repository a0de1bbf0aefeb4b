"""The exits of rooms: those of a slice, and the neighbours that a search for a route asks for level by level."""

from collections.abc import Collection, Iterable
from dataclasses import fields
from typing import Any, Final

from sqlalchemy import Connection, Select, bindparam, select

from rpg_lite.store.tables import EXIT
from rpg_lite.world.things import Exit, made

AT_ONCE: Final = 5000


def out_of(connection: Connection, campaign_id: str, rooms: Collection[str]) -> list[Exit]:
    """The living exits that lead out of any of the rooms."""
    return _found(connection, _OUT_OF, campaign_id, rooms)


def into(connection: Connection, campaign_id: str, rooms: Collection[str]) -> list[Exit]:
    """The living exits that lead into any of the rooms."""
    return _found(connection, _INTO, campaign_id, rooms)


def by_id(connection: Connection, campaign_id: str, ids: Collection[str]) -> dict[str, Exit]:
    return in_order(_found(connection, _BY_ID, campaign_id, ids))


def at(connection: Connection, campaign_id: str, rooms: Collection[str]) -> dict[str, Exit]:
    """The exits out of the rooms and into them, in the order of their making."""
    return in_order([*out_of(connection, campaign_id, rooms), *into(connection, campaign_id, rooms)])


def in_order(exits: Iterable[Exit]) -> dict[str, Exit]:
    """Each once, in the order of their making."""
    return {way.id: way for way in sorted(exits, key=made)}


def _found(connection: Connection, query: Select[Any], campaign_id: str, wanted: Collection[str]) -> list[Exit]:
    """In portions: both engines take a limited number of parameters in one statement."""
    ids = sorted(wanted)
    portions = (ids[n : n + AT_ONCE] for n in range(0, len(ids), AT_ONCE))
    return [Exit(*row) for portion in portions for row in connection.execute(query, {"campaign": campaign_id, "wanted": portion}).all()]


def _living(column: str) -> Select[Any]:
    """The columns in the order of Exit's fields."""
    wanted = EXIT.c[column].in_(bindparam("wanted", expanding=True))
    columns = (EXIT.c[f.name] for f in fields(Exit))
    return select(*columns).where(EXIT.c.campaign_id == bindparam("campaign"), EXIT.c.deleted_at.is_(None), wanted)


_OUT_OF: Final = _living("from_room")
_INTO: Final = _living("to_room")
_BY_ID: Final = _living("id")
