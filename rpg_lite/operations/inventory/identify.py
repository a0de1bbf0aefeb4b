"""manage_inventory identify: from now on players know what a thing is; its magic has worked all along."""

from typing import Literal

from rpg_lite.decision import state_changes, targets
from rpg_lite.decision.command import Targeted
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.items import item_moves
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import body_paths, events


class Identify(Targeted):
    """Players learn what it is."""

    operation: Literal["identify"]
    item_id: str | None = None
    item_name: str | None = None


def decide_identify(command: Identify, draft: Draft) -> Verdict:
    """Refuses: bag_locked."""
    world, book = draft.world, draft.situation.book
    bag = targets.bag(world, command, book)
    if isinstance(bag, Rejected):
        return bag
    thing = targets.find_carried(world, bag, command.item_id, command.item_name, book, lambda t: not t.item.is_identified)
    if isinstance(thing, Rejected):
        return thing
    owner = bag if bag.kind == "character" else world.bearer_of(bag.id)
    if thing.item.is_identified:
        draft.note("already_identified", name=thing.name)
        return Decision.about(thing.id, owner.id if owner else None)
    state_changes.change(draft, thing, body_paths.IDENTIFIED, None)
    return Decision.about(_merge_onto_stack(draft, thing.id), owner.id if owner else None)


def _merge_onto_stack(draft: Draft, id: str) -> str:
    """Put the thing, now that it is known, on an equal stack. Return the id of the stored thing."""
    thing = draft.world.things[id]
    stack = item_moves.stack_in(draft.world, thing.parent_id or "", thing, draft.situation.book)
    if stack is None or draft.world.row_of(id):
        return id
    draft.add(events.Removed(thing), events.Counted(stack.id, stack.quantity, stack.quantity + thing.quantity))
    return stack.id


OPERATION = Operation(
    tool="manage_inventory",
    model=Identify,
    decide=decide_identify,
    who=GM,
    cost=free,
    sends="characterName itemName",
)
