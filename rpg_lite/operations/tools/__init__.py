"""The operations of manage_tools, in the order in which clients see them: an operation is added here, and nowhere else."""

from typing import Final

from rpg_lite.operations.operation import Operation
from rpg_lite.operations.tools import drop, equip, load, tools, unequip, unload

OPERATIONS: Final[tuple[Operation, ...]] = (
    tools.OPERATION,
    equip.OPERATION,
    unequip.OPERATION,
    drop.OPERATION,
    load.OPERATION,
    unload.OPERATION,
)
