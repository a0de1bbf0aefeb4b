"""The features of a ground as pieces of a picture: what fills squares, and what lies on their edges. Apart because it is long, and knows nothing of
who stands there.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

from rpg_lite.rules.space.features import GroundFeature, places_of
from rpg_lite.rules.space.ground_rows import rectangles
from rpg_lite.rules.space.squares import Square
from rpg_lite.views.maps.style import disc, path, text, with_tooltip

GRID: Final = 28
"""Pixels of a square."""
_LETTER: Final = 6.4
"""The approximate width in pixels of a letter of a name."""
_UNDER: Final[tuple[str, ...]] = ("ledge", "pit", "shallow_water", "deep_water", "difficult", "stairs", "trap", "light")
"""The features over which the others are drawn, in this order; what hinders lies above them."""
_OVER: Final[tuple[str, ...]] = ("furniture", "low_wall", "thick_tree", "pillar", "arrow_slit", "portcullis", "door", "wall", "obscured")
Edge = tuple[Square, Square]


def order_of(feature: GroundFeature) -> int:
    """The place of a feature among those drawn one over the other."""
    return (*_UNDER, *_OVER).index(feature.word)


def feature_svg(feature: GroundFeature, shown: Callable[[Square], bool], hidden: bool) -> str:
    """A feature with its name as a tooltip; only squares that are `shown`. `hidden`: with the sign of what players have yet to find."""
    places = places_of(feature)
    squares = [square for square in places.squares if shown(square)]
    edges = [edge for edge in places.edges if shown(edge[0]) or shown(edge[1])]
    drawn = "".join((*_ON_SQUARES["open door" if feature.is_open else feature.word](squares), *(_edge("open door" if feature.is_open else feature.word, edge) for edge in edges)))
    if not drawn:
        return ""
    drawn += _own_name(feature, squares) if feature.called and squares else ""
    drawn += path("unfound", filled(squares, 2)) if hidden and squares else ""
    return with_tooltip(f"{feature.told}{f', {feature.ft} ft' if feature.ft else ''}{', hidden' if hidden else ''}", drawn)


def _own_name(feature: GroundFeature, squares: list[Square]) -> str:
    """The feature's own name in its middle, if it fits there."""
    columns, rows = [x for x, _ in squares], [y for _, y in squares]
    west, east = min(columns), max(columns) + 1
    if len(feature.called) * _LETTER > (east - west) * GRID:
        return ""
    return text("column", (west + east) / 2 * GRID, (min(rows) + max(rows) + 1) / 2 * GRID + 4, feature.called)


def filled(squares: Collection[Square], inset: int = 0) -> str:
    """The outlines of squares, joined to rectangles, as the data of a path; `inset`: pixels less on each side."""
    return "".join(
        f"M{x * GRID + inset} {y * GRID + inset}h{(east + 1 - x) * GRID - 2 * inset}v{(south + 1 - y) * GRID - 2 * inset}H{x * GRID + inset}z"
        for (x, y), (east, south) in rectangles(squares)
    )


def _fill(classes: str, inset: int = 0) -> Callable[[list[Square]], Iterator[str]]:
    def draw(squares: list[Square]) -> Iterator[str]:
        if squares:
            yield path(classes, filled(squares, inset))

    return draw


def _round(classes: str, share: float) -> Callable[[list[Square]], Iterator[str]]:
    return lambda squares: (disc(classes, (x + 0.5) * GRID, (y + 0.5) * GRID, GRID * share) for x, y in squares)


def _marks(one: str) -> Callable[[list[Square]], Iterator[str]]:
    """The same strokes on each square, as the data of a path from its corner."""

    def draw(squares: list[Square]) -> Iterator[str]:
        if squares:
            yield path("rough", "".join(f"M{x * GRID} {y * GRID}{one}" for x, y in squares))

    return draw


def _barred(squares: list[Square]) -> Iterator[str]:
    if squares:
        bars = "".join(f"M{x * GRID + n} {y * GRID}v{GRID}" for x, y in squares for n in (5, 14, 23))
        yield path("low", filled(squares)) + path("edge slit", bars)


def _leaf(squares: list[Square]) -> Iterator[str]:
    """The leaf of an open door, against the side of its square."""
    if squares:
        yield path("rail", "".join(f"M{x * GRID} {y * GRID}v{GRID}" for x, y in squares))


_RUBBLE: Final = "m5 20l4 -6l4 6m3 -8l3 -5l3 5"
_TREADS: Final = "m4 6h20m-20 8h20m-20 8h20"
_JAWS: Final = "m7 7l14 14m-14 0l14 -14"
_ON_SQUARES: Final[Mapping[str, Callable[[list[Square]], Iterator[str]]]] = {
    "wall": _fill("stone"), "pillar": _round("stone", 0.42), "low_wall": _fill("low", 2), "furniture": _fill("low", 2), "arrow_slit": _barred,
    "portcullis": _barred, "thick_tree": _round("token hero", 0.36), "difficult": _marks(_RUBBLE), "stairs": _marks(_TREADS),
    "shallow_water": _fill("water"), "deep_water": _fill("deep"), "pit": _fill("pit", 2), "ledge": _fill("ledge"), "light": _round("note", 0.16),
    "obscured": _fill("mist"), "door": _fill("low", 8), "open door": _leaf, "trap": _marks(_JAWS),
}  # fmt: skip
_ON_EDGES: Final[Mapping[str, str]] = {"wall": "edge", "low_wall": "rail", "arrow_slit": "edge slit", "portcullis": "edge slit", "door": "edge slit", "open door": "rail"}


def _edge(word: str, edge: Edge) -> str:
    """A stroke between two squares."""
    (_, ay), (x, y) = edge
    return path(_ON_EDGES[word], f"M{x * GRID} {y * GRID}{'v' if ay == y else 'h'}{GRID}")
