"""The ground of a measured fight as data for drawing: a sign for each square that the readers have had in sight, features and exits.

Apart because it is sent once, by its tag, and the board with each change.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space.features import GroundFeature, places_of
from rpg_lite.rules.space.ground_rows import FLOOR
from rpg_lite.rules.space.squares import Square, square_name, square_runs
from rpg_lite.views.maps import known_ground
from rpg_lite.views.page import places
from rpg_lite.vocabulary import Direction
from rpg_lite.world.world_model import Exit

Json = dict[str, Any]

UNSEEN: Final = " "
"""The sign of a square that the readers have not had in sight."""
SIGNS: Final[Mapping[str, str]] = {
    "trap": "!", "wall": "#", "pillar": "o", "thick_tree": "t", "low_wall": "-", "furniture": "=", "arrow_slit": "i", "portcullis": "p",
    "difficult": ":", "stairs": "s", "shallow_water": "~", "deep_water": "w", "pit": "_", "ledge": "^", "light": "*", "obscured": "?", "door": "/",
}  # fmt: skip
"""A sign for each feature, those that are drawn above others first; a drawing has more signs than a text."""
_SIDES: Final[tuple[Direction, ...]] = ("north", "south", "west", "east")


def ground_json(now: Standing, seen: Mapping[Square, int] | None) -> Json:
    """The ground. `now`: the room as the readers know it; `seen`: the squares that they have had in sight, None for the game master, who sees all."""
    ground, signs = now.ground, dict(_signs(now))
    rows = [
        "".join(signs.get((x, y), FLOOR) if seen is None or (x, y) in seen else UNSEEN for x in range(ground.w)) for y in range(ground.h)
    ]
    drawn = {sign for row in rows for sign in row}
    words = {sign: word for word, sign in SIGNS.items() if sign in drawn}
    features = [shown for feature in known_ground.drawn(now) if (shown := _feature(now, feature, seen))]
    ways = room_lookup.ways_of(now.world, now.room.id)
    shown_ways = ways if seen is None else room_lookup.visible_exits(ways)
    squares = now.exits()
    exits = [_exit(now, way, squares[way.id], seen is None) for way in shown_ways if seen is None or squares[way.id] in seen]
    return {"w": ground.w, "h": ground.h, "rows": rows, "signs": words, "features": features, "exits": exits}


def _signs(now: Standing) -> Iterator[tuple[Square, str]]:
    """The signs of all features; where several lie on a square, the one that is drawn comes last."""
    order = [*SIGNS]
    for feature in sorted(known_ground.drawn(now), key=lambda f: -order.index(f.word)):
        for square in places_of(feature).squares:
            yield square, SIGNS[feature.word]


def _feature(now: Standing, feature: GroundFeature, seen: Mapping[Square, int] | None) -> Json | None:
    """A feature for which its sign is not enough: it has a name, a height or edges, or is the game master's secret. Only its squares in sight."""
    lies = places_of(feature)
    is_hidden = seen is None and feature in known_ground.unfound(now)
    if not (feature.called or feature.ft or feature.is_open or lies.edges or is_hidden):
        return None
    squares = [square for square in lies.squares if seen is None or square in seen]
    edges = [(a, b) for a, b in lies.edges if seen is None or a in seen or b in seen]
    if not squares and not edges:
        return None
    at = " ".join(filter(None, (square_runs(squares), *(f"{square_name(a)}|{square_name(b)}" for a, b in edges))))
    more = {"called": feature.called, "ft": feature.ft, "open": feature.is_open, "hidden": is_hidden}
    return {"is": feature.word, "at": at, **{key: value for key, value in more.items() if value}}


def _exit(now: Standing, way: Exit, square: Square, whole: bool) -> Json:
    """An exit with its square, and the side of the ground on which it lies; a side only where the square touches one."""
    touched = {
        "north": square[1] == 0,
        "south": square[1] == now.ground.h - 1,
        "west": square[0] == 0,
        "east": square[0] == now.ground.w - 1,
    }
    sides = [side for side in _SIDES if touched[side] and way.direction in (side, None)] or [side for side in _SIDES if touched[side]]
    return {**places.way_out(now.world, way, whole), "at": square_name(square), "side": sides[0] if sides else ""}
