"""What the party remembers of ways: each as it was before it changed out of everybody's sight, until somebody stands before it again."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from rpg_lite.operations.mechanics.body_changes import change
from rpg_lite.operations.outcome import Accepted, Draft, Situation
from rpg_lite.operations.targets import is_member, party_of
from rpg_lite.world.events import Event, ExitChanged, ExitOpened, Moved
from rpg_lite.world.things import Exit, Thing, World

REMEMBERED: Final = "remembered"
"""Where the body of a room says {way: what it was like}; of a way that nobody saw {"unseen": true}."""
UNSEEN: Final[Mapping[str, Any]] = {"unseen": True}
_FIELDS: Final = {
    "label": "label", "direction": "direction", "to": "to_room", "kind": "kind", "state": "state", "minutes": "minutes", "back": "back",
}  # fmt: skip
_FROM_BEYOND: Final = frozenset(("state", "kind", "hidden"))
"""What both sides of a door share: it is seen from either."""


def keep(before: World, outcome: Accepted, situation: Situation) -> Accepted:
    """The outcome with what known rooms remember of the ways that it changed where nobody of the party stands."""
    touched = _touched(outcome.events)
    ways = {id: way for id in touched if (way := outcome.world.exits.get(id))}
    rooms = _known(before, {way.from_room for way in ways.values()}, situation)
    if not rooms:
        return outcome
    ends = {room for way in ways.values() for room in (way.from_room, way.to_room) if room}
    watched = _watched(before, outcome, ends, situation)
    draft = Draft(outcome.world.beside({id: room for id, room in rooms.items() if id not in outcome.world.things}), situation)
    draft.events = [*outcome.events]
    for id, way in ways.items():
        if way.from_room in rooms and way.from_room not in watched:
            is_beyond = way.back is not None and way.to_room in watched and touched[id] <= _FROM_BEYOND
            _keep(draft, before.exits.get(id), way, is_beyond=is_beyond)
    return replace(outcome, events=tuple(draft.events), world=draft.world)


def _touched(events: Iterable[Event]) -> dict[str, set[str]]:
    """Way → which of its fields changed; of a new one that it is new."""
    found: dict[str, set[str]] = {}
    for event in events:
        if isinstance(event, ExitOpened):
            found.setdefault(event.exit.id, set()).add("new")
        elif isinstance(event, ExitChanged) and event.path in {*_FIELDS.values(), "hidden"}:
            found.setdefault(event.id, set()).add(event.path)
    return found


def _known(before: World, ids: set[str], situation: Situation) -> dict[str, Thing]:
    """Those of the rooms that the party had seen."""
    far = situation.rooms(ids - before.things.keys()) if ids - before.things.keys() else {}
    rooms = {id: room for id in ids if (room := before.things.get(id) or far.get(id))}
    return {id: room for id, room in rooms.items() if room.body.get("seen")}


def _watched(before: World, outcome: Accepted, rooms: set[str], situation: Situation) -> set[str]:
    """Rooms where somebody of the party stood, stands, or came by."""
    worlds = (before, outcome.world)
    found = {room.id for world in worlds for who in party_of(world) if (room := world.room_of(who.id))}
    found |= {event.to for event in outcome.events if isinstance(event, Moved)}
    return found | {who.parent_id or "" for who in situation.people(rooms).values() if is_member(who)}


def _keep(draft: Draft, was: Exit | None, now: Exit, *, is_beyond: bool) -> None:
    room = draft.world.things[now.from_room]
    known = of(room, now.id)
    if known is None and not is_beyond:
        change(draft, room, _path(now.id), _told(was))
    elif known is None and (was is None or was.hidden):
        change(draft, room, _path(now.id), {**UNSEEN})  # what is found on the other side shows on this one to those who come
    elif known and is_beyond and not known.get("unseen"):
        change(draft, room, _path(now.id), {**known, "state": now.state, "kind": now.kind})


def _told(was: Exit | None) -> dict[str, Any]:
    if was is None or was.hidden:
        return {**UNSEEN}
    return {key: value for key, field in _FIELDS.items() if (value := getattr(was, field)) is not None}


def _path(way: str) -> str:
    return f"body.remembered.{_key(way)}"


def _key(way: str) -> str:
    """A dot would part the path."""
    return way.replace(".", "_")


def of(room: Thing, way: str) -> Mapping[str, Any] | None:
    """What is remembered of this way; nothing where it is as it was."""
    found: Mapping[str, Any] | None = (room.body.get(REMEMBERED) or {}).get(_key(way))
    return found


def as_remembered(way: Exit, room: Thing) -> Exit | None:
    """The way as the party last saw it, none where it never did."""
    known = of(room, way.id)
    if known is None:
        return way
    if known.get("unseen"):
        return None
    fields: dict[str, Any] = {field: known.get(key) for key, field in _FIELDS.items()}
    return replace(way, hidden=False, **fields)


def refresh(draft: Draft, room: Thing) -> None:
    """Who stands there sees the ways as they are."""
    for key in room.body.get(REMEMBERED) or ():
        change(draft, room, f"body.remembered.{key}", None)
