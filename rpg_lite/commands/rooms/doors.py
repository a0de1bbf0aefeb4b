"""open, close, lock, unlock: a door has two sides, and they change together; a chest has one lid."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from pydantic import Field

from rpg_lite.commands import locks, targets
from rpg_lite.commands.checks import skill_check, tool_check
from rpg_lite.commands.inventory import moves
from rpg_lite.commands.outcome import Called, Outcome, Rejected, Story, Turn
from rpg_lite.commands.rolls import D20, Seed
from rpg_lite.commands.rooms import places
from rpg_lite.commands.rooms.places import Acting, Placed
from rpg_lite.rules import names
from rpg_lite.rules.items import Name
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import DIRECTIONS, ExitKind
from rpg_lite.world import bearers, clock
from rpg_lite.world.locks import Lock as Fitting
from rpg_lite.world.locks import at_hand, lock_of
from rpg_lite.world.things import Exit, Ref, Thing, World

NO_DOOR: Final[frozenset[ExitKind]] = frozenset(("passage", "stairs", "ladder"))
TOOLS_NAME: Final = "Thieves' Tools"
USUAL_DC: Final = 15
"""What is offered where the game master has named none."""
LockSkill = Literal["sleight_of_hand", "athletics"]


_COMPASS: Final = [[direction] for direction in DIRECTIONS]


class _Door(Placed):
    """A door by its direction, or a chest by bagName without one."""

    direction: str | None = None

    @property
    def is_chest(self) -> bool:
        return self.direction is None and self.is_elsewhere

    def touches(self) -> tuple[Ref, ...]:
        """The key may be in anybody's bag."""
        where = (*Acting.touches(self), Ref("bearer", self.bag_id, self.bag_name)) if self.is_chest else super().touches()
        named = (Ref("bearer", None, self.direction),) if self.may_be_chest else ()
        return (*where, *named, Ref("party"))

    @property
    def may_be_chest(self) -> bool:
        """Whether what stands for a direction may be the name of a bag."""
        return self.direction is not None and not self.is_elsewhere and places.word(self.direction).split()[:1] not in _COMPASS


class Open(_Door):
    """A closed door."""

    operation: Literal["open"]


class Close(_Door):
    """An open door."""

    operation: Literal["close"]


class Lock(_Door):
    """With the key that somebody carries."""

    operation: Literal["lock"]
    key_name: Annotated[Name | None, Field(description="An item.")] = None
    dc: Annotated[int | None, Field(ge=0, le=40, strict=True)] = None
    force: bool = False


class Unlock(_Door):
    """With the key, else by a roll of one character."""

    operation: Literal["unlock"]
    key_name: Annotated[Name | None, Field(description="An item.")] = None
    force: bool = False
    skill: Annotated[LockSkill | None, Field(description="sleight_of_hand, athletics.")] = None
    dc: Annotated[int | None, Field(ge=0, le=40, strict=True)] = None
    seed: Seed = None


Shuttable = Exit | Thing
"""A way with its door, or a chest."""


def decide_open(command: Open, world: World, turn: Turn) -> Outcome:
    found = _meant(world, command, turn.book)
    if isinstance(found, Rejected):
        return found
    what, people = found
    if lock_of(what).is_locked:
        return locked(world, what, command, people, turn.book)
    return _shut_or_open(Story(world, turn), what, "open")


def decide_close(command: Close, world: World, turn: Turn) -> Outcome:
    found = _meant(world, command, turn.book)
    if isinstance(found, Rejected):
        return found
    what, _ = found
    return _as_it_is(Story(world, turn), what) if lock_of(what).is_locked else _shut_or_open(Story(world, turn), what, "closed")


def decide_lock(command: Lock, world: World, turn: Turn) -> Outcome:
    found = _meant(world, command, turn.book)
    if isinstance(found, Rejected):
        return found
    what, people = found
    lock, story = lock_of(what), Story(world, turn)
    if refusal := _lock_is_made(lock, command):
        return refusal
    if lock.is_locked and not _is_new(lock, command):
        return _as_it_is(story, what)
    holder = locks.holder(world, what, people, turn.book)
    if lock.key_name and holder is None and not command.force and not _is_new(lock, command):
        return Rejected("key_missing", "direction" if command.direction else "bagName", {"key": lock.key_name})
    _fit(story, what, command)
    _turn_key(story, what, is_locked=True)
    return _told(story, what, key=_key(world, turn.book, lock, holder))


