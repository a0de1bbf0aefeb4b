"""Make the rooms and exits of a map, and join it to the campaign."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.capabilities_in_use import use_defaults
from rpg_lite.rules import names
from rpg_lite.vocabulary import OPPOSITE
from rpg_lite.world import body_paths, events, map_plans
from rpg_lite.world.map_plans import Plan, Room
from rpg_lite.world.states import MapGroup
from rpg_lite.world.world_model import ROOMS_ID, Exit, Thing

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
    direction = room_lookup.direction_of(label)
    taken = {names.fold(way.label) for way in map_plans.exits(plan) if way.from_room == names.fold(plan.start)}
    back = free_name(OPPOSITE[direction], taken.__contains__)
    first, second = draft.new_exit_id(), draft.new_exit_id(1)
    draft.add(events.ExitOpened(Exit(first, base.id, label, direction, entrance, back=second)))
    draft.add(events.ExitOpened(Exit(second, entrance, back, OPPOSITE[direction], base.id, back=first)))


def make_rooms(draft: Draft, plan: Plan) -> dict[str, str]:
    """Folded name in the plan → id in the campaign."""
    planned = {names.fold(room.name) for room in plan.rooms}
    group = MapGroup.make(draft.new_id("room"), plan.name, plan.level, plan.heroes)
    made = {names.fold(t.name) for t in draft.world.things.values() if t.kind == "room"}  # some come from earlier commands of a batch
    asked = {*planned, *(names.fold(_longer(room.name, plan.name)) for room in plan.rooms)}
    taken = {*made, *draft.situation.room_names(asked)}
    ids: dict[str, str] = {}

    def taken_but(own: str) -> Callable[[str], bool]:
        """Whether a folded name belongs to another room, of the campaign or of the plan."""
        return lambda key: key in taken or key in planned - {own} or (key not in asked and bool(draft.situation.room_names({key})))

    for done, room in enumerate(plan.rooms, 1):
        key = names.fold(room.name)
        called = _free_room_name(room.name, plan.name, taken_but(key))
        taken.add(names.fold(called))
        thing = Thing(draft.new_id("room"), "room", called, ROOMS_ID, body=_body(room, plan, group, draft))
        draft.add(events.Created(thing))
        ids[key] = thing.id
        draft.situation.progress(MADE, done, len(plan.rooms))
    use_defaults(draft, *ids.values())
    return ids


def free_name(name: str, is_taken: Callable[[str], bool]) -> str:
    """The name, or the first "name 2", "name 3" … that is not taken. `is_taken` takes a folded name."""
    found, n = name, 2
    while is_taken(names.fold(found)):
        found, n = f"{name} {n}", n + 1
    return found


def _free_room_name(name: str, of: str, is_taken: Callable[[str], bool]) -> str:
    """The name of the room, combined with the name of the map if it is taken."""
    return free_name(_longer(name, of), is_taken) if is_taken(names.fold(name)) else name


def _longer(name: str, of: str) -> str:
    longer = f"{name} of {of}"
    return longer if len(longer) <= _LONGEST_CALLED else name


def _body(room: Room, plan: Plan, group: MapGroup, draft: Draft) -> dict[str, Any]:
    story = [plan.story] if plan.story and names.fold(room.name) == names.fold(plan.start) else []
    return body_paths.body_of(
        body_paths.DESCRIPTION.to(room.description or None),
        body_paths.VIBE.to(room.vibe or None),
        body_paths.AT.to(room.at.model_dump() if room.at else None),
        body_paths.OUTSIDE.to(room.outside or None),
        body_paths.LIGHT.to(room.light),
        body_paths.NOTES.to([*story, *room.notes] or None),
        body_paths.MAP.to(group),
        *_of_ground(room, draft),
    )


def _of_ground(room: Room, draft: Draft) -> Iterator[body_paths.Setting]:
    """The size and the features of the ground that the map gives."""
    if room.ground is None:
        return
    if size := room.ground.wide_and_high:
        yield body_paths.GROUND_W.to(size[0])
        yield body_paths.GROUND_H.to(size[1])
    for leaf, feature in zip(draft.new_leaves(), room.ground.features, strict=False):
        yield body_paths.FEATURES.at(leaf).to(feature.state)


def place_exits(draft: Draft, plan: Plan, ids: Mapping[str, str], opened: Mapping[str, str]) -> None:
    """Place the exits whose squares the map gives. `ids`: folded name of a room → id; `opened`: id of an exit in the plan → in the campaign."""
    for planned, (room, square) in map_plans.exit_squares(plan).items():
        way = opened[planned].replace(".", "_")
        change(draft, draft.world.things[ids[room]], body_paths.EXIT_SQUARES.at(way), square)


def open_exits(draft: Draft, plan: Plan, ids: Mapping[str, str], entry: MapEntry | None) -> None:
    """Open every exit of the plan where the map places it, and join the entrance both ways to the room where the map is joined."""
    ways = map_plans.exits(plan)
    ids = {**ids, **({entry.base: entry.base} if entry else {})}
    if entry:
        side = room_lookup.direction_of(entry.label)
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
    place_exits(draft, plan, ids, new)
