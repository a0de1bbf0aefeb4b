"""The movement of a turn in feet, where places count (SRD 5.1, Movement and Position; SRD 5.2, Movement and Position).

Elsewhere the movement of a turn is told, and the ledger counts it in halves of the speed.
"""

from collections.abc import Mapping
from typing import Final

from rpg_lite.mechanics.turn import done_acts
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Movement
from rpg_lite.world import body_paths, clock, combat, thing_stats
from rpg_lite.world.world_model import Thing, World

MOVE: Final = "Move"
"""The act under which a fight remembers feet that were moved."""
GRANTED: Final = "granted"
"""The cost of feet that an act gave beyond the movement of the turn."""
DASH: Final = "Dash"


def is_measured(world: World, who: str) -> bool:
    """Whether the feet of this creature count: it fights where places count, in the room of the fight."""
    on, room = clock.fight(world), world.room_of(who) if who in world.things else None
    return on is not None and on.is_measured and room is not None and room.id == combat.room_id(world)


def is_told(world: World, book: Rulebook) -> bool:
    """Whether this table tells all that happens in its fight, and goes on as it always did: neither its policy nor the fight keeps places."""
    on = clock.fight(world)
    return book.policy.space == "told" and (on is None or not on.is_measured)


def speeds(world: World, creature: Thing, book: Rulebook) -> Mapping[Movement, int]:
    """The speeds of the creature now, in feet, without the doubling that the effect of a Dash writes on them: each Dash counts by itself."""
    dashed = [entry for entry in creature.creature.effects if entry.name == DASH]
    if dashed:
        others = [entry for entry in creature.creature.effects if entry not in dashed]
        creature = creature.with_body(body_paths.changed_body(creature.body, [body_paths.EFFECTS.to(others)]))
        world = world.with_thing(creature)
    return {mode: speed.value for mode, speed in thing_stats.stats_of(world, creature, book).speed.items()}


def dashes(world: World, creature: Thing) -> int:
    """How often the creature has dashed this turn, whatever its action paid for it: each Dash lays an effect of its own."""
    return sum(entry.name == DASH for entry in thing_stats.lasting(world, creature, "effects"))


def moved(world: World, who: str) -> int:
    """The feet that the creature has moved in the current turn, whatever the mode (SRD 5.1, Using Different Speeds; SRD 5.2, Speed)."""
    return sum(done.feet for done in done_acts.done_in_turn(world, who))


def left(speed: int, dashes: int, halves: int, feet: int) -> int:
    """The feet that are left of a speed after these Dashes, acts that take half of the speed, and feet moved.

    >>> left(30, 0, 0, 0), left(30, 1, 0, 25), left(25, 0, 1, 0), left(30, 0, 0, 60)
    (30, 35, 13, 0)
    """
    return max(0, speed * (1 + dashes) - halves * (speed // 2) - feet)
