"""Walking a way: where the mover stands afterwards, what it has spent, who goes along, and who may strike (SRD 5.1, Movement and Position; SRD 5.2,
Movement and Position).

An answer on the way cuts the walk in legs. The way is pinned when the whole walk is decided; each leg walks a part of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Occasion
from rpg_lite.decision.outcome import Called, Notice, Overspent
from rpg_lite.mechanics.acts import playing, traps_on_squares, triggers, zone_keeping
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.life import grapple_release, incapacity
from rpg_lite.mechanics.movement import leaving_reach, planned_ways, unknown_ground
from rpg_lite.mechanics.movement.planned_ways import BURROW, CLIMB, CRAWL, FLY, JUMP, PRONE, PlannedWay
from rpg_lite.mechanics.space import default_places, standing, trapped_squares, zone_places
from rpg_lite.mechanics.turn import done_acts, granted_moves, ledger, movement, readied
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.space.paths import Walk
from rpg_lite.rules.space.squares import Space
from rpg_lite.vocabulary import Movement
from rpg_lite.world import clock, mounts
from rpg_lite.world.world_model import Thing

MOVE: Final = "move"


@dataclass(frozen=True, slots=True)
class Leg:
    """A part of a pinned way: the steps from `start` up to, not including, `stop`. `is_later`: whether something happened before it, so that the
    mover may be unable to go on.
    """

    way: PlannedWay
    start: int
    stop: int
    is_later: bool = False


@dataclass(frozen=True, slots=True)
class WalkDone:
    """The result of a walk. `feet`: those spent; `left`: those left in the mode, None where none are counted; `met`: the square before which
    something unknown ended it; `is_cut`: whether the mover could not go on; `is_moved`: because others have moved it off its way; `strikers`: foe → the square at which it may strike.
    """

    way: PlannedWay
    from_: Space
    to: Space
    feet: int
    left: int | None
    met: str | None = None
    is_cut: bool = False
    strikers: tuple[tuple[Called, Space], ...] = ()
    is_moved: bool = False


def walk(draft: Draft, way: PlannedWay, lets_go: bool = False) -> WalkDone:
    """Walk a whole way over what is there."""
    found = unknown_ground.over_what_is_there(draft, way)
    return replace(walk_leg(draft, Leg(found.way, 0, len(found.way.walk.spaces)), lets_go), met=found.met)


def walk_leg(draft: Draft, leg: Leg, lets_go: bool = False) -> WalkDone:
    """Walk a part of a way, from one border of a zone to the next: what entering brings may end the walk there. Who can no longer move stays where it is,
    so does whom an answer has pushed off it, and the feet not walked are not spent.
    """
    done, begun = None, leg.start
    for stop in (*_borders(draft, leg), leg.stop):
        part = _walk_part(draft, replace(leg, start=begun, stop=stop, is_later=leg.is_later or done is not None), lets_go)
        done = part if done is None else _joined(done, part)
        begun = stop
        if part.is_cut:
            break
        if stop < leg.stop:
            has_come_in = zone_keeping.settle(draft, [leg.way.one.id])
            if zone_keeping.count_steps(draft) or has_come_in:
                triggers.settle(draft)
            if traps_on_squares.settle(draft):
                triggers.settle(draft)
    assert done is not None
    return done


def _borders(draft: Draft, leg: Leg) -> list[int]:
    """The steps before the last one that lead into a zone or out of one, bring a zone of the mover over somebody, or lead onto a trap; each
    step within a zone that counts them.
    """
    one = draft.world.things[leg.way.one.id]
    now = standing.standing_in(draft.world, draft.world.things[one.parent_id or ""], draft.situation.book)
    trap = trapped_squares.waiting(draft.world, now.room, draft.situation.book) if _treads(leg.way) else None
    if leg.stop - leg.start < 2 or not (zone_places.of_room(now) or trap):
        return []
    before = leg.way.walk.spaces[leg.start - 1] if leg.start else leg.way.from_
    spaces = (before, *leg.way.walk.spaces[leg.start : leg.stop - 1])
    squares = trap[0].squares if trap else ()
    held = [
        (
            zone_places.borders(now, one, space),
            trapped_squares.touches(now, squares, space),
            n if _treads(leg.way) and zone_places.trodden(now, one, space) else 0,
        )
        for n, space in enumerate(spaces, 1)
    ]
    return [leg.start + n for n in range(1, len(held)) if held[n] != held[n - 1]]


def _treads(way: PlannedWay) -> bool:
    """Whether each step of the way touches the floor."""
    return way.mode not in (FLY, JUMP, BURROW) and not way.is_forced


def _joined(first: WalkDone, then: WalkDone) -> WalkDone:
    """The result of two parts of one walk."""
    return replace(then, from_=first.from_, feet=first.feet + then.feet, strikers=(*first.strikers, *then.strikers))


def _walk_part(draft: Draft, leg: Leg, lets_go: bool) -> WalkDone:
    """Walk without a stop, as far as the feet go that are left now."""
    one, spaces = draft.world.things[leg.way.one.id], leg.way.walk.spaces
    here = spaces[leg.start - 1] if leg.start else leg.way.from_
    is_moved = leg.is_later and _is_off_its_way(one, here)
    if is_moved or (leg.is_later and not _can_go_on(draft, one, leg.way)):
        return WalkDone(leg.way, here, here, 0, leg.way.left, is_cut=True, is_moved=is_moved)
    now = standing.standing_in(draft.world, draft.world.things[one.parent_id or ""], draft.situation.book)
    strikers = [] if leg.way.is_forced else leaving_reach.who_may_strike(draft, now, one, mode=leg.way.mode)
    stop = _affordable(draft, leg) if leg.is_later else leg.stop
    part = Walk(spaces[leg.start : stop], leg.way.walk.steps[leg.start : stop])
    feet = part.feet
    to = part.spaces[-1] if part.spaces else here
    if part.spaces:
        is_hold = leg.way.mode == CLIMB and to.z > now.ground.floor_under(to)
        default_places.stand(draft, one, to, now.room, is_hold)
        if not leg.way.is_forced:
            draft.comes_over(one.id, (here, *part.spaces) if _treads(leg.way) else (here, to))
        _take_along(draft, one, (here, *part.spaces), lets_go)
    if planned_ways.is_counted(draft, leg.way.payer) and feet:
        _spend(draft, leg.way.payer, leg.way.mode, part, here)
    safe = _unprovoked_steps(leg.way, leg.start, stop)
    found = leaving_reach.left_on_the_way(now, one, strikers, here, part.spaces, safe)
    for striker, step in found:
        for leaver in _leavers(draft, leg.way):
            draft.occasions.append(Occasion("leaves_reach", leaver, striker.who.id, key=f"step {leg.start + step}", step=leg.start + step))
    if leg.way.lands_roughly and part.spaces and leg.stop == len(spaces):
        _land_roughly(draft, one)
    left = None if leg.way.left is None else leg.way.left - sum(leg.way.walk.steps[:stop])
    at = [spaces[leg.start + step - 1] if leg.start + step else leg.way.from_ for _, step in found]
    return WalkDone(
        leg.way, here, to, feet, left, is_cut=stop < leg.stop, strikers=tuple((Called(s.who.id), space) for (s, _), space in zip(found, at, strict=True))
    )


def _unprovoked_steps(way: PlannedWay, start: int, stop: int) -> int:
    """The first steps of a part that are wholly made of feet at which nobody may strike."""
    ends = [sum(way.walk.steps[: n + 1]) for n in range(start, stop)]
    return sum(feet <= way.unprovoked for feet in ends)


def _affordable(draft: Draft, leg: Leg) -> int:
    """The step up to which the feet go that are left now: what happened on the way may have slowed the mover."""
    payer = leg.way.payer
    if leg.way.is_forced or not planned_ways.is_counted(draft, payer):
        return leg.stop
    modes = ledger.feet_left(draft.world, payer.id, draft.situation.book)
    feet = modes.get(leg.way.mode, modes.get("walk", 0)) if leg.way.mode in modes else max(modes.values(), default=0)  # type: ignore[call-overload]
    stop = leg.start
    while stop < leg.stop and (feet := feet - leg.way.walk.steps[stop]) >= 0:
        stop += 1
    return stop


def _leavers(draft: Draft, way: PlannedWay) -> list[str]:
    """Those at whom a foe may strike: the mover, and in 5.1 also its rider (SRD 5.1, Controlling a Mount)."""
    rider = [way.rider.id] if way.rider and draft.situation.book.ruleset == "5.1" else []
    return [way.one.id, *rider]


def _is_off_its_way(one: Thing, here: Space) -> bool:
    """Whether the mover does not stand where the last part of its walk ended."""
    spot = one.state.spot
    return spot is not None and (spot.x, spot.y, spot.z) != (here.x, here.y, here.z)


def _can_go_on(draft: Draft, one: Thing, way: PlannedWay) -> bool:
    """Whether the mover still can, and its rider still sits there. Whoever has fallen crawls, which is another way."""
    payer = way.payer
    rides = one.id == payer.id or ((mount := mounts.mount_of(draft.world, draft.world.things[payer.id])) is not None and mount.id == one.id)
    stats = draft.stats(one)
    if PRONE in stats.conditions_active and way.mode != CRAWL:
        return False
    return rides and incapacity.cannot_act(one, stats) is None and any(speed.value for speed in stats.speed.values())


@cache
def _landing() -> Act:
    """The end of a jump on difficult ground. It is no act that anybody may play, so no list names it; made when somebody jumps, because validators of
    acts are dear (SRD 5.1 and 5.2, Jumping).
    """
    prone = {"check": "acrobatics", "dc": 10, "fail": [{"apply": {"conditions": ["prone"]}}]}
    return Act.model_validate({"name": "Landing", "cost": "free", "targets": "self", "steps": [prone]})


def _land_roughly(draft: Draft, one: Thing) -> None:
    """Let a jump end on difficult ground: DC 10 Acrobatics, or prone (SRD 5.1 and 5.2, Jumping)."""
    played = playing.play(draft, one, _landing(), [one], Wish())
    if isinstance(played, ActResult):
        draft.notes.append(Notice("triggered", {"played": played}))


def _spend(draft: Draft, one: Thing, mode: str, part: Walk, here: Space) -> None:
    """Remember the feet: first those that an act gave, then those of the turn. In another's turn only a readied move is possible, which takes the
    reaction (SRD, Ready).
    """
    on = clock.fight(draft.world)
    assert on is not None
    speed: Movement = mode if mode in ("walk", "burrow", "climb", "fly", "swim") else "walk"  # type: ignore[assignment]  # just checked
    way = [(space.x, space.y, space.z) for space in (here, *part.spaces)]
    given = 0 if mounts.is_carried(one) else min(part.feet, granted_moves.left(draft.world, one, speed, draft.situation.book).feet)
    if given:
        done_acts.record(draft, one.id, movement.MOVE, granted_moves.WALKED, given, speed, way)
    if given == part.feet:
        return
    cost = MOVE
    if on.whose.id != one.id:
        if ready := readied.go_off(draft, one.id):
            cost = ready
        else:
            draft.overspend(Overspent(one.id, "turn", Called(on.whose.id)))
    act = ledger.RIDE if mounts.is_carried(one) else movement.MOVE
    done_acts.record(draft, one.id, act, cost, part.feet - given, speed, () if given else way)


def _take_along(draft: Draft, one: Thing, spaces: Sequence[Space], lets_go: bool) -> None:
    """Whoever the mover grapples comes along to the squares that it left, unless it lets go (SRD 5.1 and 5.2, Grappling)."""
    room = draft.world.things[one.parent_id or ""]
    for n, held in enumerate(planned_ways.held_by(draft, one)):
        if lets_go:
            for entry in grapple_release.release_one(draft, one, held):
                draft.note("ended_by_event", name=Called(held.id), what=entry.name)
            continue
        behind = spaces[max(0, len(spaces) - 2 - n)]
        if (free := default_places.nearest_free(draft, room, held, (behind.x, behind.y), spaces[-1])) is not None:
            if (spot := held.state.spot) is not None:
                draft.comes_over(held.id, (Space(spot.x, spot.y, free.n, spot.z), free))
            default_places.stand(draft, held, free, room)
        else:
            draft.note("dragged_no_further", name=Called(held.id), by=Called(one.id))
