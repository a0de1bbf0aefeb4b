"""open, close, lock, unlock: a door has two sides, and they change together."""

from collections.abc import Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from rpg_lite.commands import targets
from rpg_lite.commands.checks import skill_check
from rpg_lite.commands.outcome import Outcome, Rejected, Story, Turn
from rpg_lite.commands.rolls import Seed
from rpg_lite.commands.rooms import places
from rpg_lite.commands.rooms.places import Acting, Placed
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import ExitKind
from rpg_lite.world import bearers
from rpg_lite.world.things import Exit, Ref, Thing, World

NO_DOOR: Final[frozenset[ExitKind]] = frozenset(("passage", "stairs", "ladder"))
TOOLS_NAME: Final = "Thieves' Tools"
LockSkill = Literal["sleight_of_hand", "athletics"]


class _Door(Placed):
    direction: str

    def touches(self) -> tuple[Ref, ...]:
        """The key may be in anybody's bag."""
        return (*super().touches(), Ref("party"))


class Open(_Door):
    """A closed door."""

    operation: Literal["open"]


class Close(_Door):
    """An open door."""

    operation: Literal["close"]


class Lock(_Door):
    """With the key that somebody carries."""

    operation: Literal["lock"]
    force: bool = False


class Unlock(_Door):
    """With the key, else by a roll of one character."""

    operation: Literal["unlock"]
    force: bool = False
    skill: Annotated[LockSkill | None, Field(description="sleight_of_hand, athletics.")] = None
    seed: Seed = None


def decide_open(command: Open, world: World, turn: Turn) -> Outcome:
    found = _door(world, command)
    if isinstance(found, Rejected):
        return found
    room, way, people = found
    if way.state == "locked":
        return locked(world, way, command, people, turn.book)
    return _shut_or_open(Story(world, turn), room, way, "open")


def decide_close(command: Close, world: World, turn: Turn) -> Outcome:
    found = _door(world, command)
    if isinstance(found, Rejected):
        return found
    room, way, _ = found
    if way.state == "locked":
        return _told(_noted(Story(world, turn), way), way)
    return _shut_or_open(Story(world, turn), room, way, "closed")


def decide_lock(command: Lock, world: World, turn: Turn) -> Outcome:
    found = _door(world, command)
    if isinstance(found, Rejected):
        return found
    _, way, people = found
    story = Story(world, turn)
    if way.state == "locked":
        return _told(_noted(story, way), way)
    holder = _holder(world, way, people, turn.book)
    if way.key_name and holder is None and not command.force:
        return Rejected("key_missing", "direction", {"key": way.key_name})
    places.alter(story, way, state="locked")
    return _told(story, way, key=_key(way, holder))


def decide_unlock(command: Unlock, world: World, turn: Turn) -> Outcome:
    found = _door(world, command)
    if isinstance(found, Rejected):
        return found
    _, way, people = found
    story = Story(world, turn)
    if way.state != "locked":
        return _told(_noted(story, way), way)
    holder = _holder(world, way, people, turn.book)
    if holder or command.force or (way.key_name is None and way.dc is None):
        places.alter(story, way, state="closed")
        return _told(story, way, key=_key(way, holder))
    return _pick(story, way, command, people)


def _door(world: World, command: _Door) -> tuple[Thing, Exit, list[Thing]] | Rejected:
    """The room, the door, and who stands there and may have its key."""
    room = places.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    way = places.way(world, room, command.direction)
    if isinstance(way, Rejected):
        return way
    if way.kind in NO_DOOR and way.state == "open":
        return Rejected("no_door", "direction", {"label": way.label, "kind": way.kind})
    one = targets.character(world, *command.who, "characterName") if command.is_for_one else None
    if isinstance(one, Rejected):
        return one
    if one and world.room_of(one.id) != room:
        return Rejected("not_in_the_room", "characterName", {"name": one.name, "room": room.name})
    own = [one] if one else []
    return room, way, [*own, *(m for m in places.members_in(world, room.id) if m not in own)]


def _noted(story: Story, way: Exit) -> Story:
    story.note("door_is_so", label=way.label, state=way.state)
    return story


def _shut_or_open(story: Story, room: Thing, way: Exit, state: Literal["open", "closed"]) -> Outcome:
    if way.state == state:
        return _told(_noted(story, way), way)
    places.alter(story, way, state=state)
    for side in places.sides(story.world, way):
        places.discover(story, side.from_room)
    return _told(story, way)


def _told(story: Story, way: Exit, key: tuple[str, str] | None = None) -> Outcome:
    now = story.world.exits[way.id]
    return story.accepted(way.from_room, label=way.label, state=now.state, was=way.state, key=key)


# ── keys and locks ──────────────────────────────────────────────────────────────────────────────────────────────────


def _holder(world: World, way: Exit, people: Sequence[Thing], book: Rulebook) -> Thing | None:
    """Who of them carries the key."""
    key = names.fold(way.key_name or "")
    return next((p for p in people if key and any(key in bearers.names_of(t, book) for t in world.tree_of(p.id))), None)


def _key(way: Exit, holder: Thing | None) -> tuple[str, str] | None:
    return (way.key_name, holder.name) if way.key_name and holder else None


def locked(world: World, way: Exit, command: Acting, who: Sequence[Thing], book: Rulebook) -> Rejected:
    """What opens it, and who of those here has it."""
    room = world.things[way.from_room]
    everybody = [*who, *(m for m in places.members_in(world, room.id) if m not in who)]
    holder = _holder(world, way, everybody, book)
    target = {"characterName": command.character_name} if command.is_for_one and command.character_name else {}
    opens = holder is not None or (way.key_name is None and way.dc is None)
    details = {"label": way.label, "key": way.key_name, "dc": way.dc, "holder": holder.name if holder else None}
    instead = {**target, "operation": "unlock", "direction": way.label} if opens else None
    return Rejected("door_locked", "direction", details, instead=instead)


def _pick(story: Story, way: Exit, command: Unlock, people: Sequence[Thing]) -> Outcome:
    """Without the key: tools and a steady hand, or the shoulder. A failure changes nothing but that it was rolled."""
    details = {"label": way.label, "key": way.key_name, "dc": way.dc, "holder": None}
    if way.dc is None:
        return Rejected("door_locked", "direction", details)
    who = people[0] if command.is_for_one and people else None
    if who is None:
        near = tuple(p.name for p in people)
        return Rejected("lock_needs_one", "characterName", {"key": way.key_name or "none", "dc": way.dc}, allowed=near)
    stats = bearers.stats_of(story.world, who, story.turn.book)
    if not stats.can_act or bearers.is_dead(who):
        return Rejected("cannot_act", "characterName", {"name": who.name, "why": list(stats.conditions_active) or ["dead"]})
    skill = command.skill or "sleight_of_hand"
    key = names.fold(TOOLS_NAME)
    has_tools = any(key in bearers.names_of(t, story.turn.book) for t in story.world.tree_of(who.id))
    if skill == "sleight_of_hand" and not has_tools:
        instead = {"characterName": who.name, "operation": "unlock", "direction": way.label, "skill": "athletics"}
        return Rejected("tools_required", "skill", {"name": who.name}, instead=instead)
    rolled = skill_check(story, who, skill)
    if rolled.total >= way.dc and not story.turn.dry:
        places.alter(story, way, state="closed")
    now = story.world.exits[way.id]
    return story.accepted(
        way.from_room, label=way.label, state=now.state, was=way.state, key=None, tried=(who.name, skill, rolled.total, way.dc)
    )
