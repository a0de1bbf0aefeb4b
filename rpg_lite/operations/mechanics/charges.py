"""The charges of a thing, and the risk of the last charge."""

from rpg_lite.operations.mechanics import stacks, state_changes
from rpg_lite.operations.mechanics.rolls import roll_dice
from rpg_lite.operations.outcome import Called, Draft, ThingWords
from rpg_lite.rules.items import Item
from rpg_lite.world import body_paths
from rpg_lite.world.things import Thing

DESTROYED = "on a 1 it is destroyed"


def set_charges(draft: Draft, thing: Thing, item: Item, left: int) -> None:
    """Set the charges left. Some items may be lost with their last charge; a d20 decides."""
    state_changes.change(draft, thing, body_paths.CHARGES, left)
    risk = item.charges.on_last if item.charges else None
    if left or not risk:
        return
    face = roll_dice(draft, "1d20", "last charge").total
    if face == 1 and DESTROYED in risk:
        stacks.take_away(draft, draft.world.things[thing.id], 1)
        draft.note("destroyed", name=Called(thing.id))
    else:
        draft.note("last_charge", name=Called(thing.id), text=ThingWords(thing.id, (risk,)), face=face)
