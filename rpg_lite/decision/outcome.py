"""The answer to a command: Accepted with events, or Rejected with a code. A rejection leaves no trace, because nothing was changed."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, Self, TypeVar, get_args

from rpg_lite.decision.occasions import Alteration, Occasion
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.events import Event
from rpg_lite.world.world_model import World


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
    "turn", "death save", "action", "action of Haste", "attacks", "bonus action", "reaction", "movement", "interaction", "time", "unable", "second slot", "spell beside bonus",
    "spell beside quickened"
]  # fmt: skip
"""The part of a turn that is overspent; `turn`: something that belongs to the creature's own turn, done in another's; `time`: something that
takes longer than a turn; `unable`: a deed of somebody who cannot act.
"""


@dataclass(frozen=True, slots=True)
class Overspent:
    """Something that a creature does although the turn does not allow it: a note tells it, and a rule that the table demands refuses it.

    `whose`: the creature whose turn it is, or its name if it is not loaded; `number`, `most`: the number of the attack in the turn, and the
    attacks that the turn has; `act`, `time`: what takes longer than a turn, and how long.
    """

    who: str
    what: What
    whose: Called | str | None = None
    number: int = 0
    most: int = 0
    act: str = ""
    time: str = ""

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
            case "interaction":
                return Notice("interaction_beyond", {"name": who})
            case "time":
                return Notice("longer_than_a_turn", {"name": who, "act": self.act, "time": self.time})
            case "unable":
                return Notice("handled_by_another", {"name": who})
            case "second slot":
                return Notice("second_slot", {"name": who})
            case "spell beside bonus":
                return Notice("spell_beside_bonus", {"name": who})
            case "spell beside quickened":
                return Notice("spell_beside_quickened", {"name": who})
            case _:
                return Notice("spent_already", {"name": who, "what": self.what})


OVERSPENT_NOTES: Final = tuple(dict.fromkeys(Overspent("", what).note.code for what in get_args(What)))
"""The notes on what exceeds a turn."""


@dataclass(frozen=True, slots=True)
class Result:
    """Facts that an operation reports in addition to its events: figures, and names as `Called`. Each such operation has its own type."""

    def at_end(self, world: World, book: Rulebook) -> Self:
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
    """Return what was found; a refusal ends the command."""
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
