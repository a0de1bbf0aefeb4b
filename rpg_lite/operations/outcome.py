"""The answer to a command: Accepted with events, or Rejected with a code. A rejection leaves no trace, because nothing was changed."""

import dataclasses
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeVar

from rpg_lite.operations.hand_rolled_faces import FacesOnTheTable
from rpg_lite.operations.map_source_protocol import NO_MAPS, MapShelf
from rpg_lite.operations.occasions_and_alterations import Alteration, Change, Occasion
from rpg_lite.operations.told_auras import ToldAura
from rpg_lite.operations.trigger_events import Happening, OneSource
from rpg_lite.rules import dice
from rpg_lite.rules.dice import Roller
from rpg_lite.rules.lore import NO_LORE, Lore
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Kind
from rpg_lite.world import thing_stats
from rpg_lite.world.atlas import Side, Ways
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve, evolve_all
from rpg_lite.world.history_records import JournalEntry
from rpg_lite.world.states import Seen
from rpg_lite.world.world_model import CAST_LETTER, EXIT_LETTER, KIND_LETTER, Exit, Thing, World


@dataclass(frozen=True, slots=True)
class Called:
    """A placeholder for a name in an outcome; each reader gets the name known to that reader, or none."""

    id: str


@dataclass(frozen=True, slots=True)
class ThingWords:
    """Words about a thing in an outcome, hidden from readers who know the thing only by its look."""

    of: str
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ended:
    """A condition or an effect that has ended (`kind`: the list that held it). `look`: its name while nobody has identified its source."""

    what: str
    whom: Called
    kind: str
    look: str | None = None


@dataclass(frozen=True, slots=True)
class Notice:
    """A note in addition to the events: a code and its details, with things as `Called`."""

    code: str
    details: Mapping[str, Any] = dataclasses.field(default_factory=dict)


What = Literal[
    "turn", "death save", "action", "action of Haste", "attacks", "bonus action", "reaction", "movement", "second slot", "spell beside bonus"
]  # fmt: skip
"""The part of a turn that is overspent; `turn`: something that belongs to the creature's own turn, done in another's."""


@dataclass(frozen=True, slots=True)
class Overspent:
    """Something that a creature does although the turn does not allow it: a note tells it, and a rule that the table demands refuses it.

    `whose`: the creature whose turn it is, or its name if it is not loaded; `number`, `most`: the number of the attack in the turn, and the
    attacks that the turn has.
    """

    who: str
    what: What
    whose: Called | str | None = None
    number: int = 0
    most: int = 0

    @property
    def note(self) -> Notice:
        who = Called(self.who)
        match self.what:
            case "turn":
                return Notice("turn_of_another", {"name": self.whose, "by": who})
            case "death save":
                return Notice("death_save_early", {"name": self.whose, "by": who})
            case "attacks":
                return Notice("attacks_beyond", {"name": who, "number": self.number, "most": self.most})
            case "second slot":
                return Notice("second_slot", {"name": who})
            case "spell beside bonus":
                return Notice("spell_beside_bonus", {"name": who})
            case _:
                return Notice("spent_already", {"name": who, "what": self.what})


@dataclass(frozen=True, slots=True)
class Result:
    """Facts that an operation reports in addition to its events: figures, and names as `Called`. Each such operation has its own type."""

    def at_end(self, draft: "Draft") -> Self:
        """The result when everything has followed: what is left of the turn, for example, is read only then."""
        return self


@dataclass(frozen=True, slots=True)
class NotMade(Result):
    """A command of a batch that was skipped, because an earlier command of the batch killed its target."""

    target: Called


R = TypeVar("R", bound=Result)


