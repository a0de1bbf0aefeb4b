"""Derive from a loaded slice of the world the slice that a new load would return after more events: the same slice, the slice with the
events applied, or one that only the database knows.

Only slices of creatures are followed: they hold each requested creature with its belongings and its surroundings.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Literal, assert_never

from rpg_lite.rules import names
from rpg_lite.world import body_paths, events
from rpg_lite.world.caster_target_links import tied_to
from rpg_lite.world.clock import CAMPAIGN_ID
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve
from rpg_lite.world.world_model import KIND_LETTER, WORLD_ID, Thing, World, order_made

Bearing = Literal["apart", "within", "unsure"]


_OF_THE_SAME_FIGHTERS: Final = (body_paths.FIGHT_ROUND, body_paths.FIGHT_TURN, body_paths.FIGHT_ACTS)
"""The parts of a fight that change while its members stay the same."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A slice in the cache. `called`: the folded names that it was loaded by; `has_fight`, `has_tools`, `has_lights`: it holds the whole
    fight, tools in use, or the lights of its rooms, which are bright.
    """

    world: World
    called: frozenset[str]
    has_fight: bool = False
    has_tools: bool = False
    has_lights: bool = False


@dataclass(frozen=True, slots=True)
class CommandSlices:
    """The slice in which a command was decided, and the same slice after its events."""

    before: World
    after: World


@dataclass(frozen=True, slots=True)
class Touched:
    """The subjects of events: the ids of things, bags and contexts, and the new names. The other fields are facts about the events that
    concern every slice.

    `of_tools`: a tool changes, or something comes into use or goes out of use; `of_fighters`: the members of the fight change; `of_light`:
    a room becomes dim, dark or bright; `of_ties`: a spell may affect somebody new; `of_bodies`: the events only roll dice, change how many pieces there are, or
    change bodies, and none of them concerns concentration.
    """

    ids: frozenset[str]
    names: frozenset[str]
    of_tools: bool = False
    of_fighters: bool = False
    of_light: bool = False
    of_ties: bool = False
    of_bodies: bool = False

    @property
    def everything(self) -> bool:
        """Whether an event concerns every slice, because the time and the rules of the campaign are in every answer."""
        return CAMPAIGN_ID in self.ids


def of_creatures(
    world: World, ids: Iterable[str], called: frozenset[str], has_fight: bool = False, has_tools: bool = False, has_lights: bool = False
) -> Slice | None:
    """The slice for these ids and names; None if one of them is not an existing creature, or is inside another creature."""
    creatures = {t.id: t for t in world.things.values() if t.kind == "character"}
    own = {names.fold(t.name) for t in creatures.values()}
    meant = {*ids, *(t.id for t in world.things.values() if names.fold(t.name) in called)}
    nested = any(world.bearer_of(id) for id in creatures)
    plain = not (world.roster or world.exits or nested) and _holds_all_ties(world)
    return (
        Slice(world, called, has_fight, has_tools, has_lights) if plain and meant and meant <= creatures.keys() and called <= own else None
    )


def _holds_all_ties(world: World) -> bool:
    """Whether the slice holds both the caster and the target of each spell. A removed creature belongs to the slice too, because it may be
    restored.
    """
    return all(id in world.things for thing in world.things.values() for id in tied_to(thing))


def list_touched(happened: Iterable[Event]) -> Touched:
    ids, called = set[str](), set[str]()
    apart_from_dice = [event for event in happened if not isinstance(event, events.Rolled)]
    for event in apart_from_dice:
        match event:
            case events.Created(thing) | events.Removed(thing):
                ids |= {thing.id, thing.parent_id or ""}
                called.add(names.fold(thing.name))
            case events.Moved(id, from_, to):
                ids |= {id, from_, to}
            case events.Equipped(context, id) | events.Unequipped(context, id):
                ids |= {context, id}
            case events.Changed(id, path, _, now):
                ids.add(id)
                called |= {names.fold(now)} if path == body_paths.NAME else set()
            case events.Counted(id) | events.Attuned(id) | events.Unattuned(id):
                ids.add(id)
            case events.ExitOpened() | events.ExitChanged() | events.ExitClosed():
                pass
            case _:
                assert_never(event)
    return Touched(
        frozenset(ids),
        frozenset(called),
        of_tools=any(map(_is_about_tools, apart_from_dice)),
        of_fighters=any(map(_brings_fighters, apart_from_dice)),
        of_light=any(isinstance(event, events.Changed) and event.path == body_paths.LIGHT for event in apart_from_dice),
        of_ties=any(map(_may_tie, apart_from_dice)),
        of_bodies=all(map(_is_of_a_body, apart_from_dice)),
    )


def follow(known: Slice, happened: Sequence[Event], about: Touched, applied: CommandSlices | None = None) -> Slice | None:
    """The slice as it would be loaded after these events; None if only a new load can tell. `applied`: the worlds of the command."""
    if about.everything or known.called & about.names or (known.has_tools and about.of_tools):
        return None
    if about.ids.isdisjoint(known.world.things):
        return known
    if (known.has_fight and about.of_fighters) or (known.has_lights and about.of_light):
        return None
    world = _after(known, happened, about, applied)
    if world is None or (about.of_ties and world is not known.world and not _holds_all_ties(world)):
        return None
    return known if world is known.world else replace(known, world=world)


def _after(known: Slice, happened: Sequence[Event], about: Touched, applied: CommandSlices | None) -> World | None:
    """The world of the slice after these events; None if only a new load can tell.

    The command that was decided in this very slice has already applied its events: that world is reused, together with everything computed from it.
    """
    if applied is not None and about.of_bodies and applied.before.things is known.world.things:
        return applied.after
    world = known.world
    for event in happened:
        bearing = _bearing(event, world)
        if bearing == "unsure":
            return None
        world = evolve(world, event) if bearing == "within" else world
    is_in_order = all(isinstance(event, events.Changed | events.Counted | events.Rolled) for event in happened)
    return world if is_in_order or world is known.world else _in_order(world)


def _is_of_a_body(event: Event) -> bool:
    """Whether the event changes a body or a number of pieces, and takes no creature out of a slice that holds it."""
    return isinstance(event, events.Counted) or (isinstance(event, events.Changed) and _keeps_the_slice(event.path))


def _keeps_the_slice(path: str) -> bool:
    """Whether a change at this path leaves the same things in a slice: the targets of concentration, and those near somebody, belong to the
    slice too.
    """
    return path.startswith(body_paths.BODY) and not path.startswith((body_paths.CONCENTRATION, body_paths.NEAR))


def _may_tie(event: Event) -> bool:
    """Whether the event may put a spell on somebody; concentration never changes without such an event (`_bearing`)."""
    return isinstance(event, events.Changed) and event.path.startswith((body_paths.CONDITIONS, body_paths.EFFECTS, body_paths.ZONES))


def _brings_fighters(event: Event) -> bool:
    """Whether the event begins or ends a fight, lets somebody join it, or counts somebody's ammunition."""
    if not isinstance(event, events.Changed) or event.id != WORLD_ID:
        return False
    return event.path.startswith(body_paths.FIGHT) and not event.path.startswith(_OF_THE_SAME_FIGHTERS)


