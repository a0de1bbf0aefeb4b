"""Maps as pictures for people: rooms to scale on squared paper, doors by kind and state, who is where. Written by hand, needs nothing."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape
from itertools import chain
from typing import Final

from rpg_lite.views.maps.text import door_words
from rpg_lite.world.atlas import is_locked
from rpg_lite.world.chart import Chart
from rpg_lite.world.layout import OFFSET, Place, layout
from rpg_lite.world.things import Exit, Thing, made

Point = tuple[float, float]

_SQUARE: Final = 20
"""Pixels of 5 ft."""
_MARGIN: Final = 40
_TITLE: Final = 34
_LETTER: Final = 6.4
"""Pixels of one letter of a room's name, about."""
_LINE: Final = 14
_MOST_TOKENS: Final = 8
STYLE: Final = """
.map{--paper:#f4ecd8;--square:#e3d6b8;--floor:#fffdf6;--ink:#3b2f20;--faint:#6b5c45;--door:#9c5a1d;--lock:#b3261e;--secret:#6a3fa0;--hero:#1f6f54;--other:#a33b2a;--here:#d99a1b}
@media (prefers-color-scheme:dark){.map{--paper:#1c1a17;--square:#292520;--floor:#37322a;--ink:#efe6d2;--faint:#a59a84;--door:#d9924a;--lock:#ff7a6b;--secret:#b79bea;--hero:#4fc79c;--other:#f08c78;--here:#ffc44d}}
@media print{.map{--paper:#fff;--square:#e8e8e8;--floor:#fff;--ink:#000;--faint:#444;--door:#7a4413;--lock:#a01010;--secret:#50288a;--hero:#14523d;--other:#8a2a1c;--here:#8a5f00;print-color-adjust:exact;-webkit-print-color-adjust:exact}}
.paper{fill:var(--paper)}.square{stroke:var(--square);stroke-width:1;fill:none}
.room{fill:var(--floor);stroke:var(--ink);stroke-width:2.5}.sight{stroke-dasharray:5 4;stroke:var(--faint);fill:var(--paper)}.here{stroke:var(--here);stroke-width:4}
.wall{stroke:var(--ink);stroke-width:15;fill:none}.way{stroke:var(--floor);stroke-width:10.5;fill:none}.step{stroke:var(--faint);stroke-width:2;fill:none;stroke-dasharray:2 5;stroke-linecap:round}
.door{fill:var(--door);stroke:var(--paper);stroke-width:1.5}.lock{fill:var(--lock)}.secret{fill:var(--secret)}.gap{fill:var(--floor);stroke:var(--ink);stroke-width:1.2}.bars{fill:var(--ink)}.no{fill:none;pointer-events:all}
text{font-family:Georgia,"Iowan Old Style",serif;fill:var(--ink);font-size:12px;text-anchor:middle}.title{font-size:18px;text-anchor:start}.small{font-size:10.5px;fill:var(--faint);text-anchor:start}.mid{text-anchor:middle}
.token{stroke:var(--floor);stroke-width:1.5}.hero{fill:var(--hero)}.other{fill:var(--other)}.letter{font-size:9px;fill:var(--floor);font-weight:bold}.sign{fill:var(--ink)}
""".strip()
"""Also what a page that shows the map must allow by its hash, so nothing in the picture has a style of its own."""


def map_svg(chart: Chart, title: str = "") -> str:
    """The picture of a chart: each storey below the one above it."""
    heading = title or (f"Around {chart.rooms[0].name}" if chart.rooms else "Nothing is known yet")
    seen = {room.id: room for room in chart.rooms}
    places = layout([*seen], chart.exits, _given(chart.rooms))
    levels = sorted({place.level for place in places.values()}, reverse=True)
    drawn, y, wide = [], 60.0, 360.0
    for level in levels:
        sheet = _Storey(chart, {room: place for room, place in places.items() if place.level == level}, seen)
        named = f'<text class="small" x="{_MARGIN}" y="{y + 6:g}">{_storey(level)}</text>' if len(levels) > 1 else ""
        drawn.append(f'{named}<g transform="translate({sheet.shift[0]:g} {y + sheet.shift[1]:g})">{"".join(sheet.drawn())}</g>')
        y, wide = y + sheet.size[1], max(wide, sheet.size[0])
    legend, height = _legend(chart, wide, y)
    return "".join(_framed(chart, heading, [*drawn, legend], wide, height))


