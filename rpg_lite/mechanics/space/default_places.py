"""The places of those for whom nobody has said one: at the start of a fight, and when somebody comes into a room where places count (SRD 5.1,
Establish Positions; SRD 5.2, Establish Positions).
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.space import front_line, sides, standing
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space.cover import Bystander, cover_from
from rpg_lite.rules.space.ground import OPEN_GROUND
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square
from rpg_lite.world import body_paths, events, thing_stats
from rpg_lite.world.ground_states import SpotState
from rpg_lite.world.world_model import Exit, Thing

APART: Final = 30
"""The feet between the two sides where there is room for them."""
_MOST_HIDING_PLACES: Final = 200
"""The squares that are looked at for somebody who hides."""


def stand(draft: Draft, one: Thing, space: Space, room: Thing, is_hold: bool = False) -> None:
    """Give a creature or a thing its place. `is_hold`: it holds on there, half-way up a climb."""
    change(draft, one, body_paths.SPOT, SpotState.make(room.id, space.x, space.y, space.z, is_hold))


def give_to_all(draft: Draft, room: Thing, but: Collection[str] = ()) -> None:
    """Give everybody alive in the room who has no place one: the party and its companions at the exit by which they came, the others opposite; of each
    side those who fight hand to hand before the others. Where somebody is left over in this way, all of them stand closer together. `but`: ids of those who get theirs later.
    """
    party, others = list[Thing](), list[Thing]()
    for one in (one for one in without_place(draft, room) if one.id not in but):
        (party if sides.is_ally(draft.world, one, draft.situation.book) else others).append(one)
    entry = _entry(draft, room)
    across = _opposite(_now(draft, room), Space(*entry))
    lines = [*_in_lines(draft, room, party, entry, across)]
    for one, wished in lines:
        _give(draft, room, one, wished)
    stands = [space for one, space in _now(draft, room).creatures() if sides.is_ally(draft.world, one, draft.situation.book)]
    goal = _opposite(_now(draft, room), stands[0] if stands else Space(*entry))
    theirs = [*_in_lines(draft, room, others, goal, entry)]
    for one, wished in theirs:
        _give(draft, room, one, wished, away=stands, hides=one.state.is_hidden or one.creature.is_hiding)
    left_over = [one for one in (*party, *others) if _lacks_place(draft, draft.world.things[one.id], room)]
    if left_over:
        _stand_closer(draft, room, (*lines, *theirs), left_over)
    _tell_lines(draft, ((lines, entry), (theirs, goal)))


def _in_lines(draft: Draft, room: Thing, ones: Sequence[Thing], back: Square, toward: Square) -> Iterator[tuple[Thing, Square]]:
    """Each of those on one side with the square about which it would stand: where some fight hand to hand and others do not, the first stand in front."""
    now = _now(draft, room)
    in_front = [one for one in ones if front_line.fights_in_front(draft.world, one, draft.situation.book)]
    is_split = 0 < len(in_front) < len(ones)
    front = front_line.ahead(back, toward, now.ground.w, now.ground.h) if is_split else back
    yield from ((one, front) for one in in_front)
    yield from ((one, back) for one in ones if one not in in_front)


def _biggest_first(draft: Draft, room: Thing, line: Iterable[tuple[Thing, Square]]) -> list[tuple[Thing, Square]]:
    now = _now(draft, room)
    return sorted(line, key=lambda pair: -now.width_of(pair[0]))


def _stand_closer(draft: Draft, room: Thing, lines: Iterable[tuple[Thing, Square]], left_over: Sequence[Thing]) -> None:
    """Let those who were placed by default stand close together in the corners of their sides, the biggest first, so that the others fit, too; whoever
    fits in no place even so has none.
    """
    ordered, now = _biggest_first(draft, room, lines), _now(draft, room)
    packed = _packed(replace(now, spaces={id: space for id, space in now.spaces.items() if id not in {one.id for one, _ in ordered}}), ordered)
    if len(packed) > len(ordered) - len(left_over):
        for one, _ in ordered:
            if (space := packed.get(one.id)) is not None:
                stand(draft, draft.world.things[one.id], space, room)
            elif not _lacks_place(draft, draft.world.things[one.id], room):
                change(draft, draft.world.things[one.id], body_paths.SPOT, None)
    if without := [one for one, _ in ordered if one.id not in _now(draft, room).spaces]:
        draft.note("without_place", names=[one.name for one in without])


def _packed(now: Standing, ordered: Iterable[tuple[Thing, Square]]) -> dict[str, Space]:
    """The places of these creatures when each stands in the corner nearest to the square that it wished for, as far into it as it can."""
    found = dict[str, Space]()
    for one, wished in ordered:
        x, y = (0 if 2 * wished[0] < now.ground.w else now.ground.w), (0 if 2 * wished[1] < now.ground.h else now.ground.h)
        into = [(abs(space.y - y), abs(space.x - x), space) for space in _free(now, one, wished)]
        if into:
            found[one.id] = min(into, key=lambda place: place[:2])[2]
            now = now.moved(one, found[one.id])
    return found


def _tell_lines(draft: Draft, told: Iterable[tuple[Sequence[tuple[Thing, Square]], Square]]) -> None:
    """Say who stands in front and who behind, of those who do not hide."""
    for line, back in told:
        shown = [(Called(one.id), wished == back) for one, wished in line if not (one.state.is_hidden or one.creature.is_hiding)]
        front, behind = ([name for name, is_back in shown if is_back == wanted] for wanted in (False, True))
        if front and behind:
            draft.note("sides_stand_in_lines", names=front, behind=behind)


def give_to_arrivals(draft: Draft) -> None:
    """Give those a place who have come into a room where places count: inside the exit through which they came, beside the one who brought or
    made them, or else with their own side.
    """
    arrived = [
        (event.id if isinstance(event, events.Moved) else event.thing.id, event)
        for event in draft.events
        if isinstance(event, events.Moved | events.Created)
    ]
    for id, event in arrived:
        one = draft.world.things.get(id)
        room = draft.world.things.get(one.parent_id or "") if one is not None and one.kind == "character" else None
        if one is None or room is None or room.kind != "room":
            continue
        came_from = event.from_ if isinstance(event, events.Moved) else None
        if came_from not in (None, room.id) and one.state.spot is not None:
            change(draft, one, body_paths.SPOT, None)  # where it stood when it was here before counts no more
        if _counts(draft, room) and _lacks_place(draft, draft.world.things[id], room):
            _give(draft, room, draft.world.things[id], _arrival(draft, room, one, came_from))


def stand_near(draft: Draft, room: Thing, one: Thing, wished: Square) -> None:
    """Let a creature stand on the free place nearest to a square; without any, it has none."""
    _give(draft, room, one, wished)


def apart(now: Standing) -> tuple[int, Thing, Thing] | None:
    """The least distance between the party's side and the others, in feet, with the nearest two; None without two sides."""
    ours, theirs = list[tuple[Thing, Space]](), list[tuple[Thing, Space]]()
    for one, space in now.creatures():
        (ours if sides.is_ally(now.world, one, now.book) else theirs).append((one, space))
    pairs = [(distance(a, b, now.book.policy.diagonals), one, other) for one, a in ours for other, b in theirs]
    return min(pairs, key=lambda pair: pair[0], default=None)