@dataclass(frozen=True, slots=True)
class Accepted:
    """The events of a command, and the world after it.

    `subject`: the thing it is about; `bearers`: creatures whose numbers may change; `made`: the ids that it made; `busy`: creature id → the
    minute until which the command keeps it busy; `occasions`: the moments that may be answered; `alterations`: its changes to the deed that
    it answers.
    """

    events: tuple[Event, ...]
    world: World
    notes: tuple[Notice, ...] = ()
    subject: str | None = None
    bearers: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    busy: Mapping[str, int] = dataclasses.field(default_factory=dict)
    result: Result | None = None
    occasions: tuple[Occasion, ...] = ()
    alterations: tuple[Alteration, ...] = ()

    def expect(self, kind: type[R]) -> R:
        """The result, for an operation that always gives one of this type."""
        if not isinstance(self.result, kind):
            raise TypeError(f"{type(self.result).__name__} is no {kind.__name__}")
        return self.result


@dataclass(frozen=True, slots=True)
class Rejected:
    """The reason for a refusal. `near`: names that may be meant; `allowed`: values that could be sent; `instead`: a payload that would be
    accepted now. `players`: written for a player, without suggestions that only the game master may send.
    """

    code: str
    field: str | None = None
    details: Mapping[str, Any] = dataclasses.field(default_factory=dict)
    near: tuple[str, ...] = ()
    allowed: tuple[str, ...] = ()
    instead: Mapping[str, Any] | None = None
    players: bool = False


Outcome = Accepted | Rejected


class Refused(Exception):
    """A refusal on its way to the loop, which alone catches it."""

    def __init__(self, why: Rejected) -> None:
        super().__init__(why.code)
        self.why = why


T = TypeVar("T")


def must(found: T | Rejected) -> T:
    """What was found; a refusal ends the command."""
    if isinstance(found, Rejected):
        raise Refused(found)
    return found


def forbid(refusal: Rejected | None) -> None:
    """End the command with the refusal, if there is one."""
    if refusal is not None:
        raise Refused(refusal)


@dataclass(frozen=True, slots=True)
class Decision:
    """The answer of a decider that has written its events into the draft: what it is about, the creatures whose numbers may change, and the
    ids that it made. The loop closes the draft with it when everything that follows has been played.
    """

    subject: str | None = None
    bearers: tuple[str, ...] = ()
    made: tuple[str, ...] = ()
    result: Result | None = None

    @classmethod
    def about(cls, subject: str | None = None, *bearers: str | None, made: Sequence[str] = (), result: Result | None = None) -> Self:
        """The decision, with each bearer once."""
        return cls(subject, tuple(dict.fromkeys(b for b in bearers if b)), tuple(made), result)


Verdict = Decision | Rejected
"""The answer of a decider."""


Sights = Callable[[Collection[str], Side], tuple[Sequence[Exit], Mapping[str, Seen | None]]]
"""The exits out of these rooms, or into them, and whether the party has discovered the rooms beyond."""
Rooms = Callable[[Collection[str]], Mapping[str, Thing]]
"""Ids of rooms → bare things: the rooms themselves, the people in them, or the things in them."""


Names = Callable[[], Collection[str]]
RoomNames = Callable[[Collection[str]], Collection[str]]
"""The names of all living creatures of the campaign, wherever they are."""


Precedents = Callable[[str], Sequence[JournalEntry]]
"""A question in words → the decisions on such questions, best first; an empty one → the newest decisions."""


def no_precedents(question: str) -> Sequence[JournalEntry]:
    """Find none, for a reader who may not know them."""
    return ()


Checkpoints = Callable[[], Mapping[str, int]]
"""The folded names of the checkpoints, with their revs."""


def no_checkpoints() -> Mapping[str, int]:
    """Find none, for a reader who may not know them."""
    return {}


Progress = Callable[[str, int, int], None]
"""Called during a long command with the step, the number done, and the total. It must not affect the outcome."""


def unheard(step: str, done: int, of: int) -> None:
    """Ignore the progress, for a caller that does not ask for it."""


def _no_ways(rooms: Collection[str], side: Side) -> Sequence[Exit]:
    return ()


def _no_sights(rooms: Collection[str], side: Side) -> tuple[Sequence[Exit], Mapping[str, Seen | None]]:
    return (), {}


Faces = Mapping[str, Sequence[tuple[int, int]]]
"""The dice of a deed that is played again: key → the size and face of each die."""


def _nothing(rooms: Collection[str]) -> Mapping[str, Thing]:
    return {}


