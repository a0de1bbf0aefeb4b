"""The mechanics of equip and unequip: things in the way come off first and are named; nothing is ever lost."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.items.attunement_bonds import bond
from rpg_lite.mechanics.life import conditions
from rpg_lite.rules import equipment_slots
from rpg_lite.rules.equipment_slots import Worn
from rpg_lite.rules.extensible_words import SlotWord
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.legal_gear import properties_of
from rpg_lite.vocabulary import Grip
from rpg_lite.world import events, thing_stats
from rpg_lite.world.evolve import evolve
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class Placement:
    """The way to put a thing into use; a value of None leaves the choice to the thing."""

    slot: SlotWord | None = None
    grip: Grip | None = None
    attune: bool = False


@dataclass(frozen=True, slots=True)
class PutOnResult(Result):
    """The slot of the worn thing, and the things that came off for it, each with its former slot."""

    slot: str
    taken_off: tuple[tuple[Called, str | None], ...]


def put_on(draft: Draft, bearer: Thing, thing: Thing, wish: Placement) -> Verdict:
    """Put the carried thing in its slot; things in the way come off first."""
    world, book = draft.world, draft.situation.book
    item = thing_stats.item_of(thing, book)
    if refusal := _unfit(item, wish, book.slots):
        return refusal
    worn = item_moves.as_held(world, bearer, book)
    slot = equipment_slots.choose(item, wish.slot, [w for w in worn if w.id != thing.id], book.policy)
    if slot is None:
        return _no_free_slot(item, wish, worn)
    if (row := world.row_of(thing.id)) and (wish.slot is None or row.slot == slot) and wish.grip in (None, row.grip):
        return _already(draft, wish, bearer, thing)
    coming = Worn(thing.id, item, slot, wish.grip, _is_two_handed(world, bearer, thing, slot, book))
    return _equip(draft, wish, bearer, thing, coming, worn)


def _unfit(item: Item, wish: Placement, own: Collection[str]) -> Rejected | None:
    if wish.slot and not equipment_slots.fits(item, wish.slot, own):
        return Rejected("slot_unfit", "slot", {"name": item.name, "slot": wish.slot}, allowed=equipment_slots.possible_for(item, own))
    if wish.slot is None and not equipment_slots.allowed_for(item):
        return Rejected("slot_required", "slot", {"name": item.name}, allowed=equipment_slots.possible_for(item, own))
    versatile = item.weapon_stats is not None and {"versatile", "two_handed"} & {*item.weapon_stats.properties}
    if (wish.grip and not item.weapon_stats) or (wish.grip == "two" and not versatile):
        return Rejected("grip_unfit", "grip", {"name": item.name})
    return None


def _no_free_slot(item: Item, wish: Placement, worn: list[Worn]) -> Rejected:
    """The refusal if all slots are taken, because the caller must name the slot to free."""
    kin = equipment_slots.slots_of(wish.slot) if wish.slot else equipment_slots.allowed_for(item)
    taken = [f"{w.slot}: {w.item.name} ({w.id})" for w in worn if w.slot in kin]
    return Rejected("no_free_slot", "slot", {"name": item.name, "taken": taken}, allowed=kin)


def _already(draft: Draft, wish: Placement, bearer: Thing, thing: Thing) -> Verdict:
    row = draft.world.row_of(thing.id)
    draft.note("already_worn", name=Called(thing.id), slot=row.slot if row else None)
    refusal = bond(draft, bearer, thing) if wish.attune else None
    return refusal or Decision.about(thing.id, bearer.id)


def _is_two_handed(world: World, bearer: Thing, thing: Thing, slot: str, book: Rulebook) -> bool:
    """Whether the thing takes two hands; if that depends on the bearer (a lance and the saddle), decide as if the thing were in hand."""
    item = thing_stats.item_of(thing, book)
    if not item.changes_handling:
        return item.weapon_stats is not None and "two_handed" in item.weapon_stats.properties
    in_hand = evolve(world, events.Equipped(bearer.id, thing.id, slot))
    held = next((w for w in item_moves.as_held(in_hand, bearer, book) if w.id == thing.id), None)
    return held.two_handed if held else "two_handed" in properties_of(thing_stats.whole(world, thing, book), None)


def _equip(draft: Draft, wish: Placement, bearer: Thing, thing: Thing, coming: Worn, worn: list[Worn]) -> Verdict:
    world, book = draft.world, draft.situation.book
    loose = [w for w in worn if _loosens(w, coming)]
    leaving = equipment_slots.freed_by(coming, [replace(w, grip=None) if w in loose else w for w in worn])
    stuck = next((w for w in leaving if item_moves.is_stuck(world, world.things[w.id], book)), None)
    if stuck:
        return Rejected("item_cursed", "slot", {"name": stuck.item.name, "slot": stuck.slot})
    for w in loose:
        draft.add(events.Unequipped(bearer.id, w.id, w.slot, w.grip), events.Equipped(bearer.id, w.id, w.slot))
        draft.note("grip_loosened", name=Called(w.id))
    for w in leaving:
        item_moves.put_away(draft, draft.world.things[w.id])
    thing = to_hand(draft, bearer, draft.world.things[thing.id], coming.item)
    draft.add(events.Equipped(bearer.id, thing.id, coming.slot, coming.grip))
    if coming.item.is_body_armor:
        conditions.end_by(draft, bearer.id, "armor")
    if wish.attune and (refusal := bond(draft, bearer, thing)):
        return refusal
    if coming.item.needs_attunement and not draft.world.things[thing.id].attuned_to:
        draft.note("magic_sleeps", name=Called(thing.id))
    result = PutOnResult(coming.slot, tuple((Called(w.id), w.slot) for w in leaving))
    return Decision.about(thing.id, bearer.id, result=result)


def _loosens(held: Worn, coming: Worn) -> bool:
    """Whether a versatile weapon held in both hands frees one of them for the new thing."""
    both = held.grip == "two" and not held.two_handed
    return both and held.id != coming.id and held.slot != coming.slot and equipment_slots.hands_of(coming) == 1


def to_hand(draft: Draft, bearer: Thing, thing: Thing, item: Item) -> Thing:
    """Bring one unit into the bearer's own bag, split off its stack and out of any inner bag; ammunition moves as a whole stack."""
    if row := draft.world.row_of(thing.id):
        draft.add(events.Unequipped(row.context_id, thing.id, row.slot, row.grip))
    elif thing.quantity > 1 and item.type != "ammunition":
        return item_moves.part_off(draft, thing, bearer.id)
    if thing.parent_id != bearer.id:
        draft.add(events.Moved(thing.id, thing.parent_id or "", bearer.id))
    return draft.world.things[thing.id]