def _framed(chart: Chart, heading: str, drawn: Iterable[str], wide: float, high: float) -> Iterator[str]:
    told = "The game master's map, hidden ways too." if chart.whole else "What the party has discovered."
    rooms = ", ".join(room.name for room in chart.rooms)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" class="map" viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}" role="img" '
    yield f'aria-labelledby="map-title map-desc"><title id="map-title">{_safe(heading)}</title><desc id="map-desc">{told} {_safe(rooms)}.</desc>'
    yield f'<style>{STYLE}</style><defs><pattern id="squares" width="{_SQUARE}" height="{_SQUARE}" patternUnits="userSpaceOnUse">'
    yield f'<path class="square" d="M{_SQUARE} 0H0V{_SQUARE}"/></pattern></defs><rect class="paper" width="100%" height="100%"/>'
    yield f'<rect width="100%" height="100%" fill="url(#squares)"/><text class="title" x="{_MARGIN}" y="{_TITLE}">{_safe(heading)}</text>'
    yield from drawn
    yield "</svg>"


def _given(rooms: Iterable[Thing]) -> dict[str, Place]:
    """Where rooms say that they stand."""
    return {room.id: Place(at["x"], at["y"], at["w"], at["h"]) for room in rooms if (at := room.body.get("at"))}


def _storey(level: int) -> str:
    return f"{abs(level)} up" if level > 0 else f"{-level} down" if level else "This storey"


def _safe(text: str) -> str:
    """Escaped, and without the letters that XML cannot hold."""
    return escape("".join(c for c in text if c >= " " and c not in "\ufffe\uffff"))


def _is_first(way: Exit, back: Exit | None) -> bool:
    """Of a way and its way back one is drawn."""
    return back is None or made(way) < made(back)


