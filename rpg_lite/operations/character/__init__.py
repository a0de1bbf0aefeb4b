"""The operations of manage_character, in the order in which clients see them: an operation is added here, and nowhere else."""

from typing import Final

from rpg_lite.operations.character import advance, award, create, export, import_sheet, level_up, prepare, rest, retire, update
from rpg_lite.operations.operation import Operation

OPERATIONS: Final[tuple[Operation, ...]] = (
    create.OPERATION,
    update.OPERATION,
    import_sheet.OPERATION,
    export.OPERATION,
    retire.OPERATION,
    rest.OPERATION,
    advance.OPERATION,
    level_up.OPERATION,
    award.OPERATION,
    prepare.OPERATION,
)
