"""Riders as answers: what an answer told that a hit or a spell may take (Sneak Attack, Empowered Spell) joins it when the deed is played again with its
name in `with`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from rpg_lite.decision import targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted, Called, Result
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.mechanics.creature.own_riders import riders_of
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.answered_deeds import Again, Deed
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Thing, World

C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class RiderJoins(Result):
    """A rider that joins the deed of its creature after all."""

    who: Called
    name: str


def rider_of(command: Command, world: World, book: Rulebook) -> str | None:
    """The name of the rider that the answer names; None if it names an act."""
    who = targets.character(world, *command.actor, "characterName") if isinstance(command, PlayAct) and command.act else None
    if not isinstance(command, PlayAct) or not isinstance(who, Thing):
        return None
    key = names.fold(command.act or "")
    return next((own.name for own in riders_of(world, who, book) if names.fold(own.name) == key), None)


def place_of(command: ActCommand, rider: str, deed: Deed, again: Again, world: World) -> int | None:
    """The place of the last command of the deed that told this rider of the creature as one that it may take; None if none did."""
    who = targets.character(world, *command.actor, "characterName")
    for nth in reversed(range(len(deed.commands))):
        outcome, by = again.outcomes[nth], targets.character(world, *deed.commands[nth].actor, "characterName")
        if outcome is not None and by == who and any(_is_of(rider, told) for told in getattr(outcome.result, "offers", ())):
            return nth
    return None


def _is_of(rider: str, told: str) -> bool:
    return names.fold(told.partition(" (")[0]) == names.fold(rider)


def joined(command: C, riders: Sequence[str]) -> C:
    """The command with the riders."""
    return command.model_copy(update={"with_": (*command.words_beside, *riders)}) if riders else command


def joins(command: Command, rider: str, world: World) -> Accepted:
    """The outcome of the answer by itself, which changes nothing before the deed."""
    who = targets.character(world, *command.actor, "characterName")
    assert isinstance(who, Thing)
    return Accepted((), world, result=RiderJoins(Called(who.id), rider))