class _Storey:
    """One floor of the map, in pixels from its own corner."""

    def __init__(self, chart: Chart, places: Mapping[str, Place], rooms: Mapping[str, Thing]) -> None:
        self.chart, self.places, self.rooms = chart, places, rooms
        left, top = min(p.x for p in places.values()), min(p.y for p in places.values())
        right, bottom = max(p.x + p.w for p in places.values()), max(p.y + p.h for p in places.values())
        self.shift = (_MARGIN - left * _SQUARE, _SQUARE - top * _SQUARE)
        self.size = ((right - left) * _SQUARE + 2 * _MARGIN, (bottom - top) * _SQUARE + 3 * _SQUARE)

    def drawn(self) -> Iterator[str]:
        """Walls of ways under the rooms; their floors, doors and people over them."""
        ways = [way for way in self.chart.exits if way.from_room in self.places]
        inside = [way for way in ways if way.to_room in self.places and way.to_room != way.from_room]
        by_id = {way.id: way for way in inside}
        joined = [way for way in inside if _is_first(way, by_id.get(way.back or ""))]
        yield from (self._path(way, "step" if _is_faint(way) else "wall") for way in joined)
        yield from (self._room(self.rooms[room], place) for room, place in self.places.items())
        yield from (self._path(way, "way") for way in joined if not _is_faint(way))
        yield from chain.from_iterable(self._doors(way) for way in joined)
        yield from (self._stub(way) for way in ways if self._leaves(way))
        yield from (self._tokens(room, place) for room, place in self.places.items())

    def _leaves(self, way: Exit) -> bool:
        """Not to another room of this storey."""
        return way.to_room not in self.places or way.to_room == way.from_room

    # ── ways ────────────────────────────────────────────────────────────────────────────────────────────────────

    def _ends(self, way: Exit) -> tuple[Point, Point, bool]:
        """Where the way leaves one room's wall and meets the other's, and whether it runs across; straight where the rooms face each other."""
        a, b = self.places[way.from_room], self.places[way.to_room or ""]
        across, down = _shared(a.x, a.w, b.x, b.w), _shared(a.y, a.h, b.y, b.h)
        if across is not None:
            one, other = (a.y + a.h, b.y) if b.y > a.y else (a.y, b.y + b.h)
            return (across * _SQUARE, one * _SQUARE), (across * _SQUARE, other * _SQUARE), False
        if down is not None:
            one, other = (a.x + a.w, b.x) if b.x > a.x else (a.x, b.x + b.w)
            return (one * _SQUARE, down * _SQUARE), (other * _SQUARE, down * _SQUARE), True
        (x1, y1), (x2, y2) = _wall(a, _middle(b)), _wall(b, _middle(a))
        return (x1, y1), (x2, y2), abs(x2 - x1) >= abs(y2 - y1)

    def _path(self, way: Exit, looks: str) -> str:
        """From wall to wall; a floor goes on through both walls."""
        (x1, y1), (x2, y2), across = self._ends(way)
        dx, dy = (x2 - x1, y2 - y1) if (x1, y1) != (x2, y2) else (1.0 if across else 0.0, 0.0 if across else 1.0)
        more = 3 / (dx * dx + dy * dy) ** 0.5 if looks == "way" else 0.0
        return f'<path class="{looks}" d="M{x1 - dx * more:.4g} {y1 - dy * more:.4g}L{x2 + dx * more:.4g} {y2 + dy * more:.4g}"/>'

    def _doors(self, way: Exit) -> Iterator[str]:
        """At the wall of the room that it leads out of, and an arrow when there is no way back."""
        start, end, across = self._ends(way)
        yield _door(way, *start, across, self._told(way))
        if way.back is None and start != end:
            yield _arrow(start, end)

    def _stub(self, way: Exit) -> str:
        """A way that leaves this storey, the map, or what is known."""
        place = self.places[way.from_room]
        offset = OFFSET.get(way.direction)
        if offset is None or way.kind in ("stairs", "ladder"):
            return self._stairs(way, place)
        x, y = _wall(place, (place.x + place.w / 2 + offset[0] * 99, place.y + place.h / 2 + offset[1] * 99))
        out = f"M{x:g} {y:g}l{offset[0] * 19:g} {offset[1] * 19:g}"
        return f'<path class="step" d="{out}"/>' + _door(way, x, y, offset[0] != 0, self._told(way))

    def _stairs(self, way: Exit, place: Place) -> str:
        """Steps in a corner of the room."""
        nth = [w.id for w in self.chart.exits_of(way.from_room) if self._leaves(w)].index(way.id)
        x, y = (place.x + place.w) * _SQUARE - 17 - 18 * nth, place.y * _SQUARE + 6
        sign = {"up": "▲", "down": "▼"}.get(way.direction, "◆")
        lock = " lock" if is_locked(way) else ""
        return f'<g><title>{self._told(way)}</title><rect class="gap{lock}" x="{x:g}" y="{y:g}" width="13" height="13" rx="2"/><text class="letter sign" x="{x + 6.5:g}" y="{y + 10:g}">{sign}</text></g>'

    def _told(self, way: Exit) -> str:
        """Players are not told what unlocks a door."""
        way = way if self.chart.whole else replace(way, key_name=None)
        there = self.rooms.get(way.to_room or "")
        name = there.name if there else self.chart.names.get(way.to_room or "", "unknown" if way.to_room else "off the map")
        return _safe(f"{', '.join([way.label, *door_words(way, self.chart.whole)])}: {name}")

    # ── rooms ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _room(self, room: Thing, place: Place) -> str:
        looks = "room" + (" here" if room.id == self.chart.here else "") + ("" if room.id in self.chart.visited else " sight")
        x, y, w, h = (n * _SQUARE for n in (place.x, place.y, place.w, place.h))
        lines = _wrapped(room.name, max(4, int((w - 8) / _LETTER)), max(1, int((h - 24) / _LINE)))
        top = y + h / 2 - (len(lines) - 1) * _LINE / 2 - (2 if self.chart.people.get(room.id) else -4)
        words = "".join(f'<text x="{x + w / 2:g}" y="{top + n * _LINE:g}">{_safe(line)}</text>' for n, line in enumerate(lines))
        people = ", ".join(who.name for who in self.chart.people.get(room.id, ()))
        told = _safe(f"{room.name}: {people}" if people else room.name)
        return f'<g><title>{told}</title><rect class="{looks}" x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="2"/>{words}</g>'

    def _tokens(self, room: str, place: Place) -> str:
        """A disc for each who stands here, along the lower wall."""
        people = self.chart.people.get(room, ())
        most = max(1, min(_MOST_TOKENS, int((place.w * _SQUARE - 4) / 17)))
        shown = people if len(people) <= most else people[: most - 1]
        letters = [(who.name[:1], bool((who.body.get("sheet") or {}).get("party")), who.name) for who in shown]
        more = people[len(shown) :]
        letters += [(f"+{len(more)}", False, ", ".join(who.name for who in more))] if more else []
        x, y = (place.x + place.w / 2) * _SQUARE - (len(letters) - 1) * 8.5, (place.y + place.h) * _SQUARE - 13
        return "".join(_token(x + 17 * n, y, *letter) for n, letter in enumerate(letters))


def _is_faint(way: Exit) -> bool:
    """A way that is no corridor on this floor."""
    return way.hidden or way.kind == "portal" or way.direction not in OFFSET


def _token(x: float, y: float, letter: str, hero: bool, name: str) -> str:
    side = "hero" if hero else "other"
    return (
        f'<g><title>{_safe(name)}</title><circle class="token {side}" cx="{x:g}" cy="{y:g}" r="8"/>'
        f'<text class="letter" x="{x:g}" y="{y + 3:g}">{_safe(letter)}</text></g>'
    )


