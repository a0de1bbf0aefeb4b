"""Events in the past tense, with results: only events change the world, and only events are stored."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, assert_never

from pydantic import ConfigDict, Field, TypeAdapter

from rpg_lite.vocabulary import Grip
from rpg_lite.world.world_model import Exit, Thing

_CLOSED = ConfigDict(extra="forbid", validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)


@dataclass(frozen=True, slots=True)
class Created:
    thing: Thing
    event: Literal["created"] = "created"


@dataclass(frozen=True, slots=True)
class Removed:
    """A thing is removed. The event keeps the whole thing, so that it can be restored."""

    thing: Thing
    event: Literal["removed"] = "removed"


@dataclass(frozen=True, slots=True)
class Moved:
    __pydantic_config__ = _CLOSED
    id: str
    from_: Annotated[str, Field(alias="from")]
    to: str
    event: Literal["moved"] = "moved"


@dataclass(frozen=True, slots=True)
class Counted:
    id: str
    was: int
    now: int
    event: Literal["counted"] = "counted"


@dataclass(frozen=True, slots=True)
class Changed:
    """A value of a thing changed. `path` is a field ("name") or a dotted path into the body ("body.state.charges"); None means no value."""

    id: str
    path: str
    was: Any
    now: Any
    event: Literal["changed"] = "changed"


@dataclass(frozen=True, slots=True)
class Equipped:
    context: str
    id: str
    slot: str | None
    grip: Grip | None = None
    priority: float = 0.0
    event: Literal["equipped"] = "equipped"


@dataclass(frozen=True, slots=True)
class Unequipped:
    context: str
    id: str
    slot: str | None
    grip: Grip | None = None
    priority: float = 0.0
    event: Literal["unequipped"] = "unequipped"


@dataclass(frozen=True, slots=True)
class Attuned:
    id: str
    to: str
    event: Literal["attuned"] = "attuned"


@dataclass(frozen=True, slots=True)
class Unattuned:
    __pydantic_config__ = _CLOSED
    id: str
    from_: Annotated[str, Field(alias="from")]
    event: Literal["unattuned"] = "unattuned"


@dataclass(frozen=True, slots=True)
class ExitOpened:
    """A room gained an exit."""

    exit: Exit
    event: Literal["exit_opened"] = "exit_opened"


@dataclass(frozen=True, slots=True)
class ExitChanged:
    """A value of an exit changed. `path` is a field of the exit: "state", "hidden" …"""

    id: str
    path: str
    was: Any
    now: Any
    event: Literal["exit_changed"] = "exit_changed"


@dataclass(frozen=True, slots=True)
class ExitClosed:
    """An exit is removed. The event keeps the whole exit, so that it can be restored."""

    exit: Exit
    event: Literal["exit_closed"] = "exit_closed"


@dataclass(frozen=True, slots=True)
class Rolled:
    """A roll of dice and its purpose ("heal", "damage", "roll"). It changes nothing by itself.

    `key`: the purpose, unique within the commit ("attack c2.1>c3.1"), by which a replay of the deed finds the same dice.
    """

    __pydantic_config__ = _CLOSED
    dice: str
    faces: tuple[int, ...]
    total: int
    for_: Annotated[str, Field(alias="for")]
    key: Annotated[str, Field(exclude_if=lambda key: not key)] = ""
    event: Literal["rolled"] = "rolled"


Event = (
    Created
    | Removed
    | Moved
    | Counted
    | Changed
    | Equipped
    | Unequipped
    | Attuned
    | Unattuned
    | ExitOpened
    | ExitChanged
    | ExitClosed
    | Rolled
)

_EVENT: Final[TypeAdapter[Event]] = TypeAdapter(Annotated[Event, Field(discriminator="event")])
_EVENTS: Final[TypeAdapter[tuple[Event, ...]]] = TypeAdapter(tuple[Annotated[Event, Field(discriminator="event")], ...])


def dump(events: Iterable[Event]) -> list[dict[str, Any]]:
    """The events as JSON values, for the chronicle."""
    done: list[dict[str, Any]] = _EVENTS.dump_python(tuple(events), mode="json", by_alias=True)
    return done


def load(rows: Iterable[dict[str, Any]]) -> tuple[Event, ...]:
    return _EVENTS.validate_python(tuple(rows))


def read(text: bytes) -> Event:
    """Read an event from JSON that somebody else wrote; every value must already have its type. Raises ValidationError."""
    return _EVENT.validate_json(text, strict=True)


def invert(event: Event) -> Event:
    """The event that undoes this event: evolve(evolve(world, e), invert(e)) == world."""
    match event:
        case Created(thing):
            return Removed(thing)
        case Removed(thing):
            return Created(thing)
        case Moved(id, from_, to):
            return Moved(id, to, from_)
        case Counted(id, was, now):
            return Counted(id, now, was)
        case Changed(id, path, was, now):
            return Changed(id, path, now, was)
        case Equipped(context, id, slot, grip, priority):
            return Unequipped(context, id, slot, grip, priority)
        case Unequipped(context, id, slot, grip, priority):
            return Equipped(context, id, slot, grip, priority)
        case Attuned(id, to):
            return Unattuned(id, to)
        case Unattuned(id, from_):
            return Attuned(id, from_)
        case ExitOpened(way):
            return ExitClosed(way)
        case ExitClosed(way):
            return ExitOpened(way)
        case ExitChanged(id, path, was, now):
            return ExitChanged(id, path, now, was)
        case Rolled():
            return event
        case _:
            assert_never(event)
