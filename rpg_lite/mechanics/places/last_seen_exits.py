"""The exits that the party remembers: each as it was before it changed out of sight, until a party member is there again."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.situation import Situation
from rpg_lite.decision.state_changes import change
from rpg_lite.decision.targets import party_of
from rpg_lite.world import body_paths
from rpg_lite.world.body_paths import Path
from rpg_lite.world.events import Event, ExitChanged, ExitOpened, Moved
from rpg_lite.world.states import RememberedExit
from rpg_lite.world.world_model import Exit, Thing, World

_CHANGING: Final = frozenset(("label", "direction", "to_room", "kind", "state", "minutes", "back", "hidden"))
"""The visible fields of an exit."""
_FROM_BEYOND: Final = frozenset(("state", "kind", "hidden"))
"""The facts that both sides of a door share, visible from either side."""


def keep(draft: Draft) -> None:
    """Let known rooms remember the exits that the command changed out of the party's sight."""
    touched = _list_touched(draft.events)
    if not touched:
        return
    ways = {id: way for id in touched if (way := draft.world.exits.get(id))}
    before = draft.before
    rooms = _list_known(before, {way.from_room for way in ways.values()}, draft.situation)
    if not rooms:
        return
    ends = {room for way in ways.values() for room in (way.from_room, way.to_room) if room}
    watched = _list_watched(draft, ends)
    draft.world = draft.world.beside({id: room for id, room in rooms.items() if id not in draft.world.things})
    for id, way in ways.items():
        if way.from_room in rooms and way.from_room not in watched:
            is_beyond = way.back is not None and way.to_room in watched and touched[id] <= _FROM_BEYOND
            _keep(draft, before.exits.get(id), way, is_beyond=is_beyond)


def _list_touched(events: Iterable[Event]) -> dict[str, set[str]]:
    """Exit → its changed fields, or "new" for a new exit."""
    found: dict[str, set[str]] = {}
    for event in events:
        if isinstance(event, ExitOpened):
            found.setdefault(event.exit.id, set()).add("new")
        elif isinstance(event, ExitChanged) and event.path in _CHANGING:
            found.setdefault(event.id, set()).add(event.path)
    return found


def _list_known(before: World, ids: set[str], situation: Situation) -> dict[str, Thing]:
    """Those of the rooms that the party had seen."""
    far = situation.rooms(ids - before.things.keys()) if ids - before.things.keys() else {}
    rooms = {id: room for id in ids if (room := before.things.get(id) or far.get(id))}
    return {id: room for id, room in rooms.items() if room.room.seen}


def _list_watched(draft: Draft, rooms: set[str]) -> set[str]:
    """The rooms in which a party member was or is, or through which one passed."""
    worlds = (draft.before, draft.world)
    found = {room.id for world in worlds for who in party_of(world) if (room := world.room_of(who.id))}
    found |= {event.to for event in draft.events if isinstance(event, Moved)}
    return found | {who.parent_id or "" for who in draft.situation.people(rooms).values() if who.creature.is_member}


def _keep(draft: Draft, was: Exit | None, now: Exit, *, is_beyond: bool) -> None:
    room = draft.world.things[now.from_room]
    known = of(room, now.id)
    if known is None and not is_beyond:
        change(draft, room, _path(now.id), _remember_exit(was))
    elif known is None and (was is None or was.hidden):
        change(draft, room, _path(now.id), RememberedExit.unseen())  # newcomers see the exits that were found in the room beyond
    elif known and is_beyond and not known.is_unseen:
        change(draft, room, _path(now.id), known.with_door(now.state, now.kind))


def _remember_exit(was: Exit | None) -> RememberedExit:
    if was is None or was.hidden:
        return RememberedExit.unseen()
    return RememberedExit.make(was.label, was.direction, was.to_room, was.kind, was.state, was.minutes, was.back)


def _path(way: str) -> Path[RememberedExit]:
    return body_paths.REMEMBERED.at(_key(way))


def _key(way: str) -> str:
    """The id without its dot, which would split the path."""
    return way.replace(".", "_")


def of(room: Thing, way: str) -> RememberedExit | None:
    """The remembered state of this exit; None if it is unchanged."""
    return room.room.remembered.get(_key(way))


def as_remembered(way: Exit, room: Thing) -> Exit | None:
    """The exit as the party last saw it, or None if the party never saw it."""
    known = of(room, way.id)
    if known is None:
        return way
    if known.is_unseen:
        return None
    return replace(
        way,
        hidden=False,
        label=known.label or way.label,
        direction=known.direction or way.direction,
        to_room=known.to,
        kind=known.kind or way.kind,
        state=known.state or way.state,
        minutes=way.minutes if known.minutes is None else known.minutes,
        back=known.back,
    )


def refresh(draft: Draft, room: Thing) -> None:
    """Forget the remembered state, because a creature there sees the exits as they are."""
    for key in room.room.remembered:
        change(draft, room, body_paths.REMEMBERED.at(key), None)
