"""Loads what a command touches, and no more: a few statements whose cost follows the slice and not the campaign."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from sqlalchemy import Connection, Executable, String, bindparam, or_, select, text

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import equipped_queries, exit_queries
from rpg_lite.store.columns import CAMPAIGN, COLUMNS, THINGS, living, things_of
from rpg_lite.store.tables import OWN_BAG, SELDOM_KINDS, THING
from rpg_lite.world import bearers, clock
from rpg_lite.world.things import (
    DEFAULTS_ID,
    EXIT_LETTER,
    FIRST_ROOM_ID,
    WORLD_ID,
    Campaign,
    Exit,
    Ref,
    Role,
    RosterLine,
    Thing,
    World,
    made,
)

Things = dict[str, Thing]
Column = Literal["id", "parent_id", "kind", "name_key", "qualified_name"]

LONGEST_ROSTER: Final = 1000
MOST_OF_ONE_NAME: Final = 100
"""Enough to say that a name is ambiguous: a campaign may hold ten thousand torches."""

_NO_BAGS: Final = frozenset({"namesake", "elsewhere", "qualified", "users", "verb"})
"""Roles whose names are no names of bags."""
_HERE: Final = frozenset({"here", "people", "around"})
"""Roles that mean a room with its exits; of the party every room where somebody stands."""
_STANDING: Final = _HERE | {"floor", "context"}
"""Roles that mean the room where somebody stands."""
MOST_BARE: Final = 10_000
MOST_NAMESAKES: Final = 8
"""Enough to say that somebody else here has such a thing."""


def load(connection: Connection, campaign: Campaign, refs: Iterable[Ref], book: Rulebook) -> World:
    """The world that these refs touch, but for what is `elsewhere`; with a roster when one of them finds nothing.

    A bag is found by its own name and by those of its template, which the book knows.
    """
    wanted = tuple(refs)
    party = _party(connection, campaign.id) if any(map(_asks_for_party, wanted)) else []
    ids = {ref.id for ref in wanted if ref.id is not None}
    keys = {names.fold(ref.name) for ref in wanted if ref.id is None and ref.name is not None and ref.role not in _NO_BAGS}
    templates = {id for key in keys for id in book.bag_names.get(key, ())}
    if any(ref.role == "party" for ref in wanted):
        ids.update(party)
    if any(ref.role == "everyone" for ref in wanted):
        ids.update(thing.id for thing in _characters(connection, campaign.id))
    above = [*party, *_root(wanted)]
    things = _trees(connection, campaign.id, ids=ids, keys=keys, templates=templates, above=above)
    if alike := _alike(wanted, "namesake") - keys:
        things = dict(World(campaign, things).beside(_outwards(connection, campaign.id, (), alike)).things)
    world = World(campaign, things)
    more = {*_floors(wanted, world, book, party), *_carriers(wanted, world, book), *_fighters(wanted, world), *_spellbound(world)}
    if more - ids:
        things |= _trees(connection, campaign.id, ids=more - ids)
    present = _present(wanted, World(campaign, things), book, party)
    if present - ids - more:
        things |= _trees(connection, campaign.id, ids=present)
    exits = exit_queries.at(connection, campaign.id, _places(wanted, World(campaign, things), book, party))
    next_door = set[str]()
    steps = sum(ref.role == "around" for ref in wanted)
    for step in range(steps + 1 if steps else 0):  # one further than anybody goes: a door has two sides
        next_door = _ends(exits) if step < steps else next_door
        exits = exit_queries.in_order([*exits.values(), *exit_queries.out_of(connection, campaign.id, _ends(exits))])
    things |= _trees(connection, campaign.id, ids=next_door, above=_ends(exits) - next_door - things.keys())
    roster = _roster(connection, campaign.id, book) if any(_misses(ref, things, book) for ref in wanted) else ()
    if short := _called_for_short(wanted, things, roster, book):
        return replace(load(connection, campaign, [one for ref in wanted for one in short.get(ref, [ref])], book), roster=roster)
    if Ref("rooms") in wanted:
        roster = tuple(dict.fromkeys((*roster, *_known(connection, _ALL_ROOMS, {"campaign": campaign.id}))))
    if Ref("names") in wanted:
        called = (RosterLine(c.id, c.name, c.kind) for c in _characters(connection, campaign.id))
        roster = tuple(dict.fromkeys((*roster, *called)))
    using = _contexts(wanted, World(campaign, things), book, party)
    worn = equipped_queries.worn(connection, campaign.id, things, using)
    meant = equipped_queries.qualified(connection, campaign.id, wanted)
    if any(ref.role == "users" for ref in wanted):
        worn |= equipped_queries.users(connection, campaign.id, meant)
    used = {
        *meant,
        *(row.context_id for row in worn.values() if row.context_id not in things),
        *equipped_queries.notes_in(connection, campaign.id, using),
        *(row.thing_id for row in worn.values() if row.slot is None),
    }
    things |= _outwards(connection, campaign.id, used - things.keys())
    tools, rows = equipped_queries.verbs(connection, campaign.id, wanted, things)
    ordered = sorted({**tools, **things}.values(), key=made)
    return World(campaign, {thing.id: thing for thing in ordered}, {**rows, **worn}, roster, exits)


def elsewhere(connection: Connection, campaign_id: str, refs: Iterable[Ref]) -> Things:
    """The few things that are meant as being somewhere else, and what they lie in."""
    return _outwards(connection, campaign_id, (), _alike(refs, "elsewhere"))


def _alike(refs: Iterable[Ref], role: Role) -> set[str]:
    return {names.fold(ref.name) for ref in refs if ref.role == role and ref.name is not None}


def load_ids(connection: Connection, campaign: Campaign, ids: Iterable[str]) -> World:
    """The living ones of these ids, each as bearer together with the bags around it and the character that bears it."""
    wanted = set(ids)
    things = _trees(connection, campaign.id, ids=wanted)
    world = World(campaign, things)
    around = {t.id for id in wanted & things.keys() for t in world.ancestors(id) if t.kind in ("item", "character")}
    if around - wanted:
        things |= _trees(connection, campaign.id, ids=around - wanted)
    exits = exit_queries.by_id(connection, campaign.id, [id for id in wanted if id.startswith(EXIT_LETTER)])
    return World(campaign, things, equipped_queries.worn(connection, campaign.id, things, wanted & things.keys()), exits=exits)


def known(connection: Connection, campaign_id: str, ids: Iterable[str]) -> set[str]:
    """Those of the ids that ever were, living or gone."""
    return set(connection.execute(_EVER, {"campaign": campaign_id, "ids": sorted(ids)}).scalars())


def _root(refs: Sequence[Ref]) -> list[str]:
    """The root of the tree keeps the fight."""
    return [WORLD_ID] if any(ref.role == "fight" for ref in refs) else []


def _contexts(refs: Sequence[Ref], world: World, book: Rulebook, party: Sequence[str]) -> set[str]:
    """Who uses tools and notes in what is meant: bearer, room and the defaults."""
    meant = [ref for ref in refs if ref.role == "context"]
    named = (t.id for ref in meant for t in _found(ref, world.things, book))
    role: Role = "here" if any(ref.role in _HERE for ref in refs) else "floor"
    rooms = _floors([replace(ref, role=role) for ref in meant], world, book, party)
    members = party if Ref("context") in meant and Ref("party") in refs else ()
    return {DEFAULTS_ID, *named, *rooms, *members} if meant else set()


def load_ancestors(connection: Connection, campaign_id: str, ids: Iterable[str], keys: Iterable[str]) -> World:
    """The living things of these ids, a few of these name keys, and what they lie in; no contents."""
    return World(Campaign(campaign_id, ""), _outwards(connection, campaign_id, ids, keys))


def rooms(connection: Connection, campaign_id: str, ids: Iterable[str]) -> Things:
    """The living ones of these rooms, bare."""
    return _in_portions(connection, _ROOMS, campaign_id, ids)


def people(connection: Connection, campaign_id: str, rooms: Iterable[str]) -> Things:
    """The characters who stand in these rooms, bare."""
    return _in_portions(connection, _INHABITANTS, campaign_id, rooms)


def lying(connection: Connection, campaign_id: str, rooms: Iterable[str]) -> Things:
    """The items and containers that lie in these rooms, bare."""
    return _in_portions(connection, _LYING, campaign_id, rooms)


def _in_portions(connection: Connection, asked: Executable, campaign_id: str, ids: Iterable[str]) -> Things:
    wanted = sorted(ids)
    portions = (wanted[n : n + exit_queries.AT_ONCE] for n in range(0, len(wanted), exit_queries.AT_ONCE))
    rows = (row for portion in portions for row in connection.execute(asked, {"campaign": campaign_id, "ids": portion}).all())
    return {thing.id: thing for thing in things_of(rows)}


def bare(connection: Connection, campaign_id: str, column: Column, value: str) -> list[Thing]:
    """The living things with this value in a column, alone, in the order of their making; one more than MOST_BARE at most."""
    asked = select(*THINGS).where(*living(THING), THING.c[column] == value).limit(MOST_BARE + 1)
    return sorted(things_of(connection.execute(asked, {"campaign": campaign_id})), key=made)


def whole(connection: Connection, campaign: Campaign) -> World:
    """Everything that lives and every exit: for looking a whole map over, never for a command."""
    things = {thing.id: thing for thing in sorted(things_of(connection.execute(_WHOLE, {"campaign": campaign.id})), key=made)}
    rooms = [id for id, thing in things.items() if thing.kind == "room"]
    return World(campaign, things, exits=exit_queries.at(connection, campaign.id, rooms))


def _ends(exits: Mapping[str, Exit]) -> set[str]:
    """The rooms on both sides."""
    return {room for way in exits.values() for room in (way.from_room, way.to_room) if room}


def _places(refs: Sequence[Ref], world: World, book: Rulebook, party: Sequence[str]) -> set[str]:
    """The rooms whose exits are meant."""
    named = (t.id for ref in refs if ref.role == "place" for t in _found(ref, world.things, book) if t.kind == "room")
    here = [ref for ref in refs if ref.role in _HERE]
    return {*named, *_floors(here, world, book, party)}


def _present(refs: Sequence[Ref], world: World, book: Rulebook, party: Sequence[str]) -> set[str]:
    """The characters in the rooms whose people are meant."""
    rooms = _floors([ref for ref in refs if ref.role == "people"], world, book, party)
    return {thing.id for room in rooms for thing in world.bag_of(room) if thing.kind == "character"}


def _asks_for_party(ref: Ref) -> bool:
    return ref.role == "party" or (ref.role in _STANDING and _is_bare(ref))


def _is_bare(ref: Ref) -> bool:
    return ref.id is None and ref.name is None


def _floors(refs: Sequence[Ref], world: World, book: Rulebook, party: Sequence[str]) -> Iterator[str]:
    """The rooms whose floor is meant. Who lies in no room stands on no floor."""
    for ref in refs:
        if ref.role in _STANDING and _is_bare(ref):
            rooms = [room.id for id in party if (room := world.room_of(id))]
            yield from rooms or (FIRST_ROOM_ID,)
        elif ref.role == "floor" or ref.role in _HERE:
            yield from (found for thing in _found(ref, world.things, book) if (found := _room_at(world, thing)))


def _carriers(refs: Sequence[Ref], world: World, book: Rulebook) -> Iterator[str]:
    """Who bears an item that is meant as a bag: its numbers change with what is in there."""
    for ref in refs:
        if ref.role == "bearer":
            found = (t for t in _found(ref, world.things, book) if t.kind != "character")
            yield from (b.id for t in found if (b := world.bearer_of(t.id)))


def _fighters(refs: Sequence[Ref], world: World) -> Iterator[str]:
    on = clock.fight(world)
    if on and any(ref.role == "fight" for ref in refs):
        yield from (fighter.id for fighter in on.order)
        yield from (shot.by for shot in on.spent)


def _spellbound(world: World) -> Iterator[str]:
    """On whom someone in the slice concentrates: their spells end with the concentration."""
    for thing in world.things.values():
        if thing.kind == "character" and (mind := thing.creature.concentration):
            yield from mind.on


def _room_at(world: World, thing: Thing) -> str | None:
    room = thing if thing.kind == "room" else world.room_of(thing.id)
    return room.id if room else None


def _found(ref: Ref, things: Mapping[str, Thing], book: Rulebook) -> list[Thing]:
    if ref.id is not None:
        return [things[ref.id]] if ref.id in things else []
    key = names.fold(ref.name or "")
    return [thing for thing in things.values() if key in bearers.names_of(thing, book)]


def _misses(ref: Ref, things: Mapping[str, Thing], book: Rulebook) -> bool:
    return ref.role in ("bearer", "place", *_STANDING) and not _is_bare(ref) and not _found(ref, things, book)


def _called_for_short(
    refs: Sequence[Ref], things: Mapping[str, Thing], roster: Sequence[RosterLine], book: Rulebook
) -> dict[Ref, list[Ref]]:
    """The refs by a part of a name → the same by id, of all creatures that are called so: which of them the asker may mean is not decided here."""
    found: dict[Ref, list[Ref]] = {}
    for ref in refs if roster else ():
        if ref.name is None or not _misses(ref, things, book):
            continue
        called = [known.id for known in roster if known.kind == "character" and names.is_part_of(ref.name, known.name)]
        if 0 < len(called) <= MOST_OF_ONE_NAME:
            found[ref] = [replace(ref, id=id, name=None) for id in called]
    return found


def _trees(
    connection: Connection,
    campaign_id: str,
    *,
    ids: Iterable[str],
    keys: Iterable[str] = (),
    templates: Iterable[str] = (),
    above: Iterable[str] = (),
) -> Things:
    """The things of these ids, name keys and templates with their trees, all their ancestors, and those of the things in `above`."""
    asked = {"ids": sorted(ids), "keys": sorted(keys), "templates": sorted(templates), "above": sorted(above)}
    return _in_order(connection, _TREES, campaign_id, asked)


def _outwards(connection: Connection, campaign_id: str, ids: Iterable[str], alike: Iterable[str] = ()) -> Things:
    """These things without their trees, and a few of each name key in `alike`, with all their ancestors."""
    return _in_order(connection, _OUTWARDS, campaign_id, {"above": sorted(ids), "alike": sorted(alike)})


def _in_order(connection: Connection, asked: Mapping[str, Executable], campaign_id: str, wanted: dict[str, list[str]]) -> Things:
    if not any(wanted.values()):
        return {}
    rows = connection.execute(asked[connection.dialect.name], {"campaign": campaign_id, **wanted}).all()
    return {thing.id: thing for thing in sorted(things_of(rows), key=made)}


def _party(connection: Connection, campaign_id: str) -> list[str]:
    """The party's ids in order of their making."""
    return [c.id for c in _characters(connection, campaign_id) if c.creature.is_member]


