"""Queries for things: each is one statement with a few index lookups."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, Literal

from sqlalchemy import Connection, Executable, String, bindparam, cast, or_, select, text

from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import exit_queries
from rpg_lite.store.rows_to_values import CAMPAIGN, COLUMNS, THINGS, living, things_of
from rpg_lite.store.tables import OWN_BAG, SELDOM_KINDS, THING
from rpg_lite.world.world_model import WORLD_ID, RosterLine, Thing, order_made

Things = dict[str, Thing]
Column = Literal["id", "parent_id", "kind", "name_key", "qualified_name"]

LONGEST_ROSTER: Final = 1000
MOST_OF_ONE_NAME: Final = 100
"""The number of things that is enough to show that a name is ambiguous; a campaign may hold ten thousand torches."""
MOST_BARE: Final = 10_000
MOST_NAMESAKES: Final = 8
"""The number of things that is enough to find somebody else here with a thing of that name."""


def trees(
    connection: Connection,
    campaign_id: str,
    *,
    ids: Iterable[str],
    keys: Iterable[str] = (),
    templates: Iterable[str] = (),
    above: Iterable[str] = (),
) -> Things:
    """The things with these ids, name keys and templates, with their trees and all their ancestors, and the things in `above` with their
    ancestors.
    """
    asked = {"ids": sorted(ids), "keys": sorted(keys), "templates": sorted(templates), "above": sorted(above)}
    return _in_order(connection, _TREES, campaign_id, asked)


def outwards(connection: Connection, campaign_id: str, ids: Iterable[str], alike: Iterable[str] = ()) -> Things:
    """These things without their trees, and a few things for each name key in `alike`, with all their ancestors."""
    return _in_order(connection, _OUTWARDS, campaign_id, {"above": sorted(ids), "alike": sorted(alike)})


def _in_order(connection: Connection, asked: Mapping[str, Executable], campaign_id: str, wanted: dict[str, list[str]]) -> Things:
    if not any(wanted.values()):
        return {}
    rows = connection.execute(asked[connection.dialect.name], {"campaign": campaign_id, **wanted}).all()
    return {thing.id: thing for thing in sorted(things_of(rows), key=order_made)}


def characters(connection: Connection, campaign_id: str) -> list[Thing]:
    return sorted(things_of(connection.execute(_CHARACTERS, {"campaign": campaign_id})), key=order_made)


def roster(connection: Connection, campaign_id: str, book: Rulebook) -> tuple[RosterLine, ...]:
    """Creatures, rooms and containers, then items that are bags, up to the length limit."""
    known = _load_known(connection, _ROSTER, {"campaign": campaign_id})
    bags = _load_known(connection, _BAGS, {"campaign": campaign_id, "templates": [OWN_BAG, *sorted(book.bags)]})
    return (*known, *bags)[:LONGEST_ROSTER]


def _load_known(connection: Connection, asked: Executable, parameters: Mapping[str, Any]) -> list[RosterLine]:
    things = sorted(things_of(connection.execute(asked, parameters)), key=order_made)
    return [RosterLine(thing.id, thing.name, thing.kind) for thing in things]


def names_of_rooms(connection: Connection, campaign_id: str) -> list[RosterLine]:
    """Every existing room."""
    return _load_known(connection, _ALL_ROOMS, {"campaign": campaign_id})


def room_names(connection: Connection, campaign_id: str, keys: Collection[str]) -> set[str]:
    """The folded names among these that an existing room has."""
    return set(connection.execute(_NAMED_ROOMS, {"campaign": campaign_id, "keys": sorted(keys)}).scalars())


def names_of_characters(connection: Connection, campaign_id: str) -> list[str]:
    """Every existing character."""
    return list(connection.execute(_NAMES, {"campaign": campaign_id}).scalars())


def whole(connection: Connection, campaign_id: str) -> Things:
    """Every existing thing."""
    rows = connection.execute(_WHOLE, {"campaign": campaign_id})
    return {thing.id: thing for thing in sorted(things_of(rows), key=order_made)}


def rooms(connection: Connection, campaign_id: str, ids: Iterable[str]) -> Things:
    """The existing rooms among these ids, without their contents."""
    return _in_portions(connection, _ROOMS, campaign_id, ids)


def people(connection: Connection, campaign_id: str, rooms: Iterable[str]) -> Things:
    """The characters in these rooms, without their belongings."""
    return _in_portions(connection, _INHABITANTS, campaign_id, rooms)


def bearing(connection: Connection, campaign_id: str, source: str) -> Things:
    """The characters that bear something from this creature, or name it in another way, without their belongings."""
    rows = connection.execute(_BEARING, {"campaign": campaign_id, "named": f'%"{source}"%'})
    return {thing.id: thing for thing in things_of(rows)}


def lying(connection: Connection, campaign_id: str, rooms: Iterable[str]) -> Things:
    """The items and containers in these rooms, without their contents."""
    return _in_portions(connection, _LYING, campaign_id, rooms)


def _in_portions(connection: Connection, asked: Executable, campaign_id: str, ids: Iterable[str]) -> Things:
    wanted = sorted(ids)
    portions = (wanted[n : n + exit_queries.AT_ONCE] for n in range(0, len(wanted), exit_queries.AT_ONCE))
    rows = (row for portion in portions for row in connection.execute(asked, {"campaign": campaign_id, "ids": portion}).all())
    return {thing.id: thing for thing in things_of(rows)}


def bare(connection: Connection, campaign_id: str, column: Column, value: str) -> list[Thing]:
    """The existing things with this value in a column, without their trees, in the order in which they were made; at most MOST_BARE + 1."""
    asked = select(*THINGS).where(*living(THING), THING.c[column] == value).limit(MOST_BARE + 1)
    return sorted(things_of(connection.execute(asked, {"campaign": campaign_id})), key=order_made)


def find_known(connection: Connection, campaign_id: str, ids: Iterable[str]) -> set[str]:
    """The ids among these that have ever existed, even if the things have been removed."""
    return set(connection.execute(_EVER, {"campaign": campaign_id, "ids": sorted(ids)}).scalars())


def _above(begins: str) -> str:
    """The SQL for the walk up from the given rows, and for the columns of the result."""
    return f"""above(id) AS (
  SELECT id FROM {begins}
  UNION SELECT id FROM thing WHERE campaign_id = :campaign AND id IN :above AND deleted_at IS NULL
  UNION
  SELECT outside.parent_id FROM above {{outside}})
