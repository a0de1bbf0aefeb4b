"""Renderers of the reading operations of manage_room."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Accepted
from rpg_lite.operations.rooms.look import Look
from rpg_lite.operations.rooms.map import Map, MapResult
from rpg_lite.operations.rooms.route import Route, RouteResult
from rpg_lite.views import rooms
from rpg_lite.views.maps import ground_text, known_ground
from rpg_lite.views.maps.text import map_json, map_text, route_json, route_text
from rpg_lite.views.renderer_input import Rendered, Renderer, Showing
from rpg_lite.world.history_records import Past


def _look(command: Look, outcome: Accepted, showing: Showing) -> Rendered:
    world, room, players = outcome.world, outcome.world.things[outcome.subject or ""], command.for_players
    data = rooms.as_data(world, room, showing.book, players=players) if showing.full else {"id": room.id, "name": room.name}
    return rooms.text(world, room, showing.book, players=players), {"ok": True, "room": data}


def _route(command: Route, outcome: Accepted, showing: Showing) -> Rendered:
    told = outcome.expect(RouteResult)
    text = route_text(told.trip, told.here, told.names, told.whole)
    return text, {"ok": True, **route_json(told.trip, told.names, showing.full)}


def _map(command: Map, outcome: Accepted, showing: Showing) -> Rendered:
    if command.ground:
        past = (showing.past or Past()) if showing.players else None
        known = known_ground.of_room(outcome.world, outcome.world.things[outcome.subject or ""], showing.book, past)
        return ground_text.draw(known), {"ok": True, **(ground_text.data(known) if showing.full else {})}
    chart = outcome.expect(MapResult).chart
    shown = map_json(chart, showing.players) if showing.full else {}
    return map_text(chart, showing.full, showing.players), {"ok": True, **shown}


RENDERERS: Final[Mapping[type[Command], Renderer]] = MappingProxyType(
    {
        Look: _look,
        Route: _route,
        Map: _map,
    }
)
