"""Maps and routes as text: a drawing that shows the layout, and an exact list of exits that readers can rely on."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from rpg_lite.messages.render_context import many
from rpg_lite.views.maps.room_short_names import labels
from rpg_lite.world.atlas import Trip, is_locked
from rpg_lite.world.layout import OFFSET, Place, layout
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Exit, Thing

LONGEST: Final = 1500
"""The maximum number of characters in a map."""
_FEWER: Final = (40, 24, 14, 8, 4, 2, 1)
_MOST_STEPS: Final = 20
_LONGEST_NAME: Final = 40
_MOST_EXITS: Final = 12
_MOST_PEOPLE: Final = 6
_ARROW: Final[Mapping[tuple[int, int], str]] = {
    (1, 0): "→", (-1, 0): "←", (0, -1): "↑", (0, 1): "↓", (1, 1): "↘", (-1, -1): "↖", (1, -1): "↗", (-1, 1): "↙",
}  # fmt: skip
_SIGNS: Final[Mapping[str, str]] = {"+": "door", "#": "locked", "?": "hidden", **dict.fromkeys(_ARROW.values(), "one way")}
_LINE: Final[Mapping[tuple[int, int], str]] = {
    (1, 0): "─", (-1, 0): "─", (0, 1): "│", (0, -1): "│", (1, 1): "╲", (-1, -1): "╲", (1, -1): "╱", (-1, 1): "╱",
}  # fmt: skip

Canvas = dict[tuple[int, int], str]


def route_text(trip: Trip, here: str, names: Mapping[str, str], whole: bool) -> str:
    """A route in words: "From Taproom to Attic: north (Hall), up (Attic, ladder): 2 minutes." """
    if not trip.steps:
        return f"They are already in {names[here]}."
    told = [_step(exit_, names, whole) for exit_ in trip.steps[:_MOST_STEPS]]
    told += [many(len(trip.steps) - _MOST_STEPS, "more step")] if len(trip.steps) > _MOST_STEPS else []
    goal = _short(names.get(trip.steps[-1].to_room or "", "?"))
    return f"From {_short(names[here])} to {goal}: {', '.join(told)}: {_minutes(trip.minutes)}."


def route_json(trip: Trip, names: Mapping[str, str], full: bool) -> dict[str, Any]:
    steps = [
        {"id": exit_.id, "label": exit_.label, "direction": exit_.direction, "to": exit_.to_room, "toName": names.get(exit_.to_room or ""),
         "minutes": exit_.minutes} for exit_ in trip.steps
    ]  # fmt: skip
    return {"minutes": trip.minutes, **({"steps": steps} if full else {})}


def _step(exit_: Exit, names: Mapping[str, str], whole: bool) -> str:
    there = _short(names.get(exit_.to_room or "", "?"))
    return f"{exit_.label} ({', '.join([there, *door_words(exit_, whole, one_way=False)])})"


def _minutes(minutes: int) -> str:
    return "1 minute" if minutes == 1 else f"{minutes} minutes"


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def door_words(exit_: Exit, whole: bool, one_way: bool = True) -> Iterator[str]:
    """Yield words for an exit other than a plain passage: "door, locked"; with `whole`, for the game master, also its key: "door, locked
    (Iron Key)".
    """
    if exit_.kind != "passage":
        yield exit_.kind.replace("_", " ")
    if is_locked(exit_):
        yield f"locked ({exit_.key_name})" if exit_.key_name and whole else "locked"
    elif exit_.state == "closed":
        yield "closed"
    if exit_.hidden:
        yield "hidden"
    if one_way and exit_.back is None and exit_.to_room is not None:
        yield "one way"
    if exit_.note and whole:
        yield f"note: {_short(exit_.note)}"


# ── the map ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def map_text(chart: Chart, full: bool = False, players: bool = True) -> str:
    """Draw and list the nearest rooms that fit, and give the number of missing rooms. `full`: the list has every room.

    `players`: leave out the number of rooms that the players do not know.
    """
    unknown = "" if players or not chart.undiscovered else f"\n{_unknown(chart.undiscovered)}"
    return _rooms_told(chart, full, LONGEST - len(unknown)) + unknown


def _rooms_told(chart: Chart, full: bool, longest: int) -> str:
    if full:
        return _whole(chart, min(len(chart.rooms), _FEWER[0]), full)
    sizes = (n for n in _FEWER if n < len(chart.rooms))
    wholes = (_whole(chart, n) for n in (min(len(chart.rooms), _FEWER[0]), *sizes))
    return next((text for text in wholes if len(text) <= longest), "") or _cut(_whole(chart, 1), longest)


def _cut(text: str, longest: int) -> str:
    """Shorten a text, but keep its last line, which names the missing rooms."""
    head, _, last = text.rpartition("\n")
    if len(last) + 2 >= longest:
        return text[: longest - 1] + "…"
    return f"{head[: longest - len(last) - 2]}…\n{last}"


def _unknown(count: int) -> str:
    return f"{many(count, 'nearby room')} left out as unknown to the party: send everything true to see all."


def _whole(chart: Chart, most: int, full: bool = False) -> str:
    rooms = chart.rooms[:most]
    listed = chart.rooms if full else rooms
    label = labels(listed, chart.here if any(room.id == chart.here for room in listed) else "")
    known = "the game master's map, with hidden exits" if chart.whole else "as far as the party knows it"
    drawing, signs = _drawing(rooms, chart.exits, label)
    lines = [f"{_heading(rooms[0], label)}, {known}.{signs}", *drawing]
    lines += [_room_line(chart, room, label) for room in listed]
    if left := len(chart.rooms) - len(listed):
        beyond = chart.rooms[len(listed)]
        call = {"operation": "map", "toName": beyond.name, **({"everything": True} if chart.whole else {})}
        lines.append(
            f"{many(left, 'room')} farther away left out of a brief answer, such as {_short(beyond.name)} ({beyond.id}): "
            f'send "toName" or "toId" of one for a map around it, such as {_call(call)}; detail full lists all.'
        )
    if more := len(chart.names):
        lines.append(f"{many(more, 'room')} next to these left out, and everything beyond them: send a larger around.")
    return "\n".join(lines)


def _heading(room: Thing, label: Mapping[str, str]) -> str:
    of = room.room.map.name if room.room.map else ""
    return f"{f'{_short(of)}: a' if of else 'A'}round {_short(room.name)} ({label[room.id]})"


def _call(payload: Mapping[str, Any]) -> str:
    return json.dumps(payload, ensure_ascii=False)


def _room_line(chart: Chart, room: Thing, number: Mapping[str, str]) -> str:
    """One line for a room: "2 Hall (r3.1; Thorin): north, door, closed → 3 Yard; down → ?" """
    people = [_short(who.name) for who in chart.people.get(room.id, ())]
    more = [f"{len(people) - _MOST_PEOPLE} more"] if len(people) > _MOST_PEOPLE else []
    about = "; ".join(filter(None, (room.id, chart.light.get(room.id, ""), ", ".join((*people[:_MOST_PEOPLE], *more)))))
    exits = chart.exits_of(room.id)
    told = [_exit(exit_, chart, number) for exit_ in exits[:_MOST_EXITS]]
    told += [many(len(exits) - _MOST_EXITS, "more exit")] if len(exits) > _MOST_EXITS else []
    unseen = "" if room.id in chart.visited else "only seen; "
    return f"{number[room.id]} {_short(room.name)} ({about}): {unseen}{'; '.join(told) or 'no exits known'}"


def _exit(exit_: Exit, chart: Chart, number: Mapping[str, str]) -> str:
    there = number.get(exit_.to_room or "") or _short(chart.names.get(exit_.to_room or "") or _name_left_out(exit_, chart))
    return f"{', '.join([exit_.label, *door_words(exit_, chart.whole)])} → {there}"


def _name_left_out(exit_: Exit, chart: Chart) -> str:
    """The name of a room that is on the chart but not in the drawing, or a question mark."""
    if exit_.to_room is None:
        return "off the map"
    return next((room.name for room in chart.rooms if room.id == exit_.to_room), "?")


def map_json(chart: Chart, players: bool = True) -> dict[str, Any]:
    """Every room with its known exits; `visited` says whether the party has been there."""
    return {
        "here": chart.here,
        "rooms": [
            {"id": room.id, "name": room.name, "visited": room.id in chart.visited, **({"at": room.room.at} if room.room.at else {}),
             **({"light": chart.light[room.id]} if room.id in chart.light else {}),
             "people": [{"id": who.id, "name": who.name} for who in chart.people.get(room.id, ())],
             "exits": [_exit_json(exit_, chart) for exit_ in chart.exits_of(room.id)]}
            for room in chart.rooms
        ],
        **({} if players or not chart.undiscovered else {"undiscovered": chart.undiscovered}),
    }  # fmt: skip


def _exit_json(exit_: Exit, chart: Chart) -> dict[str, Any]:
    known = exit_.to_room in chart.names or any(room.id == exit_.to_room for room in chart.rooms)
    shown = {
        "id": exit_.id, "label": exit_.label, "direction": exit_.direction, "to": exit_.to_room if known else None, "kind": exit_.kind,
        "state": exit_.state, "minutes": exit_.minutes, "hidden": exit_.hidden or None, "keyName": exit_.key_name if chart.whole else None, "oneWay": exit_.back is None or None,
        "note": exit_.note or None if chart.whole else None,
    }  # fmt: skip
    return {k: v for k, v in shown.items() if v is not None}


# ── the drawing ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _drawing(rooms: Sequence[Thing], exits: Sequence[Exit], number: Mapping[str, str]) -> tuple[list[str], str]:
    """Draw the rooms on the storey of the first room, each as its label, and explain the signs between them."""
    places = layout([room.id for room in rooms], exits, {}, (1, 1), 0)
    here = {room: place for room, place in places.items() if place.level == places[rooms[0].id].level}
    wide = max(len(number[room.id]) for room in rooms) + 2
    canvas: Canvas = {}
    for exit_ in reversed(exits):  # drawn in reverse order, because the first of several exits between two rooms must be on top
        if exit_.from_room in here and exit_.to_room in here:
            _line(canvas, exit_, here[exit_.from_room], here[exit_.to_room], {*here.values()}, wide)
    signs = {sign: _SIGNS[sign] for sign in canvas.values() if sign in _SIGNS}
    for room, place in here.items():
        for n, letter in enumerate(f"[{number[room]}]".center(wide)):
            canvas[place.x * (wide + 3) + n, place.y * 2] = letter
    told = "".join(f" {sign} {meaning}," for sign, meaning in sorted(signs.items()))
    return _rows(canvas), f"{told[:-1]}." if told else ""


def _line(canvas: Canvas, exit_: Exit, a: Place, b: Place, taken: set[Place], wide: int) -> None:
    """Draw a line if the rooms are placed as the exit says, with nothing between them; other exits appear only in the list, which has every
    exit.
    """
    offset = OFFSET.get(exit_.direction)
    steps = max(abs(b.x - a.x), abs(b.y - a.y))
    if offset is None or not steps or (b.x - a.x, b.y - a.y) != (offset[0] * steps, offset[1] * steps):
        return
    between = [replace(a, x=a.x + offset[0] * n, y=a.y + offset[1] * n) for n in range(1, steps)]
    if taken.intersection(between):
        return
    cells = [*_cells(a, offset, steps, wide)]
    canvas.update(dict.fromkeys(cells, _LINE[offset]))
    if sign := _sign(exit_, offset):
        canvas[cells[len(cells) // 2]] = sign


def _cells(a: Place, offset: tuple[int, int], steps: int, wide: int) -> Iterator[tuple[int, int]]:
    """Yield the character cells between two rooms."""
    dx, dy = offset
    x, y, pitch = a.x * (wide + 3), a.y * 2, wide + 3
    if not dy:
        first = x + wide if dx > 0 else x - 3 - (steps - 1) * pitch
        yield from ((first + n, y) for n in range(3 + (steps - 1) * pitch))
    elif not dx:
        yield from ((x + wide // 2, y + dy * n) for n in range(1, 2 * steps))
    else:
        yield from ((x + (wide + 1 if dx > 0 else -2) + dx * pitch * n, y + dy * (1 + 2 * n)) for n in range(steps))


def _sign(exit_: Exit, offset: tuple[int, int]) -> str | None:
    if exit_.hidden:
        return "?"
    if is_locked(exit_):
        return "#"
    if exit_.state == "closed":
        return "+"
    return _ARROW.get(offset) if exit_.back is None else None


def _rows(canvas: Canvas) -> list[str]:
    left, top = min(x for x, _ in canvas), min(y for _, y in canvas)
    right, bottom = max(x for x, _ in canvas), max(y for _, y in canvas)
    rows = ("".join(canvas.get((x, y), " ") for x in range(left, right + 1)).rstrip() for y in range(top, bottom + 1))
    return [*rows]