def decide_unlock(command: Unlock, world: World, turn: Turn) -> Outcome:
    found = _meant(world, command, turn.book)
    if isinstance(found, Rejected):
        return found
    what, people = found
    lock, story = lock_of(what), Story(world, turn)
    if not lock.is_locked:
        return _not_locked(story, what)
    if command.key_name and names.fold(command.key_name) != names.fold(lock.key_name or ""):
        return Rejected("key_unfit", "keyName", {"label": lock.name, "name": command.key_name})
    holder = locks.holder(world, what, people, turn.book)
    if command.key_name and holder is None and not command.force:
        return Rejected("key_missing", "keyName", {"key": lock.key_name})
    if holder or command.force or (lock.is_bolt and command.dc is None):
        _turn_key(story, what, is_locked=False)
        return _told(story, what, key=_key(world, turn.book, lock, holder))
    return _pick(story, what, lock, command, people)


def lock_out_of_hand(world: World, command: Lock, book: Rulebook) -> Rejected | None:
    """Why a player cannot lock it by hand: a lock without a key takes tools."""
    found = _meant(world, command, book)
    if isinstance(found, Rejected) or not found[1]:
        return None  # the rules refuse it in their own words
    lock, who = lock_of(found[0]), found[1][0]
    if lock.is_locked or lock.key_name or _has_tools(world, who, book):
        return None
    return Rejected("lock_takes_tools", "direction" if command.direction else "bagName", {"label": lock.name, "name": who.name})


def unlock_out_of_hand(world: World, command: Unlock, book: Rulebook) -> Rejected | None:
    """Why a player cannot unlock it by hand: whoever failed at a lock waits until time has passed."""
    found = _meant(world, command, book)
    if isinstance(found, Rejected) or not found[1]:
        return None  # likewise
    what, people = found
    tried = people[0].body.get("tried") or {}
    if locks.holder(world, what, people, book) or tried.get("at") != clock.now(world) or _lock_id(world, what) not in tried["locks"]:
        return None
    return Rejected("lock_tried", "operation", {"label": lock_of(what).name, "name": people[0].name})


# ── what is meant ───────────────────────────────────────────────────────────────────────────────────────────────────


def _meant(world: World, command: _Door, book: Rulebook) -> tuple[Shuttable, list[Thing]] | Rejected:
    """The door or the chest, and who stands there and may have its key."""
    one = targets.character(world, *command.who, "characterName") if command.is_for_one else None
    if isinstance(one, Rejected):
        return one
    command = _as_chest(world, command, book)
    found = _chest(world, command, book) if command.is_chest else _door(world, command)
    if isinstance(found, Rejected):
        return found
    room, what = found
    if one and world.room_of(one.id) != room:
        return Rejected("not_in_the_room", "characterName", {"name": one.name, "room": room.name if room else "no room"})
    own = [one] if one else []
    return what, [*own, *(m for m in (places.members_in(world, room.id) if room else ()) if m not in own)]


def _as_chest(world: World, command: _Door, book: Rulebook) -> _Door:
    """About the bag whose name stands where a direction does, unless a way bears that name."""
    room = places.here(world, command) if command.may_be_chest else None
    if not isinstance(room, Thing) or isinstance(places.way(world, room, command.direction or ""), Exit):
        return command
    key = names.fold(command.direction or "")
    bags = (t for t in world.nameable if t.kind == "item" and bearers.is_bag(t, book) and key in bearers.names_of(t, book))
    return command.model_copy(update={"bag_name": command.direction, "direction": None}) if next(bags, None) else command


def _door(world: World, command: _Door) -> tuple[Thing, Exit] | Rejected:
    if command.direction is None:
        return Rejected("lock_required", "direction", allowed=("direction", "bagName", "bagId"))
    room = places.room_of(world, command)
    if isinstance(room, Rejected):
        return room
    way = places.way(world, room, command.direction)
    if isinstance(way, Exit) and way.kind in NO_DOOR and way.state == "open":
        return Rejected("no_door", "direction", {"label": way.label, "kind": way.kind})
    return way if isinstance(way, Rejected) else (room, way)


