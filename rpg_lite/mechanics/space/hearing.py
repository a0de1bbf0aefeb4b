"""The creatures that hear words in a room, and those that can speak."""

from collections.abc import Iterator
from typing import Final

from rpg_lite.decision.situation import Situation
from rpg_lite.rules import creature_flags
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World, order_made

MOST_HEARERS: Final = 40
"""The largest number of hearers that an entry keeps; members of the party come first."""
_DEAF: Final = "deafened"
_SPEECHLESS: Final = frozenset(("paralyzed", "petrified", "unconscious"))
"""The conditions that take a creature's speech in both rulesets; the incapacitated of SRD 5.2 have a flag."""


def who_hears(world: World, situation: Situation, room: Thing) -> tuple[str, ...]:
    """The ids of the creatures in the room that are awake and not deafened."""
    near = sorted(_near(world, situation, room), key=lambda who: (not who.creature.is_member, order_made(who)))
    return tuple(who.id for who in near[:MOST_HEARERS])


def heroes_who_hear(world: World, situation: Situation, room: Thing) -> list[Thing]:
    """The members of the party in the room who are awake and not deafened."""
    return [who for who in _near(world, situation, room) if who.creature.is_member]


def _near(world: World, situation: Situation, room: Thing) -> Iterator[Thing]:
    there = situation.people([room.id])
    whole = World(world.campaign, {**there, **world.things})
    people = {id: whole.things[id] for id in (*there, *(t.id for t in world.things.values() if t.kind == "character"))}
    yield from (who for who in people.values() if _is_in(whole, who, room) and can_hear(whole, who))


def can_hear(world: World, who: Thing) -> bool:
    return not thing_stats.is_lost(world, who) and not any(a.name == _DEAF for a in thing_stats.afflictions(world, who))


def can_speak(world: World, who: Thing, book: Rulebook) -> bool:
    """Whether the creature is alive and no condition or effect takes its speech (SRD, Conditions; Gaseous Form)."""
    if thing_stats.is_dead(who) or any(a.name in _SPEECHLESS for a in thing_stats.afflictions(world, who)):
        return False
    return creature_flags.CANNOT_SPEAK not in thing_stats.stats_of(world, who, book).flags


def _is_in(world: World, who: Thing, room: Thing) -> bool:
    at = world.room_of(who.id)
    return who.parent_id == room.id if at is None else at.id == room.id
