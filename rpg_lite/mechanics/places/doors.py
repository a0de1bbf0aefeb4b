"""Doors and chests: a door has two sides that change together; a chest has one lid."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from rpg_lite.decision import locked_refusals, state_changes, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.acts import traps_in_play
from rpg_lite.mechanics.items import handling_cost
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.room_lookup import ActingCommand, Placed
from rpg_lite.mechanics.space import standing
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space
from rpg_lite.vocabulary import DIRECTIONS, ExitKind, TrapTrigger
from rpg_lite.world import body_paths, combat, thing_stats
from rpg_lite.world.locks import Fitting, at_hand, lock_of
from rpg_lite.world.world_model import Exit, Ref, Thing, World

NO_DOOR: Final[frozenset[ExitKind]] = frozenset(("passage", "stairs", "ladder"))


_COMPASS: Final = [[direction] for direction in DIRECTIONS]


class OfDoor(Placed):
    """A door by its direction, or a chest by bagName without a direction."""

    direction: str | None = None

    @property
    def is_chest(self) -> bool:
        return self.direction is None and self.is_elsewhere

    def touches(self) -> tuple[Ref, ...]:
        """Load the party too, because anybody may have the key."""
        where = (*ActingCommand.touches(self), Ref("bearer", self.bag_id, self.bag_name)) if self.is_chest else super().touches()
        named = (Ref("bearer", None, self.direction),) if self.may_be_chest else ()
        return (*where, *named, Ref("party"))

    @property
    def may_be_chest(self) -> bool:
        """Whether the given direction may be the name of a bag."""
        return self.direction is not None and not self.is_elsewhere and room_lookup.word(self.direction).split()[:1] not in _COMPASS


Shuttable = Exit | Thing
"""A way with its door, or a chest."""
KeyAndHolder = tuple[Called, Called]
"""A key, and the creature that has it."""


@dataclass(frozen=True, slots=True)
class LockTry:
    """An attempt to open a lock: the creature, the skill, and the roll against the DC."""

    who: Called
    skill: str
    total: int
    dc: int


@dataclass(frozen=True, slots=True)
class DoorResult(Result):
    """A door or a lid, its state now and before, the key that was used, and the attempt to open its lock. `is_inside`: a door of the ground of a room; `by`: who opened or
    closed that, if the call names somebody.
    """

    label: str | Called
    state: str
    was: str
    key: KeyAndHolder | None
    tried: LockTry | None
    is_inside: bool = False
    by: Called | None = None


# ── the target ──────────────────────────────────────────────────────────────────────────────────────────────────────


def meant_door(world: World, command: OfDoor, book: Rulebook) -> tuple[Shuttable, list[Thing]] | Rejected:
    """The door or the chest, and the creatures there that may have its key."""
    one = targets.character(world, *command.who, "characterName") if command.is_for_one else None
    if isinstance(one, Rejected):
        return one
    command = as_chest(world, command, book)
    found = chest(world, command, book) if command.is_chest else _door(world, command)
    if isinstance(found, Rejected):
        return found
    room, what = found
    if one and world.room_of(one.id) != room:
        return Rejected("not_in_the_room", "characterName", {"name": one.name, "room": room.name if room else "no room"})
    own = [one] if one else []
    return what, [*own, *(m for m in (room_lookup.members_in(world, room.id) if room else ()) if m not in own)]


def as_chest(world: World, command: OfDoor, book: Rulebook) -> OfDoor:
    """The command changed to one about a bag, if its direction names a bag and not an exit."""
    room = room_lookup.here(world, command) if command.may_be_chest else None
    if not isinstance(room, Thing) or isinstance(room_lookup.way(world, room, command.direction or ""), Exit):
        return command
    key = names.fold(command.direction or "")
    bags = (t for t in world.nameable if t.kind == "item" and thing_stats.is_bag(t, book) and key in thing_stats.names_of(t, book))
    return command.model_copy(update={"bag_name": command.direction, "direction": None}) if next(bags, None) else command


def _door(world: World, command: OfDoor) -> tuple[Thing, Exit] | Rejected:
    room = room_lookup.room_of(world, command)
    if command.direction is None:
        instead = None if isinstance(room, Rejected) else _only_one(world, room, command)
        return Rejected("lock_required", "direction", allowed=("direction", "bagName", "bagId"), instead=instead)
    if isinstance(room, Rejected):
        return room
    way = room_lookup.way(world, room, command.direction)
    if isinstance(way, Exit) and way.kind in NO_DOOR and way.state == "open":
        return Rejected("no_door", "direction", {"label": way.label, "kind": way.kind})
    return way if isinstance(way, Rejected) else (room, way)


_FITTING: Final[Mapping[str, Collection[str]]] = {"unlock": ("locked",), "open": ("closed", "locked"), "close": ("open",), "lock": ("open", "closed")}
"""The operations of a door → the states of the doors that they change."""


def _only_one(world: World, room: Thing, command: OfDoor) -> dict[str, Any] | None:
    """The call with the only door or, for its lock, the only chest here that the operation can change; None if several or none can be meant."""
    states = _FITTING.get(command.operation, ())
    doors = [way for way in room_lookup.visible_exits(room_lookup.ways_of(world, room.id)) if way.kind not in NO_DOOR and way.state in states]
    chests = [t for t in world.bag_of(room.id) if t.kind == "item" and not t.state.is_hidden and lock_of(t).is_locked]
    named = [{"direction": way.label} for way in doors] + [{"bagName": t.name} for t in chests if "locked" in states]
    sent = command.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return {**sent, **named[0]} if len(named) == 1 else None


def chest(world: World, command: OfDoor, book: Rulebook) -> tuple[Thing | None, Thing] | Rejected:
    """The nearest bag of this name, and its room. The contents of a locked bag are out of reach."""
    here = room_lookup.here(world, command)
    if isinstance(here, Rejected):
        return here
    found = targets.any_bag(world, command.bag_id, command.bag_name, "bagName", book, here)
    if isinstance(found, Rejected):
        return found
    if found.kind in ("room", "character"):
        return Rejected("lock_required", "direction", allowed=("direction",))
    around = world.things.get(found.parent_id or "")
    return (around and locked_refusals.shut(world, around, "bagName", book)) or (world.room_of(found.id), found)


def hands(command: ActingCommand, people: Sequence[Thing]) -> Sequence[Thing]:
    """The creatures that put a hand on the door or the chest: the character of the command, or else the whole party there."""
    return people[:1] if command.is_for_one else people


def refuse_far(draft: Draft, command: OfDoor, what: Shuttable, people: Sequence[Thing]) -> Rejected | None:
    """The refusal of a hand on a door more than 5 ft away, where places count, with the walk to it.

    Refuses: beyond_reach.
    """
    if not command.is_for_one or command.is_forced or isinstance(what, Thing):
        return None
    one, room = people[0], draft.world.things.get(what.from_room)
    if room is None or not standing.is_measured(draft.world, room.id):
        return None
    now = standing.standing_in(draft.world, room, draft.situation.book)
    space, square = now.spaces.get(one.id), now.exits().get(what.id)
    feet = distance(space, Space(*square), draft.situation.book.policy.diagonals) if space and square else 0
    if feet <= SQUARE_FEET:
        return None
    instead = {"operation": "move", "characterName": one.name, "to": what.label}
    details = {"name": what.label, "who": one.name, "feet": feet, "most": SQUARE_FEET}
    return Rejected("beyond_reach", "characterName", details, instead=instead)


def handle(draft: Draft, what: Shuttable, event: TrapTrigger, who: Sequence[Thing]) -> None:
    """Let these creatures notice the trap of the door or the chest, or else trigger it."""
    here = draft.world.room_of(what.id) if isinstance(what, Thing) else draft.world.things.get(what.from_room)
    if here is not None:
        traps_in_play.notice(draft, here, traps_in_play.members(draft, who))
    traps_in_play.trigger(draft, what, event, who)


def cost_of_a_door(command: OfDoor, decision: Decision, draft: Draft) -> Sequence[TurnPrice]:
    """The price of opening, shutting or turning a key: an interaction; a lock that the game master adds has none. A roll against the lock takes an action, for quick hands with tools a
    bonus action (SRD, Other Activity on Your Turn; Fast Hands).
    """
    told, adds_a_lock = decision.result, command.operation == "lock" and (command.says("dc") or command.says("key_name"))
    if command.is_forced or adds_a_lock or not isinstance(told, DoorResult):
        return ()
    if told.tried:
        who, skill = draft.world.things[told.tried.who.id], told.tried.skill
        quick = skill != "athletics"
        return (TurnPrice(who.id, ledger.HANDLE, ledger.cost_by_hand(draft, who, creature_flags.QUICK_HANDS) if quick else "action"),)
    hand = told.key[1].id if told.key else _hand(command, draft.world)  # whoever has the key turns it
    return handling_cost.interaction(hand) if told.state != told.was else ()


def _hand(command: OfDoor, world: World) -> str | None:
    """The creature that touches the door: the one that the command names, or else the one whose turn it is, if it belongs to the party."""
    if command.is_for_one:
        one = targets.character(world, *command.who, "characterName")
        return one.id if isinstance(one, Thing) else None
    acting = world.things.get(combat.acting(world) or "")
    return acting.id if acting is not None and acting.creature.is_member else None


# ── open and closed ─────────────────────────────────────────────────────────────────────────────────────────────────


def as_it_is(draft: Draft, what: Shuttable) -> Verdict:
    if isinstance(what, Exit):
        draft.note("door_is_so", label=what.label, state=what.state)
    else:
        draft.note("bag_is_locked" if lock_of(what).is_locked else "bag_is_open", name=Called(what.id))
    return told_of_door(draft, what)


def shut_or_open(draft: Draft, what: Shuttable, state: Literal["open", "closed"]) -> Verdict:
    """Open or shut a door; a chest has no such state, because anybody can look into an unlocked one."""
    if isinstance(what, Thing) or what.state == state:
        return as_it_is(draft, what)
    room_lookup.alter(draft, what, state=state)
    for side in room_lookup.sides(draft.world, what):
        room_lookup.discover(draft, side.from_room)
    return told_of_door(draft, what)


def told_of_door(draft: Draft, what: Shuttable, *, key: KeyAndHolder | None = None, tried: LockTry | None = None) -> Verdict:
    label, was = what.label if isinstance(what, Exit) else Called(what.id), _state(what)
    now = draft.world.exits[what.id] if isinstance(what, Exit) else draft.world.things[what.id]
    subject = what.from_room if isinstance(what, Exit) else what.id
    return Decision.about(subject, result=DoorResult(label, _state(now), was, key, tried))


def _state(what: Shuttable) -> str:
    return what.state if isinstance(what, Exit) else "locked" if lock_of(what).is_locked else "closed"


def turn_key(draft: Draft, what: Shuttable, *, is_locked: bool) -> None:
    if isinstance(what, Exit):
        room_lookup.alter(draft, what, state="locked" if is_locked else "closed")
    else:
        state_changes.change(draft, what, body_paths.LOCKED, is_locked or None)


def key_for(world: World, book: Rulebook, lock: Fitting, holder: Thing | None) -> KeyAndHolder | None:
    """The key, and the creature that has it."""
    if holder is None or lock.key_name is None:
        return None
    wanted = names.fold(lock.key_name)
    key = next(t for t in at_hand(world, holder.id) if wanted in thing_stats.names_of(t, book))
    return Called(key.id), Called(holder.id)


def refuse_locked(world: World, what: Shuttable, command: ActingCommand, who: Sequence[Thing], book: Rulebook) -> Rejected:
    """The refusal of a locked door or chest, with the key and the creature here that has it."""
    room = world.things[what.from_room] if isinstance(what, Exit) else world.room_of(what.id)
    everybody = [*who, *(m for m in (room_lookup.members_in(world, room.id) if room else ()) if m not in who)]
    field = "direction" if isinstance(what, Exit) else "bagName"
    return locked_refusals.refuse_locked(world, what, everybody, book, field, lock_target(command))


def lock_target(command: ActingCommand) -> dict[str, str]:
    return {"characterName": command.character_name} if command.is_for_one and command.character_name else {}
