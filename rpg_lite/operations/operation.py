"""The record of an operation: its command, its decider, and the callers that may send it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Outcome, Rejected, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.operations.reach import anywhere, by_own_hand, of_known, of_own, of_the_near
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import World

Decider = Callable[[Any, Draft], Verdict]
CostOf = Callable[[Any, Decision, Draft], Sequence[TurnPrice]]
"""The prices of what a command did, for the turns of the creatures that did it. The loop pays them in a fight."""
Loop = Callable[[Any, World, Situation], Outcome]
"""The outcome of a command in a world, with all that follows from it."""
Tool = Literal[
    "manage_inventory", "read_campaign", "manage_character", "manage_condition", "execute_action", "manage_room", "manage_tools", "keep_journal"
]  # fmt: skip
Reach = Callable[[Caller, Any, World, Rulebook], Rejected | None]
"""The refusal if a command is out of its caller's reach, in the world as players see it."""
Right = Literal["never", "reads", "own"]
"""`reads`: only facts that players see. `own`: only with the caller's own characters."""


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of callers other than the game master, who may do everything.

    `reach`: the limit for a player and a viewer. `reach_aloud`: the limit for a game master who reads the answers aloud, if players may not
    send the operation themselves. `decrees`: keys that only the game master may send here, in addition to the keys that are always
    reserved. `is_found_by_doing`: nobody can try it for free, neither in a dry run nor in a batch that may be undone. `is_seen_from`: it
    looks around from a creature's position, by default that of the caller's own character. `is_of_own`: it reads about one creature, by default
    the caller's only character.
    """

    player: Right
    viewer: Right
    reach: Reach = of_own
    reach_aloud: Reach = anywhere
    decrees: tuple[str, ...] = ()
    is_found_by_doing: bool = False
    is_seen_from: bool = False
    is_of_own: bool = False


GM: Final = Rights("never", "never")
OWN: Final = Rights("own", "never")
BY_HAND: Final = Rights("own", "never", by_own_hand)
SEEN: Final = Rights("reads", "reads", of_known)
SEEN_OF_OWN: Final = Rights("reads", "reads", of_known, is_of_own=True)
SEEN_FROM: Final = Rights("reads", "reads", of_the_near, is_seen_from=True)


def free(command: Command, decision: Decision, draft: Draft) -> Sequence[TurnPrice]:
    """The cost of what takes no part of a turn: a question, a decree of the game master, a word to the table."""
    return ()


def by_act(command: Command, decision: Decision, draft: Draft) -> Sequence[TurnPrice]:
    """The cost of what pays on its way, because what follows depends on it: an act, an attack, the use of a thing, a walk, a save."""
    return ()


@dataclass(frozen=True, slots=True)
class Operation:
    """Everything about an operation except its sentence in `messages`.

    `cost`: the part of a turn that it takes in a fight: `free`, `by_act`, or a function of what was decided. `sends`: the keys that strategies send with it; keys with a question mark may be left out. `reads`: it changes nothing. `is_verb`: a
    verb of the world, with a tool rpg:<verb> that a room may use. `before_all`: the answer shows the players' view, although only the game
    master may ask. `is_listed`: part of the schema; the others are for programs.
    `of_places`: listed only where the policy of the campaign measures.
    """

    tool: Tool
    model: type[Command]
    decide: Decider
    who: Rights
    cost: CostOf
    sends: str = ""
    reads: bool = False
    is_verb: bool = False
    before_all: bool = False
    is_listed: bool = True
    of_places: bool = False

    @property
    def verb(self) -> str:
        """The value of the `operation` key that names this operation."""
        return verb_of(self.model)


def verb_of(model: type[Command]) -> str:
    word: str = get_args(model.model_fields["operation"].annotation)[0]
    return word
