"""Derive from a loaded slice of the world the slice that a new load would return after more events: the same slice, the slice with the
events applied, or one that only the database knows.

Only slices of creatures and of the rooms where they stand are followed. What such a slice holds is fixed by its scope: the contents of
certain creatures and rooms, and the exits of certain rooms. An event that would change the scope drops the slice.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, assert_never

from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, clock, events, thing_stats
from rpg_lite.world.caster_target_links import ties
from rpg_lite.world.clock import CAMPAIGN_ID
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve
from rpg_lite.world.world_model import KIND_LETTER, WORLD_ID, Thing, World, order_made

Bearing = Literal["apart", "within", "unsure"]

MOST_PENDING: Final = 100
"""The maximum number of events that wait in a slice until somebody asks for it: applying more would take as long as a load."""
_OF_THE_SAME_FIGHTERS: Final = (body_paths.FIGHT_ROUND, body_paths.FIGHT_TURN, body_paths.FIGHT_ACTS)
"""The parts of a fight that change while its members stay the same."""
_ENDS: Final = ("from_room", "to_room")
"""The values of an exit that decide which rooms have it."""
_MEMBERSHIP: Final = body_paths.of_sheet("party")
_IDENTITY: Final = (body_paths.TEMPLATE, body_paths.ITEM, body_paths.BASE, body_paths.VARIANT, body_paths.IDENTIFIED)
"""The values of an item that decide by which names it is found."""
_USED: Final = ("tool", "data", "reference")
"""The kinds of things that lie in a bag without belonging to its slice: they are found by their qualified names and by their users."""


@dataclass(frozen=True, slots=True)
class Scope:
    """What a slice holds as long as it is kept. `called`: the folded names that it was loaded by; `opened`: the creatures and rooms whose
    contents it holds; `tied`: those of them that only a spell brings in; `places`: the rooms whose exits it holds.

    `has_fight`, `has_tools`, `has_lights`, `has_party`: it holds the whole fight, tools in use, more where a room is not bright, or what
    depends on who is in the party.
    """

    called: frozenset[str] = frozenset()
    opened: frozenset[str] = frozenset()
    tied: frozenset[str] = frozenset()
    places: frozenset[str] = frozenset()
    has_fight: bool = False
    has_tools: bool = False
    has_lights: bool = False
    has_party: bool = False


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice in the cache. `pending`: the events that have happened to it since its world was true, in order; `stirred`: their subjects.

    Events wait until somebody asks for the slice, because most commits touch many slices, and a call asks for one.
    """

    world: World
    scope: Scope = Scope()
    pending: tuple[Event, ...] = ()
    stirred: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class CommandSlices:
    """The slice in which a command was decided, and the same slice after its events."""

    before: World
    after: World


@dataclass(frozen=True, slots=True)
class Touched:
    """The subjects of events: the ids of things, bags, contexts and exits, and the new names. The other fields are facts about the events
    that concern every slice.

    `happened`: the events without the dice; `of_tools`: a tool changes, or something comes into use or goes out of use; `of_light`: a room
    becomes dim, dark or bright; `of_members`: somebody joins the party or leaves it; `of_bodies`: the events only roll dice, change how
    many pieces there are, or change bodies.
    """

    ids: frozenset[str]
    names: frozenset[str]
    happened: tuple[Event, ...] = ()
    of_tools: bool = False
    of_light: bool = False
    of_members: bool = False
    of_bodies: bool = False

    @property
    def everything(self) -> bool:
        """Whether an event concerns every slice, because the time and the rules of the campaign are in every answer."""
        return CAMPAIGN_ID in self.ids


def make(world: World, scope: Scope) -> Slice | None:
    """The slice of a scope without its ties; None if nobody can follow it, such as a slice with a creature inside another creature."""
    creatures = [thing for thing in world.things.values() if thing.kind == "character"]
    if world.roster or not scope.opened or any(world.bearer_of(one.id) for one in creatures):
        return None
    tied = frozenset(id for one in creatures for id in ties(world, one)) - scope.opened
    if not scope.opened | tied <= world.things.keys():  # a removed creature belongs to the slice too, because it may be restored
        return None
    return Slice(world, replace(scope, opened=scope.opened | tied, tied=tied))


