"""manage_inventory attune: bond a creature with a magic item; it may have at most three bonds, and only one with each kind of item."""

from typing import Literal

from rpg_lite.decision import targets
from rpg_lite.decision.command import Targeted, ThingFilter
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.mechanics.items import handling_cost
from rpg_lite.mechanics.items.attunement_bonds import form_bond
from rpg_lite.operations.operation import BY_HAND, Operation
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import combat
from rpg_lite.world.world_model import Thing, World


class Attune(Targeted):
    """Bond with a magic item."""

    operation: Literal["attune"]
    item_id: str | None = None
    item_name: str | None = None

    def likes(self, world: World, book: Rulebook) -> ThingFilter:
        return lambda t: t.attuned_to is None


def decide_attune(command: Attune, draft: Draft) -> Verdict:
    """Form the bond that the rules allow. A gift that comes attuned skips these checks, because it states a fact.

    Refuses: attunement_duplicate, attunement_limit, attunement_prerequisite, attunement_takes_rest, bag_locked.
    """
    world, situation = draft.world, draft.situation
    bearer = targets.wearer(world, command, situation.book)
    if isinstance(bearer, Rejected):
        return bearer
    thing = targets.find_carried(world, bearer, command.item_id, command.item_name, situation.book, command.likes(world, situation.book))
    if isinstance(thing, Rejected):
        return thing
    thing = thing if command.item_id else _worn_rather(world, bearer, thing, situation.book)
    formed = form_bond(draft, bearer, thing)
    if draft.events and not combat.is_in(world, bearer.id):
        draft.note("attuned_at_once")
    return formed


def _worn_rather(world: World, bearer: Thing, thing: Thing, book: Rulebook) -> Thing:
    """Choose the one in use among several equal things, because a bond with an equal thing in the pack would change nothing."""
    worn = (t for t in world.tree_of(bearer.id) if t.id in world.worn_by.get(bearer.id, {}) and t.attuned_to is None)
    return next((t for t in worn if targets.alike(t, book) == targets.alike(thing, book)), thing)


OPERATION = Operation(
    tool="manage_inventory",
    model=Attune,
    decide=decide_attune,
    who=BY_HAND,
    cost=handling_cost.of_wearing,
    sends="characterName itemName",
)
