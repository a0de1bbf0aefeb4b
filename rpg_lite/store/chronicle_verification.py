"""Replay a chronicle from a file without trusting it: every event must be possible in the world before it, and must state the old values
correctly, because an undo restores them.
"""

from collections.abc import Mapping
from typing import Any, Final, assert_never

from pydantic import ValidationError
from pydantic_core import to_json

from rpg_lite.rules import dice
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.store.export_lines import ExitLine, ThingLine, first_fault
from rpg_lite.store.replay import ImpossibleEvent, Replay
from rpg_lite.store.thing_body_schema import LARGEST
from rpg_lite.world import body_paths, events
from rpg_lite.world.clock import CAMPAIGN_ID, LAST_MINUTE
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import value_at, with_value
from rpg_lite.world.tools_in_use import CAPABILITIES
from rpg_lite.world.world_model import DEFAULTS_ID, Exit, Thing

_CHANGING: Final = frozenset({"name", "available"})
"""Fields of a thing outside its body that events change by path."""
_ALTERED: Final = frozenset(Exit.__dataclass_fields__) - {"id", "from_room"}
_MOST_FACES: Final = 1000
_STAMPS: Final = {"created_at": 0, "updated_at": 0, "deleted_at": None}


class Proven(Replay):
    """A replay that checks every event and raises ImpossibleEvent instead of the errors of `evolve`."""

    def _happen(self, event: Event) -> None:
        match event:
            case events.Created(thing):
                self._creates(thing)
            case events.Removed(thing):
                _same("thing", thing, self._thing(thing.id))
                _inner(thing)
            case events.Moved(id, from_, to):
                self._moves(self._thing(id), from_, to)
            case events.Counted(id, was, now):
                _same("was", was, self._thing(id).quantity)
                _within("now", now, 1, LARGEST)
            case events.Changed():
                self._changes(event)
            case events.Equipped() | events.Unequipped():
                self._uses(event)
            case events.Attuned(id, to):
                _same("id", None, self._thing(id).attuned_to)
                _kind("to", self._thing(to), "character")
            case events.Unattuned(id, from_):
                _same("from", from_, self._thing(id).attuned_to)
            case events.ExitOpened(way):
                self._opens(way)
            case events.ExitClosed(way):
                _same("exit", way, self._exit(way.id))
            case events.ExitChanged():
                self._alters(event)
            case events.Rolled(rolled, faces, total):
                if wrong := dice.fault_in_roll(rolled):
                    raise ImpossibleEvent(f"dice: {wrong}")
                _within("total", total, -LARGEST, LARGEST)
                for face in faces:
                    _within("faces", face, 1, _MOST_FACES)
            case _:
                assert_never(event)
        super()._happen(event)

    def _creates(self, thing: Thing) -> None:
        if thing.id in self.things:
            raise ImpossibleEvent(f"thing.id: {thing.id} already exists")
        if thing.parent_id is not None:
            self._thing(thing.parent_id, "thing.parent_id")
        _sound_thing(thing)

    def _moves(self, thing: Thing, from_: str, to: str) -> None:
        _same("from", from_, thing.parent_id)
        _inner(thing)
        at: Thing | None = self._thing(to, "to")
        while at is not None:
            if at.id == thing.id:
                raise ImpossibleEvent(f"to: {thing.id} would be inside itself")
            at = self.things.get(at.parent_id or "")

    def _changes(self, event: events.Changed) -> None:
        if event.id == CAMPAIGN_ID:
            if event.path != "minutes":
                raise ImpossibleEvent("path: only the minutes of a campaign change")
            _same("was", event.was, self.campaign.minutes)
            _within("now", event.now, 0, LAST_MINUTE)
            return
        thing = self._thing(event.id)
        if event.path not in _CHANGING and not event.path.startswith(body_paths.BODY):
            raise ImpossibleEvent(f"path: {event.path} does not change; expected {', '.join(sorted(_CHANGING))} or a path in body")
        _mappings(thing, event.path)
        _same("was", event.was, value_at(thing, event.path))
        after = with_value(thing, event.path, event.now)
        _sound_thing(after)
        _same("was", thing, with_value(after, event.path, event.was))

    def _uses(self, event: events.Equipped | events.Unequipped) -> None:
        row = self.equipped.get((event.context, event.id))
        if isinstance(event, events.Unequipped):
            if row is None:
                raise ImpossibleEvent(f"id: {event.context} does not use {event.id}")
            _same("slot", (event.slot, event.grip, event.priority), (row.slot, row.grip, row.priority))
            return
        if row is not None:
            raise ImpossibleEvent(f"id: {event.context} already uses {event.id}")
        context, thing = self._thing(event.context, "context"), self._thing(event.id)
        if not -1000 <= event.priority <= 1000:
            raise ImpossibleEvent("priority: expected a number between -1000 and 1000")
        if (event.slot is None) != (thing.kind in CAPABILITIES or thing.parent_id == DEFAULTS_ID):
            raise ImpossibleEvent("slot: expected one for an item, and none for a tool or a note")
        if event.slot is not None:
            _kind("id", thing, "item")
            _kind("context", context, "character")

    def _opens(self, way: Exit) -> None:
        if way.id in self.exits:
            raise ImpossibleEvent(f"exit.id: {way.id} already exists")
        self._sound_exit(way)

    def _alters(self, event: events.ExitChanged) -> None:
        way = self._exit(event.id)
        if event.path not in _ALTERED:
            raise ImpossibleEvent(f"path: expected one of {', '.join(sorted(_ALTERED))}")
        _same("was", event.was, getattr(way, event.path))
        self._sound_exit(Exit(**{**_fields(way), event.path: event.now}))

    def _sound_exit(self, way: Exit) -> None:
        try:
            ExitLine.model_validate_json(to_json({**_fields(way), **_STAMPS}), context=ANY)
        except ValidationError as error:
            raise ImpossibleEvent(f"exit.{first_fault(error)}") from error
        for field, room in (("from_room", way.from_room), ("to_room", way.to_room)):
            if room is not None:
                _kind(f"exit.{field}", self._thing(room, f"exit.{field}"), "room")

    def _thing(self, id: str, field: str = "id") -> Thing:
        if id not in self.things:
            raise ImpossibleEvent(f"{field}: there is no {id} at that time")
        return self.things[id]

    def _exit(self, id: str) -> Exit:
        if id not in self.exits:
            raise ImpossibleEvent(f"id: there is no exit {id} at that time")
        return self.exits[id]


