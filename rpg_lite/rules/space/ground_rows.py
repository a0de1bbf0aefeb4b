"""The ground of a room as rows of signs, one sign for each square: read into features, and written from them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final, cast

from rpg_lite.rules.space.features import GroundFeature, places_of
from rpg_lite.rules.space.squares import MOST_SQUARES, Square, square_name
from rpg_lite.vocabulary import FeatureWord

FLOOR: Final = "."
EXIT: Final = "+"
SIGNS: Final[Mapping[str, str]] = {
    "wall": "#", "pillar": "o", "thick_tree": "o", "low_wall": "=", "furniture": "=", "arrow_slit": "#", "portcullis": "#", "door": "/",
    "difficult": ":", "stairs": ":", "shallow_water": "~", "deep_water": "w", "pit": "_", "ledge": "^", "light": "*", "obscured": "?",
}  # fmt: skip
"""The sign of each feature; later ones of the list are drawn under earlier ones."""
_IN_ORDER: Final = cast(list[FeatureWord], [*SIGNS])
MEANT: Final[Mapping[str, FeatureWord]] = {SIGNS[word]: word for word in reversed(_IN_ORDER)}
"""The feature that each sign means in the rows of a file: the first of those that are drawn with it."""
LONGEST_AT: Final = 2000
"""The most letters in the squares of one feature; squares beyond that are a feature of their own."""


class RowFault(ValueError):
    """A row that is no ground. `row`: which of the rows, from 0; the text says what is wrong there."""

    def __init__(self, row: int, why: str) -> None:
        super().__init__(why)
        self.row = row


def read_rows(rows: Sequence[str]) -> list[GroundFeature]:
    """The features of the signs, those of one sign together, in the order of `SIGNS`. Raises RowFault for rows of different widths, more
    than 100 rows or columns, and signs that mean nothing.
    """
    wide = len(rows[0])
    if not wide:
        raise RowFault(0, "row 1 is empty; a ground has at least one square, such as | .")
    if wide > MOST_SQUARES:
        raise RowFault(0, f"row 1 has {wide} columns; a ground has 1 to {MOST_SQUARES}")
    if len(rows) > MOST_SQUARES:
        raise RowFault(MOST_SQUARES, f"there are {len(rows)} rows; a ground has 1 to {MOST_SQUARES}")
    found: dict[str, list[Square]] = {}
    for y, row in enumerate(rows):
        if len(row) != wide:
            raise RowFault(y, f"row {y + 1} has {len(row)} columns, row 1 has {wide}; all rows of a ground have the same width")
        for x, sign in enumerate(row):
            if sign == FLOOR:
                continue
            if sign not in MEANT:
                raise RowFault(y, f"row {y + 1}, column {x + 1} ({square_name((x, y))}): {_unknown(sign)}")
            found.setdefault(sign, []).append((x, y))
    return [GroundFeature(word, at) for sign, word in _meant_in_order() if sign in found for at in in_words(found[sign])]


def write_rows(w: int, h: int, features: Iterable[GroundFeature]) -> list[str]:
    """The rows of a ground with these features, none of which lies on an edge; of two on one square, the later one is drawn."""
    rows = [[FLOOR] * w for _ in range(h)]
    for feature in features:
        for x, y in places_of(feature).squares:
            rows[y][x] = SIGNS[feature.word]
    return ["".join(row) for row in rows]


def in_words(squares: Collection[Square]) -> Iterator[str]:
    """The names of squares, as few rectangles as reading order finds: "B2-D4 F5"; another text for what is longer than a feature takes."""
    words = list[str]()
    long = -1
    for first, last in rectangles(squares):
        word = square_name(first) if first == last else f"{square_name(first)}-{square_name(last)}"
        if long + 1 + len(word) > LONGEST_AT:
            yield " ".join(words)
            words, long = [], -1
        words.append(word)
        long += 1 + len(word)
    if words:
        yield " ".join(words)


def told_signs() -> str:
    """The signs with their meaning: ". floor, # wall …"."""
    return ", ".join((f"{FLOOR} floor", *(f"{sign} {word.replace('_', ' ')}" for sign, word in _meant_in_order())))


def _meant_in_order() -> list[tuple[str, FeatureWord]]:
    """Each sign with its feature, in the order of `SIGNS`."""
    return [(SIGNS[word], word) for word in _IN_ORDER if MEANT[SIGNS[word]] == word]


def rectangles(squares: Collection[Square]) -> Iterator[tuple[Square, Square]]:
    """The squares as rectangles, as wide as each can be and then as high, in reading order: the first and the last square of each."""
    left = {*squares}
    for x, y in sorted(left, key=lambda square: (square[1], square[0])):
        if (x, y) not in left:
            continue
        east, south = x, y
        while (east + 1, y) in left:
            east += 1
        while all((column, south + 1) in left for column in range(x, east + 1)):
            south += 1
        left -= {(column, row) for row in range(y, south + 1) for column in range(x, east + 1)}
        yield (x, y), (east, south)


def _unknown(sign: str) -> str:
    if sign == EXIT:
        return f"{EXIT} is no sign of a file: the exit says its square, as in - north: Kitchen; square F1"
    return f"unknown sign {sign!r}; signs: {told_signs()}"
