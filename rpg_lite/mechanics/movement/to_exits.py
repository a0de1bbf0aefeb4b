"""The way to an exit, for those who leave the room of a fight where places count (SRD 5.1 and 5.2, Your Turn).

Apart because it stands between two rooms: the walk through exits knows no squares.
"""

from collections.abc import Sequence

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Occasion
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.movement import leaving_reach, planned_ways, walking, ways
from rpg_lite.mechanics.movement.planned_ways import WayWished
from rpg_lite.mechanics.space import standing
from rpg_lite.mechanics.turn import movement
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, square_name
from rpg_lite.world.world_model import Exit, Thing


def walk(draft: Draft, room: Thing, way: Exit, who: Sequence[Thing]) -> Rejected | None:
    """Let these creatures walk to the exit, and spend what that costs; within 5 ft of it they are there.

    Where somebody may strike on the way, the walk is a deed of its own, because an answer cuts it.

    Refuses: exit_too_far.
    """
    for one in who:
        now = standing.standing_in(draft.world, room, draft.situation.book)
        square = Space(*now.exits()[way.id])
        if not planned_ways.is_counted(draft, one) or one.id not in now.spaces or distance(now.spaces[one.id], square) <= SQUARE_FEET:
            continue
        planned = ways.plan(draft, one, WayWished(way.label))
        if isinstance(planned, Rejected) or planned.walk.leaves or distance(planned.to, square) > SQUARE_FEET:
            instead = {"operation": "move", "characterName": one.name, "to": way.label}
            details = {"name": one.name, "label": way.label, "at": square_name((square.x, square.y))}
            return Rejected("exit_too_far", "direction", details, instead=instead)
        walking.walk(draft, planned)
    return None


def provoke(draft: Draft, room: Thing, who: Sequence[Thing]) -> None:
    """Let those strike who reach somebody at the exit (SRD 5.1 and 5.2, Opportunity Attacks)."""
    now = standing.standing_in(draft.world, room, draft.situation.book)
    for one in who:
        if movement.is_measured(draft.world, one.id) and one.id in now.spaces:
            for striker in leaving_reach.who_may_strike(draft, now, one):
                here = now.spaces[one.id]
                if distance(striker.space, here) <= striker.reach and leaving_reach.sees_there(now, striker, one, here):
                    draft.occasions.append(Occasion("leaves_reach", one.id, striker.who.id))