def _fields(way: Exit) -> dict[str, Any]:
    return {name: getattr(way, name) for name in Exit.__dataclass_fields__}


def _sound_thing(thing: Thing) -> None:
    row = {name: getattr(thing, name) for name in Thing.__dataclass_fields__}
    try:
        ThingLine.model_validate_json(to_json(row | _STAMPS), context=ANY)
    except ValidationError as error:
        raise ImpossibleEvent(f"thing.{first_fault(error)}") from error


def _inner(thing: Thing) -> None:
    if thing.is_frame and thing.parent_id != DEFAULTS_ID:  # going back to before a set was made removes it
        raise ImpossibleEvent(f"id: {thing.id} is part of every campaign and cannot be removed")


def _mappings(thing: Thing, path: str) -> None:
    """Check that every key of a path except the last leads to an object or is missing."""
    found: Any = thing.body
    for key in path.split(".")[1:-1]:
        found = found.get(key)
        if found is None:
            return
        if not isinstance(found, Mapping):
            raise ImpossibleEvent(f"path: {path} leads into something that is not an object")


def _same(field: str, told: Any, true: Any) -> None:
    if told != true or isinstance(told, bool) != isinstance(true, bool):
        raise ImpossibleEvent(f"{field}: differs from the value before this event")


def _within(field: str, value: Any, least: int, most: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise ImpossibleEvent(f"{field}: expected a whole number from {least} to {most}")


def _kind(field: str, thing: Thing, kind: str) -> None:
    if thing.kind != kind:
        raise ImpossibleEvent(f"{field}: {thing.id} is not of kind {kind}")
