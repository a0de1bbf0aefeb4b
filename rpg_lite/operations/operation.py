"""The record of an operation: what is asked, who decides it, and who may ask."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from rpg_lite.operations.outcome import Outcome, Situation
from rpg_lite.operations.targets import Command
from rpg_lite.world.things import World

Decider = Callable[[Any, World, Situation], Outcome]
Tool = Literal[
    "manage_inventory", "read_campaign", "manage_character", "manage_condition", "execute_action", "manage_room", "manage_tools", "keep_journal"
]  # fmt: skip
Right = Literal["never", "reads", "own"]
"""`reads`: what players see. `own`: with one's own characters."""


@dataclass(frozen=True, slots=True)
class Rights:
    """Who may ask beside the game master, who may ask everything."""

    player: Right
    viewer: Right


GM: Final = Rights("never", "never")
OWN: Final = Rights("own", "never")
SEEN: Final = Rights("reads", "reads")


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
