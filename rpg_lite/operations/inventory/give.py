"""manage_inventory give: make a new thing from nothing."""

import dataclasses
import json
from dataclasses import dataclass
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.command import Targeted
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.acts import improvised_acts
from rpg_lite.mechanics.items import item_moves, new_things
from rpg_lite.mechanics.items.attunement_bonds import form_bond
from rpg_lite.mechanics.items.new_things import Gift, body_of
from rpg_lite.mechanics.items.template_lookup import pick_of
from rpg_lite.mechanics.items.wearing import Placement, PutOnResult, put_on
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules import equipment_slots, names
from rpg_lite.rules.document_field_types import Quantity
from rpg_lite.rules.extensible_words import SlotWord
from rpg_lite.rules.items import Item
from rpg_lite.rules.rulebook import Pick, Rulebook
from rpg_lite.vocabulary import COINS
from rpg_lite.world import body_paths
from rpg_lite.world.kept_json import Body
from rpg_lite.world.world_model import Ref, Thing


class Give(Targeted):
    """Make a new thing."""

    operation: Literal["give"]
    item: Annotated[str | Item | None, Field(description="Inline item, or a template's name as a string.")] = None
    template: Annotated[str | None, Field(description="Its name, instead of item.")] = None
    base: Annotated[str | None, Field(description='Its base item, if asked ("Longsword").')] = None
    variant: Annotated[str | None, Field(description='Its variant, if asked ("+1", "hill").')] = None
    quantity: Annotated[Quantity | None, Field(description="Default 1.")] = None
    equip: Annotated[bool, Field(description="Equip it too.")] = False
    slot: Annotated[SlotWord | None, Field(description="Default: the item's own.")] = None
    attune: Annotated[bool, Field(description="Attune it too.")] = False
    identified: Annotated[bool, Field(description="false: unknown to players.")] = True

    def touches(self) -> tuple[Ref, ...]:
        name = self.logged_item
        return (*super().touches(), Ref("elsewhere", name=name)) if name else super().touches()

    @property
    def logged_item(self) -> str | None:
        return self.item.name if isinstance(self.item, Item) else self.item or self.template


@dataclass(frozen=True, slots=True)
class GiveResult(Result):
    """The number given, and the slot if it was put on at once."""

    given: int
    worn: PutOnResult | None = None


def decide_give(command: Give, draft: Draft) -> Verdict:
    """Refuses: act_invalid, attunement_duplicate, attunement_limit, attunement_prerequisite, attunement_takes_rest, bag_full,
    base_required, base_unfit, cast_unknown, character_required, gate_opens, give_one_of, given_twice, grip_unfit, item_cursed, item_required, no_free_slot,
    quantity_too_large, slot_required, slot_unfit, template_unknown, variant_required, variant_unknown.
    """
    world, book = draft.world, draft.situation.book
    bag = targets.bag(world, command, book)
    if isinstance(bag, Rejected):
        return bag
    what = _what(command, book)
    if isinstance(what, Rejected):
        return what
    if isinstance(command.item, Item) and (idle := improvised_acts.refuse_unplayable(command.item, "item", world, book)):
        return idle
    body, item = what
    quantity = _quantity(command)
    if isinstance(quantity, Rejected):
        return quantity
    gift = Gift(body, item, quantity, command.identified)
    made = new_things.make(draft, bag, gift, "bagName" if command.bag_name else "characterName")
    if isinstance(made, Rejected):
        return made
    _tell(draft, command, item, made, bag)
    if isinstance(command.item, Item):
        _only_while_worn(draft, item)
    if command.equip and _is_only_carried(command, item):
        draft.note("only_carried", name=item.name)
        command = command.model_copy(update={"equip": False})
    return _put_on(command, draft, made, bag, quantity)


def _only_while_worn(draft: Draft, item: Item) -> None:
    """Drop the modifiers of a consumable: the effects of a use belong in onUse."""
    written = item.to_document()
    if item.type != "consumable" or not item.passive or item.on_use:
        return
    instead = {**{k: v for k, v in written.items() if k != "modifiers"}, "onUse": {"modifiers": written["modifiers"], "duration": "1 hour"}}
    payload = {"operation": "give", "item": instead}
    draft.note("modifiers_while_worn", name=item.name, payload=json.dumps(payload, ensure_ascii=False))


def _is_only_carried(command: Give, item: Item) -> bool:
    """Whether the thing is gear from a template that has no slot: carrying it is using it (a quiver, a rope)."""
    return command.slot is None and not isinstance(command.item, Item) and item.type in _CARRIED and not equipment_slots.allowed_for(item)


_CARRIED: Final = frozenset(("adventuring_gear", "tool", "treasure", "consumable"))


def _what(command: Give, book: Rulebook) -> tuple[Body, Item] | Rejected:
    """The body of the new thing and its item."""
    named = command.template or (command.item if isinstance(command.item, str) else None)
    if command.template and command.item is not None:
        return Rejected("give_one_of", "item", allowed=("item", "template"))
    if named:
        return _from_template(named, command, book)
    if command.item is None or command.item == "":
        return Rejected("item_required", "item", allowed=("item", "template"))
    assert isinstance(command.item, Item)
    if fault := next(book.unknown_casts(command.item), None):
        return Rejected("cast_unknown", f"item.{fault[0]}", {"why": fault[1]})
    coin = coin_of(command.item, book)
    if coin:
        return body_paths.body_of(body_paths.TEMPLATE.to(coin.template)), book.item(coin) or command.item
    whole = book.on_base(command.item)
    if whole is None:
        near = tuple(names.nearest(command.item.base or "", book.template_names))
        return Rejected("base_unfit", "item.base", {"name": command.item.name}, near)
    return body_paths.body_of(body_paths.ITEM.to(whole.to_document())), whole