def _chest(world: World, command: _Door, book: Rulebook) -> tuple[Thing | None, Thing] | Rejected:
    """The bag of this name that is nearest, and the room where it is. What lies in a locked one cannot be got at."""
    here = places.here(world, command)
    if isinstance(here, Rejected):
        return here
    chest = targets.any_bag(world, command.bag_id, command.bag_name, "bagName", book, here)
    if isinstance(chest, Rejected):
        return chest
    if chest.kind in ("room", "character"):
        return Rejected("lock_required", "direction", allowed=("direction",))
    around = world.things.get(chest.parent_id or "")
    return (around and locks.shut(world, around, "bagName", book)) or (world.room_of(chest.id), chest)


# ── open and closed ─────────────────────────────────────────────────────────────────────────────────────────────────


def _as_it_is(story: Story, what: Shuttable) -> Outcome:
    if isinstance(what, Exit):
        story.note("door_is_so", label=what.label, state=what.state)
    else:
        story.note("bag_is_so", name=Called(what.id), state="locked" if lock_of(what).is_locked else "not locked")
    return _told(story, what)


def _not_locked(story: Story, what: Shuttable) -> Outcome:
    if not isinstance(what, Exit):
        return _as_it_is(story, what)
    story.note("door_not_locked", label=what.label, state=what.state)
    return _told(story, what)


def _shut_or_open(story: Story, what: Shuttable, state: Literal["open", "closed"]) -> Outcome:
    """The lid of a chest is no matter: what is not locked can be looked into."""
    if isinstance(what, Thing) or what.state == state:
        return _as_it_is(story, what)
    places.alter(story, what, state=state)
    for side in places.sides(story.world, what):
        places.discover(story, side.from_room)
    return _told(story, what)


def _told(story: Story, what: Shuttable, **more: Any) -> Outcome:
    label, was = what.label if isinstance(what, Exit) else Called(what.id), _state(what)
    now = story.world.exits[what.id] if isinstance(what, Exit) else story.world.things[what.id]
    subject = what.from_room if isinstance(what, Exit) else what.id
    return story.accepted(subject, **{"label": label, "state": _state(now), "was": was, "key": None, **more})


def _state(what: Shuttable) -> str:
    return what.state if isinstance(what, Exit) else "locked" if lock_of(what).is_locked else "closed"


# ── keys and locks ──────────────────────────────────────────────────────────────────────────────────────────────────


def _is_new(lock: Fitting, command: Lock) -> bool:
    """A key or a DC that the lock has not."""
    return (command.key_name or lock.key_name, lock.dc if command.dc is None else command.dc) != (lock.key_name, lock.dc)


def _lock_is_made(lock: Fitting, command: Lock) -> Rejected | None:
    """A lock that is there is changed by decree only."""
    if lock.is_bolt or command.force or not _is_new(lock, command):
        return None
    return Rejected("lock_is_made", "keyName" if command.key_name else "dc", {"label": lock.name, "key": lock.key_name, "dc": lock.dc})


def _fit(story: Story, what: Shuttable, command: Lock) -> None:
    """The key and the DC of the lock, where the command names them."""
    for field, path, value in (("key_name", "keyName", command.key_name), ("dc", "dc", command.dc)):
        if value is None:
            continue
        if isinstance(what, Exit):
            places.alter(story, what, **{field: value})
        else:
            moves.change(story, what, f"body.{path}", value)


def _turn_key(story: Story, what: Shuttable, *, is_locked: bool) -> None:
    if isinstance(what, Exit):
        places.alter(story, what, state="locked" if is_locked else "closed")
    else:
        moves.change(story, what, "body.locked", is_locked or None)


def _key(world: World, book: Rulebook, lock: Fitting, holder: Thing | None) -> tuple[Called, Called] | None:
    """The key, and who has it."""
    if holder is None or lock.key_name is None:
        return None
    wanted = names.fold(lock.key_name)
    key = next(t for t in at_hand(world, holder.id) if wanted in bearers.names_of(t, book))
    return Called(key.id), Called(holder.id)


