"""The layer `ground` of a Tiled map: rectangles and points are features on squares, lines are features on edges.

An object says its feature by the property `is`; its name is the feature's own. Objects of one room with the same `group` are one feature.
"""

from collections.abc import Callable, Iterator, Mapping
from itertools import pairwise
from typing import Any, Final

from rpg_lite.content.entry_editions import Faulty
from rpg_lite.rules.space.squares import MOST_SQUARES, Square, read_edge, read_squares, square_name
from rpg_lite.world.map_grounds import PlannedFeature
from rpg_lite.world.map_plans import Area

LAYER: Final = "ground"
GROUP: Final = "group"
SIZE: Final = "size"
"""The property of a room with the columns and rows of its ground, where these are not those of its rectangle."""
Json = dict[str, Any]
Point = tuple[float, float]


class GroundReader:
    """The features of the rooms while the objects of the layer are read."""

    def __init__(self) -> None:
        self._groups: dict[tuple[int, str], Json] = {}

    def read(self, place: str, words: Json, at: str, add: Callable[[Json], None], room: int) -> None:
        """Add the feature of an object, or its squares to the feature of its group. `words`: its properties; `room`: which room."""
        group = words.pop(GROUP, None)
        if group is None:
            return add({**words, "at": at})
        known = self._groups.get((room, str(group)))
        if known is None:
            known = self._groups[room, str(group)] = {**words, "at": at}
            return add(known)
        if {key: value for key, value in known.items() if key != "at"} != words:
            raise Faulty((place, f"belongs to the group {group!r} of another feature, with other properties"))
        known["at"] += f" {at}"


def squares_of(place: str, corner: Point, size: Point, lines: tuple[Point, ...]) -> str:
    """The squares or edges of an object, all in squares from the north-west of its room, in words of a map. `corner`: its upper left corner,
    or the point; `size`: 0 for points and lines; `lines`: the points of a line.

    Raises Faulty.
    """
    if lines:
        return " ".join(_edges(place, [(round(x), round(y)) for x, y in lines]))
    if size == (0, 0):
        return _name(place, (int(corner[0] // 1), int(corner[1] // 1)))
    x, y = round(corner[0]), round(corner[1])
    w, h = max(1, round(size[0])), max(1, round(size[1]))
    first, last = _name(place, (x, y)), _name(place, (x + w - 1, y + h - 1))
    return first if first == last else f"{first}-{last}"


def _edges(place: str, corners: list[Square]) -> Iterator[str]:
    for (ax, ay), (bx, by) in pairwise(corners):
        if ax != bx and ay != by:
            raise Faulty((place, "runs askew; a line of the ground runs along the edges of squares"))
        for y in range(min(ay, by), max(ay, by)):
            yield f"{_name(place, (ax - 1, y))}|{_name(place, (ax, y))}"
        for x in range(min(ax, bx), max(ax, bx)):
            yield f"{_name(place, (x, ay - 1))}|{_name(place, (x, ay))}"


def _name(place: str, square: Square) -> str:
    if not (0 <= square[0] < MOST_SQUARES and 0 <= square[1] < MOST_SQUARES):
        column, row = square[0] + 1, square[1] + 1
        raise Faulty((place, f"reaches column {column}, row {row} of its room; a ground has columns and rows 1 to {MOST_SQUARES}"))
    return square_name(square)


def drawn(feature: PlannedFeature, area: Area, group: int, tile: int) -> Iterator[tuple[Json, Mapping[str, Any]]]:
    """The objects of a feature: the geometry of each in pixels, and its properties. `group`: a number of which no other feature has any."""
    said = feature.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude={"at", "called"})
    if feature.light:
        said["light"] = f"{feature.light[0]} {feature.light[1]}"  # a property holds no list
    words = feature.at.split()
    for word in words:
        yield _geometry(word, area, tile), {**said, **({GROUP: group} if len(words) > 1 else {})}


def _geometry(word: str, area: Area, tile: int) -> Json:
    if edge := read_edge(word):
        (_, (x, y)) = edge  # the eastern or southern square begins at the edge
        dx, dy = (0, tile) if edge[0][1] == edge[1][1] else (tile, 0)
        line = [{"x": 0, "y": 0}, {"x": dx, "y": dy}]
        return {"x": (area.x + x) * tile, "y": (area.y + y) * tile, "width": 0, "height": 0, "polyline": line}
    squares = read_squares(word) or ((0, 0),)
    (x, y), (east, south) = squares[0], squares[-1]
    return {"x": (area.x + x) * tile, "y": (area.y + y) * tile, "width": (east - x + 1) * tile, "height": (south - y + 1) * tile}
