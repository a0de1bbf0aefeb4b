"""manage_inventory equip: put a thing into use; things in the way come off first and are named."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.command import Targeted, ThingFilter
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.items import handling_cost
from rpg_lite.mechanics.items.wearing import Placement, put_on
from rpg_lite.operations.operation import BY_HAND, Operation
from rpg_lite.rules.extensible_words import SlotWord
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Grip
from rpg_lite.world.world_model import World


class Equip(Targeted):
    """Put a carried thing into use."""

    operation: Literal["equip"]
    item_id: str | None = None
    item_name: str | None = None
    slot: Annotated[SlotWord | None, Field(description="Default: the item's own.")] = None
    grip: Annotated[Grip | None, Field(description="two: a versatile weapon in both hands.")] = None
    attune: Annotated[bool, Field(description="Attune it as well.")] = False

    def likes(self, world: World, book: Rulebook) -> ThingFilter:
        return lambda t: world.row_of(t.id) is None


def decide_equip(command: Equip, draft: Draft) -> Verdict:
    """Refuses: attunement_duplicate, attunement_limit, attunement_prerequisite, attunement_takes_rest, bag_locked, grip_unfit, item_cursed,
    no_free_slot, slot_required, slot_unfit.
    """
    world, book = draft.world, draft.situation.book
    bearer = targets.wearer(world, command, book)
    if isinstance(bearer, Rejected):
        return bearer
    thing = targets.find_carried(world, bearer, command.item_id, command.item_name, book, command.likes(world, book))
    if isinstance(thing, Rejected):
        return thing
    worn = put_on(draft, bearer, thing, Placement(command.slot, command.grip, command.attune))
    if isinstance(worn, Rejected) and worn.code == "no_free_slot":
        return replace(worn, instead={**command.model_dump(by_alias=True, exclude_unset=True), "slot": worn.allowed[0]})
    if draft.events:
        handling_cost.note_time(draft, bearer)
    return worn


OPERATION = Operation(
    tool="manage_inventory",
    model=Equip,
    decide=decide_equip,
    who=BY_HAND,
    cost=handling_cost.of_wearing,
    sends="characterName itemName slot? grip? attune?",
)
