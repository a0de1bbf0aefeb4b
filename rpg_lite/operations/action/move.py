"""execute_action move: walk over the ground of a room where places count."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self

from pydantic import Field, PrivateAttr

from rpg_lite.decision import targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.mechanics.movement import riding, walking, ways
from rpg_lite.mechanics.movement.planned_ways import PlannedWay, WayWished
from rpg_lite.mechanics.movement.walking import Leg, WalkDone
from rpg_lite.mechanics.space import known_creatures, standing
from rpg_lite.mechanics.turn import granted_moves, ledger, movement
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation, by_act
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.squares import square_name
from rpg_lite.world import mounts
from rpg_lite.world.world_model import Ref, Thing, World

MOST_STEPS = 400
LONGEST_WORDS = 300
Mode = Literal["walk", "fly", "swim", "climb", "crawl", "jump", "burrow"]


class Move(Command):
    """Walk: to a place in words, or along a path of squares."""

    operation: Literal["move"]
    character_id: str | None = None
    character_name: str | None = None
    to: Annotated[
        str | None, Field(max_length=LONGEST_WORDS, description="C4; in reach of X; behind X; toward X; cover from X; door east …")
    ] = None
    path: Annotated[tuple[str, ...], Field(max_length=MOST_STEPS, description="Squares, each next to the last.")] = ()
    by: Annotated[Mode | None, Field(description="Default: the cheapest.")] = None
    careful: Annotated[bool, Field(strict=True, description="Only a way that provokes nobody.")] = False
    release: Annotated[bool, Field(strict=True, description="Let go of whom it grapples.")] = False
    force: Annotated[bool, Field(strict=True, description="Override by the game master.")] = False
    _leg: Leg | None = PrivateAttr(None)
    """The part of a pinned way that is walked, when an answer cuts the walk."""

    def touches(self) -> tuple[Ref, ...]:
        return (Ref("bearer", *self.actor), Ref("here", *self.actor), Ref("people", *self.actor), Ref("fight"), Ref("party"))

    def on_leg(self, leg: Leg) -> Self:
        """The same walk, but only this part of it."""
        cut = self.model_copy()
        cut._leg = leg
        return cut


@dataclass(frozen=True, slots=True)
class MoveResult(Result):
    """The walker, and what became of the walk. `near`: those within 5 ft at its end of whom the walker knows."""

    who: Called
    walked: WalkDone
    near: tuple[Called, ...] = ()

    def at_end(self, world: World, book: Rulebook) -> Self:
        """The walk with the feet that are left when everything has followed: what it met may have slowed the walker."""
        walked = self.walked
        if walked.left is None or not movement.is_measured(world, walked.way.payer.id):
            return self
        left = ledger.feet_left(world, walked.way.payer.id, book).get(walked.way.mode, walked.left)  # type: ignore[call-overload]
        return replace(self, walked=replace(walked, left=min(walked.left, max(0, left))))

    @property
    def names(self) -> tuple[str, str]:
        """The squares at the beginning and at the end."""
        return tuple(square_name((space.x, space.y), space.z) for space in (self.walked.from_, self.walked.to))  # type: ignore[return-value]

    @property
    def corners(self) -> list[str]:
        """The squares at which the way turns, without its end."""
        spaces = [self.walked.way.from_, *self.walked.way.walk.spaces]
        turns = [b for a, b, c in zip(spaces, spaces[1:], spaces[2:], strict=False) if (b.x - a.x, b.y - a.y) != (c.x - b.x, c.y - b.y)]
        return [square_name((space.x, space.y), space.z) for space in turns]


def decide_move(command: Move, draft: Draft) -> Verdict:
    """Refuses: cannot_move, floor_unknown, mount_is_ridden, mount_moves_itself, moves_with_another, no_place, not_measured, one_of_required."""
    one = targets.character(draft.world, *command.actor, "characterName")
    if isinstance(one, Rejected):
        return one
    if command._leg is not None:
        return _decided(draft, one, walking.walk_leg(draft, command._leg, command.release))
    if (command.to is None) == (not command.path):
        return Rejected("one_of_required", "to", allowed=("to", "path"))
    room = draft.world.room_of(one.id)
    if room is None:
        return Rejected("floor_unknown", "characterName")
    if not standing.is_measured(draft.world, room.id):
        return Rejected("not_measured", "operation", {"name": one.name, "room": room.name})
    if standing.standing_in(draft.world, room, draft.situation.book).is_inside(one):
        return Rejected("moves_with_another", "characterName", {"name": one.name})
    legs = riding.legs_of(draft, one)
    if isinstance(legs, Rejected):
        return legs
    if (rider := mounts.rider_of(draft.world, one)) is not None and not command.force:
        instead = {**command.model_dump(mode="json", by_alias=True, exclude_unset=True), "characterName": rider.name}
        return Rejected("mount_is_ridden", "characterName", {"name": one.name, "rider": rider.name}, instead=instead)
    planned = ways.plan(draft, legs, _wished(command), one if legs.id != one.id else None)
    if isinstance(planned, Rejected):
        return planned
    decided = _decided(draft, one, walking.walk(draft, planned, command.release))
    _tell_exit(draft, one, names.fold(command.to or ""))
    return decided


def _tell_exit(draft: Draft, one: Thing, words: str) -> None:
    """Say what leads on from the exit that the words name and at which the walk ended: to walk over the ground never leaves the room."""
    room = draft.world.room_of(one.id)
    now = standing.standing_in(draft.world, room, draft.situation.book) if room is not None else None
    space = now.spaces.get(one.id) if now is not None else None
    if room is None or now is None or space is None:
        return
    squares = now.exits()
    for way in draft.world.exits_from.get(room.id, ()):
        is_named = any(name and names.fold(name) in words for name in (way.label, way.direction))
        if not way.hidden and is_named and space.covers(squares[way.id]):
            draft.note("exit_leads_on", name=Called(one.id), label=way.label)
            return


def _wished(command: Move) -> WayWished:
    return WayWished(command.to, command.path, command.by, command.careful, command.force, command.release)


def _decided(draft: Draft, one: Thing, walked: WalkDone) -> Decision:
    room = draft.world.room_of(one.id)
    assert room is not None
    now = standing.standing_in(draft.world, room, draft.situation.book)
    known = known_creatures.known_to(now, one)
    near = tuple(
        Called(other.id) for other, _ in now.creatures() if other.id != one.id and other.id in known and now.feet(one.id, other.id) == 5
    )
    return Decision.about(one.id, one.id, result=MoveResult(Called(one.id), walked, near))


def merged(parts: Sequence[MoveResult], whole: PlannedWay) -> MoveResult:
    """The result of a walk in legs: from where it began to where the last leg ended."""
    first, last = parts[0].walked, parts[-1].walked
    strikers = tuple(each for part in parts for each in part.walked.strikers)
    feet = sum(part.walked.feet for part in parts)
    left = None if whole.left is None else whole.left - feet
    is_cut, is_moved = any(part.walked.is_cut for part in parts), any(part.walked.is_moved for part in parts)
    walked = WalkDone(whole, first.from_, last.to, feet, left, last.met, is_cut, strikers, is_moved)
    return MoveResult(parts[0].who, walked, parts[-1].near)


def may_move(caller: Caller, command: Move, seen: World, book: Rulebook) -> Rejected | None:
    """Allow the caller's own characters, in their own turn, for what they have readied, or with movement that an act has given them.

    Refuses: not_in_the_fight, not_your_turn, not_yours.
    """
    if (refused := reach.of_own(caller, command, seen, book)) is not None:
        return refused
    who = reach.hand_of(command, seen, book)
    return None if isinstance(who, Thing) and granted_moves.has_any(seen, who.id) else reach.waits_for_trigger(caller, seen, who)


OPERATION = Operation(
    tool="execute_action",
    model=Move,
    decide=decide_move,
    who=replace(OWN, reach=may_move),
    cost=by_act,
    sends="characterName to",
    of_places=True,
)