# ── where they would like to stand ──────────────────────────────────────────────────────────────────────────────────


def _entry(draft: Draft, room: Thing) -> Square:
    """The square about which the party stands: where one of it stands already, else inside the exit to a room in which it has been, else in the
    south; on ground of which nobody has said anything, the middle.
    """
    now = _now(draft, room)
    for one, space in now.creatures():
        if sides.is_ally(draft.world, one, draft.situation.book):
            return space.x, space.y
    w, h = now.ground.w, now.ground.h
    if (w, h) == OPEN_GROUND:
        return (w - 1) // 2, (h - 1) // 2
    squares = now.exits()
    known = [
        way
        for way in _ways(draft, room)
        if (there := draft.world.things.get(way.to_room or "")) is not None and there.room.seen == "visited"
    ]
    if known:
        return squares[known[0].id]
    return (w - 1) // 2, h - 1


def _opposite(now: Standing, from_: Space) -> Square:
    """The square across the ground; on ground of which nobody has said anything, one to the north."""
    w, h = now.ground.w, now.ground.h
    if (w, h) == OPEN_GROUND:
        return from_.x, max(0, from_.y - APART // SQUARE_FEET)
    return w - 1 - from_.x, h - 1 - from_.y


def _arrival(draft: Draft, room: Thing, one: Thing, came_from: str | None) -> Square:
    now = _now(draft, room)
    for way in _ways(draft, room):
        if came_from is not None and way.to_room == came_from:
            return now.exits()[way.id]
    makers = [entry.cause.by for entry in one.creature.effects] + [draft.acting]
    for maker in makers:
        if maker is not None and maker != one.id and maker in now.spaces:
            return now.spaces[maker].x, now.spaces[maker].y
    for other, space in now.creatures():
        if sides.are_friends(draft.world, one, other, draft.situation.book):
            return space.x, space.y
    entry = _entry(draft, room)
    return entry if sides.is_ally(draft.world, one, draft.situation.book) else _opposite(now, Space(*entry))


def _ways(draft: Draft, room: Thing) -> Sequence[Exit]:
    return draft.world.exits_from.get(room.id, ())


# ── the free place nearest to that ──────────────────────────────────────────────────────────────────────────────────


def _give(draft: Draft, room: Thing, one: Thing, wished: Square, away: Sequence[Space] = (), hides: bool = False) -> None:
    """Let a creature stand as near as it fits: `away` from these spaces as far as there is room, behind cover from them if it `hides`."""
    now = _now(draft, room)
    free = [*_free(now, one, wished)]
    if not free:
        return
    far = _far_enough(free, Space(*wished), away)
    if hides and away:
        behind = (space for space in far[:_MOST_HIDING_PLACES] if _is_covered(now, away, space))
        far = [next(behind, far[0])]
    stand(draft, one, far[0], room)


def _far_enough(free: Sequence[Space], wished: Space, away: Sequence[Space]) -> list[Space]:
    """Choose the free places that are so far away from all these spaces; where none is, those as far as the wished square or, in a crowd, as far as a
    place can be.
    """
    if not away:
        return [*free]
    feet = [(min(distance(space, other) for other in away), space) for space in free]
    if far := [space for least, space in feet if least >= APART]:
        return far
    enough = min(max(least for least, _ in feet), min(distance(wished, other) for other in away))
    return [space for least, space in feet if least >= enough]


def nearest_free(draft: Draft, room: Thing, one: Thing, wished: Square, beside: Space) -> Space | None:
    """The free place nearest to the wished square of those next to a space."""
    return next((space for space in _free(_now(draft, room), one, wished) if distance(space, beside) <= SQUARE_FEET), None)


def _is_covered(now: Standing, watchers: Iterable[Space], space: Space) -> bool:
    others = [Bystander(one.name, there) for one, there in now.creatures()]
    return all(cover_from(now.ground, watcher, space, others).degree in ("three_quarters", "total") for watcher in watchers)


def _free(now: Standing, one: Thing, wished: Square) -> Iterator[Space]:
    """The free places for this creature, the nearest first; never in a pit or in deep water."""
    n, ground = now.width_of(one), now.ground
    fits, taken = ground.fits(n), [space for other, space in now.creatures() if other.id != one.id]
    squares = ((x, y) for y in range(ground.h - n + 1) for x in range(ground.w - n + 1) if fits[ground.index(x, y)])
    for x, y in sorted(squares, key=lambda square: _nearness(square, wished)):
        space = Space(x, y, n)
        indices = {ground.index(*square) for square in space.squares}
        if not ground.floor_under(space) and indices.isdisjoint(ground.deep) and not any(space.overlaps(other) for other in taken):
            yield space


def _nearness(square: Square, wished: Square) -> tuple[int, int, int, int]:
    """Squares away, then the straighter way, then reading order."""
    dx, dy = abs(square[0] - wished[0]), abs(square[1] - wished[1])
    return max(dx, dy), dx + dy, square[1], square[0]


def without_place(draft: Draft, room: Thing) -> list[Thing]:
    """Those alive in the room who have no place in it."""
    return [t for t in draft.world.bag_of(room.id) if t.kind == "character" and not thing_stats.is_dead(t) and _lacks_place(draft, t, room)]


def _lacks_place(draft: Draft, one: Thing, room: Thing) -> bool:
    spot = one.state.spot
    return (spot is None or spot.room != room.id) and one.id not in _now(draft, room).spaces


def _counts(draft: Draft, room: Thing) -> bool:
    """Whether somebody who comes into the room gets a place: a fight there measures, or the room has a ground and the table measures."""
    return standing.is_measured(draft.world, room.id) or (draft.situation.book.policy.space != "told" and standing.has_ground(room))


def _now(draft: Draft, room: Thing) -> Standing:
    return standing.standing_in(draft.world, draft.world.things[room.id], draft.situation.book)
