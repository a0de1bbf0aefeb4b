"""Load the part of the world that a command touches, with a few lookups whose cost depends on the slice and not on the campaign."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlalchemy import Connection

from rpg_lite.mechanics.turn import turn_rules
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.store import exit_queries, in_use_queries, thing_queries
from rpg_lite.store.slice_rows import SliceRows
from rpg_lite.store.thing_queries import MOST_OF_ONE_NAME, Things
from rpg_lite.world import caster_target_links, clock, thing_stats
from rpg_lite.world.world_model import (
    DEFAULTS_ID,
    EXIT_LETTER,
    FIRST_ROOM_ID,
    HOME_ID,
    QUESTS_ID,
    TURN,
    WORLD_ID,
    Campaign,
    Exit,
    Ref,
    Role,
    RosterLine,
    Thing,
    World,
    order_made,
)

NOBODY: Final = "\x01"
"""A name that nobody can have, and that every database takes."""
_NO_BAGS: Final = frozenset({"namesake", "elsewhere", "qualified", "users", "verb"})
"""Roles whose names are not names of bags."""
_HERE: Final = frozenset({"here", "people", "around"})
"""Roles that mean a room with its exits; without a name, they mean every room with a party member in it."""
_STANDING: Final = _HERE | {"floor", "context"}
"""Roles that mean the room of a creature."""
_NAMING: Final = _STANDING | {"bearer", "place"}
"""Roles whose names a command needs: one that finds nothing is refused with those that are known."""


def load(rows: SliceRows, campaign: Campaign, refs: Iterable[Ref], book: Rulebook) -> World:
    """The world that these refs touch, except `elsewhere`; with a roster if one of the refs finds nothing in the open.

    A bag is found by its own name and by the names of its template, which the book knows.
    """
    wanted = tuple(refs)
    characters = rows.characters() if any(map(_asks_for_characters, wanted)) else []
    party = _party(characters) if any(map(asks_for_party, wanted)) else []
    ids = {ref.id for ref in wanted if ref.id is not None}
    keys = {names.fold(ref.name) for ref in wanted if ref.id is None and ref.name is not None and ref.role not in _NO_BAGS}
    templates = {id for key in keys for id in book.bag_names.get(key, ())}
    if any(ref.role == "party" for ref in wanted):
        ids.update(party)
    if any(ref.role == "everyone" for ref in wanted):
        ids.update(thing.id for thing in characters)
    things = rows.trees(ids=ids, keys=keys, templates=templates, above=[*party, *_root(wanted)])
    if alike := _alike(wanted, "namesake") - keys:
        things = dict(World(campaign, things).beside(rows.outwards((), alike)).things)
    world = World(campaign, things)
    wanted = (*wanted, *_of_the_fight(wanted, world, book))
    more = {*_floors(wanted, world, book, party), *_carriers(wanted, world, book), *_fighters(wanted, world), *_find_tied(world)}
    if more - ids:
        things |= rows.trees(ids=more - ids)
    present = _present(wanted, World(campaign, things), book, party)
    if present - ids - more:
        things |= rows.trees(ids=present)
    while far := _find_tied(World(campaign, things)) - ids - more - present:  # a spell ends on everybody at once, wherever they are
        more |= far
        things |= rows.trees(ids=far)
    places = _places(wanted, World(campaign, things), book, party)
    exits = rows.exits_at(places)
    exits, next_door = _around(rows, exits, places, sum(ref.role == "around" for ref in wanted))
    loaded = ids | more | present
    things |= rows.trees(ids=next_door - loaded, above=_ends(exits) - next_door - things.keys())
    roster = rows.roster(book) if any(_misses(ref, things, book) for ref in wanted) else ()
    if short := _called_for_short(wanted, things, roster, book):
        return replace(load(rows, campaign, [one for ref in wanted for one in short.get(ref, [ref])], book), roster=roster)
    if Ref("rooms") in wanted:
        roster = tuple(dict.fromkeys((*roster, *rows.names_of_rooms())))
    if Ref("names") in wanted:
        called = (RosterLine(c.id, c.name, c.kind) for c in characters)
        roster = tuple(dict.fromkeys((*roster, *called)))
    using = _contexts(wanted, World(campaign, things), book, party)
    worn = rows.worn(things, using)
    meant = rows.qualified(wanted)
    if any(ref.role == "users" for ref in wanted):
        worn |= rows.users(meant)
    used = {
        *meant,
        *(row.context_id for row in worn.values() if row.context_id not in things),
        *rows.notes_in(using),
        *(row.thing_id for row in worn.values() if row.slot is None),
    }
    things |= rows.outwards(used - things.keys())
    if Ref("quests") in wanted:
        things |= {node.id: node for node in rows.inside(QUESTS_ID)}
    tools, uses = rows.verbs(wanted, things)
    ordered = sorted({**tools, **things}.values(), key=order_made)
    used_or_worn = dict(sorted({**uses, **worn}.items())) if uses else worn  # in the same order as in a cached slice
    return World(campaign, {thing.id: thing for thing in ordered}, used_or_worn, roster, exits)


@dataclass(frozen=True, slots=True)
class Extent:
    """What refs mean in a slice that a load of them returned. `meant`: the things that they name, and everybody in the fight; `opened`: the
    things whose contents they load, without those that only a spell brings in; `places`: the rooms whose exits they load.
    """

    meant: frozenset[str]
    opened: frozenset[str]
    places: frozenset[str]


def extent_of(refs: Sequence[Ref], world: World, book: Rulebook) -> Extent:
    """The extent of refs that name no items, and with no role but those whose slices are kept."""
    wanted = (*refs, *_of_the_fight(refs, world, book))
    party = _party(t for t in world.things.values() if t.kind == "character") if any(map(asks_for_party, wanted)) else []
    ids = {ref.id for ref in wanted if ref.id is not None}
    named = {ref._replace(role="bearer") for ref in wanted if ref.id is None and ref.name is not None and ref.role not in _NO_BAGS}
    meant = frozenset((*ids, *(t.id for ref in named for t in _found(ref, world.things, book)), *_fighters(wanted, world)))
    members = party if any(ref.role == "party" for ref in wanted) else ()
    around = (*_floors(wanted, world, book, party), *_present(wanted, world, book, party))
    return Extent(meant, meant.union(members, around), frozenset(_places(wanted, world, book, party)))


def unheard(refs: Sequence[Ref], seen: World, book: Rulebook) -> tuple[Ref, ...]:
    """The refs with a name that nobody has in place of each name that means nothing in a caller's view of the world, so that a name that is
    kept from the caller loads what an invented one does.
    """
    return tuple(ref if ref.name is None or ref.role not in _NAMING or _is_heard(ref, seen, book) else ref._replace(name=NOBODY) for ref in refs)


def _is_heard(ref: Ref, seen: World, book: Rulebook) -> bool:
    """Whether the name, or a part of a name, means something there."""
    if _found(ref, seen.things, book):
        return True
    called = (*(t.name for t in seen.things.values() if t.kind == "character"), *(line.name for line in seen.roster))
    return any(names.is_part_of(ref.name or "", name) for name in called)


def elsewhere(rows: SliceRows, refs: Iterable[Ref]) -> Things:
    """The few things that the role `elsewhere` asks for, and the bags around them."""
    return rows.outwards((), _alike(refs, "elsewhere"))


def _alike(refs: Iterable[Ref], role: Role) -> set[str]:
    return {names.fold(ref.name) for ref in refs if ref.role == role and ref.name is not None}


def load_ids(rows: SliceRows, campaign: Campaign, ids: Iterable[str]) -> World:
    """The existing things with these ids, each as a bearer, with the bags around it and the character who carries it."""
    wanted = set(ids)
    things = rows.trees(ids=wanted)
    world = World(campaign, things)
    around = {t.id for id in wanted & things.keys() for t in world.ancestors(id) if t.kind in ("item", "character")}
    if around - wanted:
        things |= rows.trees(ids=around - wanted)
    exits = rows.exits_by_id([id for id in wanted if id.startswith(EXIT_LETTER)])
    return World(campaign, things, rows.worn(things, wanted & things.keys()), exits=exits)


def _root(refs: Sequence[Ref]) -> list[str]:
    """The root of the tree, which keeps the fight, if a ref asks for the fight or the turn."""
    return [WORLD_ID] if any(ref.role in ("fight", "turn") for ref in refs) else []


def _of_the_fight(refs: Sequence[Ref], world: World, book: Rulebook) -> Sequence[Ref]:
    """The fight and the rules of turns, while a fight is on; where places count, also everybody in the rooms of those who fight, because
    bystanders give cover and stand in the way, too.
    """
    on = clock.fight(world) if WORLD_ID in world.things else None  # whoever asks for neither loads no root
    if on is None or not any(ref.role in ("fight", "turn") for ref in refs):
        return ()
    turn = (Ref("fight"), *turn_rules.refs(book)) if TURN in refs else ()
    return (*turn, *(Ref("people", fighter.id) for fighter in on.members if on.is_measured))


def _contexts(refs: Sequence[Ref], world: World, book: Rulebook, party: Sequence[str]) -> set[str]:
    """The users of tools and notes for a context: the bearer, its room and the defaults."""
    meant = [ref for ref in refs if ref.role == "context"]
    named = (t.id for ref in meant for t in _found(ref, world.things, book))
    role: Role = "here" if any(ref.role in _HERE for ref in refs) else "floor"
    rooms = _floors([ref._replace(role=role) for ref in meant], world, book, party)
    members = party if Ref("context") in meant and Ref("party") in refs else ()
    return {DEFAULTS_ID, HOME_ID, *named, *rooms, *members} if meant else set()


def load_ancestors(rows: SliceRows, campaign_id: str, ids: Iterable[str], keys: Iterable[str]) -> World:
    """The existing things with these ids, a few things with these name keys, and the bags around all of them, without contents."""
    return World(Campaign(campaign_id, ""), rows.outwards(ids, keys))


def whole(connection: Connection, campaign: Campaign) -> World:
    """Every existing thing, every exit and everything in use, for checking a whole map or a story; never for a command."""
    things = thing_queries.whole(connection, campaign.id)
    rooms = [id for id, thing in things.items() if thing.kind == "room"]
    return World(campaign, things, in_use_queries.whole(connection, campaign.id), exits=exit_queries.at(connection, campaign.id, rooms))


def _around(rows: SliceRows, exits: dict[str, Exit], asked: Collection[str], steps: int) -> tuple[dict[str, Exit], set[str]]:
    """Return (the exits within this many steps of the known exits, the rooms next door). `asked`: rooms whose exits are known; with it no
    room is queried twice, although each step begins at all rooms of the previous step.
    """
    asked, next_door = set(asked), set[str]()
    for step in range(steps + 1 if steps else 0):  # one more step, because a door has two sides
        ends = _ends(exits)
        next_door = ends if step < steps else next_door
        exits = exit_queries.in_order([*exits.values(), *rows.exits_out_of(ends - asked)])
        asked |= ends
    return exits, next_door


def _ends(exits: Mapping[str, Exit]) -> set[str]:
    """The rooms on both sides of the exits."""
    return {room for way in exits.values() for room in (way.from_room, way.to_room) if room}


def _places(refs: Sequence[Ref], world: World, book: Rulebook, party: Sequence[str]) -> set[str]:
    """The rooms whose exits a ref wants."""
    named = (t.id for ref in refs if ref.role == "place" for t in _found(ref, world.things, book) if t.kind == "room")
    here = [ref for ref in refs if ref.role in _HERE]
    return {*named, *_floors(here, world, book, party)}


def _present(refs: Sequence[Ref], world: World, book: Rulebook, party: Sequence[str]) -> set[str]:
    """The characters in the rooms whose people a ref wants."""
    rooms = _floors([ref for ref in refs if ref.role in ("people", "lights")], world, book, party)
    return {thing.id for room in rooms for thing in world.bag_of(room) if thing.kind == "character"}


def _asks_for_characters(ref: Ref) -> bool:
    return ref.role in ("everyone", "names") or asks_for_party(ref)


def _party(characters: Iterable[Thing]) -> list[str]:
    """The ids of the party's members in the order of their creation."""
    return [c.id for c in characters if c.creature.is_member]


