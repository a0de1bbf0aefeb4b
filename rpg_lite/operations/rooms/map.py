"""manage_room map: draw a map of the surroundings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

from pydantic import Field, model_validator

from rpg_lite.decision import targets, value_forms
from rpg_lite.decision.callers import Caller, standing, standing_oneself
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Decision, Rejected, Result, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.places.route_endpoints import FromHere, PartyKnowledge, goal_room, refs_of_goal, room_here, rooms_of
from rpg_lite.mechanics.space import lights, sight
from rpg_lite.operations import reach
from rpg_lite.operations.operation import SEEN_FROM, Operation, free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import RoomLight
from rpg_lite.world import atlas
from rpg_lite.world.atlas import Side, Traveller
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Ref, Thing, World, order_made

FARTHEST: Final = 1000
MOST_ROOMS: Final = 500
_BOTH: Final[tuple[Side, ...]] = ("out", "in")


class Map(FromHere):
    """A drawn map of the surroundings, with a list of the exits; with toName, around another room."""

    operation: Literal["map"]
    around: Annotated[int, Field(ge=0, le=FARTHEST, strict=True, description="Steps; default 3.")] = 3
    ground: Annotated[bool, Field(strict=True, description="The squares of the room.")] = False

    @property
    def shows_own_past(self) -> bool:
        """The squares of a ground that the party has had in sight follow from the past; players see no more of it."""
        return self.ground

    @model_validator(mode="before")
    @classmethod
    def _of_room(cls, data: Any) -> Any:
        """The room may be named as elsewhere, by bagName."""
        return value_forms.under_other_keys(data, {"bagName": "toName", "bagId": "toId"})

    def touches(self) -> tuple[Ref, ...]:
        """Load the people who are with the party, too, because they may hold lights."""
        return (*super().touches(), Ref("people"))


@dataclass(frozen=True, slots=True)
class MapResult(Result):
    """The known part of the map."""

    chart: Chart


def decide_map(command: Map, draft: Draft) -> Verdict:
    """Refuses: destination_required, floor_unknown, room_undiscovered."""
    world, situation = draft.world, draft.situation
    here = room_here(command, world)
    if isinstance(here, Rejected):
        return here
    if command.ground:
        room = room_of_ground(command, world, situation)
        return room if isinstance(room, Rejected) else Decision.about(room.id)
    fog = None if command.everything else PartyKnowledge(here, world, situation)
    middle = goal_room(command, world, fog.rooms_discovered if fog else None) if refs_of_goal(command) else here
    if isinstance(middle, Rejected):
        return middle
    found = replace(_chart(command, here, middle, fog, world, situation), undiscovered=_count_undiscovered(command, middle, fog, situation))
    return Decision.about(middle.id, result=MapResult(found))


def room_of_ground(command: Map, world: World, situation: Situation) -> Thing | Rejected:
    """The room whose ground a command draws: the one that it names, if the party knows it, else the room of the party."""
    here = room_here(command, world)
    if isinstance(here, Rejected) or not refs_of_goal(command):
        return here
    return goal_room(command, world, None if command.everything else PartyKnowledge(here, world, situation).rooms_discovered)


def chart(command: Map, world: World, situation: Situation) -> Chart:
    """The map, ready for drawing; empty if nobody is in a room."""
    here = room_here(command, world)
    if isinstance(here, Rejected):
        return Chart("", ())
    return _chart(command, here, here, None if command.everything else PartyKnowledge(here, world, situation), world, situation)


def _chart(command: Map, here: Thing, middle: Thing, fog: PartyKnowledge | None, world: World, situation: Situation) -> Chart:
    """The surroundings of `middle`; `here` is the room of the party or character."""
    discovered, ways = (fog.rooms_discovered, fog.ways) if fog else (None, situation.ways)
    who = Traveller(discovered=discovered, minds_locks=False, opened=fog.exits_opened if fog else None)
    found = atlas.reach(middle.id, ways, who, command.around, MOST_ROOMS, _BOTH)
    exits = tuple(sorted(who.sees(ways([*found], "out")), key=order_made))
    beyond = {way.to_room for way in exits if way.to_room} - found.keys()
    things = situation.rooms([*found, *beyond])
    known = {*found, *beyond} if discovered is None else {*discovered([*found, *beyond])}
    visited = frozenset(found if discovered is None else (room for room, seen in discovered([*found]).items() if seen == "visited"))
    return Chart(
        here=here.id,
        rooms=tuple(things[room] for room in found if room in things),
        exits=exits,
        names={room: things[room].name for room in beyond & known if room in things},
        people=_people(situation.people([*found]).values(), world, situation, command.everything),
        visited=visited,
        light=_light([things[room] for room in found if room in things], world, situation.book, command.everything),
        whole=command.everything,
    )


def _count_undiscovered(command: Map, middle: Thing, fog: PartyKnowledge | None, situation: Situation) -> int:
    """Count the rooms on the map that the party does not know."""
    if fog is None:
        return 0
    there = atlas.reach(middle.id, situation.ways, Traveller(minds_locks=False), command.around, MOST_ROOMS, _BOTH)
    return len(there.keys() - fog.rooms_discovered([*there]).keys())


def _light(rooms: Iterable[Thing], world: World, book: Rulebook, whole: bool) -> dict[str, RoomLight]:
    """The light where the party stands, including carried lights; the game master's map also shows the set light of other rooms."""
    watched = {room.id for room in rooms_of(targets.party_of(world), world)}
    there = {r.id: lights.light_in(world, r, book).level for r in rooms if r.room.light and r.id in watched}
    return {**({r.id: r.room.light for r in rooms if r.room.light} if whole else {}), **there}


def _people(people: Iterable[Thing], world: World, situation: Situation, whole: bool) -> dict[str, tuple[Thing, ...]]:
    """The creatures in each room; creatures outside the party only where the party, or a player's own characters, see them."""
    members, book = targets.party_of(world), situation.book
    party = {t.id for t in members}
    near = [room for room in rooms_of(members, world) if situation.sees(room.id)]
    watched = {room.id for room in near if whole or not sight.is_unseen(world, room, members, book)}
    found: dict[str, list[Thing]] = {}
    for who in people:
        if whole or who.id in party or (who.parent_id in watched and not _is_unseen(world, who, members, book)):
            found.setdefault(who.parent_id or "", []).append(who)
    return {room: tuple(sorted(several, key=lambda t: (t.id not in party, order_made(t)))) for room, several in found.items()}


def _is_unseen(world: World, who: Thing, members: Sequence[Thing], book: Rulebook) -> bool:
    return who.is_unfound or sight.is_unnoticed(world, who, members, book)


def may_map(caller: Caller, command: Map, seen: World, book: Rulebook) -> Rejected | None:
    """Allow what `look` allows; of a room where only friends stand, not its squares.

    Refuses: out_of_sight.
    """
    if refused := reach.of_the_near(caller, command, seen, book):
        return refused
    if not command.ground or not refs_of_goal(command):
        return None
    goal = targets.room(seen, command.to_id, command.to_name, "toName")
    if isinstance(goal, Rejected) or goal.id not in standing(caller, seen) - standing_oneself(caller, seen):
        return None
    return Rejected("out_of_sight", "toName", {"name": goal.name})


OPERATION = Operation(
    tool="manage_room",
    model=Map,
    decide=decide_map,
    who=replace(SEEN_FROM, reach=may_map),
    cost=free,
    sends="toName? around? everything?",
    reads=True,
    is_verb=True,
)
