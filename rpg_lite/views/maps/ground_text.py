"""The ground of a room as text: a sign for each square, with who stands where, and a legend of the signs that occur."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any, Final

from rpg_lite.mechanics.space import sides
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space import ground_rows
from rpg_lite.rules.space.features import GroundFeature
from rpg_lite.rules.space.ground_rows import EXIT, FLOOR
from rpg_lite.rules.space.squares import Square, column_letters, square_name, square_runs
from rpg_lite.views.maps.known_ground import KnownGround

Json = dict[str, Any]
SIGNS: Final[Mapping[str, str]] = {"trap": "!", **ground_rows.SIGNS}
"""The signs of what lies on squares; a file writes a trap in words."""
SHUT: Final = "|"
"""The sign of a closed door, which a file writes like an open one."""
ZONES: Final = "%$@;<>"
"""The signs of floors on which zones lie: one for each zone, then one for each set of them that lie on the same squares."""
OURS: Final = ascii_uppercase
THEIRS: Final = digits[1:] + "".join(letter for letter in ascii_lowercase if letter not in SIGNS.values())
UNSEEN: Final = " "
"""The sign of a square that its readers have not had in sight."""
CROWD: Final = "&"
"""The sign of those for whom no letter is left."""
MOST_SIDE: Final = 40
"""Columns or rows of a ground that is drawn whole; a larger one is cut to those who stand there and what is near."""
_AROUND: Final = 2


def draw(known: KnownGround) -> str:
    """The ground with who stands on it, as far as its readers know it. A large one is cut to who is there and two squares around, and says so."""
    now, signs = known.now, _signs_of_creatures(known.now)
    west, north, east, south = frame(now)
    lying = _Zones(known)
    floor = {square: lying.sign(square) for square in lying.on}
    exits = {square: EXIT for _, square in known.exits()}
    drawn = {**floor, **dict(_features(known)), **exits, **dict.fromkeys(known.unknown, UNSEEN), **_standing(now, signs)}
    rows = [
        f"{y + 1:>{len(str(south + 1))}} {''.join(drawn.get((x, y), FLOOR) for x in range(west, east + 1))}".rstrip()
        for y in range(north, south + 1)
    ]
    letters = [*_columns(west, east, len(str(south + 1)) + 1)]
    cut = "" if (west, north, east, south) == (0, 0, now.ground.w - 1, now.ground.h - 1) else f", drawn from {square_name((west, north))}"
    head = f"{now.room.name} {now.ground.w}x{now.ground.h}{cut}, A1 northwest. {_names(now, signs)}".rstrip()
    return "\n".join([head, *letters, *rows, *_legend(known, (west, north, east, south), lying)])


def data(known: KnownGround) -> Json:
    """The ground as data: its size, features, exits and places, as far as its readers know them."""
    now = known.now
    features = [_feature(f, _lies_at(known, f, squares, edges)) for f, squares, edges in known.features()]
    exits = {way.label: square_name(square) for way, square in known.exits()}
    places = {one.name: square_name((space.x, space.y), space.z) for one, space in now.creatures()}
    zones = [{"act": act, "squares": sorted_names(squares)} for act, squares in known.zones()]
    lying = {"zones": zones} if zones else {}
    return {"ground": {"size": f"{now.ground.w}x{now.ground.h}", "features": features, "exits": exits}, "places": places, **lying}


def _feature(feature: GroundFeature, at: str) -> Json:
    more = {"called": feature.called, "ft": feature.ft, "door": "open" if feature.is_open else ""}
    return {"is": feature.word, "at": at, **{key: value for key, value in more.items() if value}}


def _lies_at(known: KnownGround, feature: GroundFeature, squares: Sequence[Square], edges: Sequence[tuple[Square, Square]]) -> str:
    """The squares of a feature as they were said; of one that is seen in part, those in sight."""
    if known.levels is None:
        return feature.at
    return " ".join(filter(None, (square_runs(squares), *(f"{square_name(a)}|{square_name(b)}" for a, b in edges))))


def sorted_names(squares: Iterable[Square]) -> list[str]:
    """The names of squares in reading order."""
    return [square_name(square) for square in sorted(squares, key=lambda square: (square[1], square[0]))]


def _signs_of_creatures(now: Standing) -> dict[str, str]:
    ours, theirs, found = iter(OURS), iter(THEIRS), dict[str, str]()
    for one, _ in now.creatures():
        found[one.id] = next(ours if sides.is_ally(now.world, one, now.book) else theirs, CROWD)
    return found


def _standing(now: Standing, signs: Mapping[str, str]) -> dict[Square, str]:
    return {square: signs[one.id] for one, space in now.creatures() for square in space.squares}


def _names(now: Standing, signs: Mapping[str, str]) -> str:
    return "  ".join(
        f"{signs[one.id]} {one.name}{f' ({space.n}x{space.n})' if space.n > 1 else ''}{_level(space.z)}" for one, space in now.creatures()
    )


def _level(z: int) -> str:
    return f" {z} ft up" if z > 0 else f" {-z} ft down" if z < 0 else ""


def _features(known: KnownGround) -> Iterator[tuple[Square, str]]:
    order = [*SIGNS]
    for feature, squares, _ in sorted(known.features(), key=lambda found: -order.index(found[0].word)):
        for square in squares:
            yield square, _sign(feature)


def _sign(feature: GroundFeature) -> str:
    return SHUT if feature.word == "door" and not feature.is_open else SIGNS[feature.word]


class _Zones:
    """The zones on the squares of a room that the readers know, each with a sign of its own, and one more for each set of them that shares squares.

    `on`: a square → the numbers of the zones on it.
    """

    def __init__(self, known: KnownGround) -> None:
        self.on = dict[Square, tuple[int, ...]]()
        self.acts = list[str]()
        for n, (act, squares) in enumerate(known.zones()):
            self.acts.append(act)
            for square in squares:
                self.on[square] = (*self.on.get(square, ()), n)
        shared = sorted({held for held in self.on.values() if len(held) > 1})
        self._signs = {held: ZONES[min(n, len(ZONES) - 1)] for n, held in enumerate([*((n,) for n in range(len(self.acts))), *shared])}

    def sign(self, square: Square) -> str:
        """The sign of a square on which zones lie."""
        return self._signs[self.on[square]]

    def legend(self, frame: tuple[int, int, int, int]) -> Iterator[tuple[str, str]]:
        """Each sign with the zones that it means, of those that lie on squares that are drawn."""
        there = {held for square, held in self.on.items() if _is_drawn(frame, [square])}
        for held, sign in self._signs.items():
            if any(set(held) <= set(other) for other in there):
                yield sign, " and ".join(self.acts[n] for n in held)


def frame(now: Standing) -> tuple[int, int, int, int]:
    """The westernmost, northernmost, easternmost and southernmost square that is drawn."""
    w, h = now.ground.w, now.ground.h
    if w <= MOST_SIDE and h <= MOST_SIDE:
        return 0, 0, w - 1, h - 1
    squares = [square for _, space in now.creatures() for square in space.squares] or [((w - 1) // 2, (h - 1) // 2)]
    columns, rows = [x for x, _ in squares], [y for _, y in squares]
    return max(0, min(columns) - _AROUND), max(0, min(rows) - _AROUND), min(w - 1, max(columns) + _AROUND), min(h - 1, max(rows) + _AROUND)


def _columns(west: int, east: int, indent: int) -> Iterator[str]:
    """The letters of the columns; two lines where some have two letters."""
    names = [column_letters(x) for x in range(west, east + 1)]
    if any(len(name) > 1 for name in names):
        yield (" " * indent + "".join(name[0] if len(name) > 1 else " " for name in names)).rstrip()
    yield " " * indent + "".join(name[-1] for name in names)


def _legend(known: KnownGround, frame: tuple[int, int, int, int], lying: "_Zones") -> Iterator[str]:
    """The meaning of the signs that occur, with what lies on edges, which no square shows."""
    words = dict[str, list[str]]()
    for feature, squares, _ in known.features():
        if _is_drawn(frame, squares):
            _add(words, _sign(feature), feature.told)
    for way, square in known.exits():
        if _is_drawn(frame, [square]):
            _add(words, EXIT, f"{way.label} {square_name(square)}")
    for sign, acts in lying.legend(frame):
        _add(words, sign, acts)
    if _is_drawn(frame, known.unknown):
        _add(words, "(blank)", "not in sight so far")
    if words:
        yield "  ".join(f"{sign} {', '.join(meant)}" for sign, meant in words.items())
    edges = [f"{feature.told} {square_name(a)}|{square_name(b)}" for feature, _, found in known.features() for a, b in found]
    if edges:
        yield f"On edges: {', '.join(edges)}"
    if shared := _shared(known.now):
        yield f"In one square: {', '.join(shared)}"


def _shared(now: Standing) -> list[str]:
    """The squares in which several creatures stand at one level, of whom the drawing shows one: "Oda and Pip D5"."""
    there = dict[tuple[Square, int], list[str]]()
    for one, space in now.creatures():
        for square in space.squares:
            there.setdefault((square, space.z), []).append(one.name)
    crowds = dict[tuple[str, ...], Square]()
    for (square, _), crowd in there.items():
        if len(crowd) > 1:
            crowds.setdefault(tuple(crowd), square)
    return [f"{' and '.join(crowd)} {square_name(square)}" for crowd, square in crowds.items()]


def _is_drawn(frame: tuple[int, int, int, int], squares: Iterable[Square]) -> bool:
    west, north, east, south = frame
    return any(west <= x <= east and north <= y <= south for x, y in squares)


def _add(words: dict[str, list[str]], sign: str, meant: str) -> None:
    known = words.setdefault(sign, [])
    if meant not in known:
        known.append(meant)