def asks_for_party(ref: Ref) -> bool:
    """Whether the slice of this ref depends on who is in the party."""
    return ref.role == "party" or (ref.role in _STANDING and _is_bare(ref))


def _is_bare(ref: Ref) -> bool:
    return ref.id is None and ref.name is None


def _floors(refs: Sequence[Ref], world: World, book: Rulebook, party: Sequence[str]) -> Iterator[str]:
    """The rooms whose floor a ref wants. A bearer outside every room has no floor."""
    for ref in refs:
        if ref.role in _STANDING and _is_bare(ref):
            rooms = [room.id for id in party if (room := world.room_of(id))]
            yield from rooms or (FIRST_ROOM_ID,)
        elif ref.role in ("floor", "lights") or ref.role in _HERE:
            rooms = [found for thing in _found(ref, world.things, book) if (found := _room_at(world, thing))]
            yield from (id for id in rooms if ref.role != "lights" or not world.things[id].room.is_bright)


def _carriers(refs: Sequence[Ref], world: World, book: Rulebook) -> Iterator[str]:
    """The bearer of an item that a command names as a bag, because the bearer's numbers change with the contents."""
    for ref in refs:
        if ref.role == "bearer":
            found = (t for t in _found(ref, world.things, book) if t.kind != "character")
            yield from (b.id for t in found if (b := world.bearer_of(t.id)))


