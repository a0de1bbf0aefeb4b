"""The operations of manage_inventory, in the order in which clients see them: an operation is added here, and nowhere else."""

from typing import Final

from rpg_lite.operations.inventory import (
    attune,
    buy,
    equip,
    exchange,
    give,
    identify,
    remove,
    sell,
    shop,
    transfer,
    unattune,
    unequip,
    use,
    view,
)
from rpg_lite.operations.operation import Operation

OPERATIONS: Final[tuple[Operation, ...]] = (
    give.OPERATION,
    remove.OPERATION,
    equip.OPERATION,
    unequip.OPERATION,
    view.OPERATION,
    transfer.OPERATION,
    use.OPERATION,
    attune.OPERATION,
    unattune.OPERATION,
    identify.OPERATION,
    exchange.OPERATION,
    buy.OPERATION,
    sell.OPERATION,
    shop.OPERATION,
)
