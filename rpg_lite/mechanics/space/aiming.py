"""The place of an area of effect where places count, and whom it catches (SRD 5.1 and 5.2, Areas of Effect).

What the maker does not perceive counts for no choice; whoever is inside is caught all the same.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.space import area_crowd, area_refusals, standing
from rpg_lite.mechanics.space.area_crowd import AreaWish, MeantCrowd
from rpg_lite.mechanics.space.area_points import cube_at, find_direction, find_point, step_of
from rpg_lite.mechanics.space.asked_areas import ROUND, AskedArea
from rpg_lite.mechanics.space.filled_areas import ANYWHERE, AreaOfAct, AreaOption, FilledArea, names_of
from rpg_lite.rules.space import measure
from rpg_lite.rules.space.placing import AimedArea, best_places, near_side, places_toward
from rpg_lite.rules.space.pointed_areas import place_to
from rpg_lite.rules.space.shapes import STRAIGHT, EffectArea, caught_by, origin_of, squares_inside
from rpg_lite.rules.space.squares import EIGHTHS, SQUARE_FEET, Space, Square, square_name
from rpg_lite.world.world_model import Thing, order_made

_TOLD_MISSED: Final = 2
"""The creatures outside an area that an answer names, the nearest first."""
_FARTHEST_MISSED: Final = 15
"""The feet outside an area up to which it does."""
_OPTIONS: Final = 3
"""The places that a dry run compares."""


@dataclass(frozen=True, slots=True)
class _AreasPlaced:
    """The areas in their places. `at`, `toward`: the names of these; `feet`: to the first point; `is_said`: whether the call says the place."""

    areas: tuple[EffectArea, ...]
    at: str = ""
    toward: str = ""
    feet: int | None = None
    is_said: bool = False
    is_short: bool = False
    options: tuple[AimedArea, ...] = ()


def aim(
    draft: Draft, maker: Thing, of: AreaOfAct, wish: AreaWish, whom: Sequence[Thing], is_forced: bool = False
) -> FilledArea | Rejected | None:
    """The area in the place that the call means, else in the best one; None where places do not count, or the maker has none. `is_forced`: at any
    distance, and whoever it catches.

    Refuses: aim_unfit, beyond_range, cannot_catch_all, cannot_spare, character_unknown, name_ambiguous, no_place, off_the_ground, place_unclear,
    point_required, points_count, total_cover, wall_place_required.
    """
    found = _aimed(draft, maker, of, wish, whom, is_forced)
    if isinstance(found, Rejected) and found.instead is None and found.near and found.field in ("at", "toward"):
        kept = {"catch": wish.catch, "spare": wish.spare or None}
        found = replace(found, instead={**{key: [*names] for key, names in kept.items() if names is not None}, found.field: found.near[0]})
    if not isinstance(found, Rejected) or found.instead is None:
        return found
    # A proposal that would be refused itself is none.
    again = _aimed(
        draft, maker, of, replace(_wished(found.instead), unharmed=wish.unharmed), whom[:1] if of.origin == "target" else (), is_forced
    )
    return replace(found, instead=None) if isinstance(again, Rejected) else found


def _wished(instead: Mapping[str, object]) -> AreaWish:
    """The wish that a proposal makes of the area."""
    at, toward, catch, spare = (instead.get(key) for key in ("at", "toward", "catch", "spare"))

    def words(said: object) -> tuple[str, ...]:
        return tuple(map(str, said)) if isinstance(said, list | tuple) else (str(said),) if said else ()

    return AreaWish(words(at), str(toward) if toward else None, words(catch) or None, words(spare))


def _aimed(
    draft: Draft, maker: Thing, of: AreaOfAct, wish: AreaWish, whom: Sequence[Thing], is_forced: bool
) -> FilledArea | Rejected | None:
    room = draft.world.room_of(maker.id)
    if room is None or not standing.is_measured(draft.world, room.id):
        return None
    now = standing.standing_in(draft.world, room, draft.situation.book)
    if maker.id not in now.spaces or now.is_inside(maker):
        return None
    asked = AskedArea(draft, now, maker, replace(of, range=ANYWHERE) if is_forced else of, wish)
    centre = _centre(asked, whom)
    if isinstance(centre, Rejected):
        return centre
    beside = whom[1:] if of.origin == "target" else whom
    meant = area_crowd.meant_by(asked.seen, asked.known, maker, wish, beside, of.is_for_foes, is_forced)
    if isinstance(meant, Rejected):
        return meant
    meant = replace(meant, is_harmful=of.is_for_foes is True)
    placed = _placed(asked, meant, centre)
    if isinstance(placed, Rejected):
        return placed
    filled = _filled(asked, meant, placed, meant.named if is_forced else frozenset())
    return (None if is_forced else _refuse(asked, meant, placed, filled)) or filled


# ── the place ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _centre(asked: AskedArea, whom: Sequence[Thing]) -> Space | Rejected | None:
    """The space around which the area lies, if no point is chosen for it."""
    if asked.of.origin == "target":
        found = asked.now.spaces.get(whom[0].id) if whom else None
        if whom and found is None:
            return Rejected("no_place", "targets", {"name": whom[0].name, "room": asked.now.room.name})
        return found
    return asked.space if asked.of.origin == "self" and asked.shape in ROUND else None


def _placed(asked: AskedArea, meant: MeantCrowd, centre: Space | None) -> _AreasPlaced | Rejected:
    """The areas in their places."""
    wish = asked.wish
    if centre is not None:
        if wish.at or wish.toward:
            return area_refusals.unfit(asked, "at" if wish.at else "toward")
        is_own = asked.of.origin == "self"
        area = replace(asked.area, shape="emanation", maker=centre, z=centre.z, includes_maker=not is_own)
        return _AreasPlaced((area,), "" if is_own else square_name((centre.x, centre.y), centre.z))
    if asked.shape == "wall":
        return _wall(asked)
    if asked.shape in STRAIGHT or asked.aim.from_maker:
        return _pointed(asked, meant)
    if wish.toward:
        return area_refusals.unfit(asked, "toward")
    return _at_points(asked) if wish.at else _best(asked, meant)


def _at_points(asked: AskedArea) -> _AreasPlaced | Rejected:
    """The area at each of the points that the call says, or on the near side of what is between (SRD 5.1, A Clear Path; SRD 5.2, Area of Effect)."""
    points = tuple(dict.fromkeys(asked.wish.at))
    if len(points) > asked.of.points:
        return area_refusals.too_many_points(asked)
    areas, is_short = list[EffectArea](), False
    for n, words in enumerate(points):
        field = f"at[{n}]" if len(points) > 1 else "at"
        found = find_point(words, field, asked.asking)
        if isinstance(found, Rejected):
            return found
        at = cube_at(found, asked.area.feet) if asked.shape == "cube" else found.point
        area = replace(asked.area, at=at, z=found.z)
        point = origin_of(asked.now.ground, area)
        if asked.feet_to_point(area) > asked.of.range:
            return area_refusals.too_far_off(asked, found, field, area)
        near = near_side(asked.now.ground, asked.space, point, found.z)
        is_short = is_short or near != point
        areas.append(area if near == point else replace(area, at=near))
    return _AreasPlaced(tuple(areas), names_of(areas, asked.now.ground), feet=asked.feet_to_point(areas[0]), is_said=True, is_short=is_short)


def _pointed(asked: AskedArea, meant: MeantCrowd) -> _AreasPlaced | Rejected:
    """A cone, a line or a cube beside its maker: in the direction that the call says, else in the best one."""
    wish = asked.wish
    if len(wish.at) > 1 or (wish.at and wish.toward):
        return area_refusals.unfit(asked, "at")
    words = wish.toward or next(iter(wish.at), None)
    if words is None:
        return _best(asked, meant)
    crowd, step = meant.crowd(asked.of.chooses), step_of(words)
    if step is not None and not asked.aim.from_maker:
        found: AimedArea | None = places_toward(asked.seen.ground, asked.aim, crowd, step)
    else:
        goal = find_direction(words, "toward" if wish.toward else "at", asked.asking)
        if isinstance(goal, Rejected):
            return goal
        if meant.is_default and goal.id and goal.id in asked.known.all:
            foes = {id: space for id, space in asked.known.foes.items() if id != goal.id}
            crowd = replace(crowd, wanted={goal.id: asked.known.all[goal.id]}, foes=foes)
        found = place_to(asked.seen.ground, asked.aim, crowd, goal.point, goal.z)
    if found is None:
        return area_refusals.point_required(asked, "toward")
    return _AreasPlaced((found.area,), toward=asked.name_of(found.area), is_said=True)


def _wall(asked: AskedArea) -> _AreasPlaced | Rejected:
    """A wall along the squares of `at`, or from one point in a direction; one that may be a ring lies around the only point that a call says."""
    wish, at = asked.wish, []
    for n, words in enumerate(wish.at):
        found = find_point(words, f"at[{n}]", asked.asking)
        if isinstance(found, Rejected):
            return found
        at.append(found)
    squares = [(one.point[0] // EIGHTHS, one.point[1] // EIGHTHS) for one in at]
    if len(at) == 1 and wish.toward:
        end = _end_of_wall(asked, squares[0], wish.toward)
        if isinstance(end, Rejected):
            return end
        squares.append(end)
    if len(squares) > 1:
        area = replace(asked.area, at=at[0].point, z=at[0].z, way=_joined(squares))
    elif at and asked.of.ring:
        area = replace(asked.area, at=at[0].point, z=at[0].z, feet=asked.of.ring // 2, is_ring=True)
    else:
        return area_refusals.wall_place_required(asked)
    feet = asked.feet_to_point(area)
    if feet > asked.of.range:
        return Rejected("beyond_range", "at", {"name": at[0].name, "feet": feet, "most": asked.of.range, "id": at[0].id})
    return _AreasPlaced((area,), at[0].name, "" if area.is_ring else asked.name_of(area), feet=feet, is_said=True)


def _end_of_wall(asked: AskedArea, start: Square, words: str) -> Square | Rejected:
    """The square up to which a wall runs: as far as it is long in a direction, else up to the place that is said."""
    if step := step_of(words):
        far = asked.area.feet // SQUARE_FEET - 1
        return start[0] + step[0] * far, start[1] + step[1] * far
    goal = find_direction(words, "toward", asked.asking)
    return goal if isinstance(goal, Rejected) else (goal.point[0] // EIGHTHS, goal.point[1] // EIGHTHS)


def _joined(squares: Sequence[Square]) -> tuple[Square, ...]:
    """The squares on the way from each to the next."""
    found = [squares[0]]
    for goal in squares[1:]:
        while found[-1] != goal:
            x, y = found[-1]
            found.append((x + (goal[0] > x) - (goal[0] < x), y + (goal[1] > y) - (goal[1] < y)))
    return tuple(dict.fromkeys(found))


def _best(asked: AskedArea, meant: MeantCrowd) -> _AreasPlaced | Rejected:
    """The area where it catches most of those who are wanted."""
    if asked.of.is_for_foes is None and meant.is_default:
        return area_refusals.point_required(asked, "at")
    if not meant.wanted:
        return area_refusals.nobody(asked, meant)
    ground, crowd = asked.seen.ground, meant.crowd(asked.of.chooses)
    found = best_places(ground, asked.aim, crowd, _OPTIONS if asked.draft.situation.dry or meant.named else 1)
    if not found:
        return area_refusals.without_place(asked, meant)
    areas, left = [found[0].area], {id: space for id, space in crowd.wanted.items() if id not in found[0].caught}
    while left and len(areas) < asked.of.points and (more := best_places(ground, asked.aim, replace(crowd, wanted=left))):
        areas.append(more[0].area)
        left = {id: space for id, space in left.items() if id not in more[0].caught}
    first = areas[0]
    if asked.shape in STRAIGHT or asked.aim.from_maker:
        return _AreasPlaced((first,), toward=asked.name_of(first), options=found)
    return _AreasPlaced(tuple(areas), names_of(areas, asked.now.ground), feet=asked.feet_to_point(first), options=found)


# ── whom it catches ─────────────────────────────────────────────────────────────────────────────────────────────────


def _filled(asked: AskedArea, meant: MeantCrowd, placed: _AreasPlaced, forced: Collection[str] = ()) -> FilledArea:
    """The areas with everybody inside, known or not. `forced`: those who are caught wherever they stand."""
    ground = asked.now.ground
    caught_by_one = [caught_by(ground, area) for area in placed.areas]
    inside = [one for one, space in asked.creatures() if any(is_caught(space) for is_caught in caught_by_one)]
    inside += [one for id in forced if (one := asked.now.world.things[id]) not in inside]
    friends = frozenset(one.id for one in inside if one.id == asked.maker.id or asked.now.relation(asked.maker, one) == "ally")
    caught = _affected(asked, meant, inside, friends)
    unasked = sorted((one for one in caught if one.id not in meant.wanted), key=lambda one: (one.id not in friends, order_made(one)))
    options = placed.options[1:] if asked.draft.situation.dry else ()
    return FilledArea(
        placed.areas, placed.at, placed.toward, placed.feet,
        caught=tuple(Called(one.id) for one in caught),
        unasked=tuple(Called(one.id) for one in unasked),
        own_side=sum(one.id in friends for one in unasked),
        missed=_missed(asked, meant, {one.id for one in caught}, placed.areas),
        is_short=placed.is_short,
        options=tuple(AreaOption(asked.name_of(one.area), tuple(map(Called, one.caught))) for one in options),
        ground=asked.seen.ground,
        named=meant.named,
        unknown=frozenset(one.id for one in caught if one.id not in asked.known.all),
    )  # fmt: skip


def _affected(asked: AskedArea, meant: MeantCrowd, inside: Sequence[Thing], friends: Iterable[str]) -> list[Thing]:
    """Those inside whom the act affects, first those who are wanted: all of them, or those whom its maker chooses."""
    order = {id: n for n, id in enumerate(meant.wanted)}
    known = asked.known.all
    ordered = sorted(inside, key=lambda one: (order.get(one.id, len(order)), one.id not in known, order_made(one)))
    if not asked.of.chooses:
        return ordered
    if not meant.is_default or asked.of.is_for_foes is False or asked.of.most is not None:
        ordered = [one for one in ordered if one.id in meant.wanted]
    chosen = [one for one in ordered if one.id not in meant.spared and (one.id in meant.wanted or one.id not in friends)]
    return chosen[: asked.of.most]


def _missed(asked: AskedArea, meant: MeantCrowd, caught: set[str], areas: Sequence[EffectArea]) -> tuple[tuple[Called, int], ...]:
    """Those who are wanted and stand just outside, the nearest first."""
    found, squares = [], frozenset[Square]()
    for id, space in meant.wanted.items():
        if id not in caught and (id != asked.maker.id or asked.of.origin == "point"):
            if all(_is_far(asked, area, space) for area in areas):
                continue
            squares = squares or frozenset[Square]().union(*(squares_inside(asked.seen.ground, area) for area in areas))
            flat = replace(space, z=0)
            off = min((measure.distance(flat, Space(*square), asked.area.diagonals) for square in squares), default=_FARTHEST_MISSED + 1)
            found.append((Called(id), off))
    return tuple(sorted((one for one in found if 0 < one[1] <= _FARTHEST_MISSED), key=lambda one: one[1])[:_TOLD_MISSED])


def _is_far(asked: AskedArea, area: EffectArea, space: Space) -> bool:
    """Whether a space surely lies farther outside an area than answers tell; quick, since most of those who are missed do."""
    diagonals, flat = asked.area.diagonals, replace(space, z=0)
    if area.maker is not None:
        off = measure.distance(flat, replace(area.maker, z=0), diagonals)
    else:
        off = measure.distance_to_point(flat, area.at, 0, diagonals)
    return off - area.feet > _FARTHEST_MISSED


def _refuse(asked: AskedArea, meant: MeantCrowd, placed: _AreasPlaced, filled: FilledArea) -> Rejected | None:
    """The refusal of an area that does not catch all who are named, or catches somebody who is to be spared. Nobody unknown counts."""
    ids = {one.id for one in filled.caught}
    if any(id not in ids for id in meant.named):
        return area_refusals.cannot_catch_all(asked, meant, [*ids], placed.options[1:], placed.is_said)
    if asked.of.is_unchosen and not meant.spares_by_name:
        return None
    spares = meant.spared_by_name if placed.is_said else meant.spared
    if spared := [id for id in meant.spared if id in spares and id in ids and id not in meant.named and id in asked.known.all]:
        return area_refusals.cannot_spare(asked, meant, placed.areas[0], spared)
    if meant.is_default and not placed.is_said and not ids & {*meant.wanted} and not asked.of.may_be_empty:
        return area_refusals.nobody(asked, meant)
    return None
