"""manage_room portal: make an exit between two existing rooms, or change one."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from rpg_lite.decision import targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.places import exit_building, room_lookup
from rpg_lite.mechanics.places.exit_building import ExitCommand, room_from
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.rules.document_field_types import Name
from rpg_lite.world.world_model import Exit, Ref, Thing, World

PORTAL: Final = replace(exit_building.PLAIN, kind="portal", minutes=0)


class Portal(ExitCommand):
    """An exit to an existing room, one way unless twoWay. A label that is a side of the room makes a passage, or else a portal."""

    operation: Literal["portal"]
    direction: Name
    to_id: str | None = None
    to_name: str | None = None
    two_way: bool = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("place", self.to_id, self.to_name))


@dataclass(frozen=True, slots=True)
class PortalResult(Result):
    """The exit from one room to another; `two_way`: with an exit back."""

    start: str
    to: str
    two_way: bool
    way: Exit


def decide_portal(command: Portal, draft: Draft) -> Verdict:
    """Refuses: destination_required, exit_taken, floor_unknown."""
    world = draft.world
    start, to = room_from(world, command), _to(world, command)
    if isinstance(start, Rejected):
        return start
    if isinstance(to, Rejected):
        return to
    label = room_lookup.word(command.direction)
    if (there := room_lookup.find_exit(world, start.id, label)) and there.to_room is not None:
        return exit_building.label_taken(world, start, there, command.model_dump(by_alias=True, exclude_unset=True))
    like = exit_building.PLAIN if exit_building.is_compass(label) else PORTAL
    way = exit_building.join(draft, start, to, label, command, like, two_way=command.two_way)
    for room in (start, to):
        room_lookup.discover(draft, room.id)
    return Decision.about(way.from_room, result=PortalResult(start.name, to.name, command.two_way, way))


def _to(world: World, command: Portal) -> Thing | Rejected:
    if not command.to_id and not command.to_name:
        return Rejected("destination_required", "toName", allowed=("toName", "toId"))
    return targets.room(world, command.to_id, command.to_name, "toName")


OPERATION = Operation(
    tool="manage_room",
    model=Portal,
    decide=decide_portal,
    who=GM,
    cost=free,
    sends="direction toName twoWay?",
)
