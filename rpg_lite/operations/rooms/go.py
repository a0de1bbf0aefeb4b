"""manage_room go: move through an exit into the next room, or by a known route to a more distant one. Time passes, doors open, rooms become
known.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Literal

from pydantic import Field

from rpg_lite.decision import targets
from rpg_lite.decision.callers import Caller
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Rejected, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.fight import leaving_fights, travel_companions
from rpg_lite.mechanics.items import heavy_loads
from rpg_lite.mechanics.life import incapacity
from rpg_lite.mechanics.movement import to_exits
from rpg_lite.mechanics.places import doors, room_lookup, travel
from rpg_lite.mechanics.places.room_lookup import ArrivalResult, Several
from rpg_lite.mechanics.time import passing
from rpg_lite.mechanics.time.passing import TimePassed
from rpg_lite.operations import reach
from rpg_lite.operations.operation import OWN, Operation, by_act
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.creature_states import LASTING
from rpg_lite.world.world_model import Exit, Ref, Thing, World


class Go(Several):
    """Through an exit, or to a room by a known route."""

    operation: Literal["go"]
    direction: Annotated[str | None, Field(description="north … or a label.")] = None
    to_id: str | None = None
    to_name: str | None = None
    force: Annotated[bool, Field(description="Override by the game master.")] = False
    for_players: Annotated[bool, Field(description="To read aloud.")] = False

    def touches(self) -> tuple[Ref, ...]:
        """Load everybody, because time passes for all."""
        goal = (Ref("place", self.to_id, self.to_name),) if self.to_id or self.to_name else ()
        return (*self.everybody(), Ref("around", *self.first), Ref("everyone"), *goal)

    def ids_meant(self, seen: World, book: Rulebook) -> Mapping[str, Any]:
        """The id of the room next door that the name means."""
        room = room_lookup.here(seen, self) if self.to_name else None
        ways = seen.exits_from.get(room.id, ()) if isinstance(room, Thing) else ()
        known = {w.to_room for w in ways if room_lookup.shows_beyond(seen, w)}
        key = names.fold(self.to_name or "")
        ids = [id for id in known if id and id in seen.things and names.fold(seen.things[id].name) == key]
        return {"to_id": ids[0], "to_name": None} if len(ids) == 1 and self.to_id in (None, ids[0]) else {}


@dataclass(frozen=True, slots=True)
class GoResult(ArrivalResult):
    """The travelers, the exit, whether they opened its door, and the time it took."""

    way: str
    opened: bool
    minutes: int
    passed: TimePassed


def decide_go(command: Go, draft: Draft) -> Verdict:
    """Refuses: cannot_move, door_locked, exit_leads_outside, exit_too_far, exit_unknown, fighters_stay, floor_unknown, nobody_can_go, not_in_the_room,
    one_of_required, party_empty, room_not_next_door, too_heavy_to_move.
    """
    world, situation = draft.world, draft.situation
    room = room_lookup.setting_out(world, command)
    if isinstance(room, Rejected):
        return room
    who = room_lookup.together(world, command, room)
    if isinstance(who, Rejected):
        return who
    if refusal := None if command.force else _refuse_party(world, command, who):
        return refusal
    if command.is_for_party:
        who = [*who, *travel_companions.companions_of(world, who, situation.book)]
    steps = _steps(world, room, command, who, situation)
    if isinstance(steps, Rejected):
        return steps
    way = steps[0]
    if refusal := _refuse_barred(world, way, command, who, situation):
        return refusal
    if way.state == "locked" and len(steps) == 1:
        draft.note("lock_passed", label=way.label)
    walking = who if command.force else [c for c in who if not thing_stats.is_lost(world, c)]
    if not walking:
        return Rejected("nobody_can_go", "characterName", {"names": [c.name for c in who]})
    riding = travel_companions.with_carried(world, walking, situation.book)
    within = {other.id for one in riding for other in travel_companions.inside(world, one, situation.book)}
    on_foot = [c for c in riding if c.id not in within]
    if not command.force and (refusal := next((r for c in on_foot if (r := _refuse_held(draft, c))), None)):
        return refusal
    _absences(draft, room, who, riding, steps[-1], command)
    if not command.force:
        if refusal := to_exits.walk(draft, room, steps[0], walking):
            return refusal
        to_exits.provoke(draft, room, on_foot)
        leaving_fights.walk_off(draft, walking, [c for c in on_foot if c not in walking])
    walking = riding
    if clock.fight(draft.world) is None:
        incapacity.stand_up(draft, walking)  # before the first step: with no turns to count, nobody stays on the ground (SRD, Prone)
    if len(steps) > 1 and not command.force and any(combat.is_in(world, c.id) for c in walking):
        draft.note("one_room_a_turn", room=Called(steps[0].to_room or ""))
        steps = steps[:1]
    if len(steps) == 1:
        return _walk(draft, way, walking, command)
    return travel.walk(draft, steps, walking, forced=command.force, for_players=command.for_players)


def _refuse_party(world: World, command: Go, who: Sequence[Thing]) -> Rejected | None:
    """Refuse a move of the whole party in a fight, where each moves on its own turn; suggest the call for the member whose turn it is."""
    refusal = room_lookup.stay_in_the_fight(world, command, who)
    if refusal is None or not command.is_for_party:
        return None
    on = next((c for c in who if c.id == combat.acting(world)), None)
    if on is None:
        return refusal
    alone = {k: v for k, v in command.model_dump(by_alias=True, exclude_unset=True).items() if k not in ("names", "characterName")}
    return replace(refusal, instead={**alone, "characterId": on.id})


def _steps(world: World, room: Thing, command: Go, who: Sequence[Thing], situation: Situation) -> Sequence[Exit] | Rejected:
    """One step through the exit or into the room next door; several steps if a known route leads farther."""
    way = _way(world, room, command)
    if isinstance(way, Exit):
        return [way]
    goal = travel.goal(world, command.to_id, command.to_name) if way.code == "room_not_next_door" else None
    if goal is None:
        return way
    if steps := travel.known_way(world, room, goal, who, situation):
        return steps
    if command.for_players or not travel.is_reachable(room, goal, who, world, situation):
        return way
    who_asks = {k: v for k, v in (("characterId", command.character_id), ("characterName", command.character_name)) if v}
    instead = {**who_asks, "operation": "route", "toId": goal.id, "everything": True}
    return replace(way, instead=instead)


def _way(world: World, room: Thing, command: Go) -> Exit | Rejected:
    if (command.direction is None) == (command.to_id is None and command.to_name is None):
        return Rejected("one_of_required", "direction", allowed=("direction", "toName"))
    if command.direction is not None:
        return room_lookup.way(world, room, command.direction)
    there = room_lookup.visible_exits(room_lookup.ways_of(world, room.id))
    fits = [w for w in there if _leads_to(world, w, command) and (not command.for_players or room_lookup.shows_beyond(world, w))]
    open_first = sorted(fits, key=lambda w: ("open", "closed", "locked").index(w.state))
    wanted = command.to_name or command.to_id or ""
    return open_first[0] if fits else room_lookup.no_way("room_not_next_door", "toName" if command.to_name else "toId", wanted, room, there)


def _leads_to(world: World, way: Exit, command: Go) -> bool:
    to = world.things.get(way.to_room or "")
    named = to is not None and (command.to_name is None or names.fold(to.name) == names.fold(command.to_name))
    return named and command.to_id in (None, way.to_room)


def _refuse_barred(world: World, way: Exit, command: Go, who: Sequence[Thing], situation: Situation) -> Rejected | None:
    if way.state == "locked" and not command.force:
        return doors.refuse_locked(world, way, command, who, situation.book)
    return Rejected("exit_leads_outside", "direction", {"label": way.label}) if way.to_room is None else None


# ── the travelers ───────────────────────────────────────────────────────────────────────────────────────────────────


def _refuse_held(draft: Draft, creature: Thing) -> Rejected | None:
    """Refuse creatures that cannot move at all, or not with their load."""
    stats = draft.stats(creature)
    if not any(speed.value > 0 for speed in stats.speed.values()):
        why = _why(stats)
        return Rejected("cannot_move", "characterName", {"name": creature.name, "why": why}, instead=_wait_until_over(draft, creature, why))
    return heavy_loads.refuse(draft, creature)


def _wait_until_over(draft: Draft, creature: Thing, why: Collection[str]) -> dict[str, str] | None:
    """The call that lets so much time pass that the causes are over; None in a fight, and for causes without an end in time."""
    entries = [e for kind in LASTING for e in thing_stats.lasting(draft.world, creature, kind) if e.name in why]
    ends = [e.span.ends for e in entries if e.span.ends is not None]
    if clock.fight(draft.world) is not None or not ends or len(ends) < len(entries):
        return None
    rounds = max(1, max(ends) - clock.now(draft.world))
    return {"operation": "advance", "duration": f"{rounds} round{'' if rounds == 1 else 's'}"}


def _why(stats: EffectiveStats) -> list[str]:
    """The conditions that reduce the speed to 0."""
    zeros = [m.source.name for m in stats.speed["walk"].lines if m.op == "zero"]
    return list(dict.fromkeys(zeros)) or list(stats.conditions_active) or ["speed 0"]


def _absences(draft: Draft, room: Thing, who: Sequence[Thing], walking: Sequence[Thing], way: Exit, command: Go) -> None:
    """Note the creatures that stay behind, and party members who are neither here nor at the destination."""
    if left := [Called(c.id) for c in who if c not in walking]:
        draft.note("stay_behind", names=left, room=Called(room.id))
    there = way.to_room
    elsewhere = [Called(c.id) for c in targets.party_of(draft.world) if c not in who and c.parent_id != there]
    if elsewhere and command.is_for_party:
        draft.note("are_elsewhere", names=elsewhere)


# ── going ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _walk(draft: Draft, way: Exit, walking: Sequence[Thing], command: Go) -> Verdict:
    opened = way.state == "closed"
    minutes, passed = travel.step(draft, way, walking, draft.free_at(walking), forced=command.force)
    room_lookup.offer_fight(draft, walking, way.to_room or "")
    result = GoResult(tuple(Called(c.id) for c in walking), command.for_players, way.id, opened, minutes, passed)
    return Decision.about(way.to_room, *passing.characters(draft.world), result=result)


def may_go(caller: Caller, command: Go, seen: World, book: Rulebook) -> Rejected | None:
    """Allow the caller's own characters to go; in a fight each goes only on its own turn.

    Refuses: not_in_the_fight, not_your_turn, not_yours.
    """
    if not command.names:
        return reach.of_own(caller, command, seen, book) or _waits(caller, seen, reach.hand_of(command, seen, book))
    walking = [(targets.character(seen, *targets.id_or_name(name), f"names[{n}]"), f"names[{n}]") for n, name in enumerate(command.names)]
    not_own = next((r for who, field in walking if (r := reach.is_own(caller, who, field, seen))), None)
    return not_own or next((r for who, _ in walking if (r := _waits(caller, seen, who))), None)


def _waits(caller: Caller, seen: World, who: Thing | Rejected) -> Rejected | None:
    """The refusal for a fighter out of its turn that has not readied to move, or for a creature that stands by in the room of the fight."""
    if isinstance(who, Thing) and combat.is_in(seen, who.id):
        return reach.waits_for_trigger(caller, seen, who)
    return reach.stands_by(seen, who)


OPERATION = Operation(
    tool="manage_room",
    model=Go,
    decide=decide_go,
    who=replace(OWN, reach=may_go, is_found_by_doing=True),
    cost=by_act,
    sends="direction characterName? names?",
    is_verb=True,
)
