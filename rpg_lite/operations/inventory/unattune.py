"""manage_inventory unattune: end a bond."""

from typing import Literal

from rpg_lite.decision import targets
from rpg_lite.decision.command import Targeted, ThingFilter
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.items import handling_cost, item_moves
from rpg_lite.mechanics.items.attunement_bonds import bonds_of, list_bonded
from rpg_lite.operations.operation import BY_HAND, Operation
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import events
from rpg_lite.world.world_model import World


class Unattune(Targeted):
    """End the bond."""

    operation: Literal["unattune"]
    item_id: str | None = None
    item_name: str | None = None

    def likes(self, world: World, book: Rulebook) -> ThingFilter:
        return lambda t: t.attuned_to is not None

    @property
    def reaches_behind_locks(self) -> bool:
        return True


def decide_unattune(command: Unattune, draft: Draft) -> Verdict:
    """Refuses: bag_locked, item_cursed, not_attuned."""
    world, book = draft.world, draft.situation.book
    bearer = targets.wearer(world, command, book)
    if isinstance(bearer, Rejected):
        return bearer
    thing = targets.find_carried(world, bearer, command.item_id, command.item_name, book, command.likes(world, book), behind_locks=True)
    if isinstance(thing, Rejected):
        return thing
    if thing.attuned_to != bearer.id:
        told = tuple(f"{t.name} ({t.id})" for t in list_bonded(world, bearer))
        return Rejected("not_attuned", "itemName", {"name": thing.name}, near=told)
    if item_moves.is_cursed(world, thing, book):
        return Rejected("item_cursed", "itemName", {"name": thing.name})
    draft.add(events.Unattuned(thing.id, bearer.id))
    return Decision.about(thing.id, bearer.id, result=bonds_of(draft, bearer))


OPERATION = Operation(
    tool="manage_inventory",
    model=Unattune,
    decide=decide_unattune,
    who=BY_HAND,
    cost=handling_cost.of_wearing,
    sends="characterName itemName",
)
