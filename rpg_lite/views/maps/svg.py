"""Maps as pictures for people: rooms to scale on squared paper, doors by kind and state, and people. Plain SVG without a library."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from rpg_lite.messages.render_context import many
from rpg_lite.views.maps.room_short_names import labels
from rpg_lite.views.maps.storey import HERO, MARGIN, OTHER, SQUARE, Storey
from rpg_lite.views.maps.style import STYLE, bar, disc, looks, path, rect, safe, text
from rpg_lite.world.atlas import is_locked
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.maps_side_by_side import arrange
from rpg_lite.world.world_model import Exit

_TITLE: Final = 34
_NUMBER: Final = re.compile(r'class="letter"[^>]*>\+?\d')
_MOST_MAPS: Final = 3
"""The maximum number of maps that the title lists by name."""


def map_svg(chart: Chart, title: str = "") -> str:
    """Draw a chart, with each storey below the one above it. Without a title, the names of the maps serve as one."""
    sheets = storeys(chart)
    drawn, y, wide = [], 60.0, 360.0
    for level, sheet in sheets:
        named = text("small", MARGIN, y + 6, storey_name(level)) if len(sheets) > 1 else ""
        drawn.append(f'{named}<g transform="translate({sheet.shift[0]:g} {y + sheet.shift[1]:g})">{"".join(sheet.draw())}</g>')
        y, wide = y + sheet.size[1], max(wide, sheet.size[0])
    legend, height = _legend(chart, drawn, wide, y)
    return "".join(_draw_frame(chart, title or _heading(chart), [*drawn, legend], wide, height))


def storeys(chart: Chart) -> list[tuple[int, Storey]]:
    """The storeys of a chart, each with its level, the highest one first."""
    seen = {room.id: room for room in chart.rooms}
    places = arrange(chart.rooms, chart.exits)
    short = labels(chart.rooms)
    levels = sorted({place.level for place in places.values()}, reverse=True)
    on = {level: {room: place for room, place in places.items() if place.level == level} for level in levels}
    return [(level, Storey(chart, there, seen, short)) for level, there in on.items()]


def _heading(chart: Chart) -> str:
    if not chart.rooms:
        return "Nothing is known yet"
    maps = list(dict.fromkeys(room.room.map.name for room in chart.rooms if room.room.map))
    more = [f"{len(maps) - _MOST_MAPS} more"] if len(maps) > _MOST_MAPS else []
    return ", ".join((*maps[:_MOST_MAPS], *more)) or f"Around {chart.rooms[0].name}"


def _draw_frame(chart: Chart, heading: str, drawn: Iterable[str], wide: float, high: float) -> Iterator[str]:
    told = "The game master's map, with hidden exits." if chart.whole else "The places that the party has discovered."
    rooms = ", ".join(room.name for room in chart.rooms)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {looks("map words")} viewBox="0 0 {wide:g} {high:g}" width="{wide:g}" height="{high:g}" '
    yield 'role="img" aria-labelledby="map-title map-desc">'
    yield f'<title id="map-title">{safe(heading)}</title><desc id="map-desc">{told} {safe(rooms)}.</desc>'
    yield f'<style>{STYLE}</style><defs><pattern id="squares" width="{SQUARE}" height="{SQUARE}" patternUnits="userSpaceOnUse">'
    yield path("square", f"M{SQUARE} 0H0V{SQUARE}")
    yield f'</pattern></defs><rect {looks("paper")} width="100%" height="100%"/><rect width="100%" height="100%" fill="url(#squares)"/>'
    yield text("title", MARGIN, _TITLE, heading)
    yield from drawn
    yield "</svg>"


def storey_name(level: int) -> str:
    return f"{many(level, 'storey')} up" if level > 0 else f"{many(-level, 'storey')} down" if level else "This storey"


_LEGEND: Final[tuple[tuple[str, str, str], ...]] = (
    ("door", "closed", "door"),
    ("gap", "bars", "portcullis"),
    ("door lock", "locked", "locked"),
    ("door secret", "hidden", "hidden"),
)


def _legend(chart: Chart, drawn: Sequence[str], wide: float, y: float) -> tuple[str, float]:
    """Explain the signs on this map, in rows as wide as the map."""
    words = {word for exit_ in chart.exits for word in _signs(exit_)}
    shown = [bar(classes, 0, 0, True, 7, 15) + _caption(caption) for classes, word, caption in _LEGEND if word in words]
    shown += [rect("room here", -6, -6, 12, 12) + _caption("you are here")] if chart.here else []
    if any(room.id not in chart.visited for room in chart.rooms):
        shown.append(rect("room sight", -6, -6, 12, 12) + _caption("only seen"))
    shown += [rect(f"room {light}", -6, -6, 12, 12) + _caption(light) for light in ("dim", "dark") if light in chart.light.values()]
    if chart.whole and any(room.room.notes for room in chart.rooms):
        shown.append(path("note", "M-5 -6h7l3 3v8h-10z") + _caption("has notes"))
    shown += _who(drawn)
    if any('class="mark"' in sheet for sheet in drawn):
        shown.append(disc("mark", 0, 0, 6) + _caption("same letter: an exit"))
    a_row = max(1, int((wide - 2 * MARGIN) // 105))
    placed = (
        f'<g transform="translate({MARGIN + 6 + n % a_row * 105:g} {y + 14 + n // a_row * 20:g})">{s}</g>' for n, s in enumerate(shown)
    )
    rows = -(-len(shown) // a_row)
    scale = text("small", MARGIN, y + 14 + rows * 20 + 4, "One square is 5 ft.")
    return "".join(placed) + scale, y + 14 + rows * 20 + 20


_SIDES: Final = ((HERO, "the party"), (OTHER, "others"))


def _who(drawn: Sequence[str]) -> Iterator[str]:
    """Explain the discs of people, and the numbers in the place of those who do not fit."""
    sheets = "".join(drawn)
    sides = [(side, caption) for side, caption in _SIDES if f'class="token {side}"' in sheets]
    yield from (disc(f"token {side}", 0, 0, 6) + _caption(caption) for side, caption in sides)
    if sides and _NUMBER.search(sheets):
        yield disc(f"token {sides[-1][0]}", 0, 0, 8) + text("letter", 0, 3, "2") + _caption("number: how many")


def _signs(exit_: Exit) -> Iterator[str]:
    if exit_.hidden:
        yield "hidden"
    elif is_locked(exit_):
        yield "locked"
    elif exit_.kind == "portcullis":
        yield "bars"
    elif exit_.state == "closed":
        yield "closed"


def _caption(words: str) -> str:
    return text("small", 12, 4, words)