def _characters(connection: Connection, campaign_id: str) -> list[Thing]:
    return sorted(things_of(connection.execute(_CHARACTERS, {"campaign": campaign_id})), key=made)


def _roster(connection: Connection, campaign_id: str, book: Rulebook) -> tuple[RosterLine, ...]:
    """Creatures, rooms and containers, then items that are bags, as many as there is room for."""
    known = _known(connection, _ROSTER, {"campaign": campaign_id})
    bags = _known(connection, _BAGS, {"campaign": campaign_id, "templates": [OWN_BAG, *sorted(book.bags)]})
    return (*known, *bags)[:LONGEST_ROSTER]


def _known(connection: Connection, asked: Executable, parameters: Mapping[str, Any]) -> list[RosterLine]:
    things = sorted(things_of(connection.execute(asked, parameters)), key=made)
    return [RosterLine(thing.id, thing.name, thing.kind) for thing in things]


def _above(begins: str) -> str:
    """The way up from what was named before, and the columns of what is seen."""
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
"""Down from the roots, and up. The way down enters no character and no room that it meets, and none of the
containers that hold all rooms and all tools; bags on a floor it does. Tools and notes
lie in no bag that is looked into: they are found by their qualified names and by who equips them. `opens` says whether a thing's contents
belong to the slice."""