def list_touched(happened: Iterable[Event], book: Rulebook) -> Touched:
    ids, called = set[str](), set[str]()
    apart_from_dice = tuple([event for event in happened if not isinstance(event, events.Rolled)])
    for event in apart_from_dice:
        match event:
            case events.Created(thing) | events.Removed(thing):
                ids |= {thing.id, thing.parent_id or ""}
                called |= thing_stats.names_of(thing, book)
            case events.Moved(id, from_, to):
                ids |= {id, from_, to}
            case events.Equipped(context, id) | events.Unequipped(context, id):
                ids |= {context, id}
            case events.Changed(id, path, _, now):
                ids.add(id)
                called |= {names.fold(now)} if path == body_paths.NAME else set()
            case events.Counted(id) | events.Attuned(id) | events.Unattuned(id):
                ids.add(id)
            case events.ExitOpened(way) | events.ExitClosed(way):
                ids |= {way.id, way.from_room, way.to_room or ""}
            case events.ExitChanged(id, path, _, now):
                ids |= {id, now} if path in _ENDS and now else {id}
            case _:
                assert_never(event)
    return Touched(
        frozenset(ids),
        frozenset(called),
        apart_from_dice,
        of_tools=any(map(_is_about_tools, apart_from_dice)),
        of_light=any(isinstance(event, events.Changed) and event.path == body_paths.LIGHT for event in apart_from_dice),
        of_members=any(map(_changes_the_party, apart_from_dice)),
        of_bodies=all(map(_is_of_a_body, apart_from_dice)),
    )


def follow(known: Slice, about: Touched, applied: CommandSlices | None = None) -> Slice | None:
    """The slice for a later time, with these events pending; None if it is clear that only a new load can tell. `applied`: the worlds of
    the command.

    The command that was decided in this very slice has already applied its events: that world is reused, together with everything
    computed from it.
    """
    scope, world = known.scope, known.world
    if about.everything or scope.called & about.names or (scope.has_tools and about.of_tools) or (scope.has_party and about.of_members):
        return None
    ids = about.ids
    if world.things.keys().isdisjoint(ids) and world.exits.keys().isdisjoint(ids) and known.stirred.isdisjoint(ids):
        return known
    if scope.has_lights and about.of_light:
        return None
    if not known.pending and about.of_bodies and applied is not None and _is_of_bodies(applied, world):
        return _checked(known, about.happened, applied.after)
    if known.pending and len(known.pending) + len(about.happened) > MOST_PENDING:
        return None
    return Slice(world, scope, (*known.pending, *about.happened), known.stirred | ids)


def _is_of_bodies(applied: CommandSlices, world: World) -> bool:
    """Whether a command that only changed bodies was decided in this very world, and has looked at nothing beside it."""
    before, after = applied.before, applied.after
    has_more = len(after.things) != len(world.things) or after.exits is not world.exits or after.unnamed
    return before.things is world.things and not has_more


def settle(known: Slice) -> Slice | None:
    """The slice as it would be loaded now, with nothing pending; None if only a new load can tell."""
    if not known.pending:
        return known
    world = known.world
    for event in known.pending:
        bearing = _bearing(event, known.scope, world)
        if bearing == "unsure":
            return None
        world = evolve(world, event) if bearing == "within" else world
    if world is known.world:
        return Slice(world, known.scope)
    is_in_order = all(isinstance(event, events.Changed | events.Counted | events.ExitChanged) for event in known.pending)
    return _checked(known, known.pending, world if is_in_order else _in_order(world))


def _checked(known: Slice, happened: Iterable[Event], world: World) -> Slice | None:
    """The slice with the world after these events; None if other creatures belong to it now."""
    changes = [event for event in happened if isinstance(event, events.Changed)]
    if known.scope.has_fight and any(map(_brings_fighters, changes)) and _fighting(world) != _fighting(known.world):
        return None
    if any(map(_may_tie, changes)) and not _holds_the_same_ties(known.scope, world):
        return None
    return Slice(world, known.scope)


def _fighting(world: World) -> frozenset[str] | None:
    return None if clock.fight(world) is None else frozenset(clock.fighters(world))


def _holds_the_same_ties(scope: Scope, world: World) -> bool:
    """Whether spells bring in the same creatures as before. The way to each begins at a creature that belongs to the slice without them."""
    reached = set[str]()
    ways = [thing for thing in world.things.values() if thing.kind == "character" and thing.id not in scope.tied]
    while ways:
        further = {id for thing in ways for id in ties(world, thing)} - (scope.opened - scope.tied) - reached
        reached |= further
        ways = [world.things[id] for id in further if id in world.things]
    return reached == scope.tied


def _is_of_a_body(event: Event) -> bool:
    """Whether the event changes a body or a number of pieces."""
    return isinstance(event, events.Counted) or (isinstance(event, events.Changed) and event.path.startswith(body_paths.BODY))


def _may_tie(event: events.Changed) -> bool:
    """Whether the event may put a spell on somebody, take it off, or bring somebody near or apart."""
    return event.path.startswith(_TYING)


