"""Movement that an act gives beyond that of the turn, where places count: so much of the speed, at once, on any turn (SRD 5.2, Tactical Shift,
Instinctive Pounce, Withdraw; SRD 5.1 and 5.2, Legendary Actions).

Feet that were given are walked first, and those who would strike at a walk do not where the text says so.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.turn import done_acts, movement
from rpg_lite.rules.acts.plain_steps import WHOLE_SPEED, MovesGiven, read_moves
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Movement
from rpg_lite.world.world_model import Thing, World

WALKED: Final = movement.GRANTED
"""The cost of feet that were walked on what an act gave."""
_GIVEN: Final = "gained:"
"""The beginning of the cost under which a fight remembers movement that an act gave."""


@dataclass(frozen=True, slots=True)
class GrantedFeet:
    """The feet that acts gave and that are left in one mode: all of them, and those among them that provoke nobody, which come first."""

    feet: int = 0
    unprovoked: int = 0


NOTHING_GRANTED: Final = GrantedFeet()


def give(draft: Draft, who: str, act: str, moves: str) -> None:
    """Give a creature the movement of these words of an act in the turn that is played; nothing where places do not count."""
    if movement.is_measured(draft.world, who):
        done_acts.record(draft, who, act, f"{_GIVEN}{moves}")


def left(world: World, creature: Thing, mode: Movement, book: Rulebook) -> GrantedFeet:
    """The feet that acts gave in the turn that is played and that are left in a mode."""
    given = [*_given(world, creature.id, mode)]
    if not given:
        return NOTHING_GRANTED
    speeds = movement.speeds(world, creature, book)
    speed = speeds.get(mode) or speeds.get("walk", 0)  # whoever climbs or swims without a speed for it spends its walking speed
    walked = sum(done.feet for done in done_acts.done_in_turn(world, creature.id) if done.cost == WALKED)
    every, safe = (
        sum(speed if whole else speed // 2 for whole, unprovoked in given if unprovoked or not only) for only in (False, True)
    )
    return GrantedFeet(max(0, every - walked), max(0, safe - walked))


def has_any(world: World, who: str) -> bool:
    """Whether an act has given the creature movement in the turn that is played."""
    return any(done.cost.startswith(_GIVEN) and _words(done.cost) for done in done_acts.done_in_turn(world, who))


def _given(world: World, who: str, mode: Movement) -> Iterator[tuple[bool, bool]]:
    """Each movement given that may be made in the mode, as a pair: it is the whole speed, it provokes nobody."""
    for done in done_acts.done_in_turn(world, who):
        words = _words(done.cost)
        if words is not None and words.mode in (None, mode):
            yield words.speed == WHOLE_SPEED, words.unprovoked


def _words(cost: str) -> MovesGiven | None:
    return read_moves(cost.removeprefix(_GIVEN)) if cost.startswith(_GIVEN) else None