def locked(world: World, what: Shuttable, command: Acting, who: Sequence[Thing], book: Rulebook) -> Rejected:
    """What opens it, and who of those here has it."""
    room = world.things[what.from_room] if isinstance(what, Exit) else world.room_of(what.id)
    everybody = [*who, *(m for m in (places.members_in(world, room.id) if room else ()) if m not in who)]
    field = "direction" if isinstance(what, Exit) else "bagName"
    return locks.refused(world, what, everybody, book, field, _target(command))


def _target(command: Acting) -> dict[str, str]:
    return {"characterName": command.character_name} if command.is_for_one and command.character_name else {}


def _pick(story: Story, what: Shuttable, lock: Fitting, command: Unlock, people: Sequence[Thing]) -> Outcome:
    """Without the key: tools and a steady hand, or the shoulder. A failure changes nothing but that it was rolled."""
    dc = lock.dc if command.dc is None else command.dc
    if dc is None:
        return _without_dc(lock, command)
    who = people[0] if people and (command.is_for_one or len(targets.party_of(story.world)) == 1) else None
    if who is None:
        return _needs_one(story, lock, command, people, dc)
    stats = bearers.stats_of(story.world, who, story.turn.book)
    if not stats.can_act or bearers.is_dead(who):
        return Rejected("cannot_act", "characterName", {"name": who.name, "why": list(stats.conditions_active) or ["dead"]})
    skill = command.skill or "sleight_of_hand"
    if skill == "sleight_of_hand" and not _has_tools(story.world, who, story.turn.book):
        sent = {} if command.dc is None else {"dc": command.dc}
        instead = {"characterName": who.name, "operation": "unlock", **locks.address(what), "skill": "athletics", **sent}
        return Rejected("tools_required", "skill", {"name": who.name}, instead=instead)
    rolled, tried = _try(story, who, skill)
    if rolled.total < dc:
        _remember(story, who, what)
    elif not story.turn.dry:
        _turn_key(story, what, is_locked=False)
    return _told(story, what, tried=(Called(who.id), tried, rolled.total, dc))


def _try(story: Story, who: Thing, skill: LockSkill) -> tuple[D20, str]:
    """(roll, what was tried). Tools ask for DEX and proficiency with them in 5.1, for Sleight of Hand and both proficiencies in 5.2."""
    if skill == "athletics":
        return skill_check(story, who, skill), skill
    mixed = story.turn.book.policy.picking_locks == "sleight_of_hand"
    rolled, trained = tool_check(story, who, TOOLS_NAME, skill, mixed)
    if not mixed and not trained:
        story.note(
            "for_you_to_judge", texts=[f"{who.name} is not proficient with {TOOLS_NAME}; SRD 5.1 lets only the proficient pick a lock"]
        )
    return rolled, skill if mixed else TOOLS_NAME


def _needs_one(story: Story, lock: Fitting, command: Unlock, people: Sequence[Thing], dc: int) -> Rejected:
    """Somebody must try; where one alone has the tools, that one."""
    able = [p for p in people if _has_tools(story.world, p, story.turn.book)]
    sent = command.model_dump(by_alias=True, exclude_unset=True)
    instead = {**sent, "characterName": able[0].name} if len(able) == 1 else None
    details = {"key": lock.key_name, "dc": dc}
    return Rejected("lock_needs_one", "characterName", details, allowed=tuple(p.name for p in people), instead=instead)


def _without_dc(lock: Fitting, command: Unlock) -> Rejected:
    """No roll opens it before the game master has named a DC."""
    instead = {**command.model_dump(by_alias=True, exclude_unset=True), "dc": USUAL_DC}
    return Rejected("lock_without_dc", "dc", {"label": lock.name, "key": lock.key_name}, instead=instead)


def _has_tools(world: World, who: Thing, book: Rulebook) -> bool:
    key = names.fold(TOOLS_NAME)
    return any(key in bearers.names_of(t, book) for t in at_hand(world, who.id))


def _remember(story: Story, who: Thing, what: Shuttable) -> None:
    """At which locks this one failed at this time."""
    at, before = clock.now(story.world), who.body.get("tried") or {}
    known = before["locks"] if before.get("at") == at else []
    moves.change(story, who, "body.tried", {"at": at, "locks": [*known, _lock_id(story.world, what)]})


def _lock_id(world: World, what: Shuttable) -> str:
    """One for both sides of a door."""
    return min(side.id for side in places.sides(world, what)) if isinstance(what, Exit) else what.id
