"""A deed, the answers given to it, and the deed played again, as values."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rpg_lite.decision.command import Command
from rpg_lite.decision.occasions import Occasion
from rpg_lite.decision.outcome import Accepted, Outcome, Result
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.attack import Attack
from rpg_lite.operations.action.cast import Cast
from rpg_lite.operations.action.check import Check
from rpg_lite.operations.action.damage import TakeDamage
from rpg_lite.operations.action.move import Move
from rpg_lite.operations.action.next_turn import NextTurn
from rpg_lite.operations.action.save import Save
from rpg_lite.operations.action.start_fight import StartFight
from rpg_lite.operations.inventory.transfer import Transfer
from rpg_lite.operations.inventory.use import Use
from rpg_lite.operations.rooms.disarm import Disarm
from rpg_lite.operations.rooms.go import Go
from rpg_lite.operations.rooms.open import Open
from rpg_lite.operations.rooms.search import Search
from rpg_lite.operations.rooms.unlock import Unlock
from rpg_lite.operations.rooms.update import UpdateRoom
from rpg_lite.world.events import Event
from rpg_lite.world.world_model import World

OF_THE_ORDER: Final[tuple[type[Command], ...]] = (NextTurn, StartFight)
"""The commands that begin a turn; the saves and the traps of its beginning are theirs."""
_ON_THE_WAY: Final[tuple[type[Command], ...]] = (*OF_THE_ORDER, Move, Go, Open, Unlock, Disarm, Search, Transfer, UpdateRoom)
"""The commands that give an occasion only by chance: an effect at the edge of a turn, a trap, a creature that leaves a reach."""
DEEDS: Final[tuple[type[Command], ...]] = (Attack, Cast, PlayAct, Check, Save, Use, *_ON_THE_WAY)
"""The commands that may be answered; they are therefore kept in the form in which they were sent."""
_NOTICED_AT_ITS_SOURCE: Final = frozenset(("cast", "leaves_reach"))
"""The occasions that only those notice who see the creature that gives them."""

When = Literal["before", "after"]


@dataclass(frozen=True, slots=True)
class Deed:
    """A commit that may be answered: its commands in the form in which they were sent, and their outcomes.

    `seen`: the ids of what the caller sees before or after it; None if the caller sees everything.
    """

    rev: int
    commands: tuple[Command, ...]
    events: tuple[Event, ...]
    seen: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class AnswerGiven:
    """A commit that answers a deed: its command, the place of the answered command, and its changes. `counters`: the rev of the earlier
    answer that this one answers in turn (SRD, Counterspell against a Counterspell).
    """

    rev: int
    command: Command
    nth: int
    events: tuple[Event, ...] = ()
    counters: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerResult(Result):
    """The reaction and the deed played again, both with their outcomes, and the rev of that deed; `nth`: the place of the deed; `counters`:
    the rev of the answer that the reaction answers; that answer is then one of the parts.
    """

    to: int
    nth: int
    parts: tuple[tuple[Command, Accepted], ...]
    counters: int | None = None


@dataclass(frozen=True, slots=True)
class Again:
    """A deed that was played again: its events in the order in which the store keeps them, the world after them, the outcome of each
    command, and the outcomes of the reactions by their revs.
    """

    world: World
    happened: tuple[Event, ...]
    outcomes: tuple[Accepted | None, ...]
    reactions: Mapping[int, Accepted]

    def as_seen(self, seen: frozenset[str]) -> "Again | None":
        """The deed with the occasions that a caller notices who sees only these things; None if no occasion is left."""
        outcomes = tuple(o and replace(o, occasions=_noticed(o.occasions, seen)) for o in self.outcomes)
        reactions = {rev: replace(o, occasions=_noticed(o.occasions, seen)) for rev, o in self.reactions.items()}
        left = any(o.occasions for o in (*outcomes, *reactions.values()) if o)
        return replace(self, outcomes=outcomes, reactions=reactions) if left else None


def offers(command: Command) -> bool:
    """Whether an answer may be offered: the command can be played again, or it is damage by hand, after which the answer is a deed of its own."""
    return isinstance(command, (*DEEDS, TakeDamage))


def is_kept(commands: Sequence[Command], outcomes: Sequence[Outcome]) -> bool:
    """Whether the commit of these commands can be answered at all."""
    happened = any(isinstance(o, Accepted) and o.occasions for o in outcomes)
    return any(isinstance(c, DEEDS) and (happened or not isinstance(c, _ON_THE_WAY)) for c in commands)


def begins_a_turn(commands: Sequence[Command], outcomes: Sequence[Outcome]) -> bool:
    """Whether the last of these commands begins a turn with something that may be answered."""
    last = outcomes[-1]
    return isinstance(commands[-1], OF_THE_ORDER) and isinstance(last, Accepted) and bool(last.occasions)


def _noticed(occasions: Sequence[Occasion], seen: frozenset[str]) -> tuple[Occasion, ...]:
    """The occasions of creatures that are seen; a blow and a save are noticed by whoever sees the creature that suffers it."""
    return tuple(o for o in occasions if o.by in seen or (o.happens not in _NOTICED_AT_ITS_SOURCE and o.to in seen))
