"""Squares, their names, and the spaces that creatures fill (SRD 5.2, Playing on a Grid; SRD 5.1, Space).

A square is 5 ft wide. It is a column and a row that count from 0 in the north-west, so that A1 is (0, 0) and C4 is (2, 3). A point is measured
in eighths of a square from the north-west corner of A1, so that the middle of A1 is (4, 4). Levels are feet above the ground, in steps of 5.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.vocabulary import Size

Square = tuple[int, int]
"""Column and row, from 0."""
Point = tuple[int, int]
"""East and south of the north-west corner of A1, in eighths of a square."""

EIGHTHS: Final = 8
MIDDLE: Final = 4
SQUARE_FEET: Final = 5
MOST_SQUARES: Final = 100
"""The most columns, and the most rows, of a ground."""
LOWEST_LEVEL: Final = -500
HIGHEST_LEVEL: Final = 1000
SQUARES_OF_SIZE: Final[dict[Size, int]] = {"tiny": 1, "small": 1, "medium": 1, "large": 2, "huge": 3, "gargantuan": 4}
"""Size → the squares along one side of a creature's space (SRD 5.1, Size Categories; SRD 5.2, Creature Size and Space)."""

_SQUARE: Final = re.compile(
    r"([a-z]{1,2})([1-9]\d{0,2})(?:\s*\+\s*(\d{1,4})|\s+(?:up\s+(\d{1,4})|down\s+(\d{1,3})))?(?:\s*ft)?", re.IGNORECASE | re.ASCII
)


@dataclass(frozen=True, slots=True)
class Space:
    """The squares that a creature or a thing fills: `n` × `n` of them, with `x`, `y` the north-west one. It begins at the level `z`, in feet, and
    is as high as it is wide.
    """

    x: int
    y: int
    n: int = 1
    z: int = 0

    @property
    def squares(self) -> tuple[Square, ...]:
        """The squares in reading order."""
        return tuple((x, y) for y in range(self.y, self.y + self.n) for x in range(self.x, self.x + self.n))

    @property
    def middle(self) -> Point:
        """The middle, in eighths of a square."""
        return self.x * EIGHTHS + self.n * MIDDLE, self.y * EIGHTHS + self.n * MIDDLE

    @property
    def level(self) -> int:
        """The lowest level, in squares of 5 ft above the ground."""
        return self.z // SQUARE_FEET

    @property
    def half_height(self) -> int:
        """The height of its middle, in half feet above the ground: 5 for a Medium creature that stands."""
        return 2 * self.z + SQUARE_FEET * self.n

    def covers(self, square: Square) -> bool:
        """Whether the square is one of the space."""
        return self.x <= square[0] < self.x + self.n and self.y <= square[1] < self.y + self.n

    def overlaps(self, other: "Space") -> bool:
        """Whether both fill a square on one level."""
        return (
            self.x < other.x + other.n
            and other.x < self.x + self.n
            and self.y < other.y + other.n
            and other.y < self.y + self.n
            and self.level < other.level + other.n
            and other.level < self.level + self.n
        )


def column_letters(column: int) -> str:
    """The letters of a column: A for 0, Z for 25, AA for 26."""
    before, last = divmod(column, 26)
    return (chr(ord("A") + before - 1) if before else "") + chr(ord("A") + last)


def column_of(letters: str) -> int:
    """The column of letters: 0 for A, 26 for AA."""
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - ord("A") + 1
    return column - 1


def square_name(square: Square, z: int = 0) -> str:
    """The name of a square at a level in feet: "C4", "C4+20", "C4 down 10"."""
    name = f"{column_letters(square[0])}{square[1] + 1}"
    return f"{name}+{z}" if z > 0 else f"{name} down {-z}" if z < 0 else name


def read_square(text: str) -> Space | None:
    """The square of a name such as "C4", "AD12", "C4+20", "C4 up 20" or "C4 down 10", with its level; None for other words, for a level that is
    no multiple of 5 ft, and beyond the bounds of grounds and levels. Whether it lies on a certain ground is for the ground to say.
    """
    read = _SQUARE.fullmatch(text.strip())
    if read is None:
        return None
    letters, row, plus, up, down = read.groups()
    z = int(plus or up or 0) - int(down or 0)
    column = column_of(letters)
    if column >= MOST_SQUARES or int(row) > MOST_SQUARES or z % SQUARE_FEET or not LOWEST_LEVEL <= z <= HIGHEST_LEVEL:
        return None
    return Space(column, int(row) - 1, 1, z)