def _door(way: Exit, x: float, y: float, across: bool, told: str) -> str:
    """In a wall: nothing, a leaf, two leaves, bars; red when it is locked, violet when it is hidden."""
    if way.kind in ("passage", "portal", "stairs", "ladder") and way.state == "open" and not way.hidden:
        shape = _bar(x, y, across, 12, 12, "no")
    elif way.kind == "portcullis":
        shape = _bar(x, y, across, 8, 18, "gap lock" if is_locked(way) else "gap")
        shape += "".join(_bar(x + (0 if across else n), y + (n if across else 0), across, 8, 2, "bars") for n in (-5, 0, 5))
    else:
        looks = "door" + (" lock" if is_locked(way) else " secret" if way.hidden or way.kind == "secret_door" else "")
        length = 24 if way.kind == "double_door" else 16
        shape = _bar(x, y, across, 4 if way.state == "open" else 8, length, looks)
    return f"<g><title>{told}</title>{shape}</g>"


def _bar(x: float, y: float, across: bool, thick: float, length: float, looks: str) -> str:
    """A piece of a wall; `across` when the way through it runs to the left or right."""
    w, h = (thick, length) if across else (length, thick)
    return f'<rect class="{looks}" x="{x - w / 2:g}" y="{y - h / 2:g}" width="{w:g}" height="{h:g}" rx="1.5"/>'


def _arrow(a: Point, b: Point) -> str:
    """A small triangle in the middle of the way."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    long = (dx * dx + dy * dy) ** 0.5 or 1.0
    ux, uy, x, y = dx / long, dy / long, (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    points = ((x + 6 * ux, y + 6 * uy), (x - 5 * ux - 5 * uy, y - 5 * uy + 5 * ux), (x - 5 * ux + 5 * uy, y - 5 * uy - 5 * ux))
    return f'<path class="token" fill="var(--ink)" d="M{"L".join(f"{px:g} {py:g}" for px, py in points)}Z"/>'


def _shared(a: int, long: int, b: int, other: int) -> float | None:
    """The middle of what two stretches have in common; None when that is nothing."""
    start, end = max(a, b), min(a + long, b + other)
    return (start + end) / 2 if end > start else None


def _middle(place: Place) -> Point:
    return place.x + place.w / 2, place.y + place.h / 2


def _wall(place: Place, towards: Point) -> Point:
    """Where the line from the middle of a room leaves it, in pixels."""
    x, y = _middle(place)
    dx, dy = towards[0] - x, towards[1] - y
    reach = min(place.w / 2 / abs(dx) if dx else 9e9, place.h / 2 / abs(dy) if dy else 9e9)
    return (x + dx * reach) * _SQUARE, (y + dy * reach) * _SQUARE


def _wrapped(name: str, wide: int, most: int) -> list[str]:
    """Lines of words, no more than `most`; what does not fit ends in an ellipsis."""
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if len(longer) <= wide or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    kept = lines[:most]
    if len(lines) > most:
        kept[-1] += " …"
    return [line if len(line) <= wide else f"{line[: wide - 1].rstrip(' …')}…" for line in kept]


_LEGEND: Final[tuple[tuple[str, str, str], ...]] = (
    ("door", "closed", "door"),
    ("gap", "bars", "portcullis"),
    ("door lock", "locked", "locked"),
    ("door secret", "hidden", "hidden"),
)


def _legend(chart: Chart, wide: float, y: float) -> tuple[str, float]:
    """What the signs on this map mean, in rows as wide as the map."""
    words = {word for way in chart.exits for word in _signs(way)}
    shown = [_bar(0, 0, True, 7, 15, looks) + _caption(text) for looks, word, text in _LEGEND if word in words]
    shown += ['<rect class="room here" x="-6" y="-6" width="12" height="12"/>' + _caption("you are here")] if chart.here else []
    if any(room.id not in chart.visited for room in chart.rooms):
        shown.append('<rect class="room sight" x="-6" y="-6" width="12" height="12"/>' + _caption("only seen"))
    a_row = max(1, int((wide - 2 * _MARGIN) // 105))
    placed = (
        f'<g transform="translate({_MARGIN + 6 + n % a_row * 105:g} {y + 14 + n // a_row * 20:g})">{s}</g>' for n, s in enumerate(shown)
    )
    rows = -(-len(shown) // a_row)
    scale = f'<text class="small" x="{_MARGIN}" y="{y + 14 + rows * 20 + 4:g}">One square is 5 ft.</text>'
    return "".join(placed) + scale, y + 14 + rows * 20 + 20


def _signs(way: Exit) -> Iterator[str]:
    if way.hidden:
        yield "hidden"
    elif is_locked(way):
        yield "locked"
    elif way.kind == "portcullis":
        yield "bars"
    elif way.state == "closed":
        yield "closed"


def _caption(text: str) -> str:
    return f'<text class="small" x="12" y="4">{text}</text>'
