"""The operations of manage_room, in the order in which clients see them: an operation is added here, and nowhere else."""

from typing import Final

from rpg_lite.operations.operation import Operation
from rpg_lite.operations.rooms import (
    close,
    create,
    disarm,
    go,
    hide,
    import_map,
    join,
    leave,
    lock,
    look,
    map,
    open,
    portal,
    remove,
    route,
    search,
    unlock,
    update,
    vibe,
)

OPERATIONS: Final[tuple[Operation, ...]] = (
    look.OPERATION,
    go.OPERATION,
    search.OPERATION,
    hide.OPERATION,
    open.OPERATION,
    close.OPERATION,
    lock.OPERATION,
    unlock.OPERATION,
    disarm.OPERATION,
    create.OPERATION,
    portal.OPERATION,
    update.OPERATION,
    remove.OPERATION,
    route.OPERATION,
    map.OPERATION,
    import_map.OPERATION,
    join.OPERATION,
    leave.OPERATION,
    vibe.OPERATION,
)
