"""Deeds of the game master that name nobody, in a fight where places count: they mean whoever's turn it is.

Apart because it is asked before a call is loaded: only then does everything load that the deed of this creature touches.
"""

from collections.abc import Sequence

from rpg_lite.decision.command import Command
from rpg_lite.mechanics.acts.act_and_cast_keys import ActCommand
from rpg_lite.operations.action.attack import Attack
from rpg_lite.operations.action.move import Move
from rpg_lite.operations.action.next_turn import NextTurn
from rpg_lite.world import clock, combat
from rpg_lite.world.world_model import World


def is_unsaid(commands: Sequence[Command]) -> bool:
    """Whether one of the commands names nobody."""
    return any(map(_names_nobody, commands))


def with_actor(commands: Sequence[Command], world: World) -> tuple[Command, ...]:
    """The commands with whoever's turn it is in those that name nobody; after another begins its turn, and where places do not count, they stay as they
    are.
    """
    on, acting = clock.fight(world), combat.acting(world)
    passed = next((n for n, command in enumerate(commands) if isinstance(command, NextTurn)), len(commands))
    if on is None or not on.is_measured or acting is None:
        return tuple(commands)
    return tuple(c.acted_by(acting, None) if n < passed and _names_nobody(c) else c for n, c in enumerate(commands))


def _names_nobody(command: Command) -> bool:
    is_deed = isinstance(command, Move | Attack) or (isinstance(command, ActCommand) and not command.answer)
    return is_deed and command.lacks_actor
