"""view: what a bearer or a bag holds. It changes nothing; the world is the answer."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.operations import targets
from rpg_lite.operations.mechanics import locks
from rpg_lite.operations.operation import SEEN, Operation
from rpg_lite.operations.outcome import Accepted, Outcome, Rejected, Situation
from rpg_lite.operations.targets import Targeted
from rpg_lite.world.things import World


class View(Targeted):
    """What is worn and carried."""

    operation: Literal["view"]
    show_equipped: bool = True
    show_inventory: bool = True
    show_stats: bool = True
    for_players: Annotated[bool, Field(description="To read aloud: unidentified things by their look.")] = False

    @property
    def shows_only_what_it_touches(self) -> bool:
        return True


def decide_view(command: View, world: World, situation: Situation) -> Outcome:
    bag = targets.bag(world, command, situation.book)
    if isinstance(bag, Rejected):
        return bag
    shut = locks.shut(world, bag, targets.given(command.bag_id, command.bag_name, "bagName"), situation.book)
    if shut and command.for_players:  # the game master sees through every lid
        return locks.aloud(shut)
    return Accepted((), world, subject=bag.id, bearers=(bag.id,) if bag.kind == "character" else ())


OPERATION = Operation(
    tool="manage_inventory",
    model=View,
    decide=decide_view,
    who=SEEN,
    sends="characterName showEquipped? showInventory? showStats?",
    reads=True,
)
