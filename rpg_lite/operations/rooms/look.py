"""manage_room look: show a room as it is. Looking changes nothing; the answer comes from the world."""

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from rpg_lite.decision import targets, value_forms
from rpg_lite.decision.callers import Caller, standing_oneself
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Verdict
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import Placed
from rpg_lite.operations import reach
from rpg_lite.operations.operation import SEEN_FROM, Operation, free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Ref, World


class Look(Placed):
    """Look around."""

    operation: Literal["look"]
    for_players: Annotated[bool, Field(description="To read aloud.")] = False

    @model_validator(mode="before")
    @classmethod
    def _of_room(cls, data: Any) -> Any:
        """The room may be named as a goal, by toName."""
        return value_forms.under_other_keys(data, {"toName": "bagName", "toId": "bagId"})

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("fight"), Ref("people", *self.who))


def decide_look(command: Look, draft: Draft) -> Verdict:
    """Refuses: floor_unknown."""
    world = draft.world
    room = room_lookup.room_of(world, command)
    return room if isinstance(room, Rejected) else Decision.about(room.id)


def may_look(caller: Caller, command: Look, seen: World, book: Rulebook) -> Rejected | None:
    """Allow only rooms that the caller's characters see.

    Refuses: looks_elsewhere.
    """
    if not command.is_elsewhere:
        return reach.of_the_near(caller, command, seen, book)
    room = targets.room(seen, *command.bag, "bagName")
    if isinstance(room, Rejected):
        return room
    return None if room.id in standing_oneself(caller, seen) else Rejected("looks_elsewhere", "bagName", {"name": room.name})


OPERATION = Operation(
    tool="manage_room",
    model=Look,
    decide=decide_look,
    who=replace(SEEN_FROM, reach=may_look),
    cost=free,
    sends="characterName? forPlayers?",
    reads=True,
)