def _is_about_tools(event: Event) -> bool:
    """Whether something other than an item comes into use or goes out of use, or a tool changes."""
    match event:
        case events.Equipped(slot=slot) | events.Unequipped(slot=slot):
            return slot is None
        case events.Created(thing) | events.Removed(thing):
            return thing.kind in ("tool", "data", "reference")
        case events.Changed(id) | events.Moved(id):
            return id.startswith(KIND_LETTER["tool"])
    return False


def _bearing(event: Event, world: World) -> Bearing:
    """The effect of an event on a slice, if the event mentions none of the slice's names."""
    match event:
        case events.Created(thing):
            return _of_item(thing) if _is_bag(world, thing.parent_id) else "apart"
        case events.Removed(thing):
            return _of_item(thing) if thing.id in world.things else "apart"
        case events.Moved(id, _, to):
            came = _is_bag(world, to)
            return "within" if came and _is_borne(world, id) else "unsure" if came or id in world.things else "apart"
        case events.Changed(id, path):
            return "apart" if id not in world.things else "within" if _keeps_the_slice(path) else "unsure"
        case events.Counted(id) | events.Attuned(id) | events.Unattuned(id):
            return "within" if id in world.things else "apart"
        case events.Equipped(context, id, slot) | events.Unequipped(context, id, slot):
            return "apart" if slot is None or context not in world.things else "within" if id in world.things else "unsure"
        case events.Rolled() | events.ExitOpened() | events.ExitChanged() | events.ExitClosed():
            return "apart"
        case _:
            assert_never(event)


def _of_item(thing: Thing) -> Bearing:
    return "within" if thing.kind == "item" else "unsure"


def _is_borne(world: World, id: str) -> bool:
    return id in world.things and world.things[id].kind == "item" and world.bearer_of(id) is not None


def _is_bag(world: World, id: str | None) -> bool:
    """Whether the contents of this thing belong to the slice."""
    return id is not None and id in world.things and (world.things[id].kind == "character" or world.bearer_of(id) is not None)


def _in_order(world: World) -> World:
    """The world with its things in the order in which a load returns them."""
    things: dict[str, Any] = {t.id: t for t in sorted(world.things.values(), key=order_made)}
    return replace(world, things=things, equipped=dict(sorted(world.equipped.items())))
