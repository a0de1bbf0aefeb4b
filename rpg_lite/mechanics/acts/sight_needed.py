"""The acts that need sight: with an act that needs "sees", a creature answers only what it sees (SRD, Counterspell, Uncanny Dodge), and takes
only targets that it sees (SRD, Hold Person).
"""

from typing import Final

from rpg_lite.decision.occasions import Occasion
from rpg_lite.mechanics.space import sight, standing
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.words import SEES
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.barriers import seen_through
from rpg_lite.rules.space.lines import sees
from rpg_lite.world.world_model import Thing, World

_WHY: Final[dict[sight.Unseen, str]] = {
    "blinded": "it is blinded",
    "hidden": "the other is hidden",
    "invisible": "the other is invisible",
    "obscured": "darkness or fog hides the other",
}

_WALLED_OFF: Final = "something stands between"


def why_not(act: Act, who: Thing, occasion: Occasion, world: World, book: Rulebook) -> str | None:
    """The reason why the creature does not see the one that it would answer; None if it sees that one, or need not. A walk over squares that leaves its
    reach is one that it has seen, wherever the walk has led since.
    """
    if occasion.happens == "leaves_reach" and occasion.to:
        return None
    other = world.things.get(occasion.by)
    if SEES not in act.needs or other is None:
        return None
    return why_unseen(world, who, other, book) or ("a wall hides the other" if _is_behind_a_wall(world, who, other, book) else None)


def hides(world: World, who: Thing, other: Thing, book: Rulebook) -> bool:
    """Whether the creature does not see the other, or a wall stands between them."""
    return why_unseen(world, who, other, book) is not None or _is_behind_a_wall(world, who, other, book)


def _is_behind_a_wall(world: World, who: Thing, other: Thing, book: Rulebook) -> bool:
    """Whether no line is open between the two, where places count."""
    room = world.room_of(who.id)
    if room is None or who.id == other.id or not standing.is_measured(world, room.id):
        return False
    now = standing.standing_in(world, room, book)
    a, b = now.spaces.get(who.id), now.spaces.get(other.id)
    return a is not None and b is not None and a != b and not sees(seen_through(now.ground), a, b)


def why_unseen(world: World, who: Thing, other: Thing, book: Rulebook) -> str | None:
    """The reason why a creature does not see another, in words; None if it does. Nobody loses sight of themselves."""
    unseen = None if other.id == who.id else sight.why_unseen(world, who, other, book)
    return unseen and _WHY[unseen]
