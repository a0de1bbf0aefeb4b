"""manage_inventory view: show the contents of a bearer or a bag. It changes nothing; the answer comes from the world."""

from dataclasses import replace
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import locked_refusals, targets
from rpg_lite.decision.callers import Caller, is_known, room_id, standing_oneself
from rpg_lite.decision.command import Targeted
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.operations import reach
from rpg_lite.operations.operation import SEEN_OF_OWN, Operation, free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import World


class View(Targeted):
    """Worn and carried things."""

    operation: Literal["view"]
    show_equipped: bool = True
    show_inventory: bool = True
    show_stats: bool = True
    for_players: Annotated[bool, Field(description="To read aloud: unknown things by their look.")] = False

    @property
    def shows_only_what_it_touches(self) -> bool:
        return True


def decide_view(command: View, draft: Draft) -> Verdict:
    """Refuses: bag_locked."""
    world, book = draft.world, draft.situation.book
    bag = targets.bag(world, command, book)
    if isinstance(bag, Rejected):
        return bag
    shut = locked_refusals.shut(world, bag, targets.field_of(command.bag_id, command.bag_name, "bagName"), book)
    if shut and command.for_players:  # the game master sees through every lid
        return locked_refusals.aloud(shut)
    return Decision.about(bag.id, bag.id if bag.kind == "character" else None)


def may_view(caller: Caller, command: View, seen: World, book: Rulebook) -> Rejected | None:
    """Show everything that the party has; where the caller's own characters stand, what lies there; a shop in sight shows its goods, and a dead stranger what it bears. If the answer is read aloud, also show what others carry in
    plain sight.

    Refuses: out_of_sight.
    """
    bearer = reach.hand_of(command, seen, book)
    if isinstance(bearer, Rejected):
        return bearer
    is_near = room_id(seen, bearer) in standing_oneself(caller, seen)
    is_open = bearer.kind != "character" or bearer.state.shop is not None or caller.is_gm or reach.is_fallen_stranger(bearer)
    known = (is_near and is_open) or (bearer.kind == "character" and is_known(caller, bearer))
    return None if known else Rejected("out_of_sight", "bagName", {"name": bearer.name})


OPERATION = Operation(
    tool="manage_inventory",
    model=View,
    decide=decide_view,
    who=replace(SEEN_OF_OWN, reach=may_view),
    cost=free,
    sends="characterName showEquipped? showInventory? showStats?",
    reads=True,
)
