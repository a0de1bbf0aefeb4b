"""The answer to a command: Accepted with events, or Rejected with a code. A rejection cannot leave a trace: nothing was touched."""

import dataclasses
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from rpg_lite.rules.dice import Roller
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Kind
from rpg_lite.world.atlas import Side, Ways
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.states import Seen
from rpg_lite.world.things import CAST_LETTER, EXIT_LETTER, KIND_LETTER, Exit, Thing, World


@dataclass(frozen=True, slots=True)
class Called:
    """A placeholder for a name in an outcome: each reader gets the name that the reader knows, or none."""

    id: str


@dataclass(frozen=True, slots=True)
class ThingWords:
    """Words of a thing in what an outcome tells, kept from those who know the thing by its look alone."""

    of: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """A condition or an effect (`kind`: the list in which it stood) that is over. `look`: what it goes by where nobody has identified its source."""

    what: str
    whom: Called
    kind: str
    look: str | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """Something worth telling beside the events: a code and its details, in which things stand as `Called`."""

    code: str
    details: Mapping[str, Any] = dataclasses.field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Result:
    """The facts that an operation reports beside its events: figures, and names as `Called`. Each such operation has its own type."""


R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The events of a command, and the world after it.

    `subject`: the thing it is about; `bearers`: whose numbers may change; `made`: the ids that it made; `busy`: the ids of those who spend
    time in it, with the minute until which they do.
    """

    events: tuple[Event, ...]
    world: World
    notes: tuple[Notice, ...] = ()
    subject: str | None = None
    bearers: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    busy: Mapping[str, int] = dataclasses.field(default_factory=dict)
    result: Result | None = None

    def expect(self, kind: type[R]) -> R:
        """The result, which is of this kind wherever the operation is."""
        if not isinstance(self.result, kind):
            raise TypeError(f"{type(self.result).__name__} is no {kind.__name__}")
        return self.result


@dataclass(frozen=True, slots=True)
class Rejected:
    """Why not. `near`: names that may be meant; `allowed`: what could be sent; `instead`: a payload that would be accepted now.
    `players`: a player reads it, without suggestions that only the game master may send.
    """

    code: str
    field: str | None = None
    details: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    near: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    instead: Mapping[str, Any] | None = None
    players: bool = False


Outcome = Accepted | Rejected


Sights = Callable[[Collection[str], Side], tuple[Sequence[Exit], Mapping[str, Seen | None]]]
"""The exits out of these rooms, or into them, and what the rooms beyond say of their discovery."""
Rooms = Callable[[Collection[str]], Mapping[str, Thing]]
"""Ids of rooms → bare things: the rooms themselves, who stands in them, or what lies in them."""


Progress = Callable[[str, int, int], None]
"""Hears of a long command how far it is: the step, how many are done, of how many. Nothing may follow from what it does."""


def unheard(step: str, done: int, of: int) -> None:
    """The progress of a command whose caller does not ask for it."""


def _no_ways(rooms: Collection[str], side: Side) -> Sequence[Exit]:
    return ()


def _no_sights(rooms: Collection[str], side: Side) -> tuple[Sequence[Exit], Mapping[str, Seen | None]]:
    return (), {}


def _nothing(rooms: Collection[str]) -> Mapping[str, Thing]:
    return {}


@dataclass(frozen=True, slots=True)
class Situation:
    """The inputs of a decider beside the command and the world: a decider takes nothing else from outside.

    `place`: events that stand before this command's in the same commit (ids are made of it). `dry`: decide only, never roll.
    `ways`, `sights`, `rooms`, `people`, `things`: what lies beyond the slice, for those who look farther than a command can say beforehand.
    `since`: the minute when the batch began; `busy`: the ids of those who spent time in it, with the minute until which they did.
    `progress`: told of each room of a map that is brought in. `clock_stands`: for a player, whose steps take none of the others' time.
    """

    book: Rulebook
    roll: Roller
    rev: int = 1
    place: int = 0
    dry: bool = False
    ways: Ways = _no_ways
    sights: Sights = _no_sights
    rooms: Rooms = _nothing
    people: Rooms = _nothing
    things: Rooms = _nothing
    progress: Progress = unheard
    clock_stands: bool = False
    since: int | None = None
    busy: Mapping[str, int] = dataclasses.field(default_factory=dict)


class Draft:
    """The events of one command as they are decided, and the world after each. The only mutable thing in the core; it never leaves it."""

    def __init__(self, world: World, situation: Situation) -> None:
        self.world = world
        self.situation = situation
        self.events: list[Event] = []
        self.notes: list[Notice] = []
        self.busy: dict[str, int] = {}

    def add(self, *events: Event) -> None:
        self.events += events
        self.world = evolve_all(self.world, events)

    def note(self, code: str, **details: Any) -> None:
        self.notes.append(Notice(code, details))

    def new_id(self, kind: Kind) -> str:
        """The id that the next event makes: the kind's letter, the rev, the event's place in it."""
        return f"{KIND_LETTER[kind]}{self.situation.rev}.{self.situation.place + len(self.events) + 1}"

    def new_exit_id(self, later: int = 0) -> str:
        """The id of the exit that the next event opens, or one so many events later: both sides of a door name each other."""
        return f"{EXIT_LETTER}{self.situation.rev}.{self.situation.place + len(self.events) + 1 + later}"

    def new_cast_id(self) -> str:
        """The id of a cast whose first event is the next one."""
        return f"{CAST_LETTER}{self.situation.rev}.{self.situation.place + len(self.events) + 1}"

    def is_of_this_commit(self, id: str) -> bool:
        """Whether an id was made in this commit, by this command or one before it."""
        return id[1:].partition(".")[0] == str(self.situation.rev)

    def accepted(
        self, subject: str | None = None, *bearers: str | None, made: Sequence[str] = (), result: Result | None = None
    ) -> Accepted:
        touched = tuple(dict.fromkeys(b for b in bearers if b))
        return Accepted(tuple(self.events), self.world, tuple(self.notes), subject, touched, tuple(made), self.busy, result)
