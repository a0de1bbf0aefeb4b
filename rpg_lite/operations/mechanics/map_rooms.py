"""Make the rooms and exits of a map, and join it to the campaign."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any, Final

from rpg_lite.operations.mechanics import acting_place
from rpg_lite.operations.outcome import Draft
from rpg_lite.rules import names
from rpg_lite.vocabulary import OPPOSITE
from rpg_lite.world import body_paths, events, map_plans, tools_in_use
from rpg_lite.world.map_plans import Plan, Room
from rpg_lite.world.states import MapGroup
from rpg_lite.world.things import ROOMS_ID, Exit, Thing

MADE: Final = "made"
_LONGEST_CALLED: Final = 80
"""The maximum length of a room's name combined with the name of its map; a longer name gets a number instead."""


@dataclass(frozen=True, slots=True)
class MapEntry:
    """An exit that led off the map and now leads to the room where the map is joined. `door`: its id among the exits of the plan."""

    door: Exit
    base: str
    label: str


def join_map(draft: Draft, base: Thing, label: str, plan: Plan, entrance: str) -> None:
    """Open the exit into the map, and the exit back under a label that the map does not use."""
    direction = acting_place.direction_of(label)
    taken = {names.fold(way.label) for way in map_plans.exits(plan) if way.from_room == names.fold(plan.start)}
    back = free_name(OPPOSITE[direction], taken)
    first, second = draft.new_exit_id(), draft.new_exit_id(1)
    draft.add(events.ExitOpened(Exit(first, base.id, label, direction, entrance, back=second)))
    draft.add(events.ExitOpened(Exit(second, entrance, back, OPPOSITE[direction], base.id, back=first)))


def make_rooms(draft: Draft, plan: Plan) -> dict[str, str]:
    """Folded name in the plan → id in the campaign."""
    planned = {names.fold(room.name) for room in plan.rooms}
    group = MapGroup.make(draft.new_id("room"), plan.name)
    made = [t.name for t in draft.world.things.values() if t.kind == "room"]  # some of the rooms come from earlier commands of a batch
    taken = {names.fold(name) for name in (*made, *(known.name for known in draft.world.roster))}
    ids: dict[str, str] = {}
    for done, room in enumerate(plan.rooms, 1):
        key = names.fold(room.name)
        called = _free_room_name(room.name, plan.name, taken | planned - {key})
        taken.add(names.fold(called))
        thing = Thing(draft.new_id("room"), "room", called, ROOMS_ID, body=_body(room, plan, group))
        draft.add(events.Created(thing))
        ids[key] = thing.id
        draft.situation.progress(MADE, done, len(plan.rooms))
    draft.add(*tools_in_use.equipped_like_defaults(draft.world, *ids.values()))  # once, because there may be a thousand rooms
    return ids


def free_name(name: str, taken: AbstractSet[str]) -> str:
    """The name, or the first "name 2", "name 3" … that is not taken."""
    found, n = name, 2
    while names.fold(found) in taken:
        found, n = f"{name} {n}", n + 1
    return found


def _free_room_name(name: str, of: str, taken: AbstractSet[str]) -> str:
    """The name of the room, combined with the name of the map if it is taken."""
    longer = f"{name} of {of}"
    return name if names.fold(name) not in taken else free_name(longer if len(longer) <= _LONGEST_CALLED else name, taken)


def _body(room: Room, plan: Plan, group: MapGroup) -> dict[str, Any]:
    story = [plan.story] if plan.story and names.fold(room.name) == names.fold(plan.start) else []
    return body_paths.body_of(
        body_paths.DESCRIPTION.to(room.description or None),
        body_paths.VIBE.to(room.vibe or None),
        body_paths.AT.to(room.at.model_dump() if room.at else None),
        body_paths.OUTSIDE.to(room.outside or None),
        body_paths.LIGHT.to(room.light),
        body_paths.NOTES.to([*story, *room.notes] or None),
        body_paths.MAP.to(group),
    )


def open_exits(draft: Draft, plan: Plan, ids: Mapping[str, str], entry: MapEntry | None) -> None:
    """Open every exit of the plan, and join the entrance both ways to the room where the map is joined."""
    ways = map_plans.exits(plan)
    ids = {**ids, **({entry.base: entry.base} if entry else {})}
    if entry:
        side = acting_place.direction_of(entry.label)
        back = replace(entry.door, id="in", from_room=entry.base, label=entry.label, direction=side, to_room=entry.door.from_room)
        ways = (
            *(replace(w, to_room=entry.base, back="in") if w.id == entry.door.id else w for w in ways),
            replace(back, back=entry.door.id),
        )
    new = {way.id: draft.new_exit_id(n) for n, way in enumerate(ways)}
    for way in ways:
        draft.add(
            events.ExitOpened(
                replace(
                    way,
                    id=new[way.id],
                    from_room=ids[way.from_room],
                    to_room=ids[way.to_room] if way.to_room else None,
                    back=new[way.back] if way.back else None,
                )
            )
        )
