"""A thrown weapon leaves the hand: it lies near its target, and the next one of its kind is drawn (SRD, Thrown). Apart because it is what
follows an attack, not a part of its numbers.
"""

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.attack.attacker_and_target import Duel, weapon_of
from rpg_lite.mechanics.items import item_moves, wearing
from rpg_lite.mechanics.rolls.attack_scopes import THROWN
from rpg_lite.rules import creature_flags
from rpg_lite.rules.items import Item
from rpg_lite.world import events, thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing


def land(draft: Draft, duel: Duel) -> None:
    """Put a thrown weapon on the floor of the target's room, and draw the next one of its stack."""
    weapon = weapon_of(draft.world, duel.attacker, duel.way, draft.situation.book)
    row = draft.world.row_of(weapon.id) if weapon and weapon.id in draft.world.things else None
    room = draft.world.room_of(duel.target.id)
    if not duel.ranged or THROWN not in duel.way.properties or weapon is None or row is None or room is None:
        return
    item = thing_stats.item_of(weapon, draft.situation.book)
    if _comes_back(item) or item_moves.is_cursed(draft.world, weapon, draft.situation.book):
        return
    rest = item_moves.stack_in(draft.world, duel.attacker.id, weapon, draft.situation.book) or _packed(draft, duel.attacker, weapon)
    item_moves.move(draft, weapon, room, 1)
    if rest is None:
        draft.note("thrown_away", what=Called(weapon.id), room=Called(room.id))
        return
    left = rest.quantity - 1
    drawn = wearing.to_hand(draft, duel.attacker, rest, item)
    draft.add(events.Equipped(duel.attacker.id, drawn.id, row.slot, row.grip, row.priority))
    draft.note("thrown_and_next", what=Called(drawn.id), room=Called(room.id), left=left)


def _comes_back(item: Item) -> bool:
    return any(m.target == "flag" and m.value == creature_flags.RETURNS_TO_HAND for m in item.modifiers)


def _packed(draft: Draft, bearer: Thing, weapon: Thing) -> Thing | None:
    """An equal weapon that lies in a bag of the bearer."""
    bags = {thing.parent_id for thing in at_hand(draft.world, bearer.id) if thing.parent_id not in (None, bearer.id)}
    found = (item_moves.stack_in(draft.world, bag, weapon, draft.situation.book) for bag in sorted(b for b in bags if b))
    return next(filter(None, found), None)
