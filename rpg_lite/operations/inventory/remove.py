"""manage_inventory remove: remove a thing for good."""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.command import Targeted
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.items import item_moves
from rpg_lite.mechanics.items.item_moves import bearer_id
from rpg_lite.mechanics.items.money import with_exchange
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules.document_field_types import Quantity
from rpg_lite.world.locks import is_locked
from rpg_lite.world.world_model import Thing, World


class Remove(Targeted):
    """Delete it."""

    operation: Literal["remove"]
    item_id: str | None = None
    item_name: str | None = None
    quantity: Quantity | None = None
    all: Annotated[bool, Field(description="The whole stack.")] = False
    with_contents: Annotated[bool, Field(description="A bag with its contents.")] = False


@dataclass(frozen=True, slots=True)
class RemoveResult(Result):
    """The number of things that are gone."""

    removed: int


def decide_remove(command: Remove, draft: Draft) -> Verdict:
    """Refuses: bag_locked, bag_not_empty, quantity_too_many."""
    world, book = draft.world, draft.situation.book
    bag = targets.bag(world, command, book)
    if isinstance(bag, Rejected):
        return bag
    thing = targets.find_carried(world, bag, command.item_id, command.item_name, book, lambda t: world.row_of(t.id) is None)
    if isinstance(thing, Rejected):
        return with_exchange(thing, world, bag, command.item_name, command.quantity or 1, book)
    quantity = thing.quantity if command.all else command.quantity or 1
    if too_many := item_moves.enough(thing, quantity):
        return with_exchange(too_many, world, bag, command.item_name, quantity, book)
    if refusal := _not_empty(world, thing, command):
        return refusal
    item_moves.take_away(draft, thing, quantity)
    return Decision.about(thing.id, bag.id if bag.kind == "character" else bearer_id(world, thing), result=RemoveResult(quantity))


def _not_empty(world: World, thing: Thing, command: Remove) -> Rejected | None:
    inside = world.bag_of(thing.id)
    if not inside or command.with_contents:
        return None
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "withContents": True}
    told = ["locked"] if is_locked(thing) else [t.name for t in inside]
    return Rejected("bag_not_empty", "itemName", {"name": thing.name, "inside": told}, instead=instead)


OPERATION = Operation(
    tool="manage_inventory",
    model=Remove,
    decide=decide_remove,
    who=GM,
    cost=free,
    sends="characterName itemName quantity? all?",
)
