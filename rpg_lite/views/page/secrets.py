"""What the page shows to the game master alone: the numbers of the creatures at hand, and what the room hides."""

from typing import Any

from rpg_lite.operations.mechanics import acting_place
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views.bearer import state_text
from rpg_lite.views.rooms import for_the_game_master
from rpg_lite.world import bearers, combat
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.things import Thing, World

Json = dict[str, Any]


def secrets_json(world: World, chart: Chart, book: Rulebook) -> Json:
    """The creatures in the party's room and in the fight, and the lines that only the game master reads about the room."""
    room = world.things.get(chart.here)
    here = acting_place.people(world, chart.here) if room else []
    fighting = [world.things[f.id] for f in combat.order(world) if f.id in world.things]
    others = {who.id: who for who in (*fighting, *here) if not who.creature.is_member}
    return {
        "creatures": [_creature(world, who, book) for who in others.values()],
        "notes": for_the_game_master(world, room, book) if room else [],
    }


def _creature(world: World, who: Thing, book: Rulebook) -> Json:
    stats = bearers.stats_of(world, who, book)
    return {
        "name": who.name,
        "ac": stats.ac.value,
        "hp": {"value": stats.hp, "max": stats.hp_max.value if stats.hp_max else None, "temporary": stats.temp_hp},
        "conditions": [state_text(c) for c in stats.conditions_active.values()] + (["dead"] if bearers.is_dead(who) else []),
        "acts": combat.acting(world) == who.id,
    }