def point_name(point: Point) -> str:
    """The name of a point: of the corner where four squares meet "E5/F6", on the western or northern rim of the room "A4/A5" or "D1/E1", of any other
    point the square that holds it.
    """
    x, y = point[0] // EIGHTHS, point[1] // EIGHTHS
    if point[0] % EIGHTHS or point[1] % EIGHTHS:
        return square_name((x, y))
    return f"{square_name((max(x - 1, 0), max(y - 1, 0)))}/{square_name((x, y))}"


def read_corner(text: str) -> Point | None:
    """The corner where two squares meet that touch by a corner alone, "E5/F6" or "F5/E6", or on the western or northern rim, "A4/A5" or "D1/E1"; None
    for other words.
    """
    found = read_corner_at(text)
    return found[0] if found and not found[1] else None


def read_corner_at(text: str) -> tuple[Point, int] | None:
    """The corner of words such as "E5/F6" or "E5/F6+20", with its level in feet; None for other words."""
    words = text.split("/")
    if len(words) != 2:
        return None
    first, second = (read_square(word) for word in words)
    if first is None or second is None or first.z:
        return None
    if not (_apart(first.x, second.x) and _apart(first.y, second.y)):
        return None
    return (max(first.x, second.x) * EIGHTHS, max(first.y, second.y) * EIGHTHS), second.z


def _apart(one: int, other: int) -> bool:
    """Whether a line of the grid runs between two columns or rows, or along the first of them."""
    return abs(one - other) == 1 or one == other == 0


def read_squares(text: str) -> tuple[Square, ...] | None:
    """The squares of words such as "C4", "C4 C7" and "B2-D4", each once and in reading order; None if a word names none."""
    found: set[Square] = set()
    for word in text.split():
        first, dash, last = word.partition("-")
        a, b = read_square(first), read_square(last if dash else first)
        if a is None or b is None or a.z or b.z:
            return None
        found.update(_between(a, b))
    return tuple(sorted(found, key=lambda square: (square[1], square[0]))) or None


def read_stretch(text: str) -> tuple[Space, Space] | None:
    """The first and the last square of a stretch such as "G6-H7" or "G6-H7+15", both at its level; None for other words."""
    first, dash, last = text.partition("-")
    a, b = read_square(first), read_square(last)
    if not dash or a is None or b is None or a.z or a.x > b.x or a.y > b.y:
        return None
    return replace(a, z=b.z), b


def square_runs(squares: Iterable[Square]) -> str:
    """The words that `read_squares` reads as these squares, a run of each row at a time.

    >>> square_runs({(1, 1), (2, 1), (3, 1), (2, 2)})
    'B2-D2 C3'
    """
    runs = list[list[Square]]()
    for square in sorted(squares, key=lambda square: (square[1], square[0])):
        if runs and runs[-1][-1] == (square[0] - 1, square[1]):
            runs[-1].append(square)
        else:
            runs.append([square])
    return " ".join(square_name(run[0]) + (f"-{square_name(run[-1])}" if len(run) > 1 else "") for run in runs)


def read_edge(word: str) -> tuple[Square, Square] | None:
    """The two squares on the sides of an edge, "B2|C2", the northern or western one first; None for other words."""
    sides = [read_square(side) for side in word.split("|")]
    if len(sides) != 2 or any(side is None or side.z for side in sides):
        return None
    first, second = sorted((side.y, side.x) for side in sides if side)
    if abs(first[0] - second[0]) + abs(first[1] - second[1]) != 1:
        return None
    return (first[1], first[0]), (second[1], second[0])


def middle_of(square: Square) -> Point:
    """The middle of a square, in eighths of a square."""
    return square[0] * EIGHTHS + MIDDLE, square[1] * EIGHTHS + MIDDLE


def touching(point: Point) -> tuple[Square, ...]:
    """The squares that touch a point: one around it, two at an edge, four at a corner; in reading order."""
    columns = (point[0] // EIGHTHS,) if point[0] % EIGHTHS else (point[0] // EIGHTHS - 1, point[0] // EIGHTHS)
    rows = (point[1] // EIGHTHS,) if point[1] % EIGHTHS else (point[1] // EIGHTHS - 1, point[1] // EIGHTHS)
    return tuple((x, y) for y in rows for x in columns)


def _between(a: Space, b: Space) -> Iterator[Square]:
    for y in range(min(a.y, b.y), max(a.y, b.y) + 1):
        for x in range(min(a.x, b.x), max(a.x, b.x) + 1):
            yield x, y
