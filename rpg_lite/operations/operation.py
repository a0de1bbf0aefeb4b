"""The record of an operation: what is asked, who decides it, and who may ask."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from rpg_lite.operations.callers import Caller
from rpg_lite.operations.command import Command
from rpg_lite.operations.mechanics.reach import anywhere, by_own_hand, of_known, of_own
from rpg_lite.operations.outcome import Outcome, Rejected, Situation
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.things import World

Decider = Callable[[Any, World, Situation], Outcome]
Tool = Literal[
    "manage_inventory", "read_campaign", "manage_character", "manage_condition", "execute_action", "manage_room", "manage_tools", "keep_journal"
]  # fmt: skip
Reach = Callable[[Caller, Any, World, Rulebook], Rejected | None]
"""Why a command is out of its caller's reach, in the world as players see it."""
Right = Literal["never", "reads", "own"]
"""`reads`: what players see. `own`: with one's own characters."""


@dataclass(frozen=True, slots=True)
class Rights:
    """The rights of callers other than the game master, who may ask everything.

    `reach`: what holds for a player and a viewer. `reach_aloud`: what holds for a game master before everybody's eyes.
    `decrees`: keys that are the game master's word here, beside those that always are. `is_found_by_doing`: nobody tries it for nothing,
    neither dry nor in a batch that may come to naught. `is_seen_from`: it looks around from where somebody stands, without a name from
    where the own character does.
    """

    player: Right
    viewer: Right
    reach: Reach = of_own
    reach_aloud: Reach = anywhere
    decrees: tuple[str, ...] = ()
    is_found_by_doing: bool = False
    is_seen_from: bool = False


GM: Final = Rights("never", "never")
OWN: Final = Rights("own", "never")
BY_HAND: Final = Rights("own", "never", by_own_hand)
SEEN: Final = Rights("reads", "reads", of_known)
SEEN_FROM: Final = Rights("reads", "reads", of_known, is_seen_from=True)


@dataclass(frozen=True, slots=True)
class Operation:
    """All that is said of an operation beside its sentence in `messages`.

    `sends`: the keys that strategies send it with; those with a question mark may be left out. `reads`: it changes nothing.
    `is_verb`: a verb of the world, with a tool rpg:<verb> that a room uses or does not. `before_all`: told as players see it although
    the game master alone may ask. `is_listed`: named in the schema; one that is not is for programs.
    """

    tool: Tool
    model: type[Command]
    decide: Decider
    who: Rights
    sends: str = ""
    reads: bool = False
    is_verb: bool = False
    before_all: bool = False
    is_listed: bool = True

    @property
    def verb(self) -> str:
        """The word of its `operation` key."""
        return verb_of(self.model)


def verb_of(model: type[Command]) -> str:
    word: str = get_args(model.model_fields["operation"].annotation)[0]
    return word
