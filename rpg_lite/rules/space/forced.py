"""Creatures that are pushed or pulled in a straight line, square by square.

The texts say "straight away" and "toward": on squares that is each time the neighbour that is 5 ft farther or nearer and lies nearest to the line through
both middles. Height does not count for it: nobody is pushed up or down.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from rpg_lite.rules.space.features import FEATURE_KINDS
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.measure import STEPS, distance
from rpg_lite.rules.space.squares import EIGHTHS, SQUARE_FEET, Point, Space
from rpg_lite.rules.space.steps import Mover, Occupant, StepRules, may_end

Source = Space | Point
"""Whatever pushes or pulls: the space of a creature, or a point of origin."""
StopReason = Literal["", "solid", "occupied", "fell", "no_way"]
"""The reason why a forced move ended before its feet were used up: something solid, a creature, a pit; no square is farther, or nearer, on the line."""
EDGE: Final = "the edge of the ground"
_FARTHER: Final = 1
_NEARER: Final = -1
_LEDGE: Final = "ledge"
_PIT: Final = "pit"
_DOOR: Final = "door"


@dataclass(frozen=True, slots=True)
class ForcedMove:
    """The way of a push or pull: the space after each square, and why it ended early, empty if it did not."""

    spaces: tuple[Space, ...]
    stopped: StopReason = ""


def pushed(ground: Ground, mover: Mover, source: Source, feet: int, others: Sequence[Occupant] = ()) -> ForcedMove:
    """A push straight away from a source, square by square: each time to the neighbour that is 5 ft farther from it and nearest to the line
    through both middles, of equal ones the first clockwise from north. It ends before what is solid or occupied, and over a pit unless the mover
    flies.
    """
    return _forced(ground, mover, source, feet, others, _FARTHER)


def pulled(ground: Ground, mover: Mover, source: Source, feet: int, others: Sequence[Occupant] = ()) -> ForcedMove:
    """A pull straight to a source, by the same rule with the neighbour that is 5 ft nearer; it ends beside the source."""
    return _forced(ground, mover, source, feet, others, _NEARER)


def is_apart(source: Source, space: Space) -> bool:
    """Whether a line leads from the source to the space: neither stands in the other."""
    if isinstance(source, tuple):
        return source != space.middle
    return _far(space, source) > 0 and source.middle != space.middle


def what_stops(ground: Ground, here: Space, move: ForcedMove, source: Source, is_pull: bool) -> str:
    """Words for the solid thing before which a forced move from `here` ended: "a wall", "the Iron Gate", "the edge of the ground"."""
    last = move.spaces[-1] if move.spaces else here
    n = _straightest(last, source, _line(here, source), _NEARER if is_pull else _FARTHER)
    if n is None:
        return ""
    there = replace(last, x=last.x + STEPS[n][0], y=last.y + STEPS[n][1])
    if not ground.holds(there):
        return EDGE
    west, north = min(last.x, there.x), min(last.y, there.y)
    columns, rows = range(west, max(last.x, there.x) + last.n), range(north, max(last.y, there.y) + last.n)
    for layer, wide, high in ((ground.on, columns, rows), (ground.east, columns[:-1], rows), (ground.south, columns, rows[:-1])):
        for index in (ground.index(x, y) for y in high for x in wide):
            if layer.solid[index] > max(0, 2 * last.z) and index in layer.names:
                return with_article(layer.names[index])
    return with_article(_LEDGE) if ground.floor_under(there) > 0 else f"the side of the {_PIT}"


def with_article(name: str) -> str:
    """The name of a feature with its article, if it is the word of its kind and not its own name."""
    if name.replace(" ", "_") not in FEATURE_KINDS and name != _DOOR:
        return name
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _forced(ground: Ground, mover: Mover, source: Source, feet: int, others: Sequence[Occupant], sign: int) -> ForcedMove:
    here, spaces = mover.space, list[Space]()
    rules, line = _rules(ground, mover, here), _line(here, source)
    # Whoever stands in the same space, such as a creature that flows over others, is not in the way.
    others = [other for other in others if not other.space.overlaps(here)]
    for _ in range(feet // SQUARE_FEET):
        n = _straightest(here, source, line, sign)
        if n is None:
            return ForcedMove(tuple(spaces), "no_way")
        there = _after(ground, here, n)
        if there is None or not rules.may_step(ground.index(here.x, here.y), n):
            return ForcedMove(tuple(spaces), "solid")
        if (isinstance(source, Space) and there.overlaps(source)) or not may_end(mover, there, others):
            return ForcedMove(tuple(spaces), "occupied")
        spaces.append(there)
        if mover.mode != "fly" and ground.floor_under(there) < there.z:
            return ForcedMove(tuple(spaces), "fell")
        rules = rules if there.z == here.z else _rules(ground, mover, there)
        here = there
    return ForcedMove(tuple(spaces))


def _rules(ground: Ground, mover: Mover, here: Space) -> StepRules:
    """The rules of what is solid on the level on which the mover is: it is asked as of a flier, which meets no floors."""
    return StepRules(ground, replace(mover, space=here, mode="fly"), ())


def _after(ground: Ground, here: Space, n: int) -> Space | None:
    """The space after a step in the n-th direction: on the same level, or along stairs; None off the ground, and against the side of a floor."""
    there = replace(here, x=here.x + STEPS[n][0], y=here.y + STEPS[n][1])
    if not ground.holds(there):
        return None
    floor = ground.floor_under(there)
    if floor == here.z:
        return there
    squares = {ground.index(*square) for square in (*here.squares, *there.squares)}
    if ground.floor_under(here) == here.z and not ground.stairs.isdisjoint(squares):
        return replace(there, z=floor)
    is_in_water = all(ground.index(*square) in ground.deep for square in there.squares)
    return there if floor < here.z or is_in_water else None


def _line(here: Space, source: Source) -> tuple[int, int]:
    """The line from the middle of the source to that of the mover."""
    x, y = source if isinstance(source, tuple) else source.middle
    return here.middle[0] - x, here.middle[1] - y


def _straightest(here: Space, source: Source, line: tuple[int, int], sign: int) -> int | None:
    """The direction of the neighbour that is 5 ft farther or nearer and nearest to the line; None if the middles are one, or none is."""
    if not any(line):
        return None
    far = _far(here, source)
    best: tuple[int, int] | None = None
    for n, (dx, dy) in enumerate(STEPS):
        there = replace(here, x=here.x + dx, y=here.y + dy)
        if _far(there, source) - far == sign * SQUARE_FEET:
            east, south = _line(there, source)
            off = abs(east * line[1] - south * line[0])
            best = min(best or (off, n), (off, n))
    return best[1] if best else None


def _far(space: Space, source: Source) -> int:
    """The feet between a space and the source on the plan, whatever the levels; a point counts as far as the squares that lie between."""
    if isinstance(source, Space):
        return distance(space, replace(source, z=space.z))
    gaps = (max(first * EIGHTHS - at, at - (first + space.n) * EIGHTHS, 0) for first, at in zip((space.x, space.y), source, strict=True))
    return SQUARE_FEET * -(-max(gaps) // EIGHTHS)
