"""The particulars of using a thing by its keys (`onUse`) and not by an act of its own: several may be used at once, what it leaves comes
from the thing, and it may lie where nobody carries it. Apart because every other act of a thing is played without it.
"""

from collections.abc import Sequence
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts.item_acts import ItemAct
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.life import hit_points
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Cause
from rpg_lite.world.world_model import Thing

MOST_USES: Final = 20
"""The most uses in one call."""


def cause_of(user: Thing, own: ItemAct) -> Cause:
    """The cause of what the use leaves on somebody: the thing, and its look while nobody has identified it."""
    return Cause(own.item.name, user.id, True, None if own.thing.item.is_identified else plain_look(own.item))


def cannot_use(user: Thing, own: ItemAct) -> Rejected | None:
    """The refusal of a weapon or armor, which is equipped; its charges and what its keys say of a use can be used."""
    item = own.item
    if not (item.weapon_stats or item.armor_stats) or item.has_use or item.charges_or_effects is not None:
        return None
    instead = {"characterName": user.name, "operation": "equip", "itemId": own.thing.id}
    return Rejected("not_usable", "itemName", {"name": own.thing.name}, instead=instead)


def too_many(own: ItemAct, times: int) -> Rejected | None:
    """The refusal of more uses than the thing has left; nothing is reduced."""
    thing, item = own.thing, own.item
    if times > MOST_USES:
        return Rejected("quantity_too_large", "quantity", {"has": thing.quantity, "most": MOST_USES})
    uses, charges = thing_stats.uses_left(thing, item), thing_stats.charges_left(thing, item)
    if charges is not None and charges < times:
        return Rejected("no_charges_left", "itemName", {"name": thing.name, "left": charges, "needs": times})
    if uses is not None and uses < times:
        return Rejected("no_uses_left", "itemName", {"name": thing.name, "left": uses, "needs": times})
    return item_moves.enough(thing, times) if uses is None and charges is None and item.is_used_up else None


def cannot_receive(draft: Draft, own: ItemAct, whom: Sequence[Thing], field: str) -> Rejected | None:
    """The refusal to heal or harm the dead, or a creature without known hit points, so that the thing is not lost."""
    heals, harms = (any(isinstance(step, kind) for step in own.act.steps) for kind in (HealStep, DamageStep))
    for one in whom:
        if heals and (refusal := hit_points.may_heal(one, draft, field)):
            return refusal
        if harms and (refusal := hit_points.may_hurt(one, draft, field)):
            return refusal
    return None
