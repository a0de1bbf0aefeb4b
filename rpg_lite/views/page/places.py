"""The room on the page: what it looks like, who is there, and the ways out."""

from typing import Any, Literal

from rpg_lite.decision.targets import party_of
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views.holdings import label
from rpg_lite.views.rooms import is_unseen, person_text, things_lying, way_json, way_text
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.maps_side_by_side import arrange
from rpg_lite.world.world_model import Exit, Thing, World

Json = dict[str, Any]
Scene = Literal["outdoors", "underground", "indoors"]


def room_json(world: World, seen: World, chart: Chart, book: Rulebook) -> Json | None:
    """The room of the party, or of a player's hero; None if nobody is in a room. What players do not see because it is dark is absent."""
    room = next((room for room in chart.rooms if room.id == chart.here), None)
    if room is None:
        return None
    ways = room_lookup.ways_of(world, room.id)
    party = {m.id for m in party_of(world)}
    is_dark = not chart.whole and is_unseen(world, room, book)
    shown = ways if chart.whole else room_lookup.visible_exits(ways)
    return {
        "name": room.name,
        "vibe": room.room.vibe or "",
        "description": "" if is_dark else room.state.description or "",
        "scene": _scene_of(room, chart),
        **({"light": chart.light[room.id]} if room.id in chart.light else {}),
        "others": [person_text(who, world, book) for who in chart.people.get(room.id, ()) if who.id not in party],
        "things": [] if is_dark else [label(seen, thing, book) for thing in things_lying(seen, room.id)],
        "ways": [way_out(world, way, chart.whole) for way in shown],
    }


def way_out(world: World, way: Exit, whole: bool) -> Json:
    """A way out: its label, its state, its kind, and the room beyond as far as the readers know it; `says`: all of this in a sentence."""
    told = way_json(world, way, players=not whole)
    to = told["to"]["name"] if "to" in told else "" if way.to_room else "the outside"
    shown = {"way": way.label, "is": way.state, "kind": way.kind.replace("_", " "), "to": to}
    return {**shown, **({"hidden": True} if whole and way.hidden else {}), "says": way_text(world, way, players=not whole)}


def _scene_of(room: Thing, chart: Chart) -> Scene:
    """The kind of scenery that the page draws behind the room: under the open sky, below the ground or in the dark, or in a house. It is
    read from what the map says; words about a room decide nothing.
    """
    if room.room.is_outside:
        return "outdoors"
    return "underground" if not room.room.is_bright or _is_below_ground(room, chart) else "indoors"


def _is_below_ground(room: Thing, chart: Chart) -> bool:
    """Whether the room lies below all places under the open sky that the readers know."""
    if (room.room.at or {}).get("z", 0) < 0:
        return True
    outside = [one.id for one in chart.rooms if one.room.is_outside]
    places = arrange(chart.rooms, chart.exits) if outside else {}
    return room.id in places and all(places[room.id].level < places[id].level for id in outside if id in places)
