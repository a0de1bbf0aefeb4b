"""manage_inventory unequip: take a thing off and keep it."""

from dataclasses import dataclass
from typing import Literal

from rpg_lite.decision import targets
from rpg_lite.decision.command import Targeted, ThingFilter
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.items import handling_cost, item_moves
from rpg_lite.operations.operation import BY_HAND, Operation
from rpg_lite.rules.extensible_words import SlotWord
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import SLOT_FAMILY
from rpg_lite.world.world_model import Thing, World


class Unequip(Targeted):
    """Take it off."""

    operation: Literal["unequip"]
    item_id: str | None = None
    item_name: str | None = None
    slot: SlotWord | None = None

    def likes(self, world: World, book: Rulebook) -> ThingFilter:
        return lambda t: world.row_of(t.id) is not None


@dataclass(frozen=True, slots=True)
class UnequipResult(Result):
    """The thing taken off, and its slot."""

    taken_off: Called
    slot: str | None


def decide_unequip(command: Unequip, draft: Draft) -> Verdict:
    """Refuses: bag_locked, item_cursed, item_required, name_ambiguous, not_worn, slot_empty."""
    world, situation = draft.world, draft.situation
    bearer = targets.wearer(world, command, situation.book)
    if isinstance(bearer, Rejected):
        return bearer
    thing = _find_worn(world, bearer, command, situation)
    if isinstance(thing, Rejected):
        return thing
    if item_moves.is_stuck(world, thing, situation.book):
        return Rejected("item_cursed", "itemName", {"name": thing.name})
    row = world.row_of(thing.id)
    id = item_moves.put_away(draft, thing)
    handling_cost.note_time(draft, bearer)
    return Decision.about(id, bearer.id, result=UnequipResult(Called(thing.id), row.slot if row else None))


def _find_worn(world: World, bearer: Thing, command: Unequip, situation: Situation) -> Thing | Rejected:
    rows = world.worn_by.get(bearer.id, {})
    told = tuple(f"{r.slot}: {world.things[id].name} ({id})" for id, r in rows.items() if id in world.things)
    if command.item_id or command.item_name:
        thing = targets.find_carried(world, bearer, command.item_id, command.item_name, situation.book, lambda t: t.id in rows)
        if isinstance(thing, Rejected) or thing.id in rows:
            return thing
        return Rejected("not_worn", "itemName", {"name": thing.name}, near=told)
    if command.slot is None:
        return Rejected("item_required", "itemName", allowed=("itemName", "itemId", "slot"), near=told)
    there = [world.things[id] for id, r in rows.items() if r.slot in SLOT_FAMILY.get(command.slot, (command.slot,))]
    if len(there) > 1:
        return Rejected("name_ambiguous", "slot", {"wanted": command.slot, "ids": "itemId"}, near=told)
    return there[0] if there else Rejected("slot_empty", "slot", {"slot": command.slot}, near=told)


OPERATION = Operation(
    tool="manage_inventory",
    model=Unequip,
    decide=decide_unequip,
    who=BY_HAND,
    cost=handling_cost.of_wearing,
    sends="characterName itemName",
)