SELECT {", ".join(f"found.{name}" for name in COLUMNS)}"""


_TREES_SQL: Final = f"""
WITH RECURSIVE
named(id) AS (
  SELECT id FROM (
    SELECT id, kind, created_at FROM thing WHERE campaign_id = :campaign AND name_key IN :keys
      AND kind NOT IN ('tool', 'data', 'reference') AND deleted_at IS NULL
    UNION ALL
    SELECT id, kind, created_at FROM thing WHERE campaign_id = :campaign AND template IN :templates AND template IS NOT NULL
      AND name_key NOT IN :keys AND deleted_at IS NULL) AS called
  ORDER BY CASE kind WHEN 'item' THEN 1 ELSE 0 END, created_at, id LIMIT {MOST_OF_ONE_NAME}),
root(id) AS (
  SELECT id FROM thing WHERE campaign_id = :campaign AND id IN :ids AND deleted_at IS NULL
  UNION SELECT id FROM named),
below(id, kind, opens) AS (
  SELECT top.id, top.kind, CASE WHEN top.kind = 'container' AND top.parent_id = '{WORLD_ID}' THEN 0 ELSE 1 END
  FROM root {{top}}
  UNION
  SELECT inside.id, inside.kind,
    CASE WHEN inside.kind IN ('room', 'character') OR inside.parent_id = '{WORLD_ID}' THEN 0 ELSE 1 END
  FROM below {{inside}}
  WHERE below.opens = 1 AND inside.kind NOT IN ('tool', 'data', 'reference')),
{_above("root")}
FROM (SELECT id FROM below UNION SELECT id FROM above) AS seen {{found}}
"""
"""The walk down from the given things, and up. The walk down enters bags on a floor, but not the characters and rooms that it meets, nor
the containers of all rooms and of all tools. Tools and notes are in none of these bags: they are found by their qualified names and by
their users. `opens` is true if a thing's contents belong to the slice.
"""

_OUTWARDS_SQL: Final = f"""
WITH RECURSIVE
alike(id) AS (
  SELECT id FROM thing WHERE campaign_id = :campaign AND name_key IN :alike AND deleted_at IS NULL
    AND kind NOT IN ('tool', 'data', 'reference')
  ORDER BY created_at DESC, id LIMIT {MOST_NAMESAKES}),
{_above("alike")}
FROM above AS seen {{found}}
"""
"""Only the walk up."""

_LOOKS: Final = {"top": "id = root.id", "inside": "parent_id = below.id", "outside": "id = above.id", "found": "id = seen.id"}
"""Each step of a walk is one index lookup."""
_HELD: Final = {
    "sqlite": "CROSS JOIN thing AS {a} ON {a}.campaign_id = :campaign AND {a}.{look} AND {a}.deleted_at IS NULL",
    "postgresql": "CROSS JOIN LATERAL"
    " (SELECT * FROM thing AS {a} WHERE {a}.campaign_id = :campaign AND {a}.{look} AND {a}.deleted_at IS NULL OFFSET 0) AS {a}",
}
"""The hints that force index lookups. Without them both engines scan the campaign: SQLite for the ids of a UNION without ALL, PostgreSQL
for a recursion of unknown length.
"""


def _select_held(sql: str, held: str, *wanted: str) -> Executable:
    looks = {alias: held.format(a=alias, look=look) for alias, look in _LOOKS.items()}
    return text(sql.format(**looks)).bindparams(*(bindparam(name, expanding=True, type_=String()) for name in wanted)).columns(*THINGS)


_TREES: Final = {dialect: _select_held(_TREES_SQL, held, "ids", "keys", "templates", "above") for dialect, held in _HELD.items()}
_OUTWARDS: Final = {dialect: _select_held(_OUTWARDS_SQL, held, "above", "alike") for dialect, held in _HELD.items()}
_EVER: Final = select(THING.c.id).where(THING.c.campaign_id == CAMPAIGN, THING.c.id.in_(bindparam("ids", expanding=True)))
_ROOMS: Final = select(*THINGS).where(*living(THING), THING.c.id.in_(bindparam("ids", expanding=True)))
_INHABITANTS: Final = select(*THINGS).where(
    *living(THING), THING.c.parent_id.in_(bindparam("ids", expanding=True)), THING.c.kind == "character"
)
_LYING: Final = select(*THINGS).where(
    *living(THING), THING.c.parent_id.in_(bindparam("ids", expanding=True)), THING.c.kind.in_(("item", "container"))
)
_CHARACTERS: Final = select(*THINGS).where(THING.c.campaign_id == CAMPAIGN, text(SELDOM_KINDS), THING.c.kind == "character")
_BEARING: Final = _CHARACTERS.where(cast(THING.c.body, String).like(bindparam("named")))
_NAMES: Final = select(THING.c.name).where(THING.c.campaign_id == CAMPAIGN, text(SELDOM_KINDS), THING.c.kind == "character")
_NAMED_ROOMS: Final = select(THING.c.name_key).where(
    *living(THING), THING.c.name_key.in_(bindparam("keys", expanding=True)), THING.c.kind == "room"
)
_NO_FRAME: Final = or_(THING.c.kind != "container", THING.c.parent_id != WORLD_ID, THING.c.parent_id.is_(None))
_ROSTER: Final = (
    select(*THINGS)
    .where(THING.c.campaign_id == CAMPAIGN, text(SELDOM_KINDS), THING.c.kind.in_(("character", "room", "container")), _NO_FRAME)
    .order_by(THING.c.created_at, THING.c.id)
    .limit(LONGEST_ROSTER)
)
_WHOLE: Final = select(*THINGS).where(*living(THING))
_ALL_ROOMS: Final = select(*THINGS).where(THING.c.campaign_id == CAMPAIGN, text(SELDOM_KINDS), THING.c.kind == "room")
_BAGS: Final = (
    select(*THINGS)
    .where(*living(THING), THING.c.template.is_not(None), THING.c.template.in_(bindparam("templates", expanding=True)))
    .order_by(THING.c.created_at, THING.c.id)
    .limit(LONGEST_ROSTER)
)
