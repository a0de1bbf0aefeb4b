"""The beginning of a creature's turn: the game master's lines, what recharges, and everything that happens at the start of a turn (SRD, Your Turn).
Apart because a turn begins in two ways: another one ends, or the fight begins with it.
"""

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happening
from rpg_lite.mechanics.creature import features_for_the_gm
from rpg_lite.mechanics.life import recharging
from rpg_lite.mechanics.space import standing
from rpg_lite.world.world_model import Thing


def begin(draft: Draft, whose: Thing) -> tuple[str, ...]:
    """Begin the turn that the fight is at; return what recharges in words. What the start of the turn triggers is played when the draft settles."""
    features_for_the_gm.at_turn(draft, whose)
    features_for_the_gm.at_turn_near(draft, whose, lambda other: _feet(draft, other, whose))
    recharged = recharging.at_turn(draft, whose)
    draft.happened.append(Happening("turn_start", whose.id))
    return tuple(map(str, recharged))


def _feet(draft: Draft, one: str, other: Thing) -> int | None:
    """The feet between two creatures; None where places do not count, or either has none."""
    room = draft.world.room_of(other.id)
    if room is None or not standing.is_measured(draft.world, room.id):
        return None
    return standing.standing_in(draft.world, room, draft.situation.book).feet(one, other.id)
