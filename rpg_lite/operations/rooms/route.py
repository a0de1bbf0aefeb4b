"""manage_room route: find the quickest way to a room."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.places.route_endpoints import FromHere, PartyKnowledge, asking_for_all, goal_room, room_here
from rpg_lite.operations.operation import SEEN_FROM, Operation, free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import atlas, locks
from rpg_lite.world.atlas import LockedOut, SearchLimit, Traveller, Trip
from rpg_lite.world.world_model import Exit, Thing, World


class Route(FromHere):
    """The quickest route from the party or the character."""

    operation: Literal["route"]


@dataclass(frozen=True, slots=True)
class RouteResult(Result):
    """The trip from a room, the names of the rooms on the way, and whether the route uses the whole map."""

    trip: Trip
    here: str
    names: Mapping[str, str]
    whole: bool


def decide_route(command: Route, draft: Draft) -> Verdict:
    """Refuses: destination_required, floor_unknown, room_undiscovered, way_locked, way_not_found, way_unknown."""
    world, situation = draft.world, draft.situation
    here = room_here(command, world)
    if isinstance(here, Rejected):
        return here
    fog = None if command.everything else PartyKnowledge(here, world, situation)
    discovered = fog.rooms_discovered if fog else None
    goal = goal_room(command, world, discovered)
    if isinstance(goal, Rejected):
        return goal
    who = Traveller(_keys(command, world, situation.book), discovered, opened=fog.exits_opened if fog else None)
    found = atlas.route(here.id, goal.id, fog.ways if fog else situation.ways, who)
    if isinstance(found, LockedOut) and command.everything:  # the game master sees the lock on the route
        found = atlas.route(here.id, goal.id, situation.ways, replace(who, minds_locks=False))
    if isinstance(found, SearchLimit):
        return Rejected("way_not_found", "toName", {"name": goal.name, "here": here.name, "rooms": found.rooms})
    if isinstance(found, LockedOut):
        return Rejected("way_locked", "toName", _lock(found.door, situation.rooms([found.door.from_room]), command.everything))
    if found is None:
        instead = None if command.everything else asking_for_all(command)
        return Rejected("way_unknown", "toName", {"name": goal.name, "here": here.name}, instead=instead)
    stops = [way.to_room for way in found.steps if way.to_room]
    rooms = {**situation.rooms(stops), here.id: here}
    told = {id: rooms[id].name for id in (here.id, *stops) if id in rooms}
    return Decision.about(goal.id, result=RouteResult(found, here.id, told, command.everything))


def _lock(door: Exit, rooms: Mapping[str, Thing], whole: bool) -> dict[str, object]:
    """Hide the key and the DC, which only the game master knows."""
    kind = "way" if door.kind == "passage" else door.kind.replace("_", " ")
    opened = [f"the key is {door.key_name}"] if door.key_name else []
    opened += [f"DC {door.dc} without"] if door.key_name and door.dc else [f"DC {door.dc}"] if door.dc else []
    where = rooms[door.from_room].name if door.from_room in rooms else door.from_room
    return {"label": door.label, "kind": kind, "room": where, "key": f" ({', '.join(opened)})" if opened and whole else ""}


def _keys(command: FromHere, world: World, book: Rulebook) -> frozenset[str]:
    """The names of everything that the character, or any party member, has at hand."""
    whom = targets.whom(world, command.character_id, command.character_name or (None if command.character_id else reserved_names.PARTY))
    carriers = [] if isinstance(whom, Rejected) else whom
    return locks.keys_of(world, carriers, book)


OPERATION = Operation(
    tool="manage_room",
    model=Route,
    decide=decide_route,
    who=SEEN_FROM,
    cost=free,
    sends="toName everything?",
    reads=True,
    is_verb=True,
)
