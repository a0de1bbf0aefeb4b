"""Read and write maps that people draw with Tiled, as JSON (.tmj) with a convention of ours: docs/dungeons.md.

Five object layers hold a plan: `rooms` (rectangles), `exits`, `things`, `creatures` (points or shapes) and `ground` (tiled_ground). The name of
an object is the name of its room, its label, its item or its creature; custom properties give the rest, under the keys of a plan. A thing lies
in the room that surrounds its object; a point also gives its square.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field

from rpg_lite.content import tiled_ground
from rpg_lite.content.entry_editions import Faulty, valid
from rpg_lite.content.tiled_ground import GroundReader
from rpg_lite.rules import names
from rpg_lite.rules.space.squares import MOST_SQUARES, square_name
from rpg_lite.vocabulary import Direction
from rpg_lite.world.map_grounds import read_size, spots_of
from rpg_lite.world.map_plan_validation import faults, no_room
from rpg_lite.world.map_plans import OUTSIDE, Area, Plan, direction_in

LAYERS: Final = ("rooms", "exits", "things", "creatures", tiled_ground.LAYER)
_NAMED: Final = LAYERS[:-1]
"""The layers whose names are compared with those of others: a picture may well have a layer called background."""
MOST_OBJECTS: Final = 5_000
STRUCTURED: Final = ("notes", "tags", "trap", "opens", "shop", "own", "price", "quests")
"""The properties that may hold JSON, because not every version of Tiled can edit lists and objects."""
PLACED: Final = "placed"
"""The property by which a room says that its rectangle is not a place on the map."""
Number = Annotated[float, Field(ge=-10_000_000, le=10_000_000, allow_inf_nan=False)]
Json = dict[str, Any]


class Property(BaseModel):
    name: Annotated[str, Field(max_length=100)]
    value: Any = None


class Point(BaseModel):
    x: Number
    y: Number


class TiledObject(BaseModel):
    """`type`: the class of the object. A polyline of an exit goes from one room to the other, one of the ground along edges of squares."""

    name: str = ""
    type: str = ""
    x: Number = 0
    y: Number = 0
    width: Number = 0
    height: Number = 0
    polyline: Annotated[tuple[Point, ...], Field(max_length=1000)] = ()
    polygon: Annotated[tuple[Point, ...], Field(max_length=1000)] = ()
    ellipse: bool = False
    properties: Annotated[tuple[Property, ...], Field(max_length=100)] = ()

    @property
    def is_point(self) -> bool:
        return not (self.width or self.height or self.polyline or self.polygon)


class TiledLayer(BaseModel):
    name: str = ""
    type: str = ""
    objects: Annotated[tuple[TiledObject, ...], Field(max_length=MOST_OBJECTS)] = ()


class TiledMap(BaseModel):
    """A map; one tile is a square of 5 feet."""

    tilewidth: Annotated[int, Field(ge=1, le=10_000)]
    tileheight: Annotated[int, Field(ge=1, le=10_000)]
    layers: Annotated[tuple[TiledLayer, ...], Field(max_length=1000)]
    properties: Annotated[tuple[Property, ...], Field(max_length=100)] = ()


def plan_of(tiled: TiledMap) -> Plan:
    """Make the plan. Raises Faulty with the layer and the object of each fault."""
    layers = {layer.name: (n, layer) for n, layer in enumerate(tiled.layers) if layer.type == "objectgroup"}
    if "rooms" not in layers:
        known = ", ".join(repr(layer.name) for layer in tiled.layers) or "none"
        raise Faulty(("layers", f"need an object layer called rooms (docs/dungeons.md); there are: {known}"))
    for n, layer in enumerate(tiled.layers):
        meant = names.nearest(layer.name, _NAMED, 1)
        if layer.type == "objectgroup" and layer.objects and layer.name not in LAYERS and meant and meant[0] not in layers:
            raise Faulty((f"layers[{n}]", f"is called {layer.name!r} and would be scenery; did you mean {meant[0]!r}?"))
    reader = _TiledReader(tiled)
    for name in LAYERS:
        if name in layers:
            number, layer = layers[name]
            for k, entry in enumerate(layer.objects):
                reader.read(name, f"layers[{number}].objects[{k}]", entry)
    return reader.plan()


class _TiledReader:
    """The plan of a map while it is read, with the object for each of its places."""

    def __init__(self, tiled: TiledMap) -> None:
        self._tiled = tiled
        self._rooms: list[Json] = []
        self._areas: list[tuple[Json, Area]] = []
        self._places: dict[str, str] = {}
        self._ground = GroundReader()
        self._taken: set[tuple[str, str]] = set()
        """(folded name of a room, square) for each point of a creature."""

    def read(self, layer: str, place: str, entry: TiledObject) -> None:
        values = dict(_properties(entry.properties, place))
        if layer == "rooms":
            self._room(place, entry, values)
        elif layer == "exits":
            self._exit(place, entry, values)
        elif layer == tiled_ground.LAYER:
            self._feature(place, entry, values)
        else:
            kind = "item" if layer == "things" else "creature"
            room = self._room_of(place, entry, values)
            if entry.is_point and "at" not in values and "inside" not in values and (at := self._square(room, entry)):
                values |= self._free(room, at) if kind == "creature" else {"at": at}
            self._add(room, layer, place, {kind: entry.name, **values})

    def plan(self) -> Plan:
        head = dict(_properties(self._tiled.properties, "properties"))
        try:
            found: Plan = valid(Plan, {"name": "Map", **head, "rooms": self._rooms})
        except Faulty as faulty:
            raise Faulty(*(self._at_object(path, why) for path, why in faulty.places)) from None
        if wrong := faults(found):
            raise Faulty(*(self._at_object(path, why) for path, why in wrong))
        return found

    def _at_object(self, path: str, why: str) -> tuple[str, str]:
        """The fault at the object of the nearest enclosing place."""
        place = path
        while place and place not in self._places:
            place = place[: max(place.rfind("."), place.rfind("["), 0)]
        rest = path.removeprefix(place).lstrip(".")
        return ".".join(filter(None, (self._places.get(place, ""), rest))), why

    def _room(self, place: str, entry: TiledObject, values: Json) -> None:
        if any(names.fold(str(room["name"])) == names.fold(entry.name) for room in self._rooms):
            raise Faulty((f"{place}.name", f"takes a unique name; {entry.name!r} is taken"))
        wide, high = self._tiled.tilewidth, self._tiled.tileheight
        if entry.width < wide / 2 or entry.height < high / 2:
            raise Faulty((place, f"{entry.name!r} is smaller than a tile; a room is a rectangle of the layer rooms"))
        x, y, w, h = (round(n) for n in (entry.x / wide, entry.y / high, entry.width / wide, entry.height / high))
        area = Area(x=x, y=y, w=max(1, w), h=max(1, h))
        ground = {"ground": {"size": values.pop(tiled_ground.SIZE)}} if tiled_ground.SIZE in values else {}
        room = {"name": entry.name, **({"at": area.model_dump()} if values.pop(PLACED, True) else {}), **ground, **values}
        self._places[f"rooms[{len(self._rooms)}]"] = place
        self._rooms.append(room)
        self._areas.append((room, area))

    def _exit(self, place: str, entry: TiledObject, values: Json) -> None:
        ends = [self._around(entry.x + p.x, entry.y + p.y) for p in entry.polyline]
        here = self._named(place, values.pop("from")) if "from" in values else ends[0] if ends else self._around(entry.x, entry.y)
        if here is None:
            raise Faulty((place, "begins in no room: give it the property from, or begin its line inside a room"))
        to = values.pop("to", None)
        there = None if to == OUTSIDE else self._named(place, to) if to is not None else ends[-1] if ends else None
        if to is None and there is None:
            raise Faulty((place, "leads nowhere: give it the property to (a room, or outside), or end its line inside a room"))
        if there is not None:
            values["to"] = there["name"]
        label = entry.name or values.get("direction") or self._facing(here, there) or ""
        if "direction" not in values and direction_in(label) is None and (facing := self._facing(here, there)):
            values["direction"] = facing
        self._add(here, "ways", place, {"label": label, **values})

    def _feature(self, place: str, entry: TiledObject, values: Json) -> None:
        room = self._room_of(place, entry, values)
        number, area = self._rooms.index(room), self._area_of(room)
        if entry.polygon or entry.ellipse:
            raise Faulty((place, "is neither a rectangle nor a point nor a line, so it has no squares or edges"))
        if "is" not in values and not entry.type:
            raise Faulty((place, f"needs the property is: the word of a feature, such as pillar, in the layer {tiled_ground.LAYER}"))
        corner = self._in_squares(area, entry.x, entry.y)
        lines = tuple(self._in_squares(area, entry.x + p.x, entry.y + p.y) for p in entry.polyline)
        size = entry.width / self._tiled.tilewidth, entry.height / self._tiled.tileheight
        words = {"is": entry.type, **({"called": entry.name} if entry.name else {}), **values}
        at = tiled_ground.squares_of(place, corner, size, lines)
        self._ground.read(place, words, at, lambda feature: self._put_feature(room, number, place, feature), number)

    def _put_feature(self, room: Json, number: int, place: str, feature: Json) -> None:
        features = room.setdefault("ground", {}).setdefault("features", [])
        self._places[f"rooms[{number}].ground.features[{len(features)}]"] = place
        features.append(feature)

    def _area_of(self, room: Json) -> Area:
        return next(area for each, area in self._areas if each is room)

    def _in_squares(self, area: Area, x: float, y: float) -> tuple[float, float]:
        """A point of the map in squares from the north-west corner of a room."""
        return x / self._tiled.tilewidth - area.x, y / self._tiled.tileheight - area.y

    def _square(self, room: Json, entry: TiledObject) -> str | None:
        """The square of a point on the ground of its room; None if it was drawn elsewhere."""
        area = self._area_of(room)
        x, y = (int(n // 1) for n in self._in_squares(area, entry.x, entry.y))
        size = read_size(str(room.get("ground", {}).get("size", f"{area.w}x{area.h}")))
        most = (min(n, MOST_SQUARES) for n in size)
        return square_name((x, y)) if all(0 <= n < end for n, end in zip((x, y), most, strict=True)) else None

    def _free(self, room: Json, at: str) -> Json:
        """The square of a creature; nothing where another one was drawn, so that it stands wherever there is room."""
        key = names.fold(str(room["name"])), at
        if key in self._taken:
            return {}
        self._taken.add(key)
        return {"at": at}

    def _add(self, room: Json, kind: str, place: str, value: Json) -> None:
        number = next(n for n, each in enumerate(self._rooms) if each is room)
        entries = room.setdefault(kind, [])
        self._places[f"rooms[{number}].{kind}[{len(entries)}]"] = place
        entries.append(value)

    def _room_of(self, place: str, entry: TiledObject, values: Json) -> Json:
        if "room" in values:
            return self._named(place, values.pop("room"))
        found = self._around(entry.x + entry.width / 2, entry.y + entry.height / 2)
        if found is None:
            raise Faulty((place, f"{entry.name!r} lies in no room; move it into one, or give it the property room"))
        return found

    def _named(self, place: str, name: Any) -> Json:
        if found := next((room for room in self._rooms if names.fold(str(room["name"])) == names.fold(str(name))), None):
            return found
        raise Faulty((place, no_room(str(name), [str(room["name"]) for room in self._rooms])))

    def _around(self, x: float, y: float) -> Json | None:
        at = x / self._tiled.tilewidth, y / self._tiled.tileheight
        return next((room for room, area in self._areas if area.holds(*at)), None)

    def _facing(self, here: Json, there: Json | None) -> Direction | None:
        """The direction from one room to the other, as they lie on the map."""
        areas = {id(room): area for room, area in self._areas}
        if there is None or here is there:
            return None
        a, b = areas[id(here)], areas[id(there)]
        x, y = (b.x + b.w / 2) - (a.x + a.w / 2), (b.y + b.h / 2) - (a.y + a.h / 2)
        if abs(x) >= abs(y):
            return "east" if x > 0 else "west"
        return "south" if y > 0 else "north"


def _properties(found: Sequence[Property], place: str) -> Iterator[tuple[str, Any]]:
    """The custom properties under the keys of a plan; those that may be JSON are read as such."""
    for n, each in enumerate(found):
        value = each.value
        if each.name in STRUCTURED and isinstance(value, str) and value[:1] in ("[", "{"):
            try:
                value = json.loads(value)
            except (ValueError, RecursionError):
                raise Faulty((f"{place}.properties[{n}]", f"{each.name} begins like JSON but is not JSON")) from None
        elif each.name in ("notes", "tags") and isinstance(value, str):
            value = [line.strip() for line in value.splitlines() if line.strip()]
        yield each.name, value


# ── writing ─────────────────────────────────────────────────────────────────────────────────────────────────────────

TILE: Final = 32
"""The pixels of a tile in the maps that are written."""


def write(plan: Plan) -> str:
    """The plan as a Tiled map, which `plan_of` reads back as the same plan. Rooms without a place are drawn in a row below the others."""
    areas = _areas_of(plan)
    left, top = min((a.x for a in areas), default=0), min((a.y for a in areas), default=0)
    layers: dict[str, list[Json]] = {name: [] for name in LAYERS}
    groups_made = 0
    for room, area in zip(plan.rooms, areas, strict=True):
        sized = {tiled_ground.SIZE: room.ground.size} if room.ground and room.ground.size else {}
        rest = _rest(room, {"name", "at", "ways", "things", "creatures", "ground"}, placed=room.at is not None)
        layers["rooms"].append(_object(room.name, area, {**rest, **sized}))
        centre = Area(x=area.x + area.w // 2, y=area.y + area.h // 2, w=1, h=1)
        for feature in room.ground.features if room.ground else ():
            groups_made += 1
            for geometry, said in tiled_ground.drawn(feature, area, groups_made, TILE):
                layers[tiled_ground.LAYER].append({**_object(feature.called or "", centre, {"room": room.name, **said}), **geometry})
        for way in room.ways:
            layers["exits"].append(_object(way.label, centre, {"from": room.name, "to": way.to or OUTSIDE, **_rest(way, {"label", "to"})}))
        for kind, name, entries in (("things", "item", room.things), ("creatures", "creature", room.creatures)):
            for entry in entries:
                layers[kind].append(
                    _placed_object(getattr(entry, name), centre, area, entry.at, {"room": room.name, **_rest(entry, {name})})
                )
    wide = max((a.x + a.w for a in areas), default=1) - left
    high = max((a.y + a.h for a in areas), default=1) - top
    groups = [_group(n, name, objects) for n, (name, objects) in enumerate(_used(layers).items(), 1)]
    whole = {
        "type": "map", "version": "1.10", "orientation": "orthogonal", "renderorder": "right-down", "infinite": False, "compressionlevel": -1,
        "width": wide, "height": high, "tilewidth": TILE, "tileheight": TILE, "tilesets": [], "layers": groups,
        "nextlayerid": len(groups) + 1, "nextobjectid": sum(map(len, layers.values())) + 1,
        "properties": _as_properties({"name": plan.name, **_rest(plan, {"name", "rooms"})}),
    }  # fmt: skip
    _number(groups)
    return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"


def _used(layers: dict[str, list[Json]]) -> dict[str, list[Json]]:
    """The layers of every map, and that of the ground where there is one."""
    return {name: objects for name, objects in layers.items() if objects or name != tiled_ground.LAYER}


def _placed_object(name: str, centre: Area, area: Area, at: str | None, values: Json) -> Json:
    """A point on its square; what has no square, several or a level is a shape in the middle of the room."""
    spots = spots_of(at)
    if len(spots) != 1 or spots[0].z:
        return _object(name, centre, values)
    x, y = ((area.x + spots[0].x) * TILE + TILE // 2, (area.y + spots[0].y) * TILE + TILE // 2)
    made = _object(name, centre, {key: value for key, value in values.items() if key != "at"})
    return {**made, "x": x, "y": y, "width": 0, "height": 0, "point": True}


def _areas_of(plan: Plan) -> list[Area]:
    below = max((room.at.y + room.at.h for room in plan.rooms if room.at), default=0) + 2
    x, found = 0, []
    for room in plan.rooms:
        if room.at:
            found.append(room.at)
        else:
            w, h = room.columns_and_rows if room.ground and room.ground.size else (4, 4)
            found.append(Area(x=x, y=below, w=w, h=h))
            x += w + 2
    return found


def _rest(entry: BaseModel, but: set[str], **more: Any) -> Json:
    """The values that differ from the defaults, under the keys of a plan."""
    found = entry.model_dump(mode="json", by_alias=True, exclude_defaults=True, exclude=but)
    return {**found, **({PLACED: False} if more.get("placed") is False else {})}


def _object(name: str, area: Area, values: Json) -> Json:
    x, y, w, h = (n * TILE for n in (area.x, area.y, area.w, area.h))
    return {
        "name": name, "type": "", "x": x, "y": y, "width": w, "height": h, "rotation": 0, "visible": True,
        "properties": _as_properties(values),
    }  # fmt: skip


def _as_properties(values: Mapping[str, Any]) -> list[Json]:
    """Custom properties in the order of their names, as Tiled keeps them."""
    return [{"name": name, "type": _type(value), "value": _flat(value)} for name, value in sorted(values.items())]


def _type(value: Any) -> str:
    return "bool" if isinstance(value, bool) else "int" if isinstance(value, int) else "float" if isinstance(value, float) else "string"


def _flat(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


def _group(number: int, name: str, objects: list[Json]) -> Json:
    return {
        "type": "objectgroup", "id": number, "name": name, "draworder": "index", "opacity": 1, "visible": True, "x": 0, "y": 0,
        "objects": objects,
    }  # fmt: skip


def _number(groups: list[Json]) -> None:
    """Give each object its id."""
    every = (entry for group in groups for entry in group["objects"])
    for number, entry in enumerate(every, 1):
        entry["id"] = number
