"""The items that work for a creature: each in its place, bonded to its bearer, worn, held or only carried; those that bring triggers or riders."""

from collections.abc import Iterator

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.rules.items import Item
from rpg_lite.rules.plain_looks import plain_look
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import at_hand
from rpg_lite.world.world_model import Thing, World

WORKS_UNWORN = ("carried", "placed", "consumed")


def cannot_work(draft: Draft, bag: Thing, thing: Thing, item: Item, in_place: bool) -> Rejected | None:
    """The refusal if the thing is not attuned or, with `in_place`, not worn or held. The carrier of a bag may use the things in it."""
    holder = bag if bag.kind == "character" else draft.world.bearer_of(bag.id)
    if holder is not None and holder.kind == "character" and (form := holder.creature.form) and form.has_merged_gear:
        return Rejected("merged_into_form", "itemName", {"name": thing.name, "bearer": holder.name, "form": form.creature})
    is_loose = in_place and draft.world.row_of(thing.id) is None
    if not is_loose and not item.needs_attunement:
        return None
    if holder is None or holder.kind != "character":
        return Rejected("held_by_nobody", "itemName", {"name": thing.name, "where": bag.name})
    who, call = {"name": thing.name, "bearer": holder.name}, {"characterName": holder.name, "itemId": thing.id}
    if item.needs_attunement and thing.attuned_to != holder.id:
        return Rejected("not_attuned", "itemName", who, instead={"operation": "attune", **call})
    return Rejected("must_be_worn", "itemName", who, instead={"operation": "equip", **call}) if is_loose else None


def works_for(world: World, bearer: Thing, thing: Thing, item: Item) -> bool:
    """Whether the thing works for its bearer: attuned if required, worn or held if it has a place for that, and not merged into a form."""
    if bearer.creature.form and bearer.creature.form.has_merged_gear:
        return False
    is_in_place = world.row_of(thing.id) is not None or not works_in_place(item)
    return is_in_place and (not item.needs_attunement or thing.attuned_to == bearer.id)


def spends_in_place(item: Item) -> bool:
    """Whether the charges can be spent only while the item is worn or held; some items say that carrying is enough."""
    return item.charges_or_effects is not None and works_in_place(item)


def works_in_place(item: Item) -> bool:
    """Whether the item has a place where it is worn or held, and must be there to work."""
    has_place = item.slot is not None or item.use_state == "held" or item.weapon_stats is not None
    return has_place and item.use_state not in WORKS_UNWORN


def working_items(world: World, creature: Thing, book: Rulebook) -> Iterator[tuple[Thing, Item]]:
    """The items at hand that are, where required, attuned and worn or held; a bond with a cursed item needs neither hand nor place on the
    body, and no item waits until somebody has identified it (SRD, Berserker Axe).
    """
    for thing in at_hand(world, creature.id):
        if thing.kind in ("item", "container"):
            item = thing_stats.item_of(thing, book)
            if (item.on or item.riders) and (works_for(world, creature, thing, item) or _binds(creature, thing, item)):
                yield thing, item


def _binds(creature: Thing, thing: Thing, item: Item) -> bool:
    return item.cursed == "bond" and thing.attuned_to == creature.id


def told_name(creature: Thing, thing: Thing, item: Item) -> str:
    """The name of an item in its effects and texts: its real name for a party member who knows it, and its look for everybody else."""
    return thing.name if creature.creature.is_member and thing.item.is_identified else plain_look(item)
