"""The charges of a thing, and the risk of the last charge."""

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, ThingWords
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.rolls.rolls import roll_dice
from rpg_lite.rules.items import Item
from rpg_lite.world import body_paths
from rpg_lite.world.world_model import Thing

SPENT = "charges"
"""The key under which a thing with a rolled maximum remembers the charges that come back."""
DESTROYED = "on a 1 it is destroyed"


def returns_what_was_spent(item: Item) -> bool:
    """Whether the charges come back, but only the thing itself knows their maximum, which was rolled when it was made."""
    return item.charges is not None and isinstance(item.charges.max, str) and item.charges.recharge != "never"


def set_charges(draft: Draft, thing: Thing, item: Item, left: int) -> None:
    """Set the charges left. Some items may be lost with their last charge; a d20 decides."""
    if returns_what_was_spent(item):
        spent = thing.item.used.get(SPENT, 0) + max(0, int(thing.item.charges or 0) - left)
        state_changes.change(draft, thing, body_paths.USED.at(SPENT), spent)
        thing = draft.world.things[thing.id]
    state_changes.change(draft, thing, body_paths.CHARGES, left)
    risk = item.charges.on_last if item.charges else None
    if left or not risk:
        return
    face = roll_dice(draft, "1d20", "last charge").total
    if face == 1 and DESTROYED in risk:
        item_moves.take_away(draft, draft.world.things[thing.id], 1)
        draft.note("destroyed", name=Called(thing.id))
    else:
        draft.note("last_charge", name=Called(thing.id), text=ThingWords(thing.id, (risk,)), face=face)
