"""The operations of manage_condition, in the order in which clients see them: an operation is added here, and nowhere else."""

from typing import Final

from rpg_lite.operations.condition import apply, remove
from rpg_lite.operations.operation import Operation

OPERATIONS: Final[tuple[Operation, ...]] = (
    apply.OPERATION,
    remove.OPERATION,
)
