"""The operations of read_campaign, in the order in which clients see them: an operation is added here, and nowhere else."""

from typing import Final

from rpg_lite.operations.campaign import (
    character,
    context,
    encounter,
    examine,
    exits,
    history,
    inventory,
    item,
    journal,
    lookup,
    party,
    quests,
    recap,
    rooms,
    rules,
    where,
    who,
)
from rpg_lite.operations.operation import Operation

OPERATIONS: Final[tuple[Operation, ...]] = (
    context.OPERATION,
    party.OPERATION,
    character.OPERATION,
    lookup.OPERATION,
    rules.OPERATION,
    encounter.OPERATION,
    item.OPERATION,
    history.OPERATION,
    recap.OPERATION,
    who.OPERATION,
    where.OPERATION,
    exits.OPERATION,
    rooms.OPERATION,
    inventory.OPERATION,
    examine.OPERATION,
    journal.OPERATION,
    quests.OPERATION,
)
