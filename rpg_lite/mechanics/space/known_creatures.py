"""The creatures of which the party knows in a room where places count.

Apart because whoever walks asks it, and whatever tells what has stopped a push.
"""

from rpg_lite.mechanics.space import sides, sight
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Thing, World


def here_of(now: Standing) -> list[Thing]:
    """The creatures that have a place, but for those inside others."""
    return [one for id in now.spaces if (one := now.world.things[id]).kind == "character" and not now.is_inside(one)]


def known_to_party(now: Standing) -> frozenset[str]:
    """The creatures that the party knows of: not the hidden, and not those whom nobody of it notices."""
    return frozenset(one.id for one in here_of(now) if is_known_to_party(now.world, one, now.book))


def is_known_to_party(world: World, one: Thing, book: Rulebook) -> bool:
    """Whether the party knows that the creature is there."""
    party = [t for t in world.things.values() if t.kind == "character" and t.creature.is_member]
    return sides.is_ally(world, one, book) or not (one.is_unfound or sight.is_unnoticed(world, one, party, book))


def known_to(now: Standing, one: Thing) -> frozenset[str]:
    """The creatures that one of them knows of: those of the party what the party does, the others everybody."""
    if sides.is_ally(now.world, one, now.book):
        return known_to_party(now)
    return frozenset(other.id for other in here_of(now))
