"""The feet that an answer goes, where places count: nobody answers what is farther off than the act reaches (SRD, Counterspell, Hellish Rebuke)."""

from collections.abc import Mapping
from typing import Any

from rpg_lite.decision.occasions import Occasion, aim_of, is_for_another_beside
from rpg_lite.mechanics.space import standing
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.world.world_model import Thing, World


def beyond(act: Act, who: Thing, occasion: Occasion, world: World, book: Rulebook) -> Mapping[str, Any] | None:
    """The name of the creature that the answer does not reach, its feet and those of the act; None if it reaches it, or nothing measures it."""
    other, far, room = world.things.get(aim_of(act, occasion)), ranges_of(act), world.room_of(who.id)
    if is_for_another_beside(act):
        other, far = world.things.get(occasion.to), (SQUARE_FEET, SQUARE_FEET)
    if far is None or other is None or room is None or not standing.is_measured(world, room.id):
        return None
    feet = standing.standing_in(world, room, book).feet(who.id, other.id) or 0
    return {"other": other.name, "feet": feet, "most": far[1]} if feet > far[1] else None
