"""The part of the page that only the game master sees: the numbers of the creatures at hand, and the secrets of the room. Apart because
nothing in it may reach a player's stream.
"""

from typing import Any

from rpg_lite.mechanics.places import room_lookup
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views.bearer import states
from rpg_lite.views.page import heroes, secret_notes
from rpg_lite.views.stats_text import attack_text
from rpg_lite.views.surroundings import mark_of
from rpg_lite.world import combat, thing_stats
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]


def secrets_json(world: World, chart: Chart, book: Rulebook) -> Json:
    """The creatures in the party's room and in the fight, and the lines that only the game master reads about the room."""
    room = world.things.get(chart.here)
    here = room_lookup.people(world, chart.here) if room else []
    fighting = [world.things[f.id] for f in combat.order(world) if f.id in world.things]
    others = {who.id: who for who in (*fighting, *here) if not who.creature.is_member}
    return {
        "creatures": [_creature(world, who, book) for who in others.values()],
        "notes": secret_notes.notes_json(world, room, book) if room else [],
    }


def _creature(world: World, who: Thing, book: Rulebook) -> Json:
    stats = thing_stats.stats_of(world, who, book)
    return {
        "id": who.id,
        "name": who.name,
        "ac": stats.ac.value,
        "hp": {"value": stats.hp, "max": stats.hp_max.value if stats.hp_max else None, "temporary": stats.temp_hp},
        "conditions": states(who, stats),
        "effects": [heroes.effect_json(world, e) for e in thing_stats.lasting(world, who, "effects")],
        "concentration": held.effect if (held := who.creature.concentration) else None,
        "acts": combat.acting(world) == who.id,
        "mark": mark_of(who, stats),
        "attacks": [attack_text(a) for a in stats.attacks],
        "line": secret_notes.about(stats),
    }
