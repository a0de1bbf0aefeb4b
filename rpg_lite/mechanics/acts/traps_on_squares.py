"""Traps that wait on squares: where places count, whoever enters one of them sets the trap off, on foot, pushed or by a teleport.

Apart because a walk asks it at each of these squares, and the loop after every deed.
"""

from collections.abc import Iterator
from dataclasses import replace

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.acts import traps_in_play
from rpg_lite.mechanics.space import standing, trapped_squares
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space import pointed_areas
from rpg_lite.rules.space.aims import AreaAim, Crowd
from rpg_lite.rules.space.shapes import STRAIGHT, EffectArea, catches
from rpg_lite.rules.space.squares import EIGHTHS, SQUARE_FEET, Point, Space, Square, read_square
from rpg_lite.rules.trap_rules import TrapRule
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.placed_traps import SetTrap
from rpg_lite.world.world_model import Thing


def settle(draft: Draft) -> bool:
    """Let the trap of the room play on the first who has come onto one of its squares since it was last looked at; return whether it did."""
    came, draft.ways = draft.ways, []
    on, room = clock.fight(draft.world), draft.world.things.get(combat.room_id(draft.world) or "")
    if not came or draft.situation.dry or on is None or not on.is_measured or room is None:
        return False
    for n, (id, spaces) in enumerate(came):
        found = trapped_squares.waiting(draft.world, draft.world.things[room.id], draft.situation.book)
        if found is None:
            return False
        one = draft.world.things.get(id)
        if one is None or one.kind != "character" or one.parent_id != room.id or thing_stats.is_dead(one):
            continue
        now = standing.standing_in(draft.world, draft.world.things[room.id], draft.situation.book)
        if _sets_off(now, found[0].squares, id, spaces):
            _spring(draft, now, *found, one)
            draft.ways = [*came[n + 1 :], *draft.ways]
            return True
    return False


def _sets_off(now: Standing, squares: tuple[Square, ...], id: str, spaces: tuple[Space, ...]) -> bool:
    """Whether somebody enters one of the squares; of whoever has come through a door only the place counts."""
    if spaces or id not in now.spaces:
        return trapped_squares.enters(now, squares, spaces)
    return trapped_squares.touches(now, squares, now.spaces[id])


def _spring(draft: Draft, now: Standing, trap: SetTrap, rule: TrapRule, one: Thing) -> None:
    """Play the trap on whoever set it off, and if it fills an area, on everybody who stands in it."""
    others = [other for other in _inside(draft, now, trap, rule, one) if other.id != one.id] if rule.targets == "area" else []
    traps_in_play.play(draft, trap, rule, [one, *others])


def _inside(draft: Draft, now: Standing, trap: SetTrap, rule: TrapRule, one: Thing) -> Iterator[Thing]:
    """The creatures in the area of a trap; without an area, those on its squares."""
    area = _area(draft, now, trap, rule, now.spaces[one.id]) if one.id in now.spaces else None
    for other, space in now.creatures():
        if catches(now.ground, area, space) if area else trapped_squares.touches(now, trap.squares, space):
            yield other


def _area(draft: Draft, now: Standing, trap: SetTrap, rule: TrapRule, at: Space) -> EffectArea | None:
    """The area of a trap in its place: a cone or a line runs from the square that the trap says toward whoever set it off; the others lie around that
    square, around the first target, or around the middle of the squares.
    """
    if rule.area is None:
        return None
    feet = max(SQUARE_FEET, int(traps_in_play.casting_of(draft, trap, rule).number(rule.area.ft)))
    source = read_square(rule.from_) if rule.from_ else None
    shape = "cylinder" if rule.area.shape == "wall" else rule.area.shape
    area = EffectArea(shape, feet, width=rule.area.width or SQUARE_FEET, spreads=rule.area.spreads, diagonals=now.book.policy.diagonals)
    if shape in STRAIGHT:
        aim = AreaAim(area, source or Space(*trap.squares[0]))
        placed = pointed_areas.place_to(now.ground, aim, Crowd({}), at.middle, at.z)
        return placed.area if placed else None
    point = source.middle if source else at.middle if rule.area.from_ == "target" else _middle(trap.squares)
    return replace(area, at=point)


def _middle(squares: tuple[Square, ...]) -> Point:
    """The middle of the rectangle that holds these squares."""
    columns, rows = [x for x, _ in squares], [y for _, y in squares]
    return (min(columns) + max(columns) + 1) * EIGHTHS // 2, (min(rows) + max(rows) + 1) * EIGHTHS // 2
