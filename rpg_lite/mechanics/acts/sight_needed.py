"""The acts that need sight: with an act that needs "sees", a creature answers only what it sees (SRD, Counterspell, Uncanny Dodge), and takes
only targets that it sees (SRD, Hold Person).
"""

from typing import Final

from rpg_lite.decision.occasions import Occasion
from rpg_lite.mechanics.space import sight, standing
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.words import SEES
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space import barriers, lines
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
    return why_unseen(world, who, other, book) or (_WALLED_OFF if _is_walled_off(world, who, other, book) else None)


def is_beyond(act: Act, who: Thing, other: Thing, world: World, book: Rulebook) -> bool:
    """Whether an answer does not reach the one at whom it is aimed, where places count."""
    feet = None if (now := _on_squares(world, who, other, book)) is None else now.feet(who.id, other.id)
    return isinstance(act.range, int) and feet is not None and feet > act.range


def _is_walled_off(world: World, who: Thing, other: Thing, book: Rulebook) -> bool:
    """Whether nothing of the other is in sight because of what stands between, where places count."""
    now = _on_squares(world, who, other, book)
    return now is not None and not lines.sees(barriers.seen_through(now.ground), now.spaces[who.id], now.spaces[other.id])


def _on_squares(world: World, who: Thing, other: Thing, book: Rulebook) -> Standing | None:
    """The places of the room if they count for these two; None elsewhere."""
    room = world.room_of(who.id)
    if room is None or not standing.is_measured(world, room.id):
        return None
    now = standing.standing_in(world, room, book)
    return now if {who.id, other.id} <= now.spaces.keys() and not (now.is_inside(who) or now.is_inside(other)) else None


def why_unseen(world: World, who: Thing, other: Thing, book: Rulebook) -> str | None:
    """The reason why a creature does not see another, in words; None if it does. Nobody loses sight of themselves."""
    unseen = None if other.id == who.id else sight.why_unseen(world, who, other, book)
    return unseen and _WHY[unseen]
