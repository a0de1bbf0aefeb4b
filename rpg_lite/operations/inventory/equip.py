"""manage_inventory equip: put a thing into use; things in the way come off first and are named."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations import targets
from rpg_lite.operations.command import Targeted, ThingFilter
from rpg_lite.operations.mechanics import donning_time
from rpg_lite.operations.mechanics.wearing import Placement, put_on
from rpg_lite.operations.operation import BY_HAND, Operation
from rpg_lite.operations.outcome import Accepted, Outcome, Rejected, Situation
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


def decide_equip(command: Equip, world: World, situation: Situation) -> Outcome:
    """Refuses: attunement_duplicate, attunement_limit, attunement_prerequisite, attunement_takes_rest, bag_locked, grip_unfit, item_cursed,
    no_free_slot, slot_required, slot_unfit.
    """
    bearer = targets.wearer(world, command, situation.book)
    if isinstance(bearer, Rejected):
        return bearer
    thing = targets.find_carried(world, bearer, command.item_id, command.item_name, situation.book, command.likes(world, situation.book))
    if isinstance(thing, Rejected):
        return thing
    outcome = put_on(world, situation, bearer, thing, Placement(command.slot, command.grip, command.attune))
    if isinstance(outcome, Accepted) and outcome.events and (note := donning_time.of(thing, situation.book)):
        return replace(outcome, notes=(*outcome.notes, note))
    if isinstance(outcome, Rejected) and outcome.code == "no_free_slot":
        return replace(outcome, instead={**command.model_dump(by_alias=True, exclude_unset=True), "slot": outcome.allowed[0]})
    return outcome


OPERATION = Operation(
    tool="manage_inventory",
    model=Equip,
    decide=decide_equip,
    who=BY_HAND,
    sends="characterName itemName slot? grip? attune?",
)
