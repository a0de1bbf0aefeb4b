"""create, portal, update, remove: rooms and the ways between them, as the game master makes them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.outcome import Outcome, Rejected, Story, Turn
from rpg_lite.commands.rooms import places, ways
from rpg_lite.commands.rooms.places import Acting, Placed
from rpg_lite.commands.rooms.ways import Wished
from rpg_lite.rules.items import Name
from rpg_lite.world import contexts, events
from rpg_lite.world.things import FIRST_ROOM_ID, ROOMS_ID, Exit, Ref, Thing, World

Text = Annotated[str, Field(max_length=4000)]
MOST_NOTES: Final = 50
NAMED: Final = 3
PORTAL: Final = replace(ways.PLAIN, kind="portal", minutes=0)


class _Joining(Acting, Wished):
    """A way from a room: the one named, else where the character or the party stands."""

    direction: Name | None = None
    from_id: str | None = None
    from_name: str | None = None

    @property
    def is_from_elsewhere(self) -> bool:
        return bool(self.from_id or self.from_name)

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("place", self.from_id, self.from_name),) if self.is_from_elsewhere else super().touches()


class CreateRoom(_Joining):
    """A new room, joined both ways to another when direction is given."""

    operation: Literal["create"]
    name: Name
    description: Text | None = None
    notes: Annotated[tuple[Text, ...], Field(max_length=MOST_NOTES)] = ()
    vibe: Text | None = None
    two_way: Annotated[bool, Field(description="create: default.")] = True

    def touches(self) -> tuple[Ref, ...]:
        joined = super().touches() if self.direction or self.is_from_elsewhere else ()
        return (*joined, Ref("namesake", None, self.name), Ref("context"))


class Portal(_Joining):
    """A way to a room that is there, one way unless twoWay. Where the label is a side of the room, it is a passage, else a portal."""

    operation: Literal["portal"]
    direction: Name
    to_id: str | None = None
    to_name: str | None = None
    two_way: bool = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("place", self.to_id, self.to_name))


class UpdateRoom(Placed, Wished):
    """A room's name and texts; with direction a way's name, door and note."""

    operation: Literal["update"]
    direction: Name | None = None
    name: Name | None = None
    description: Text | None = None
    notes: Annotated[tuple[Text, ...] | None, Field(max_length=MOST_NOTES)] = None
    vibe: Text | None = None

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), *((Ref("namesake", None, self.name),) if self.name else ()))


class RemoveRoom(Placed):
    """A room and its ways; nobody may be in it. With direction that way alone, from both sides unless twoWay is false."""

    operation: Literal["remove"]
    direction: Name | None = None
    two_way: bool = True
    all: Annotated[bool, Field(description="With its contents.")] = False

    def touches(self) -> tuple[Ref, ...]:
        return (*super().touches(), Ref("context", self.bag_id, self.bag_name))


# ── create ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_create_room(command: CreateRoom, world: World, turn: Turn) -> Outcome:
    if refusal := _name_taken(world, command.name) or _unjoined(command):
        return refusal
    start = _from(world, command) if command.direction or command.is_from_elsewhere else None
    if isinstance(start, Rejected):
        return start
    story = Story(world, turn)
    texts = {"description": command.description, "vibe": command.vibe, "notes": list(command.notes)}
    room = Thing(story.new_id("room"), "room", command.name, ROOMS_ID, body={k: v for k, v in texts.items() if v})
    story.add(events.Created(room), *contexts.equipped_like_defaults(story.world, room.id))
    way = None
    if start and command.direction:
        way = ways.join(story, start, room, command.direction, command, two_way=command.two_way)
        places.discover(story, start.id)
    return story.accepted(room.id, made=[room.id], label=way.label if way else "", start=start.name if start else "", door=way)


def _unjoined(command: CreateRoom) -> Rejected | None:
    """What belongs to a way says nothing without one."""
    start = {"fromName": command.from_name, "fromId": command.from_id}
    given = [*(k for k, v in start.items() if v is not None), *command.of_the_way]
    return Rejected("direction_required", "direction", {"keys": given}) if given and not command.direction else None


def _name_taken(world: World, name: str, but: Thing | None = None) -> Rejected | None:
    if targets.is_reserved(name):
        return Rejected("name_reserved", "name", {"name": name})
    there = next((t for t in world.named(name, "room") if t != but), None)
    instead = {"operation": "update", "bagName": there.name} if there else None
    return Rejected("room_exists", "name", {"wanted": name, "id": there.id}, instead=instead) if there else None


def _from(world: World, command: _Joining) -> Thing | Rejected:
    if command.is_from_elsewhere:
        return targets.room(world, command.from_id, command.from_name, "fromName")
    return places.here(world, command)


# ── portal ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def decide_portal(command: Portal, world: World, turn: Turn) -> Outcome:
    start, to = _from(world, command), _to(world, command)
    if isinstance(start, Rejected) or isinstance(to, Rejected):
        return start if isinstance(start, Rejected) else to  # type: ignore[return-value]
    label = places.word(command.direction)
    if (there := places.taken(world, start.id, label)) and there.to_room is not None:
        return ways.label_taken(world, start, there, command.model_dump(by_alias=True, exclude_unset=True))
    story = Story(world, turn)
    like = ways.PLAIN if ways.is_compass(label) else PORTAL
    way = ways.join(story, start, to, label, command, like, two_way=command.two_way)
    for room in (start, to):
        places.discover(story, room.id)
    return story.accepted(way.from_room, label=way.label, start=start.name, to=to.name, two_way=command.two_way, id=way.id, door=way)


def _to(world: World, command: Portal) -> Thing | Rejected:
    if not command.to_id and not command.to_name:
        return Rejected("destination_required", "toName", allowed=("toName", "toId"))
    return targets.room(world, command.to_id, command.to_name, "toName")


# ── update, remove ──────────────────────────────────────────────────────────────────────────────────────────────────


def decide_update_room(command: UpdateRoom, world: World, turn: Turn) -> Outcome:
    room = places.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    texts = [k for k in ("description", "vibe", "notes") if getattr(command, k) is not None]
    if command.direction is not None:
        if texts:
            return Rejected("texts_are_the_rooms", "direction", {"keys": texts})
        return ways.decide_change(command, room, command.direction, command.name, world, turn)
    if command.of_the_way:
        return Rejected("direction_required", "direction", {"keys": [*command.of_the_way]})
    if command.name and (refusal := _name_taken(world, command.name, room)):
        return refusal
    story = Story(world, turn)
    for key in ("description", "vibe", "notes"):
        text = getattr(command, key)
        if text is not None:
            moves.change(story, room, f"body.{key}", (list(text) if key == "notes" else text) or None)
    if command.name:
        moves.change(story, room, "name", command.name)
    if not story.events:
        story.note("nothing_changed", name=room.name)
    return story.accepted(room.id)


def decide_remove_room(command: RemoveRoom, world: World, turn: Turn) -> Outcome:
    if not command.is_elsewhere and command.direction is None:
        return Rejected("room_required", "bagName")
    room = places.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    if command.direction is not None and command.all:
        return Rejected("texts_are_the_rooms", "direction", {"keys": ["all"]})
    if command.direction is None and "two_way" in command.model_fields_set:
        return Rejected("direction_required", "direction", {"keys": ["twoWay"]})
    if command.direction is not None:
        return ways.decide_close(room, command.direction, world, turn, two_way=command.two_way)
    if refusal := _cannot_end(world, room, command):
        return refusal
    story = Story(world, turn)
    inside = world.bag_of(room.id)
    for thing in inside:
        moves.take_away(story, thing, thing.quantity)
    ends = [w for w in world.exits.values() if room.id in (w.from_room, w.to_room)]
    for way in ends:
        _unpair(story, way)
        story.add(events.ExitClosed(story.world.exits[way.id]))
    uses = [row for row in story.world.equipped.values() if row.context_id == room.id]
    story.add(*(events.Unequipped(room.id, row.thing_id, row.slot, row.grip, row.priority) for row in uses))
    story.add(events.Removed(story.world.things[room.id]))
    return story.accepted(None, removed=room.name, things=len(inside), ways=len(ends))


def _unpair(story: Story, way: Exit) -> None:
    """The way on the other side no longer has one to share its door with."""
    other = story.world.exits.get(way.back or "")
    if other:
        story.add(events.ExitChanged(other.id, "back", other.back, None))


def _cannot_end(world: World, room: Thing, command: RemoveRoom) -> Rejected | None:
    if room.id == FIRST_ROOM_ID:
        return Rejected("room_is_first", "bagName", {"name": room.name})
    if people := places.people(world, room.id):
        return Rejected("room_occupied", "bagName", {"name": room.name, "people": _some(people)})
    inside = world.bag_of(room.id)
    if not inside or command.all:
        return None
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "all": True}
    return Rejected("room_not_empty", "bagName", {"name": room.name, "inside": _some(inside)}, instead=instead)


def _some(things: Sequence[Thing]) -> list[str]:
    more = len(things) - NAMED
    return [*(t.name for t in things[:NAMED]), *([f"{more} more"] if more > 0 else [])]
