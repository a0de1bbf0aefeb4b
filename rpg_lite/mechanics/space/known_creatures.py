"""The creatures that somebody knows of where places count."""

from rpg_lite.mechanics.space import sides, sight
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.world.world_model import Thing


def known_to(now: Standing, one: Thing) -> frozenset[str]:
    """The ids of the creatures that one of them knows of: the party does not know the hidden and those whom nobody of it notices; the others know
    everybody.
    """
    here = [other for id in now.spaces if (other := now.world.things[id]).kind == "character" and not now.is_inside(other)]
    if not sides.is_ally(now.world, one, now.book):
        return frozenset(other.id for other in here)
    party = [t for t in now.world.things.values() if t.kind == "character" and t.creature.is_member]
    return frozenset(
        other.id
        for other in here
        if sides.is_ally(now.world, other, now.book) or not (other.is_unfound or sight.is_unnoticed(now.world, other, party, now.book))
    )