def _fighters(refs: Sequence[Ref], world: World) -> Iterator[str]:
    if any(ref.role == "fight" for ref in refs):
        yield from clock.fighters(world)


def _find_tied(world: World) -> set[str]:
    """The creatures at the other ends of the spells in the slice, and those near its creatures."""
    return {id for thing in world.things.values() for id in caster_target_links.ties(world, thing)}


def _room_at(world: World, thing: Thing) -> str | None:
    room = thing if thing.kind == "room" else world.room_of(thing.id)
    return room.id if room else None


def _found(ref: Ref, things: Mapping[str, Thing], book: Rulebook) -> list[Thing]:
    if ref.id is not None:
        return [things[ref.id]] if ref.id in things else []
    key = names.fold(ref.name or "")
    return [thing for thing in things.values() if key in thing_stats.names_of(thing, book)]


def _misses(ref: Ref, things: Mapping[str, Thing], book: Rulebook) -> bool:
    """Whether the ref finds nothing that is in the open. What is kept from players counts as nothing, so its name brings the same roster
    as a name that nobody has.
    """
    if ref.role not in _NAMING or _is_bare(ref):
        return False
    return not any(_is_in_the_open(thing, things) for thing in _found(ref, things, book))


def _is_in_the_open(thing: Thing, things: Mapping[str, Thing]) -> bool:
    """Whether no lock, no hiding place and no stranger's pocket keeps the thing."""
    if thing.kind != "item":
        return True
    around = [thing, *_bags_around(thing, things)]
    kept = any(t.state.is_hidden for t in around) or any(t.state.is_locked for t in around[1:])
    return not kept and not any(t.kind == "character" and not t.creature.is_member for t in around)


def _bags_around(thing: Thing, things: Mapping[str, Thing]) -> Iterator[Thing]:
    while (bag := things.get(thing.parent_id or "")) and bag.kind != "room":
        yield (thing := bag)


def _called_for_short(
    refs: Sequence[Ref], things: Mapping[str, Thing], roster: Sequence[RosterLine], book: Rulebook
) -> dict[Ref, list[Ref]]:
    """Replace each ref that has part of a name with refs to all creatures with such a name; the command decides which creature is meant."""
    found: dict[Ref, list[Ref]] = {}
    for ref in refs if roster else ():
        if ref.name is None or not _misses(ref, things, book):
            continue
        called = [known.id for known in roster if known.kind == "character" and names.is_part_of(ref.name, known.name)]
        if 0 < len(called) <= MOST_OF_ONE_NAME:
            found[ref] = [ref._replace(id=id, name=None) for id in called]
    return found
