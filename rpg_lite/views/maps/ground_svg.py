"""The ground of a room as a picture: squares, features, zones, light, exits, and everybody who stands there with side and health. Plain SVG."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.mechanics.space import lights, sides
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space.lines import sees
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square, column_letters, square_name
from rpg_lite.views.maps import ground_text, known_ground
from rpg_lite.views.maps.feature_svg import GRID, feature_svg, filled, order_of
from rpg_lite.views.maps.known_ground import KnownGround
from rpg_lite.views.maps.style import STYLE, bar, disc, looks, path, rect, safe, text, with_tooltip
from rpg_lite.views.surroundings import mark_of
from rpg_lite.world import clock, combat, thing_stats
from rpg_lite.world.layout import OFFSET
from rpg_lite.world.world_model import Exit, Thing

LEFT: Final = 48
TOP: Final = 70
_TITLE: Final = 34
_LEGEND_WIDTH: Final = 150
_LEAST_WIDTH: Final = 360
_WOUNDED: Final = ("bloodied", "down")
_WORD: Final = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class GroundPicture:
    """The drawn ground of a room: its name, its columns and rows, the number of creatures on it, and the picture."""

    room: str
    w: int
    h: int
    creatures: int
    svg: str


def picture_of(known: KnownGround, everything: bool = False) -> GroundPicture:
    """The picture of a room as its readers know it, or with `everything` of all of it."""
    now = known.now
    return GroundPicture(now.room.name, now.ground.w, now.ground.h, len([*now.creatures()]), ground_svg(known, everything))


@dataclass(frozen=True, slots=True)
class Frame:
    """The part of the ground that is drawn: its first column and row, and how many."""

    west: int
    north: int
    w: int
    h: int

    def shows(self, square: Square) -> bool:
        """Whether the square is drawn."""
        return self.west <= square[0] < self.west + self.w and self.north <= square[1] < self.north + self.h


def ground_svg(known: KnownGround, everything: bool = False) -> str:
    """Draw the ground of a room with whoever stands there. A large one is cut to those who stand there, as the text map is. `everything`: the
    game master's picture; else it is what players know, and ways that nobody of the party saw are left out.
    """
    now = known.now
    west, north, east, south = ground_text.frame(now)
    shown = Frame(west, north, east - west + 1, south - north + 1)
    signs = initials([one.name for one, _ in now.creatures()])
    layers = "".join((*_floor(known, shown), *_under(known, shown), *_ways(now, everything), *_creatures(now, signs)))
    ground = (
        f'<g transform="translate({LEFT} {TOP})"><g clip-path="url(#ground-cut)">'
        f'<g transform="translate({-west * GRID} {-north * GRID})">{layers}</g></g>{"".join(_exits(known, shown))}</g>'
    )
    wide = max(_LEAST_WIDTH, LEFT * 2 + shown.w * GRID)
    legend, high = _legend(known, signs, wide, TOP + shown.h * GRID + 34)
    return "".join((*_opening(now, shown, wide, high, everything), *_names_of_squares(shown), ground, *legend, "</svg>"))


def initials(called: Sequence[str]) -> dict[str, str]:
    """Name → at most three letters and digits that no other name has: "Oda" O, "Goblin 12" G12, "Red Dragon" RD.

    >>> initials(["Oda", "Goblin 1", "Goblin 2", "Red Dragon", "Otto", "Oddo"])
    {'Oda': 'O', 'Goblin 1': 'G1', 'Goblin 2': 'G2', 'Red Dragon': 'RD', 'Otto': 'Ot', 'Oddo': 'Od'}
    """
    found = dict[str, str]()
    for name in called:
        words = _WORD.findall(name) or [name]
        first = "".join(word if word.isdecimal() else word[0].upper() for word in words)[:3]
        others = (f"{first[:2]}{letter}"[:3] for letter in (*words[0][1:], *"abcdefghijklmnopqrstuvwxyz"))
        found[name] = next((sign for sign in (first, *others) if sign not in found.values()), first)
    return found


# ── the frame ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _opening(now: Standing, shown: Frame, wide: float, high: float, everything: bool) -> Iterator[str]:
    told = "The game master's picture, with what is hidden." if everything else "What the party knows."
    people = ", ".join(f"{one.name} at {square_name((space.x, space.y), space.z)}" for one, space in now.creatures())
    size = f"{now.ground.w} by {now.ground.h} squares of {SQUARE_FEET} ft"
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {looks("map words")} viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}" '
    yield 'role="img" aria-labelledby="ground-title ground-desc">'
    yield f'<title id="ground-title">{safe(now.room.name)}</title><desc id="ground-desc">{told} {size}. {safe(people)}</desc>'
    yield f'<style>{STYLE}</style><defs><pattern id="ground-zone" width="8" height="8" patternUnits="userSpaceOnUse">'
    yield path("hatch", "M0 8L8 0M-2 2L2 -2M6 10L10 6")
    yield f'</pattern><clipPath id="ground-cut"><rect width="{shown.w * GRID}" height="{shown.h * GRID}"/></clipPath></defs>'
    yield f'<rect {looks("paper")} width="100%" height="100%"/>{text("title", LEFT, _TITLE, now.room.name)}'


def _names_of_squares(shown: Frame) -> Iterator[str]:
    """The letters of the columns and the numbers of the rows."""
    for n in range(shown.w):
        yield text("column", LEFT + (n + 0.5) * GRID, TOP - 5, column_letters(shown.west + n))
    for n in range(shown.h):
        yield text("column", LEFT - 12, TOP + (n + 0.5) * GRID + 4, str(shown.north + n + 1))


# ── the ground ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _floor(known: KnownGround, shown: Frame) -> Iterator[str]:
    now = known.now
    level = now.room.room.light or "bright"
    x, y, w, h = shown.west * GRID, shown.north * GRID, shown.w * GRID, shown.h * GRID
    yield rect("room" if level == "bright" else f"room {level}", x, y, w, h)
    if level != "bright":
        yield from _glows(known, shown)
    lines = "".join(f"M{x + n * GRID} {y}v{h}" for n in range(1, shown.w)) + "".join(f"M{x} {y + n * GRID}h{w}" for n in range(1, shown.h))
    yield path("grid", lines)
    if dark := [square for square in known.unknown if shown.shows(square)]:
        yield with_tooltip("not in sight so far", path("unseen", filled(dark)))


def _glows(known: KnownGround, shown: Frame) -> Iterator[str]:
    """The squares in bright light, and those in at least dim light, where the room itself is not bright."""
    now, lit = known.now, lights.light_map(known.now)
    for level, said in (("dim", "dim light"), ("bright", "bright light")):
        squares = sorted(square for square, light in lit.items() if light in (level, "bright") and shown.shows(square) and known.knows(square))
        if squares and level != now.room.room.light:
            yield with_tooltip(said, path("glow", filled(squares)))


def _under(known: KnownGround, shown: Frame) -> Iterator[str]:
    """The features and the zones."""
    unfound = known_ground.unfound(known.now)
    for feature in sorted(known_ground.drawn(known.now), key=order_of):
        yield feature_svg(feature, lambda square: shown.shows(square) and known.knows(square), feature in unfound)
    for act, lies in known.zones():
        if squares := sorted(filter(shown.shows, lies)):
            yield with_tooltip(act, path("zone", filled(squares)))


def _exits(known: KnownGround, shown: Frame) -> Iterator[str]:
    """A door in the outer wall, or a sign on the square of an exit that lies further in; the labels of one door beside it."""
    doors: dict[tuple[Square, Square], list[Exit]] = {}
    for way, square in known.exits():
        if shown.shows(square):
            doors.setdefault((square, _outward(known.now, way, square)), []).append(way)
    for (square, out), ways in doors.items():
        words = "; ".join(f"{way.label}, {way.state} {way.kind.replace('_', ' ')}" for way in ways)
        yield with_tooltip(words, _door(ways, (square[0] - shown.west, square[1] - shown.north), out))


def _outward(now: Standing, way: Exit, square: Square) -> Square:
    """The step that leads off the ground from the square of an exit; (0, 0) where none of its direction does."""
    dx, dy = OFFSET.get(way.direction, (0, 0))
    if dx and square[0] == (now.ground.w - 1 if dx > 0 else 0):
        return dx, 0
    return (0, dy) if dy and square[1] == (now.ground.h - 1 if dy > 0 else 0) else (0, 0)


def _door(ways: Sequence[Exit], at: Square, out: Square) -> str:
    (dx, dy), way = out, ways[0]
    x, y = (at[0] + 0.5 + dx / 2) * GRID, (at[1] + 0.5 + dy / 2) * GRID
    if out == (0, 0):
        return disc("mark", x, y, 8) + text("letter sign", x, y + 3, {"up": "▲", "down": "▼"}.get(way.direction, "◆"))
    leaf = "gap" if way.state == "open" else "door lock" if way.state == "locked" else "door secret" if way.hidden else "door"
    label = ", ".join(way.label for way in ways)
    words = text("column", x + dx * 26, y, label, turned=True) if dx else text("column", x, y + (18 if dy > 0 else -22), label)
    return bar(leaf, x, y, dx != 0, 7, GRID - 6) + words


# ── who moves and who stands there ──────────────────────────────────────────────────────────────────────────────────


def _ways(now: Standing, everything: bool) -> Iterator[str]:
    """The way of the last move in the fight of this room."""
    on = clock.fight(now.world)
    if on is None or combat.room_id(now.world) != now.room.id:
        return
    moved = next((done for done in reversed(on.acts) if done.way), None)
    mover = now.world.things.get(moved.by) if moved else None
    if moved is None or mover is None or mover.id not in now.spaces:
        return
    n = now.spaces[mover.id].n
    spaces = [Space(x, y, n, z) for x, y, z in moved.way]
    if everything or _was_seen(now, mover, spaces):
        points = "L".join(f"{x:g} {y:g}" for x, y in map(_middle, spaces))
        yield with_tooltip(f"the way of {mover.name}", path("trail", f"M{points}") + disc("mark", *_middle(spaces[0]), 4))


def _was_seen(now: Standing, mover: Thing, spaces: Sequence[Space]) -> bool:
    """Whether the party knows the whole way: it is one of its own, or each square lies in sight of one of it."""
    if sides.is_ally(now.world, mover, now.book):
        return True
    party = [space for one, space in now.creatures() if sides.is_ally(now.world, one, now.book)]
    return all(any(sees(now.ground, looker, space) for looker in party) for space in spaces)


def _creatures(now: Standing, signs: Mapping[str, str]) -> Iterator[str]:
    acting = combat.acting(now.world)
    for one, space in sorted(now.creatures(), key=lambda stands: stands[1].z):
        (x, y), radius = _middle(space), space.n * GRID / 2 - 3
        mark = mark_of(one, thing_stats.stats_of(now.world, one, now.book))
        wounded, is_turn = (mark if mark in _WOUNDED else ""), one.id == acting
        level = f"{space.z:+} ft" if space.z else ""
        words = [f"{one.name} at {square_name((space.x, space.y), space.z)}", wounded, "its turn" if is_turn else ""]
        drawn = disc("turn", x, y, radius + 2) if is_turn else ""
        drawn += _token(now, one, x, y, radius) + text("letter", x, y + 3, signs[one.name])
        drawn += disc("blood", x + radius * 0.7, y - radius * 0.7, 4.5) if wounded else ""
        drawn += text("letter", x + radius * 0.7, y - radius * 0.7 + 3, "×") if wounded == "down" else ""
        drawn += text("column", x, y + radius + 2, level) if level else ""
        yield with_tooltip(", ".join(filter(None, words)), drawn)


def _token(now: Standing, one: Thing, x: float, y: float, radius: float) -> str:
    """A disc for the party's side; one with corners for the others, so that the sides differ without colours."""
    if sides.is_ally(now.world, one, now.book):
        return disc("token hero", x, y, radius)
    r, cut = radius, radius * 0.45
    corners = ((-r, -cut), (-cut, -r), (cut, -r), (r, -cut), (r, cut), (cut, r), (-cut, r), (-r, cut))
    return path("token other", "M" + "L".join(f"{x + dx:.4g} {y + dy:.4g}" for dx, dy in corners) + "Z")