def no_names() -> Collection[str]:
    """Return no names, for a reader who may not know them."""
    return ()


def _no_rooms(keys: Collection[str]) -> Collection[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Situation:
    """The inputs of a decider in addition to the command and the world; a decider takes no other input.

    `place`: the number of events before this command's in the same commit (ids contain it). `dry`: decide only, never roll. `ways`,
    `sights`, `rooms`, `people`, `things`, `names`: lookups beyond the slice, when a command cannot declare all its needs in advance.
    `room_names`: the ones among some folded names that are names of rooms. `since`: the minute when the batch began; `busy`: creature id →
    the minute until which it was busy in this batch. `progress`: called for each room of an imported map. `clock_stands`: true for a
    player, whose steps cost the others no time. `deed`: the prefix of the keys of its dice, distinct for each command of a batch; `fallen`:
    dice that keep their earlier faces. `answers`: the occasion that this command answers; `altered`: the changes that answers make to this
    deed, which is played again; `auras`: those that the call says reach others. `lore`: the table's own pages; `precedents`: the decisions
    on a question; a caller who does not see everything gets neither. `checkpoints`: those of the campaign; none for players. `strangers`: the ids of creatures of which the caller does
    not know what they are, so that an act that does not fit them is tried in vain, and not refused. `unmeasured`: those whose hit points a
    dry run must not depend on. `hides_others`: whether this is a dry run for a caller who must not learn the levels of others' spells and the
    senses of others.
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
    deed: str = ""
    fallen: Faces = dataclasses.field(default_factory=dict)
    names: Names = no_names
    room_names: RoomNames = _no_rooms
    answers: Occasion | None = None
    altered: tuple[Alteration, ...] = ()
    auras: tuple[ToldAura, ...] = ()
    lore: Lore = NO_LORE
    precedents: Precedents = no_precedents
    checkpoints: Checkpoints = no_checkpoints
    maps: MapShelf = NO_MAPS
    strangers: frozenset[str] = frozenset()
    unmeasured: frozenset[str] = frozenset()
    hides_others: bool = False


@dataclass(frozen=True, slots=True)
class Over:
    """A condition or an effect that has ended. `in_time`: its whole time has passed, and nothing ended it earlier."""

    bearer: str
    entry: Lasting
    in_time: bool = False


class Draft:
    """The events of one command as they are decided, and the world after each; the only mutable object in the core, never seen outside."""

    def __init__(self, world: World, situation: Situation) -> None:
        self.before = self.world = world
        self.situation = situation
        self.events: list[Event] = []
        self.notes: list[Notice] = []
        self.overspent: list[Overspent] = []
        self.aura_bearers: tuple[str, ...] | None = None
        """The creatures that may have an aura, found once for all rolls of a deed."""
        self.busy: dict[str, int] = {}
        self.happened: list[Happening] = []
        self.acting: str | None = None
        self.over: list[Over] = []
        self.followed: Happening | None = None
        self.occasions: list[Occasion] = []
        self.alterations: list[Alteration] = []
        self.blows: dict[str, int] = {}
        """Creature → the blows that it has suffered in this deed."""
        self.blow: OneSource | None = None
        self.moment: int | None = None
        """The round of the campaign in which something happened that is played only now, after time has passed beyond it."""
        """The attack whose damage is being dealt."""
        self.spares: str | None = None
        """The creature that this deed knocks out rather than kills."""
        self._rolls: dict[str, int] = {}
        self.faces: FacesOnTheTable | None = None
        self._altered: list[Alteration] = []
        self._before: dict[tuple[str, str, str | None], tuple[Happening, ...]] = {}

    def add(self, *events: Event) -> None:
        self.events += events
        self.world = evolve(self.world, events[0]) if len(events) == 1 else evolve_all(self.world, events)

    @contextmanager
    def one_blow(self) -> Iterator[None]:
        """Treat all damage inside as from one source: triggers hear of it once, and one save keeps concentration (SRD, Concentration)."""
        with self.same_blow(OneSource()):
            yield

    @contextmanager
    def same_blow(self, source: OneSource | None) -> Iterator[None]:
        """Treat all damage inside as from a source that may have dealt some already, such as a hit whose triggers add to its damage; None: no
        such source, so that the one at work, if any, remains.
        """
        outer, self.blow = self.blow, source or self.blow
        yield
        self.blow = outer

    @contextmanager
    def at_moment(self, round: int | None) -> Iterator[None]:
        """Let effects applied inside last from this round on, and not from the current one."""
        outer, self.moment = self.moment, round
        yield
        self.moment = outer

    def stats(self, creature: Thing) -> EffectiveStats:
        """Every number of the creature now."""
        return thing_stats.stats_of(self.world, creature, self.situation.book)

    def note(self, code: str, **details: Any) -> None:
        self.notes.append(Notice(code, details))

    def overspend(self, over: Overspent) -> None:
        """Note something that the turn does not allow; the loop refuses it where the table demands the rule."""
        self.overspent.append(over)
        self.notes.append(over.note)

    def remember_laid(self, bearer: str, entry: Lasting) -> None:
        """Remember the events before the entry was applied, because they do not end it."""
        now = (self.followed,) if self.followed else ()
        self._before[bearer, entry.name, entry.cause.cast] = (*now, *self.happened)

    def has_laid(self, bearer: str, entry: Lasting) -> bool:
        """Whether this deed itself has applied the entry: an effect that one cast lays twice on its caster begins once."""
        return (bearer, entry.name, entry.cause.cast) in self._before

    def is_older(self, happening: Happening, bearer: str, entry: Lasting) -> bool:
        """Whether this happened before the entry was applied; the blow that brings an effect does not end the effect."""
        return any(h is happening for h in self._before.get((bearer, entry.name, entry.cause.cast), ()))

    def dice_for(self, purpose: str) -> tuple[str, Roller]:
        """The key of the next dice of this purpose, and their roller; in a deed that is played again, they show their earlier faces."""
        nth = self._rolls[purpose] = self._rolls.get(purpose, -1) + 1
        key = f"{self.situation.deed}{purpose}{f' {nth}' if nth else ''}"
        known = self.situation.fallen.get(key)
        return key, self.situation.roll if known is None else dice.shown_again(known, self.situation.roll)

    def altering(self, where: Callable[[Occasion], bool], *changes: Change) -> list[Alteration]:
        """The changes of these kinds that answers make at occasions that pass `where`; each is returned once in a deed."""
        if not self.situation.altered:
            return []
        found = [a for a in self.situation.altered if a.change in changes and where(a.occasion) and a not in self._altered]
        self._altered += found
        return found

    def new_id(self, kind: Kind) -> str:
        """The id that the next event makes: the letter of the kind, the rev, and the event's place in the rev."""
        return f"{KIND_LETTER[kind]}{self.situation.rev}.{self.situation.place + len(self.events) + 1}"

    def new_leaf(self) -> str:
        """A key for a separate entry that no later command shares."""
        return f"n{self.situation.rev}_{self.situation.place + len(self.events) + 1}"

    def new_exit_id(self, later: int = 0) -> str:
        """The id of the exit that the next event opens, or the event `later` places after it; the two sides of a door name each other."""
        return f"{EXIT_LETTER}{self.situation.rev}.{self.situation.place + len(self.events) + 1 + later}"

    def new_cast_id(self) -> str:
        """The id of a cast whose first event is the next one."""
        return f"{CAST_LETTER}{self.situation.rev}.{self.situation.place + len(self.events) + 1}"

    def is_of_this_commit(self, id: str) -> bool:
        """Whether an id was made in this commit, by this command or one before it."""
        return id[1:].partition(".")[0] == str(self.situation.rev)

    def close(self, decision: Decision) -> Accepted:
        """The outcome of the command."""
        result = decision.result.at_end(self) if decision.result else None
        return Accepted(
            tuple(self.events), self.world, tuple(self.notes), decision.subject, decision.bearers, decision.made, self.busy, result,
            tuple(self.occasions), tuple(self.alterations),
        )  # fmt: skip
