"""When a bonus action can be taken: only on the creature's own turn, so never as an answer in somebody else's (SRD, Bonus Actions)."""

from rpg_lite.rules.acts.act import Act
from rpg_lite.world import clock
from rpg_lite.world.world_model import World


def whose_turn_instead(world: World, who: str, act: Act) -> str | None:
    """The id of the creature that is on, if the act takes a bonus action and the fight is not at the turn of the creature that plays it."""
    on = clock.fight(world)
    if on is None or act.cost != "bonus" or all(f.id != who for f in on.members) or on.whose.id == who:
        return None
    return on.whose.id
