"""What takes minutes or hours, so that no fight allows it (SRD, Longer Casting Times)."""

from typing import Final

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.outcome import Rejected
from rpg_lite.world import clock
from rpg_lite.world.world_model import Thing

_LONG: Final = ("minute", "minutes", "hour", "hours")


def takes_long(cost: str) -> bool:
    """Whether something of this cost takes longer than a turn."""
    return cost.rpartition(" ")[2] in _LONG


def refuse_in_a_fight(draft: Draft, who: Thing, what: str, cost: str | None) -> Rejected | None:
    """Refuse such work to a creature that is fighting. `cost`: None for something that takes no time."""
    if cost is None or not takes_long(cost) or who.id not in clock.fighters(draft.world):
        return None
    return Rejected("takes_too_long", "operation", {"act": what, "cost": cost, "name": who.name})
