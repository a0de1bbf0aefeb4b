"""The operations of execute_action, in the order in which clients see them: an operation is added here, and nowhere else."""

from typing import Final

from rpg_lite.operations.action import (
    act,
    attack,
    cast,
    check,
    damage,
    end,
    end_fight,
    heal,
    move,
    near,
    next_turn,
    place,
    roll,
    save,
    start_fight,
)
from rpg_lite.operations.operation import Operation

OPERATIONS: Final[tuple[Operation, ...]] = (
    attack.OPERATION,
    cast.OPERATION,
    act.OPERATION,
    end.OPERATION,
    check.OPERATION,
    save.OPERATION,
    damage.OPERATION,
    heal.OPERATION,
    roll.OPERATION,
    near.OPERATION,
    move.OPERATION,
    place.OPERATION,
    start_fight.OPERATION,
    next_turn.OPERATION,
    end_fight.OPERATION,
)
