"""Hands that take things: they may trigger the traps of the bags that they reach into, and of the things that they take."""

from collections.abc import Sequence

from rpg_lite.operations.draft import Draft
from rpg_lite.operations.mechanics.acting import traps_in_play
from rpg_lite.world.world_model import Thing


def reach_in(draft: Draft, bag: Thing, taken: Sequence[str], taker: Thing | None) -> None:
    """Open the bag, with the bags around it, and take the things out; only a party member that takes something triggers a trap."""
    if taker is None or not taken:
        return
    lids = [one for one in (bag, *draft.world.ancestors(bag.id)) if one.kind == "item"]
    for lid in lids if draft.world.bearer_of(bag.id) is None else ():
        traps_in_play.trigger(draft, lid, "open", [taker])
    for id in taken:
        traps_in_play.trigger(draft, draft.world.things[id], "take", [taker])
