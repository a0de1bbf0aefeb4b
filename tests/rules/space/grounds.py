"""Grounds for tests: rooms of any kind, and the same room moved, turned and mirrored."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from hypothesis import strategies as st

from rpg_lite.rules.space.features import GroundFeature
from rpg_lite.rules.space.ground import Ground, ground_of
from rpg_lite.rules.space.squares import EIGHTHS, SQUARES_OF_SIZE, Point, Space, Square, read_square, square_name
from rpg_lite.vocabulary import Size

ON_SQUARES: Final = ("wall", "wall", "pillar", "low_wall", "furniture", "thick_tree", "difficult", "deep_water", "pit", "ledge", "stairs")
ON_EDGES: Final = ("wall", "low_wall", "arrow_slit", "portcullis")
W, H = 9, 8


@dataclass(frozen=True)
class Thing:
    """A feature on one square, or on the edge between two."""

    word: str
    squares: tuple[Square, ...]
    ft: int | None = None

    @property
    def feature(self) -> GroundFeature:
        return GroundFeature(self.word, "|".join(map(square_name, self.squares)), ft=self.ft)


@dataclass(frozen=True)
class Room:
    """The size of a room and the things in it."""

    w: int
    h: int
    things: tuple[Thing, ...] = ()

    @property
    def ground(self) -> Ground:
        return ground_of(self.w, self.h, [thing.feature for thing in self.things])


@dataclass(frozen=True)
class Change:
    """A change that moves, turns or mirrors a room and all in it, by its effect on points in eighths of a square."""

    name: str
    w: Callable[[Room], int]
    h: Callable[[Room], int]
    point: Callable[[Room, int, int], Point]

    def of_room(self, room: Room) -> Room:
        things = tuple(replace(thing, squares=tuple(self.of_square(room, s) for s in thing.squares)) for thing in room.things)
        return Room(self.w(room), self.h(room), things)

    def of_square(self, room: Room, square: Square) -> Square:
        x, y = self.point(room, square[0] * EIGHTHS + 4, square[1] * EIGHTHS + 4)
        return x // EIGHTHS, y // EIGHTHS

    def of_space(self, room: Room, space: Space) -> Space:
        squares = [self.of_square(room, square) for square in space.squares]
        return replace(space, x=min(x for x, _ in squares), y=min(y for _, y in squares))

    def of_way(self, room: Room, dx: int, dy: int) -> tuple[int, int]:
        (x, y), (here_x, here_y) = self.point(room, dx, dy), self.point(room, 0, 0)
        return x - here_x, y - here_y


CHANGES: Final = (
    Change("moved", lambda room: room.w + 3, lambda room: room.h + 2, lambda room, x, y: (x + 16, y + 8)),
    Change("turned", lambda room: room.h, lambda room: room.w, lambda room, x, y: (room.h * EIGHTHS - y, x)),
    Change("mirrored", lambda room: room.w, lambda room: room.h, lambda room, x, y: (room.w * EIGHTHS - x, y)),
    Change("upside down", lambda room: room.w, lambda room: room.h, lambda room, x, y: (x, room.h * EIGHTHS - y)),
)
changes = st.sampled_from(CHANGES)


@st.composite
def rooms(draw: st.DrawFn, w: int = W, h: int = H, most: int = 14) -> Room:
    squares = st.tuples(st.integers(0, w - 1), st.integers(0, h - 1))
    heights = st.sampled_from([None, None, 5, 10])
    on_squares = st.builds(lambda word, square, ft: Thing(word, (square,), ft), st.sampled_from(ON_SQUARES), squares, heights)
    down = st.tuples(st.integers(0, w - 1), st.integers(0, h - 2)).map(lambda s: (s, (s[0], s[1] + 1)))
    across = st.tuples(st.integers(0, w - 2), st.integers(0, h - 1)).map(lambda s: (s, (s[0] + 1, s[1])))
    on_edges = st.builds(Thing, st.sampled_from(ON_EDGES), st.one_of(down, across), heights)
    return Room(w, h, tuple(draw(st.lists(st.one_of(on_squares, on_edges), max_size=most))))


@st.composite
def spaces(draw: st.DrawFn, w: int = W, h: int = H, most: int = 3, levels: tuple[int, ...] = (0, 0, 0, 5, 20, -10)) -> Space:
    n = draw(st.integers(1, most))
    return Space(draw(st.integers(0, w - n)), draw(st.integers(0, h - n)), n, draw(st.sampled_from(levels)))


def points(w: int = W, h: int = H) -> st.SearchStrategy[Point]:
    """Corners where four squares meet, and middles."""
    corners = st.tuples(st.integers(1, w - 1), st.integers(1, h - 1)).map(lambda s: (s[0] * EIGHTHS, s[1] * EIGHTHS))
    return st.one_of(
        corners, st.tuples(st.integers(0, w - 1), st.integers(0, h - 1)).map(lambda s: (s[0] * EIGHTHS + 4, s[1] * EIGHTHS + 4))
    )


def at(name: str, size: Size = "medium") -> Space:
    """The space of a creature of this size with this north-west square: at("C4+20", "large")."""
    square = read_square(name)
    assert square, name
    return replace(square, n=SQUARES_OF_SIZE[size])


def room(w: int, h: int, *features: tuple[str, str], **more: int) -> Ground:
    """A ground with features, each a word and where it is: room(12, 10, ("wall", "E1-E4"))."""
    return ground_of(w, h, [GroundFeature(word, where, **more) for word, where in features])


def names(squares: object) -> str:
    """The names of squares in reading order."""
    return " ".join(square_name(square) for square in sorted(squares, key=lambda square: (square[1], square[0])))
