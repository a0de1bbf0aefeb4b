"""execute_action place: say where somebody stands, on the ground of its room."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.decision.shared_keys import Names
from rpg_lite.mechanics.space import said_places
from rpg_lite.mechanics.space.said_places import Stands
from rpg_lite.operations.operation import GM, Operation, free
from rpg_lite.world import combat
from rpg_lite.world.world_model import Ref, Thing, World

LONGEST_WORDS = 300


class PlaceCreatures(Command):
    """Say where creatures stand; nobody spends movement."""

    operation: Literal["place"]
    names: Annotated[Names, Field(min_length=1)]
    to: Annotated[str, Field(max_length=LONGEST_WORDS, description="C4; next to X; 20 ft north of X; behind X; door east …")]

    @model_validator(mode="before")
    @classmethod
    def _of_one(cls, data: Any) -> Any:
        """One creature may be named as elsewhere, by characterName."""
        one = data.get("characterName") if isinstance(data, Mapping) and "names" not in data else None
        return {**{key: value for key, value in data.items() if key != "characterName"}, "names": [one]} if one else data

    def touches(self) -> tuple[Ref, ...]:
        named = (Ref("party") if reserved_names.is_party(n) else Ref("bearer", *targets.id_or_name(n)) for n in self.names)
        first = (None, None) if reserved_names.is_party(self.names[0]) else targets.id_or_name(self.names[0])
        return (*named, Ref("here", *first), Ref("people", *first), Ref("fight"))


@dataclass(frozen=True, slots=True)
class PlaceResult(Result):
    """The places of the creatures now."""

    stands: tuple[Stands, ...]


def decide_place(command: PlaceCreatures, draft: Draft) -> Verdict:
    """Refuses: floor_unknown, moves_with_another, nothing_holds, party_empty, stands_elsewhere."""
    found = named_in_one_room(draft.world, command.names)
    if isinstance(found, Rejected):
        return found
    room, ones = found
    if combat.is_set_up(draft.world):
        draft.starting |= {one.id for one in draft.world.bag_of(room.id)}
    stands = said_places.place(draft, room, ones, command.to, "to")
    if isinstance(stands, Rejected):
        return stands
    return Decision.about(room.id, *(one.id for one in ones), result=PlaceResult(tuple(stands)))


def named_in_one_room(world: World, names: Names) -> tuple[Thing, list[Thing]] | Rejected:
    """The room of the first creature named, and all that are named, which are there; of the party, those who are."""
    room: Thing | None = None
    found: dict[str, Thing] = {}
    for n, name in enumerate(names):
        if reserved_names.is_party(name):
            members = targets.party_of(world)
            room = room or next((there for m in members if (there := world.room_of(m.id))), None)
            found |= {m.id: m for m in members if world.room_of(m.id) == room}
            continue
        named = targets.creatures(world, name, f"names[{n}]", room)
        if isinstance(named, Rejected):
            return named
        room = room or world.room_of(named[0].id)
        if room and (away := next((one for one in named if world.room_of(one.id) != room), None)):
            return Rejected("stands_elsewhere", f"names[{n}]", {"name": away.name, "room": room.name})
        found |= {one.id: one for one in named}
    if room is None:
        return Rejected("floor_unknown", "names")
    return (room, [*found.values()]) if found else Rejected("party_empty", "names")


OPERATION = Operation(
    tool="execute_action",
    model=PlaceCreatures,
    decide=decide_place,
    who=GM,
    cost=free,
    sends="names to",
    before_all=True,
    of_places=True,
)
