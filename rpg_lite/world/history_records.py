"""Records of the past: commits, tool calls and entries of the journal, and the part of these that one command shows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from rpg_lite.rules.dice import Fallen
from rpg_lite.world.events import Event
from rpg_lite.world.states import HEARD
from rpg_lite.world.world_model import World

ASKED: Final = "asked"
"""The key of a stored answer that holds the commands as they were sent, if they may be answered later."""
ALOUD: Final = "aloud"
"""The key that marks a stored answer whose text players may read."""
CallKind = Literal["call", "result", "error", "timeout"]
"""The kinds of results of a call; "call" is the call itself."""


@dataclass(frozen=True, slots=True)
class Commit:
    """One accepted command: its answer, and its events. `at` is UTC milliseconds; `undoes`: the rev that it took back; `back_to`: the rev
    after which it took back everything; `deed`: what it did at the table, as `world.deeds` writes it, None in commits that did nothing
    there and in those of earlier versions.
    """

    rev: int
    tool: str
    request_id: str | None
    request_hash: str
    answer: Mapping[str, Any]
    undoes: int | None
    at: int
    events: tuple[Event, ...]
    back_to: int | None = None
    deed: Sequence[Mapping[str, Any]] | None = None


@dataclass(frozen=True, slots=True)
class LoggedCall:
    """A call as history shows it. `ms`: its duration; `at`: UTC milliseconds; `who`: the actor's name, even if the actor has been
    removed.
    """

    at: int
    tag: str
    operation: str
    actor: str | None
    asked: str
    kind: CallKind
    code: str | None
    ms: float
    rev: int | None
    who: str | None


@dataclass(frozen=True, slots=True)
class Tally:
    """The calls of one operation of one tool: their number, the errors among them, and the mean milliseconds."""

    tag: str
    operation: str
    calls: int
    errors: int
    ms: float


@dataclass(frozen=True, slots=True)
class JournalEntry:
    """A journal entry. `by`, `to` and `heard` are names, even of removed characters; `by` is None for the game master. `minutes`: game time;
    `question`: the question that a decision answers; `is_public`: every player reads it;
    `is_private`: the words belong to a private talk, or the game master told them to those alone who were named.
    """

    id: str
    rev: int
    entry: str
    text: str
    by: str | None
    to: str | None
    room: str | None
    minutes: int
    question: str | None = None
    heard: tuple[str, ...] | None = None
    is_public: bool = False
    is_private: bool = False

    @property
    def is_heard(self) -> bool:
        """Whether the entry holds words that were said or shown."""
        return self.entry in HEARD


@dataclass(frozen=True, slots=True)
class Past:
    """The past as one command shows it. `now`: UTC milliseconds, for the age of the calls; `dice_of`: the number of recent revs whose dice
    are counted (None: all); `reaches`: the rev of the oldest commit that was read, if there are earlier ones; `then`: the earlier world
    with which the present one is compared, and the commits since then, oldest first.
    """

    commits: Sequence[Commit] = ()
    calls: Sequence[LoggedCall] = ()
    tallies: Sequence[Tally] = ()
    now: int = 0
    entries: Sequence[JournalEntry] = ()
    dice: Sequence[Fallen] = ()
    dice_of: int | None = None
    reaches: int | None = None
    then: World | None = None
