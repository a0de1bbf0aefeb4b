"""Grounds of rooms that generators of dungeons draw: round walls, columns and water on squares, and the square inside a door."""

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from rpg_lite.rules.space.ground_rows import in_words
from rpg_lite.rules.space.squares import MOST_SQUARES, Square, square_name
from rpg_lite.vocabulary import FeatureWord
from rpg_lite.world.map_grounds import PlannedFeature, PlannedGround, square_of
from rpg_lite.world.map_plans import Area

_DEEP: Final = re.compile(r"\bdeep(er|est)?\b|\bbottomless\b", re.IGNORECASE)
"""The words of a note that make water deep."""


def ground_with(
    area: Area, columns: Iterable[Square], water: Iterable[Square], is_round: bool, notes: Iterable[str], doors: Collection[str]
) -> PlannedGround | None:  # fmt: skip
    """The ground of a room with what lies in it, in squares of the map; None for a bare one. `notes`: texts that may say how deep the water is;
    `doors`: the names of the squares inside its doors, which nothing fills.
    """
    free = {square_of(name) for name in doors}
    corners = ({*round_corners(area.w, area.h)} if is_round else set[Square]()) - free
    pillars = {*_inside(area, columns)} - corners - free
    wet: FeatureWord = "deep_water" if any(map(_DEEP.search, notes)) else "shallow_water"
    features = [
        *_features("wall", corners), *_features("pillar", pillars), *_features(wet, {*_inside(area, water)} - corners),
    ]  # fmt: skip
    return PlannedGround(features=tuple(features)) if features else None


def ground_without(area: Area, filled: Collection[Square]) -> PlannedGround | None:
    """The ground of a room of which these squares of the map, inside its rectangle, are rock; None where there are none."""
    features = [*_features("wall", {*_inside(area, filled)})]
    return PlannedGround(features=tuple(features)) if features else None


def round_corners(w: int, h: int) -> Iterator[Square]:
    """The squares of a round room whose middles lie outside its wall, an ellipse that touches all four sides."""
    for y in range(min(h, MOST_SQUARES)):
        for x in range(min(w, MOST_SQUARES)):
            # Twice the distances of the middles, so that the numbers stay whole.
            across, down = 2 * x + 1 - w, 2 * y + 1 - h
            if across * across * h * h + down * down * w * w > w * w * h * h:
                yield x, y


def square_inside(area: Area, x: int, y: int) -> str | None:
    """The name of the square of a room nearest to a square of the map; None if no ground is as large."""
    column, row = min(max(x - area.x, 0), area.w - 1), min(max(y - area.y, 0), area.h - 1)
    return square_name((column, row)) if column < MOST_SQUARES and row < MOST_SQUARES else None


def _inside(area: Area, squares: Iterable[Square]) -> Iterator[Square]:
    """Those squares of the map that lie in the room, from its own corner."""
    for x, y in squares:
        if area.holds(x, y) and x - area.x < MOST_SQUARES and y - area.y < MOST_SQUARES:
            yield x - area.x, y - area.y


def _features(word: FeatureWord, squares: Collection[Square]) -> Iterator[PlannedFeature]:
    for at in in_words(squares):
        yield PlannedFeature.model_validate({"is": word, "at": at})
