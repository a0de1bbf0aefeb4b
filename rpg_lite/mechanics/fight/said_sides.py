"""Words of the game master for a whole side of a fight: foes, enemies, everybody, all, both sides.

Apart because both the names and the places of a fight may be said so.
"""

from typing import Final

from rpg_lite.mechanics.space import sides
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

_FOES: Final = frozenset(map(names.fold, ("foes", "enemies", "monsters", "the others")))
_EVERYBODY: Final = frozenset(map(names.fold, ("everybody", "everyone")))
_ALL_FOES: Final = frozenset(map(names.fold, ("all foes", "all enemies", "all monsters")))
_ALL: Final = frozenset(map(names.fold, ("all",)))
BOTH_SIDES: Final = "both sides"
"""The party with its companions, and those in the room who would attack it: the fighters of a fight for which nobody is named."""
_BOTH: Final = frozenset({names.fold(BOTH_SIDES)})
_WORDS: Final = _FOES | _ALL_FOES | _EVERYBODY | _ALL | _BOTH


def is_side(name: str) -> bool:
    """Whether the word may mean a side; a creature of this name is meant before."""
    return names.fold(name) in _WORDS


def of_room(world: World, name: str, room: Thing, book: Rulebook) -> list[Thing] | None:
    """The living creatures in a room that the word means, in the order in which they were made; None for the name of somebody, or of no side.
    Those whom the game master keeps hidden are meant only where the word says all.
    """
    key = names.fold(name)
    here = [one for one in world.bag_of(room.id) if one.kind == "character" and not thing_stats.is_dead(one)]
    if key not in _WORDS or any(names.fold(one.name) == key for one in world.nameable if one.kind == "character"):
        return None
    are_foes, with_hidden = key in _FOES | _ALL_FOES, key in _ALL | _ALL_FOES
    found = [one for one in here if with_hidden or not one.is_unfound]
    if key in _BOTH:
        return [one for one in found if sides.is_ally(world, one, book) or sides.is_likely_foe(world, one, book)]
    return [one for one in found if not (are_foes and sides.is_ally(world, one, book))]
