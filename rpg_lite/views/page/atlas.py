"""The places that the readers know as a drawing in data: rooms, corridors and doors in squares of 5 ft, storey by storey."""

import json
from hashlib import sha256
from typing import Any, Final

from rpg_lite.views.maps.storey import Storey
from rpg_lite.views.maps.svg import storey_name, storeys
from rpg_lite.world import thing_stats
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Thing

Json = dict[str, Any]

_TAG: Final = 16
"""The number of letters of a tag."""


def atlas_json(chart: Chart) -> list[Json]:
    """The storeys, the highest first. A room is `here`, `been`, `seen` or, for the game master, `hidden` from the party."""
    return [
        {
            "name": storey_name(level),
            "rooms": [_room(chart, sheet, id) for id in sheet.places],
            "ways": [_rounded(way) for way in sheet.ways(faint=False)],
            **({"faint": faint} if (faint := [_rounded(way) for way in sheet.ways(faint=True)]) else {}),
            "doors": [{"says": says, "is": kind, "at": _rounded(at)} for says, kind, at in sheet.doors()],
        }
        for level, sheet in storeys(chart)
    ]


def tag_of(storeys: list[Json]) -> str:
    """The tag of a drawing: the same drawing has the same tag, for every reader."""
    return sha256(json.dumps(storeys, sort_keys=True).encode()).hexdigest()[:_TAG]


def _room(chart: Chart, sheet: Storey, id: str) -> Json:
    room, place = sheet.rooms[id], sheet.places[id]
    people = [who.name for who in chart.people.get(id, ()) if not thing_stats.is_dead(who)]
    return {
        "id": id,
        "name": room.name,
        "at": [place.x, place.y, place.w, place.h],
        "is": _is(chart, room),
        **({"light": chart.light[id]} if id in chart.light else {}),
        **({"people": people} if people else {}),
        **({"notes": True} if chart.whole and room.room.notes else {}),
    }


def _is(chart: Chart, room: Thing) -> str:
    if room.id == chart.here:
        return "here"
    if chart.whole:
        return {"visited": "been", None: "hidden"}.get(room.room.seen, "seen")
    return "been" if room.id in chart.visited else "seen"


def _rounded(numbers: tuple[float, float, float, float]) -> list[float]:
    return [round(n, 2) for n in numbers]