_TYING: Final = (body_paths.CONDITIONS, body_paths.EFFECTS, body_paths.CONCENTRATION, body_paths.ZONES, body_paths.NEAR)


def _brings_fighters(event: events.Changed) -> bool:
    """Whether the event may begin or end a fight, or let somebody join it."""
    return event.id == WORLD_ID and event.path.startswith(body_paths.FIGHT) and not event.path.startswith(_OF_THE_SAME_FIGHTERS)


def _changes_the_party(event: Event) -> bool:
    match event:
        case events.Created(thing) | events.Removed(thing):
            return thing.kind == "character" and thing.creature.is_member
        case events.Changed(_, path, was, now):
            is_of_sheet = path == body_paths.SHEET and _is_of_members(was) != _is_of_members(now)
            return is_of_sheet or path == _MEMBERSHIP
    return False


def _is_of_members(sheet: Any) -> bool:
    return bool(sheet and sheet.get(_MEMBERSHIP.key))


def _is_about_tools(event: Event) -> bool:
    """Whether something other than an item comes into use or goes out of use, or a tool changes."""
    match event:
        case events.Equipped(slot=slot) | events.Unequipped(slot=slot):
            return slot is None
        case events.Created(thing) | events.Removed(thing):
            return thing.kind in _USED and thing.qualified_name is not None  # an entry of the journal has none, and nobody uses it
        case events.Changed(id) | events.Moved(id):
            return id.startswith(KIND_LETTER["tool"])
    return False


def _bearing(event: Event, scope: Scope, world: World) -> Bearing:
    """The effect of an event on a slice, if the event mentions none of the slice's names."""
    match event:
        case events.Created(thing):
            return "apart" if thing.kind in _USED or not _is_open(scope, world, thing.parent_id) else _of_item(thing)
        case events.Removed(thing):
            return _of_item(thing) if thing.id in world.things else "apart"
        case events.Moved(id, from_, to):
            came = _is_open(scope, world, to)
            is_item = id in world.things and world.things[id].kind == "item"
            stays = came and is_item and _is_open(scope, world, from_) and not _holds_somebody(world, id)
            return "within" if stays else "unsure" if came or id in world.things else "apart"
        case events.Changed(id, path):
            keeps = path.startswith(body_paths.BODY) and not (scope.called and _is_of_identity(path))
            return "apart" if id not in world.things else "within" if keeps else "unsure"
        case events.Counted(id) | events.Attuned(id) | events.Unattuned(id):
            return "within" if id in world.things else "apart"
        case events.Equipped(context, slot=slot) | events.Unequipped(context, slot=slot):
            return "apart" if slot is None or context not in world.things else "within"  # also what somebody wears whose pack is not here
        case events.ExitOpened() | events.ExitChanged() | events.ExitClosed():
            return _bearing_of_exit(event, scope, world)
        case events.Rolled():
            return "apart"
        case _:
            assert_never(event)


def _bearing_of_exit(event: events.ExitOpened | events.ExitChanged | events.ExitClosed, scope: Scope, world: World) -> Bearing:
    """The effect of an event on the exits of a slice, and on the rooms at their other ends."""
    match event:
        case events.ExitOpened(way):
            return "apart" if scope.places.isdisjoint((way.from_room, way.to_room)) else "unsure"
        case events.ExitClosed(way):
            return "unsure" if way.id in world.exits else "apart"
        case events.ExitChanged(id, path):
            if path in _ENDS:
                return "unsure" if scope.places else "apart"
            return "within" if id in world.exits else "apart"
        case _:
            assert_never(event)


def _is_of_identity(path: str) -> bool:
    """Whether an item may be found by other names after a change at this path."""
    return path == body_paths.STATE or path.startswith(_IDENTITY)


def _holds_somebody(world: World, id: str) -> bool:
    """Whether a creature is inside this thing, and moves with it."""
    return any(thing.kind == "character" for thing in world.tree_of(id))


def _of_item(thing: Thing) -> Bearing:
    return "within" if thing.kind == "item" else "unsure"


def _is_open(scope: Scope, world: World, id: str | None) -> bool:
    """Whether the contents of this thing belong to the slice."""
    if id is None or id not in world.things:
        return False
    around = (world.things[id], *world.ancestors(id))
    holder = next((thing.id for thing in around if thing.kind in ("character", "room")), None)
    return holder in scope.opened


def _in_order(world: World) -> World:
    """The world with its things in the order in which a load returns them."""
    things: dict[str, Any] = {t.id: t for t in sorted(world.things.values(), key=order_made)}
    return replace(world, things=things, equipped=dict(sorted(world.equipped.items())))
