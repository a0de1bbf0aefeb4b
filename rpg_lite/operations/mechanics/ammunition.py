"""Spend the ammunition of a shot, and remember it so that half can be recovered."""

from rpg_lite.operations.mechanics import inventory_moves, state_changes
from rpg_lite.operations.mechanics.attack_context import weapon_of
from rpg_lite.operations.outcome import Draft, Rejected
from rpg_lite.rules import names
from rpg_lite.rules.items import Item
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.world import body_paths, clock, thing_stats
from rpg_lite.world.fight_states import Shot
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import WORLD_ID, Thing


def spend_ammunition(draft: Draft, attacker: Thing, way: AttackStats) -> Item | Rejected | None:
    """Spend one piece for each shot, and return it; count it in a fight, so that half can be recovered (SRD, Ammunition)."""
    book = draft.situation.book
    weapon = weapon_of(draft.world, attacker, way, book)
    stats = thing_stats.item_of(weapon, book).weapon_stats if weapon else None
    if weapon is None or stats is None or stats.ammunition is None:
        return None
    wanted = names.fold(stats.ammunition)
    fits = [t for t in at_hand(draft.world, attacker.id) if t.kind == "item" and wanted in _shot(t, draft)]
    if not fits:
        return Rejected("no_ammunition", "itemName", {"bearer": attacker.name, "name": weapon.name, "needs": stats.ammunition})
    piece = next((t for t in fits if draft.world.row_of(t.id)), fits[0])
    inventory_moves.take_away(draft, piece, 1)
    _remember_shot(draft, attacker, piece)
    return thing_stats.item_of(piece, book)


def _shot(thing: Thing, draft: Draft) -> frozenset[str]:
    """The names of ammunition that a weapon may require: its own name and, for magic ammunition, that of its base."""
    item = thing_stats.item_of(thing, draft.situation.book)
    if item.type != "ammunition":
        return frozenset()
    return item.keys | {names.fold(item.base)} if item.base else item.keys


def _remember_shot(draft: Draft, attacker: Thing, piece: Thing) -> None:
    on = clock.fight(draft.world)
    if on is None:
        return
    shot = Shot.make(attacker.id, piece.id, piece.name, piece.body, 1)
    state_changes.change(draft, draft.world.things[WORLD_ID], body_paths.FIGHT_SHOTS.at(draft.new_leaf()), shot)