def _middle(space: Space) -> tuple[float, float]:
    return (space.x + space.n / 2) * GRID, (space.y + space.n / 2) * GRID


# ── the legend ──────────────────────────────────────────────────────────────────────────────────────────────────────


def _legend(known: KnownGround, signs: Mapping[str, str], wide: float, y: float) -> tuple[list[str], float]:
    """The names of those who stand there and of the zones, in columns as wide as the picture allows, and where it ends."""
    now = known.now
    rows = [(_token(now, one, 0, 0, 9) + text("letter", 0, 3, signs[one.name]), one.name) for one, _ in now.creatures()]
    acts = dict.fromkeys(act for act, _ in known.zones())
    rows += [(rect("zone", -8, -8, 16, 16), act) for act in acts]
    columns = max(1, int((wide - LEFT) // _LEGEND_WIDTH))
    placed = [
        f'<g transform="translate({LEFT + 9 + n % columns * _LEGEND_WIDTH:g} {y + n // columns * 24:g})">{drawn}{text("small", 15, 4, name)}</g>'
        for n, (drawn, name) in enumerate(rows)
    ]
    end = y + -(-len(rows) // columns) * 24
    return [*placed, text("small", LEFT, end + 4, f"One square is {SQUARE_FEET} ft.")], end + 20