_OUTWARDS_SQL: Final = f"""
WITH RECURSIVE
alike(id) AS (
  SELECT id FROM thing WHERE campaign_id = :campaign AND name_key IN :alike AND deleted_at IS NULL
    AND kind NOT IN ('tool', 'data', 'reference')
  ORDER BY created_at DESC, id LIMIT {MOST_NAMESAKES}),
{_above("alike")}
FROM above AS seen {{found}}
"""
"""Only up."""

_LOOKS: Final = {"top": "id = root.id", "inside": "parent_id = below.id", "outside": "id = above.id", "found": "id = seen.id"}
"""Each step of a walk is one look into an index."""
_HELD: Final = {
    "sqlite": "CROSS JOIN thing AS {a} ON {a}.campaign_id = :campaign AND {a}.{look} AND {a}.deleted_at IS NULL",
    "postgresql": "CROSS JOIN LATERAL"
    " (SELECT * FROM thing AS {a} WHERE {a}.campaign_id = :campaign AND {a}.{look} AND {a}.deleted_at IS NULL OFFSET 0) AS {a}",
}
"""How each engine is held to that; left alone, both walk the campaign: SQLite for the ids of a UNION that is not ALL, PostgreSQL for a recursion
whose length it cannot know."""


def _held(sql: str, held: str, *wanted: str) -> Executable:
    looks = {alias: held.format(a=alias, look=look) for alias, look in _LOOKS.items()}
    return text(sql.format(**looks)).bindparams(*(bindparam(name, expanding=True, type_=String()) for name in wanted)).columns(*THINGS)


_TREES: Final = {dialect: _held(_TREES_SQL, held, "ids", "keys", "templates", "above") for dialect, held in _HELD.items()}
_OUTWARDS: Final = {dialect: _held(_OUTWARDS_SQL, held, "above", "alike") for dialect, held in _HELD.items()}
_EVER: Final = select(THING.c.id).where(THING.c.campaign_id == CAMPAIGN, THING.c.id.in_(bindparam("ids", expanding=True)))
_ROOMS: Final = select(*THINGS).where(*living(THING), THING.c.id.in_(bindparam("ids", expanding=True)))
_INHABITANTS: Final = select(*THINGS).where(
    *living(THING), THING.c.parent_id.in_(bindparam("ids", expanding=True)), THING.c.kind == "character"
)
_LYING: Final = select(*THINGS).where(
    *living(THING), THING.c.parent_id.in_(bindparam("ids", expanding=True)), THING.c.kind.in_(("item", "container"))
)
_CHARACTERS: Final = select(*THINGS).where(THING.c.campaign_id == CAMPAIGN, text(SELDOM_KINDS), THING.c.kind == "character")
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
