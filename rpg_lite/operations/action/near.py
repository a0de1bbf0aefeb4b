"""execute_action near: say who stands near whom, so that auras reach them in every later roll."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.command import Command
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Result, Verdict
from rpg_lite.decision.shared_keys import Names
from rpg_lite.mechanics.acts.steps import zone_step
from rpg_lite.mechanics.space import auras, nearness, standing
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation, free
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world.world_model import Ref, Thing, World


class Near(Command):
    """Say once who stands near a creature, or no longer does."""

    operation: Literal["near"]
    character_id: str | None = None
    character_name: str | None = None
    names: Names = ()
    apart: Annotated[Names, Field(description="Who is no longer near.")] = ()

    @property
    def lacks_actor(self) -> bool:
        """Whether the command does not say near whom; its names are the others."""
        return not any(self.actor)

    def touches(self) -> tuple[Ref, ...]:
        named = (Ref("party") if reserved_names.is_party(n) else Ref("bearer", *targets.id_or_name(n)) for n in (*self.names, *self.apart))
        return (Ref("bearer", *self.actor), *named, Ref("people", *self.actor))


@dataclass(frozen=True, slots=True)
class NearResult(Result):
    """The creature, those who are near it now, and those who are no longer."""

    who: Called
    near: tuple[Called, ...]
    apart: tuple[Called, ...]


def decide_near(command: Near, draft: Draft) -> Verdict:
    """Refuses: near_and_apart, near_by_squares, near_elsewhere, near_itself, near_whom."""
    meant = _meant(command, draft.world)
    if isinstance(meant, Rejected):
        return meant
    one, near, apart = meant
    if refusal := _by_squares(draft, one, (*near, *apart)):
        return refusal
    zone_step.follow_nearness(draft, one, nearness.say(draft, one, near, is_near=True), is_near=True)
    gone = nearness.say(draft, one, apart, is_near=False)
    zone_step.follow_nearness(draft, one, gone, is_near=False)
    now = nearness.near(draft.world, one.id)
    for creature in (one, *now) if near else ():
        auras.tell_of_what_lies(draft, creature)
    result = NearResult(Called(one.id), tuple(Called(t.id) for t in now), tuple(Called(t.id) for t in gone))
    return Decision.about(one.id, one.id, result=result)


def _by_squares(draft: Draft, one: Thing, others: Sequence[Thing]) -> Rejected | None:
    """The refusal where places say who is near whom."""
    room = draft.world.room_of(one.id)
    if room is None or not standing.is_measured(draft.world, room.id):
        return None
    now = standing.standing_in(draft.world, room, draft.situation.book)
    placed = next((other for other in others if now.feet(one.id, other.id) is not None), None)
    if placed is None:
        return None
    return Rejected("near_by_squares", "names", {"name": one.name, "other": placed.name, "feet": now.feet(one.id, placed.id)})


def _meant(command: Near, world: World) -> tuple[Thing, list[Thing], list[Thing]] | Rejected:
    """The creature, those who are near it, and those who are not."""
    one = targets.character(world, *command.actor, "characterName")
    if isinstance(one, Rejected):
        return one
    if not (command.names or command.apart):
        return Rejected("near_whom", "names", {"name": one.name}, near=tuple(t.name for t in _others_here(world, one)))
    near, apart = _named(command.names, "names", one, world), _named(command.apart, "apart", one, world)
    if isinstance(near, Rejected):
        return near
    if isinstance(apart, Rejected):
        return apart
    if both := next((t for t in near if t in apart), None):
        return Rejected("near_and_apart", "apart", {"name": both.name, "one": one.name})
    return one, near, apart


def _named(listed: Sequence[str], field: str, one: Thing, world: World) -> list[Thing] | Rejected:
    """The creatures of a list, which stand in the same room; the party without the creature itself and without those who are elsewhere."""
    room, found = world.room_of(one.id), list[Thing]()
    for n, name in enumerate(listed):
        if reserved_names.is_party(name):
            found += [t for t in targets.party_of(world) if t != one and world.room_of(t.id) == room]
            continue
        meant = targets.creatures(world, name, f"{field}[{n}]", room)
        if isinstance(meant, Rejected):
            return meant
        if one in meant:
            return Rejected("near_itself", f"{field}[{n}]", {"name": one.name})
        if elsewhere := next((t for t in meant if world.room_of(t.id) != room), None):
            return Rejected("near_elsewhere", f"{field}[{n}]", {"name": elsewhere.name, "one": one.name})
        found += meant
    return found


def _others_here(world: World, one: Thing) -> list[Thing]:
    room = world.room_of(one.id)
    return [t for t in world.bag_of(room.id) if t.kind == "character" and t != one] if room else []


def may_say(caller: Caller, command: Near, seen: World, book: Rulebook) -> Rejected | None:
    """Allow only the caller's own characters, and only creatures that they see.

    Refuses: near_and_apart, near_elsewhere, near_itself, near_whom.
    """
    found = reach.of_own(caller, command, seen, book) or _meant(command, seen)
    return found if isinstance(found, Rejected) else None


OPERATION = Operation(
    tool="execute_action",
    model=Near,
    decide=decide_near,
    who=replace(OWN, reach=may_say),
    cost=free,
    sends="characterName names apart?",
    before_all=True,
)
