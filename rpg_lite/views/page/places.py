"""The room on the page: what it looks like, who is there, and the ways out."""

import re
from collections.abc import Mapping
from typing import Any, Final, Literal

from rpg_lite.operations.mechanics import room_context
from rpg_lite.operations.targets import party_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.views.holdings import label
from rpg_lite.views.rooms import is_unseen, person_text, things_lying, way_json, way_text
from rpg_lite.world.map_to_draw import Chart
from rpg_lite.world.world_model import Exit, Thing, World

Json = dict[str, Any]
Scene = Literal["outdoors", "town", "underground", "water", "indoors"]

_WORDS: Final[Mapping[Scene, re.Pattern[str]]] = {
    "water": re.compile(r"\b(?:cistern|lake|river|pool|flooded|sea|harbou?r|ship|boat|swamp|marsh|shore|water|canal|sewer)s?\b", re.I),
    "town": re.compile(r"\b(?:street|square|market|gate|lane|alley|yard|bridge|town|village|city|quay|plaza)s?\b", re.I),
    "underground": re.compile(
        r"\b(?:cave|cavern|tunnel|cellar|crypt|mine|dungeon|vault|tomb|catacomb|shaft|underground|cell|pit|grotto|barrow|lair)s?\b", re.I
    ),
}


def room_json(world: World, seen: World, chart: Chart, book: Rulebook) -> Json | None:
    """The room of the party, or of a player's hero; None if nobody is in a room. What players do not see because it is dark is absent."""
    room = next((room for room in chart.rooms if room.id == chart.here), None)
    if room is None:
        return None
    ways = room_context.ways_of(world, room.id)
    party = {m.id for m in party_of(world)}
    is_dark = not chart.whole and is_unseen(world, room, book)
    shown = ways if chart.whole else room_context.visible_exits(ways)
    return {
        "name": room.name,
        "vibe": room.room.vibe or "",
        "description": "" if is_dark else room.state.description or "",
        "scene": scene_of(room, "" if is_dark else room.state.description or ""),
        **({"light": chart.light[room.id]} if room.id in chart.light else {}),
        "others": [person_text(who, world, book) for who in chart.people.get(room.id, ()) if who.id not in party],
        "things": [] if is_dark else [label(seen, thing, book) for thing in things_lying(seen, room.id)],
        "ways": [_way(world, way, chart.whole) for way in shown],
    }


def _way(world: World, way: Exit, whole: bool) -> Json:
    """A way out: its label, its state, its kind, and the room beyond as far as the readers know it; `says`: all of this in a sentence."""
    told = way_json(world, way, players=not whole)
    to = told["to"]["name"] if "to" in told else "" if way.to_room else "the outside"
    shown = {"way": way.label, "is": way.state, "kind": way.kind.replace("_", " "), "to": to}
    return {**shown, **({"hidden": True} if whole and way.hidden else {}), "says": way_text(world, way, players=not whole)}


def scene_of(room: Thing, description: str) -> Scene:
    """The kind of scenery that the page draws behind the room, from its name, its mood and what the readers see of it."""
    named, told = f"{room.name} {room.room.vibe or ''}", f"{room.name} {room.room.vibe or ''} {description}"
    if room.room.is_outside:
        return "town" if _WORDS["town"].search(named) else "water" if _WORDS["water"].search(named) else "outdoors"
    if _WORDS["water"].search(told):
        return "water"
    is_below = (room.room.at or {}).get("z", 0) < 0 or not room.room.is_bright
    return "underground" if is_below or _WORDS["underground"].search(told) else "town" if _WORDS["town"].search(named) else "indoors"
