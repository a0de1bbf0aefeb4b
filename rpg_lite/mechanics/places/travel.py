"""Travel: a known route of several steps, until a locked door or a stranger stops the party, and the game master's cut to another scene."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision import reserved_names, targets
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Decision, Ended, Rejected, Verdict
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.acts import traps_in_play, triggers
from rpg_lite.mechanics.acts.steps import zone_step
from rpg_lite.mechanics.fight import leaving_fights, travel_companions
from rpg_lite.mechanics.life import grapple_release
from rpg_lite.mechanics.places import room_lookup, route_endpoints
from rpg_lite.mechanics.places.room_lookup import ArrivalResult, Several
from rpg_lite.mechanics.space import sides, sight
from rpg_lite.mechanics.time import passing
from rpg_lite.mechanics.time.passing import Charged, TimePassed
from rpg_lite.rules import names
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import atlas, clock, events, locks, thing_stats
from rpg_lite.world.atlas import LockedOut, Traveller, Trip
from rpg_lite.world.world_model import Exit, Ref, Thing, World


class CutCommand(Several):
    """The party, wherever its members are, or the named characters."""

    force: bool = False
    for_players: bool = False

    def touches(self) -> tuple[Ref, ...]:
        """Load the people of the rooms that they leave, because mounts and companions come along."""
        named = [targets.id_or_name(name) for name in self.names if not reserved_names.is_party(name)]
        whole = [self.who] if self.is_for_one or self.is_for_party else []
        around = (Ref("people", *who) for who in (*named, *whole))
        return (*super().touches(), *self.everybody(), *around, Ref("fight"))


def cut_to(command: CutCommand, room: Thing, draft: Draft) -> Verdict:
    who = room_lookup.together(draft.world, command)
    if isinstance(who, Rejected):
        return who
    if not command.force and (refusal := room_lookup.stay_in_the_fight(draft.world, command, who)):
        return refusal
    coming = who if command.is_for_one else _without_the_dead(draft, who)
    if command.is_for_party:
        coming = [*coming, *travel_companions.companions_of(draft.world, coming, draft.situation.book)]
    coming = travel_companions.with_carried(draft.world, coming, draft.situation.book)
    if there := [Called(c.id) for c in coming if c.parent_id == room.id]:
        draft.note("there_already", names=there, room=Called(room.id))
    moved = [c for c in coming if c.parent_id != room.id]
    for left in dict.fromkeys(c.parent_id or "" for c in moved):
        room_lookup.discover(draft, left)
    before = draft.world
    draft.add(*(events.Moved(c.id, c.parent_id or "", room.id) for c in moved))
    zone_step.leave_behind(draft, moved)
    grapple_release.part(draft, moved)
    leaving_fights.go_away(draft, moved)
    room_lookup.discover_by(draft, room.id, moved, before)
    room_lookup.offer_fight(draft, moved, room.id)
    return Decision.about(room.id, result=ArrivalResult(tuple(Called(c.id) for c in moved), command.for_players))


def _without_the_dead(draft: Draft, who: Sequence[Thing]) -> list[Thing]:
    """Leave out the dead, whose bodies stay behind; a body comes along only if it is named."""
    if dead := [Called(c.id) for c in who if thing_stats.is_dead(c)]:
        draft.note("dead_stay", names=dead)
    return [c for c in who if not thing_stats.is_dead(c)]


Leg = tuple[str, str, Called]
"""The label, the kind of door if a door was opened, and the room beyond."""


@dataclass(frozen=True, slots=True)
class TravelResult(ArrivalResult):
    """The travelers, the legs they walked until something stopped them, and the time it took."""

    legs: tuple[Leg, ...]
    minutes: int
    passed: TimePassed


def goal(world: World, id: str | None, name: str | None) -> Thing | None:
    """The room that the command names, wherever it is."""
    rooms = (t for t in world.things.values() if t.kind == "room" and id in (None, t.id))
    return next((t for t in rooms if name is None or names.fold(t.name) == names.fold(name)), None)


def known_way(world: World, here: Thing, there: Thing, who: Sequence[Thing], situation: Situation) -> tuple[Exit, ...]:
    """The quickest route that the party knows, through a lock if there is no other; empty if it knows none. Strangers know every route."""
    is_known = any(c.creature.is_member for c in who)
    fog = route_endpoints.PartyKnowledge(here, world, situation) if is_known else None
    if fog and there.id not in fog.rooms_discovered([there.id]):
        return ()
    keys = locks.keys_of(world, who, situation.book)
    traveller = Traveller(keys, fog.rooms_discovered, opened=fog.exits_opened) if fog else Traveller(keys)
    ways = fog.ways if fog else situation.ways
    found = atlas.route(here.id, there.id, ways, traveller)
    if isinstance(found, LockedOut):
        found = atlas.route(here.id, there.id, ways, replace(traveller, minds_locks=False))
    return found.steps if isinstance(found, Trip) else ()


def is_reachable(here: Thing, there: Thing, who: Sequence[Thing], world: World, situation: Situation) -> bool:
    """Whether any route leads there without a lock that these creatures cannot open."""
    return isinstance(atlas.route(here.id, there.id, situation.ways, Traveller(locks.keys_of(world, who, situation.book))), Trip)


def bring(draft: Draft, way: Exit) -> Exit:
    """Load the room behind the exit, with its people and things, into the slice; return the exit as it is now."""
    turn, to = draft.situation, way.to_room or ""
    ends = [way.from_room, to]
    found = [w for w in (*turn.ways(ends, "out"), *turn.ways([to], "in"))]
    beyond = {room for w in found for room in (w.from_room, w.to_room) if room}
    near = {**turn.rooms([*ends, *beyond]), **turn.people([to]), **turn.things([to])}
    draft.world = replace(draft.world.beside(near), exits={**{w.id: w for w in found}, **draft.world.exits})
    return draft.world.exits.get(way.id, way)


def step(draft: Draft, way: Exit, walking: Sequence[Thing], begins: int, *, forced: bool) -> tuple[int, TimePassed]:
    """Go through the exit into the next room, starting at that minute; return the minutes that it takes and the events of that time.

    `forced`: the game master lets them pass, so that no trap plays.
    """
    before, is_opened = draft.world, way.state == "closed"
    if is_opened:
        room_lookup.alter(draft, way, state="open")
    room_lookup.discover(draft, way.from_room)
    for creature in walking:
        draft.add(events.Moved(creature.id, draft.world.things[creature.id].parent_id or "", way.to_room or ""))
    zone_step.leave_behind(draft, walking)  # before the time of the way passes, which would bring what the zone brings in it
    grapple_release.part(draft, walking)
    stands = draft.situation.clock_stands or clock.fight(draft.world)  # in a fight, only rounds count as time
    minutes = 0 if stands else way.minutes
    passed = passing.busy_until(draft, walking, begins + minutes)
    leaving_fights.go_away(draft, walking)
    if not forced:
        traps_in_play.cross(draft, way, walking, is_opened)
    triggers.settle(draft)
    room_lookup.discover_by(draft, way.to_room or "", walking, before)
    return minutes, passed


def walk(draft: Draft, steps: Sequence[Exit], walking: Sequence[Thing], *, forced: bool, for_players: bool) -> Decision:
    """Walk until something blocks the route. The first step needs no check, because the caller has checked it."""
    legs: list[Leg] = []
    begins, minutes, ended, charged = draft.free_at(walking), 0, list[Ended](), list[Charged]()
    for n, planned in enumerate(steps):
        way = bring(draft, planned)
        if way.state == "locked" and not forced:
            draft.note("stopped_by_a_lock", room=Called(way.from_room), label=way.label)
            break
        if way.state == "locked":
            draft.note("lock_passed", label=way.label)
        legs.append((way.label, way.kind if way.state == "closed" else "", Called(way.to_room or "")))
        goal = draft.world.things.get(way.to_room or "")
        was_visited = goal is not None and goal.room.seen == "visited"
        took, passed = step(draft, way, walking, begins + minutes, forced=forced)
        minutes += took
        ended += passed.ended
        charged += passed.charged
        if n + 1 < len(steps) and any(note.code == "trap_triggered" for note in draft.notes):
            draft.note("stopped_by_a_trap", room=Called(way.to_room or ""))
            break
        if n + 1 < len(steps) and (met := _meet_strangers(draft, way.to_room or "", walking, was_visited)):
            draft.note("stopped_by_others", room=Called(way.to_room or ""), names=met)
            break
    to = legs[-1][2].id
    room_lookup.offer_fight(draft, walking, to)
    passed = TimePassed(clock.tell_now(draft.world), tuple(ended), tuple(charged))
    result = TravelResult(tuple(Called(c.id) for c in walking), for_players, tuple(legs), minutes, passed)
    return Decision.about(to, *passing.characters(draft.world), result=result)


_MORE_THAN_TOWNSFOLK: Final = 50
"""The experience of a challenge rating of 1/4; guards, commoners and nobles are worth less."""


def _meet_strangers(draft: Draft, room_id: str, walking: Sequence[Thing], was_visited: bool) -> list[Called]:
    """The creatures in a room that make the party stop: strangers who are awake, not hidden, and not companions of its members. In a room that it
    has visited before, only those stop it who would attack, or are strong enough to be more than townsfolk.
    """
    party, together = {m.id for m in targets.party_of(draft.world)}, {c.id for c in walking}
    if not party & together:
        return []
    others = (p for p in room_lookup.people(draft.world, room_id) if p.id not in party | together and not p.is_unfound)
    others = (p for p in others if not sight.is_unnoticed(draft.world, p, targets.party_of(draft.world), draft.situation.book))
    met = [p for p in others if not thing_stats.is_lost(draft.world, p)]
    book = draft.situation.book
    met = [p for p in met if not was_visited or sides.is_likely_foe(draft.world, p, book) or _is_dangerous(p, book)]
    return [Called(p.id) for p in met if not sides.is_ally(draft.world, p, book)]


def _is_dangerous(one: Thing, book: Rulebook) -> bool:
    """Whether somebody with a name of its own is more than townsfolk: no shopkeeper, and worth the experience of a goblin."""
    return not one.state.shop and (book.encounters.worth_of(one.creature.sheet.document) or 0) >= _MORE_THAN_TOWNSFOLK
