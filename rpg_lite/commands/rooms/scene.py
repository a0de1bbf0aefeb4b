"""join, leave: the game master's cut to another scene, by no way and in no time; vibe: the mood of a room."""

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.outcome import Called, Outcome, Rejected, Story, Turn
from rpg_lite.commands.rooms import places
from rpg_lite.commands.rooms.places import Placed, Several
from rpg_lite.world import bearers, events
from rpg_lite.world.things import FIRST_ROOM_ID, Ref, Thing, World


class _Cut(Several):
    """The party, wherever its members stand, or those who are named."""

    force: bool = False
    for_players: bool = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), *self.everybody(), Ref("fight"))


class Join(_Cut):
    """The scene is another room."""

    operation: Literal["join"]
    to_id: str | None = None
    to_name: str | None = None

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("place", self.to_id, self.to_name))


class Leave(_Cut):
    """The scene is the Lobby."""

    operation: Literal["leave"]

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("place", FIRST_ROOM_ID))


class Vibe(Placed):
    """The mood of a room, told or set."""

    operation: Literal["vibe"]
    vibe: Annotated[str | None, Field(max_length=4000)] = None


def decide_join(command: Join, world: World, turn: Turn) -> Outcome:
    if not command.to_id and not command.to_name:
        return Rejected("destination_required", "toName", allowed=("toName", "toId"))
    room = targets.room(world, command.to_id, command.to_name, "toName", _discovered(turn) if command.for_players else None)
    return room if isinstance(room, Rejected) else _cut(command, room, Story(world, turn))


def _discovered(turn: Turn) -> targets.Nameable:
    """Aloud no other rooms are offered than those that the party has seen."""
    return lambda ids: {room.id for room in turn.rooms(ids).values() if room.body.get("seen")}


def decide_leave(command: Leave, world: World, turn: Turn) -> Outcome:
    return _cut(command, world.things[FIRST_ROOM_ID], Story(world, turn))


def _cut(command: _Cut, room: Thing, story: Story) -> Outcome:
    who = places.together(story.world, command)
    if isinstance(who, Rejected):
        return who
    if not command.force and (refusal := places.stay_in_the_fight(story.world, command, who)):
        return refusal
    coming = who if command.is_for_one else _without_the_dead(story, who)
    if there := [Called(c.id) for c in coming if c.parent_id == room.id]:
        story.note("there_already", names=there, room=Called(room.id))
    moved = [c for c in coming if c.parent_id != room.id]
    for left in dict.fromkeys(c.parent_id or "" for c in moved):
        places.discover(story, left)
    before = story.world
    story.add(*(events.Moved(c.id, c.parent_id or "", room.id) for c in moved))
    places.discover_by(story, room.id, moved, before)
    places.offer_fight(story, moved, room.id)
    return story.accepted(room.id, names=[Called(c.id) for c in moved], to=room.id)


def _without_the_dead(story: Story, who: Sequence[Thing]) -> list[Thing]:
    """Their bodies stay where they lie; a body is taken along by its name."""
    if dead := [Called(c.id) for c in who if bearers.is_dead(c)]:
        story.note("dead_stay", names=dead)
    return [c for c in who if not bearers.is_dead(c)]


def decide_vibe(command: Vibe, world: World, turn: Turn) -> Outcome:
    room = places.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    story = Story(world, turn)
    if command.vibe is not None:
        moves.change(story, room, "body.vibe", command.vibe.strip() or None)
    return story.accepted(room.id)
