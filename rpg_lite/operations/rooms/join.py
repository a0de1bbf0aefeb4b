"""manage_room join: cut to another scene, without a route and without time passing."""

from typing import Literal

from rpg_lite.decision import name_matching, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.places.travel import CutCommand, cut_to
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world.world_model import Ref


class Join(CutCommand):
    """Move the scene to a room."""

    operation: Literal["join"]
    to_id: str | None = None
    to_name: str | None = None

    def touches(self) -> tuple[Ref, ...]:
        """Load everybody, because the light there may be in somebody's hand."""
        return (*super().touches(), Ref("everyone"), Ref("place", self.to_id, self.to_name))


def decide_join(command: Join, draft: Draft) -> Verdict:
    """Refuses: destination_required, fighters_stay, not_in_the_room, one_of_required, party_empty."""
    world, situation = draft.world, draft.situation
    if not command.to_id and not command.to_name:
        return Rejected("destination_required", "toName", allowed=("toName", "toId"))
    room = targets.room(world, command.to_id, command.to_name, "toName", _suggest_discovered(situation) if command.for_players else None)
    return room if isinstance(room, Rejected) else cut_to(command, room, draft)


def _suggest_discovered(situation: Situation) -> name_matching.Nameable:
    """When the answer is read aloud, offer only rooms that the party has seen."""
    return lambda ids: {room.id for room in situation.rooms(ids).values() if room.room.seen}


OPERATION = Operation(
    tool="manage_room",
    model=Join,
    decide=decide_join,
    who=GM,
    cost=free,
    sends="toName characterName? names? force?",
    is_verb=True,
    before_all=True,
)
