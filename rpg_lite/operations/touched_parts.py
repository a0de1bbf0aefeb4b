"""The parts of the world that a command touches, beside those that it names itself: what the loop needs around its decider.
A call reads them, and so does a deed that is played again with an answer.
"""

from rpg_lite.decision.command import Command
from rpg_lite.mechanics.space import auras
from rpg_lite.operations import sealed_verbs
from rpg_lite.operations.operation import free
from rpg_lite.operations.registry import COSTS
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import TURN, Ref


def of_command(command: Command, book: Rulebook) -> tuple[Ref, ...]:
    """Everything that deciding this command may read."""
    around = (*command.touches(), *command.touches_by_rule(book), *sealed_verbs.touches(command), *auras.touches(command))
    return around if COSTS.get(type(command), free) is free else (*around, TURN)
