"""The turn of a creature that a spell or feature puts to flight (SRD 5.1 and 5.2, Turn Undead, Fear, Command, Eyebite).

It goes as far as it can from whoever put it to flight, and no step brings it nearer; where nobody is known, from all its foes. It dashes if it can act
and if a way leads on. Where none does, the turned get free or dodge, and those that must only flee while they can move act as ever.
Apart because the policy of those who fight does not know it.
"""

from typing import Any, Final

from rpg_lite.mechanics.space import standing
from rpg_lite.mechanics.turn import movement
from rpg_lite.rules import creature_flags
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import flagged_effects, thing_stats
from rpg_lite.world.world_model import Thing, World

_HOLDING: Final = ("grappled", "restrained")
"""The conditions from which a creature that cannot move tries to get free."""


def is_in_flight(world: World, who: Thing, book: Rulebook) -> bool:
    """Whether something puts the creature to flight now."""
    return not frozenset(creature_flags.IN_FLIGHT).isdisjoint(thing_stats.stats_of(world, who, book).flags)


def run(world: World, who: Thing, book: Rulebook) -> list[dict[str, Any]]:
    """Return the walk away from those whom the creature flees, where places count; none for others."""
    if not movement.is_measured(world, who.id) or not is_in_flight(world, who, book):
        return []
    feared = [one.name for one in _feared(world, who, book)]
    return [{"characterId": who.id, "operation": "move", "to": f"away from {' and '.join(feared) or 'all enemies'}"}]


def act_of(world: World, who: Thing, book: Rulebook, has_a_way: bool) -> list[dict[str, Any]]:
    """Return the calls for the action of a creature in flight, the best first; none if it may act as ever. `has_a_way`: whether it can get away."""
    stats = thing_stats.stats_of(world, who, book)
    if has_a_way or not movement.is_measured(world, who.id):
        names = ["Dash"]
    else:
        is_held = any(condition in stats.conditions_active for condition in _HOLDING)
        names = [*(["Break Free"] if is_held else []), "Dodge"] if creature_flags.FLEES in stats.flags else []
    return [{"characterId": who.id, "operation": "act", "act": name} for name in names]


def _feared(world: World, who: Thing, book: Rulebook) -> list[Thing]:
    """Those who put the creature to flight and have a place in its room."""
    room = world.room_of(who.id)
    if room is None:
        return []
    spaces = standing.standing_in(world, room, book).spaces
    return [world.things[id] for id in flagged_effects.sources_of(world, who, creature_flags.IN_FLIGHT, book) if id in spaces]