def coin_of(item: Item, book: Rulebook) -> Pick | None:
    """The coin that an inline treasure means if its name is Gold, gp, silver pieces … and it has no stats of its own."""
    if item.type != "treasure" or item.value is not None or item.weight is not None or item.modifiers or item.mechanical_effects:
        return None
    pick = book.find(item.name)
    return pick if pick and pick.template.removeprefix("srd:") in COINS else None


def _from_template(name: str, command: Give, book: Rulebook) -> tuple[Body, Item] | Rejected:
    pick = pick_of(name, command.base, command.variant, book)
    if isinstance(pick, Rejected) and pick.code == "template_unknown":
        pick = _or_own(pick, name, command, book)
    if isinstance(pick, Rejected):
        at_name = dataclasses.replace(pick, field="template") if pick.field == "item" and command.template else pick
        return at_name if pick.allowed or pick.code == "template_unknown" else _without(at_name, command)
    item = book.item(pick)
    assert item is not None
    return body_of(pick), item


def _or_own(refused: Rejected, name: str, command: Give, book: Rulebook) -> Rejected:
    """The refusal with the plain thing that is probably meant; names that are only a little alike are left out."""
    item = None if command.base or command.variant else new_things.plain_item(name, book)
    if item is None:
        return refused
    return dataclasses.replace(refused, details={**refused.details, "own": item}, near=new_things.alike(name, refused.near))


def _without(refused: Rejected, command: Give) -> Rejected:
    """Suggest the same call without the base or variant, because there is nothing to choose."""
    asked = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return dataclasses.replace(refused, instead={k: v for k, v in asked.items() if k != refused.field})


def _quantity(command: Give) -> int | Rejected:
    """The quantity next to the item or inside it; two different quantities are refused."""
    inside = command.item.quantity if isinstance(command.item, Item) and "quantity" in command.item.model_fields_set else None
    if command.quantity and inside and command.quantity != inside:
        return Rejected("given_twice", "quantity", {"one": command.quantity, "other": inside})
    return command.quantity or inside or 1


def _tell(draft: Draft, command: Give, item: Item, made: list[str], bag: Thing) -> None:
    """Note facts about a gift: its name is that of a template, its weight is missing, or somebody else has such a thing."""
    if isinstance(command.item, Item) and draft.world.things[made[0]].item.document is not None:
        pick = draft.situation.book.find(item.name)
        if pick:
            draft.note("not_the_template", template=draft.situation.book.templates[pick.template].item.name)
        elif item.weight is None:
            draft.note("weighs_nothing", name=item.name)
        if item.id:
            draft.note("id_ignored", id=item.id)
    if len(made) == 1 and bag.kind == "character" and _is_singular(item):
        _tell_of_another(draft, item, made[0], bag)


def _is_singular(item: Item) -> bool:
    """Whether a second thing of the kind is probably a mistake, as with magic that does not stack."""
    return not item_moves.stacks(item) and (item.rarity != "common" or item.needs_attunement)


def _tell_of_another(draft: Draft, item: Item, made: str, bag: Thing) -> None:
    """Note that somebody else here has such a thing, because the caller may have meant a transfer."""
    room = draft.world.room_of(bag.id)
    for other in draft.world.find_named(item.name, "item"):
        bearer = draft.world.bearer_of(other.id)
        if bearer and bearer.id != bag.id and other.id != made and draft.world.room_of(bearer.id) is room:
            draft.note("carried_by_another", bearer=bearer.name, name=other.name, id=other.id)
            return


def _put_on(command: Give, draft: Draft, made: list[str], bag: Thing, quantity: int) -> Verdict:
    """Equip and attune the new thing if asked; a refusal of either refuses the whole gift."""
    inline = command.item if isinstance(command.item, Item) else None
    attune = command.attune or bool(inline and inline.attuned)
    equip = command.equip or bool(inline and inline.equipped)
    if (equip or attune) and bag.kind != "character":
        return Rejected("character_required", "bagName", {"name": bag.name}, allowed=("characterName", "characterId"))
    thing = draft.world.things[made[0]]
    if equip:
        worn = put_on(draft, bag, thing, Placement(command.slot, attune=attune))
        return _of_the_gift(worn, command) if isinstance(worn, Rejected) else _put_on_at_once(worn, made, quantity)
    if attune and isinstance(bound := form_bond(draft, bag, thing), Rejected):
        return bound
    return Decision.about(made[0], bag.id if bag.kind == "character" else None, made=made, result=GiveResult(quantity))


def _of_the_gift(refused: Rejected, command: Give) -> Rejected:
    """Rephrase the suggestion as a gift, because the refused thing was never made."""
    if refused.code != "no_free_slot":
        return refused
    asked = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return dataclasses.replace(refused, instead={**asked, "slot": refused.allowed[0]})


def _put_on_at_once(worn: Decision, made: list[str], quantity: int) -> Decision:
    """The decision about a gift that its bearer puts on at once, perhaps one of a stack."""
    put = worn.result if isinstance(worn.result, PutOnResult) else None
    return dataclasses.replace(worn, made=tuple(made), result=GiveResult(quantity, put))


OPERATION = Operation(
    tool="manage_inventory",
    model=Give,
    decide=decide_give,
    who=GM,
    cost=free,
    sends="characterName item quantity? equip? identified?",
)
