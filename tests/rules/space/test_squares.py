"""Names of squares, corners and edges."""

from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.rules.space import squares
from rpg_lite.rules.space.squares import Space
from tests.rows import each_row


@each_row(
    "name, square",
    [
        ("A1", (0, 0, 0)), ("C4", (2, 3, 0)), ("c4", (2, 3, 0)), (" C4 ", (2, 3, 0)), ("Z9", (25, 8, 0)), ("AD12", (29, 11, 0)),
        ("CV100", (99, 99, 0)), ("C4+20", (2, 3, 20)), ("C4 + 20 ft", (2, 3, 20)), ("C4 up 20", (2, 3, 20)), ("C4 down 10", (2, 3, -10)),
        ("C4+1000", (2, 3, 1000)), ("C4 down 500", (2, 3, -500)),
    ],
)  # fmt: skip
def test_a_name_is_a_square_at_a_level(name, square):
    x, y, z = square
    assert squares.read_square(name) == Space(x, y, 1, z)


@each_row(
    "name",
    ["", "4C", "C0", "C04", "C101", "CW1", "AAA1", "C4+3", "C4+1005", "C4 down 505", "C4-D5", "C4 D5", "C4+", "next to C4", "Ä4", "C٤"],
)
def test_other_words_are_no_square(name):
    assert squares.read_square(name) is None


@given(st.integers(0, 99), st.integers(0, 99), st.integers(-100, 200))
def test_a_square_is_found_again_by_its_name(x, y, level):
    assert squares.read_square(squares.square_name((x, y), level * 5)) == Space(x, y, 1, level * 5)


@given(st.integers(0, 99), st.integers(0, 99))
def test_a_corner_is_found_again_by_its_name(x, y):
    assert squares.read_corner(squares.point_name((x * 8, y * 8))) == (x * 8, y * 8)


@each_row("name, point", [("E5/F6", (40, 40)), ("F5/E6", (40, 40)), ("F6/E5", (40, 40)), ("E5/F5", None), ("E5/E5", None), ("A4/A5", (0, 32)), ("E1/D1", (32, 0)), ("A1/A1", (0, 0)), ("A4/A4", None), ("E5/G7", None), ("E5", None), ("E5/F6/G7", None), ("E5+5/F6", None)])  # fmt: skip
def test_a_corner_lies_where_two_squares_touch_by_it_alone(name, point):
    assert squares.read_corner(name) == point


@each_row("point, name", [((40, 40), "E5/F6"), ((36, 36), "E5"), ((0, 0), "A1/A1"), ((0, 8), "A1/A2"), ((8, 0), "A1/B1"), ((44, 40), "F6"), ((46, 44), "F6")])
def test_a_point_is_named_by_its_corner_or_its_square(point, name):
    assert squares.point_name(point) == name


@each_row(
    "words, found",
    [
        ("C4", [(2, 3)]),
        ("B2-C3", [(1, 1), (2, 1), (1, 2), (2, 2)]),
        ("C3-B2", [(1, 1), (2, 1), (1, 2), (2, 2)]),
        ("C7 C4 C4", [(2, 3), (2, 6)]),
    ],
)
def test_words_name_many_squares(words, found):
    assert squares.read_squares(words) == tuple(found)


@each_row("words", ["", "C4-", "C4 altar", "C4+5", "B2|C2"])
def test_one_word_that_is_no_square_spoils_all(words):
    assert squares.read_squares(words) is None


@each_row("word, edge", [("B2|C2", ((1, 1), (2, 1))), ("C2|B2", ((1, 1), (2, 1))), ("B3|B2", ((1, 1), (1, 2))), ("B2|C3", None), ("B2|B2", None), ("B2", None), ("B2|C2|D2", None), ("B2|x", None)])  # fmt: skip
def test_an_edge_lies_between_neighbours(word, edge):
    assert squares.read_edge(word) == edge


@each_row("size, n", [("tiny", 1), ("small", 1), ("medium", 1), ("large", 2), ("huge", 3), ("gargantuan", 4)])
def test_a_space_is_as_wide_as_its_size(size, n):
    assert squares.SQUARES_OF_SIZE[size] == n


def test_a_space_has_squares_a_middle_and_a_height():
    ogre = Space(5, 3, 2, 10)
    assert ogre.squares == ((5, 3), (6, 3), (5, 4), (6, 4))
    assert (ogre.middle, ogre.level, ogre.half_height) == ((48, 32), 2, 30)


@each_row(
    "other, shared",
    [(Space(6, 4), True), (Space(7, 4), False), (Space(6, 4, 1, 5), True), (Space(6, 4, 1, 10), False), (Space(4, 2, 2), True)],
)
def test_spaces_overlap_on_a_level(other, shared):
    ogre = Space(5, 3, 2)
    assert ogre.overlaps(other) is other.overlaps(ogre) is shared
