"""Make a plan of a dungeon that donjon's generator exported: rooms, corridors, doors with their DCs, traps, monsters, treasure.

Anything else in a sentence goes into a note of its place, unchanged; nothing is invented. A corridor with two doors and nothing in it
becomes an exit between its rooms; every other corridor becomes a room.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rpg_lite.content import donjon_text_parsing
from rpg_lite.content.donjon_file import SIDES, DonjonDoor, DonjonDungeon, DonjonRoom, WayOut
from rpg_lite.content.entry_editions import Faulty
from rpg_lite.content.generated_grounds import ground_without, square_inside
from rpg_lite.rules import names
from rpg_lite.vocabulary import OPPOSITE, Direction, RoomLight
from rpg_lite.world.map_grounds import PlannedGround
from rpg_lite.world.map_plans import MOST_IN_ROOM, MOST_ROOMS, Area, Dweller, Loot, Plan, PlannedExit, Room

Place = tuple[int, int]
"""(row, column)"""
STEPS: Final[Mapping[str, Place]] = {"north": (-1, 0), "south": (1, 0), "west": (0, -1), "east": (0, 1)}


def corridors(cells: Sequence[Sequence[int]], corridor: int, room: int) -> dict[Place, int]:
    """Each cell of a corridor → the number of its corridor, counted from 1 in reading order; a cell of a room is in none."""
    free = {(r, c) for r, row in enumerate(cells) for c, cell in enumerate(row) if cell & corridor and not cell & room}
    found: dict[Place, int] = {}
    count = 0
    for place in sorted(free):
        if place in found:
            continue
        count += 1
        found[place] = count
        waiting = deque([place])
        while waiting:
            for near in _beside(waiting.popleft()):
                if near in free and near not in found:
                    found[near] = count
                    waiting.append(near)
    return found


def steps_between(a: Place, b: Place, of: Mapping[Place, int]) -> int:
    """The number of steps from one cell to another of the same corridor."""
    far, waiting = {a: 0}, deque([a])
    while waiting:
        place = waiting.popleft()
        if place == b:
            return far[place]
        for near in _beside(place):
            if of.get(near) == of[a] and near not in far:
                far[near] = far[place] + 1
                waiting.append(near)
    raise ValueError(f"{b} is not in the corridor of {a}")


def _beside(place: Place) -> list[Place]:
    return [(place[0] + r, place[1] + c) for r, c in STEPS.values()]


FEET: Final = 10
"""The width of a cell."""
FEET_A_MINUTE: Final = 300
_SEPARATOR: Final = "--"
"""The line between a monster, or a hiding place, and its treasure."""
_LIGHTS: Final[Mapping[str, RoomLight]] = {"bright": "bright", "shadowy": "dim", "dim": "dim", "dark": "dark"}
_TYPES: Final[Mapping[str, Mapping[str, Any]]] = {
    "arch": {},
    "door": {"kind": "door", "state": "closed"},
    "locked": {"kind": "door", "state": "locked"},
    "trapped": {"kind": "door", "state": "closed"},
    "secret": {"kind": "secret_door", "state": "closed", "hidden": True},
    "portcullis": {"kind": "portcullis", "state": "closed"},
}


@dataclass(frozen=True, slots=True)
class _Gate:
    """A door of a room: its cell, its side, and the number of the corridor or the id of the room behind it."""

    room: int
    side: Direction
    door: DonjonDoor
    corridor: int | None
    beyond: Place


@dataclass(slots=True)
class _Drafted:
    """A room that is being made. `key`: ("room", id) or ("corridor", number)."""

    name: str
    description: str = ""
    at: Area | None = None
    ground: PlannedGround | None = None
    light: RoomLight | None = None
    trap: dict[str, Any] | None = None
    notes: list[str] = field(default_factory=list)
    ways: list[dict[str, Any]] = field(default_factory=list)
    things: list[Loot] = field(default_factory=list)
    creatures: list[Dweller] = field(default_factory=list)
    labels: set[str] = field(default_factory=set)


Key = tuple[str, int]


def plan_of(dungeon: DonjonDungeon) -> Plan:
    """Make the plan. Raises Faulty for rooms with the same number, too many rooms, and overfull rooms."""
    rooms = {room.id: room for room in dungeon.rooms if room is not None}
    if len(rooms) != sum(room is not None for room in dungeon.rooms):
        raise Faulty(("rooms", "takes each id once"))
    if not rooms:
        raise Faulty(("rooms", "holds only null; a map has at least one room"))
    cells = corridors(dungeon.cells, dungeon.cell_bit.corridor, dungeon.cell_bit.room)
    gates = list(_gates(rooms, cells))
    drafted = _Builder(dungeon, rooms, cells, gates).build()
    if len(drafted) > MOST_ROOMS:
        raise Faulty(("rooms", f"make {len(drafted)} rooms with their corridors; a map has at most {MOST_ROOMS}"))
    for n, room in enumerate(drafted.values()):
        if max(len(room.notes), len(room.ways), len(room.things), len(room.creatures)) > MOST_IN_ROOM:
            raise Faulty((f"rooms[{n + 1}]", f"{room.name} has more than {MOST_IN_ROOM} doors, notes, things or creatures"))
    entrance = next((room.name for room in drafted.values() if any("to" not in way for way in room.ways)), None)
    title = names.tidy(_plain(dungeon.settings.name).replace(";", ","))[: names.LONGEST_NAME] or "Dungeon"
    return Plan(name=title, story=_story(dungeon), rooms=tuple(map(_room, drafted.values())), entrance=entrance)


class _Builder:
    """The rooms of one dungeon, and the corridors that become rooms."""

    def __init__(self, dungeon: DonjonDungeon, rooms: Mapping[int, DonjonRoom], cells: Mapping[Place, int], gates: Sequence[_Gate]) -> None:
        self._dungeon, self._rooms, self._cells, self._gates = dungeon, rooms, cells, gates
        self._light = _LIGHTS.get((dungeon.details.illumination or "").split("(")[0].strip().casefold())
        self._drafted: dict[Key, _Drafted] = {}

    def build(self) -> dict[Key, _Drafted]:
        for room in self._rooms.values():
            self._drafted["room", room.id] = self._of_room(room)
        at_corridor: dict[int, list[_Gate]] = {}
        for gate in self._gates:
            if gate.corridor is not None:
                at_corridor.setdefault(gate.corridor, []).append(gate)
        full = {n for place in self._marked() if (n := self._near_corridor(place)) is not None}
        for number, gates in sorted(at_corridor.items()):
            if number not in full and len(gates) == 2 and gates[0].room != gates[1].room:
                self._join(gates[0], gates[1])
            else:
                self._drafted["corridor", number] = _Drafted(f"Corridor {number}", "A corridor.", light=self._light)
                for gate in gates:
                    self._open(gate, ("corridor", number))
        self._open_between_rooms()
        self._tell_corridors()
        self._lead_out()
        self._tell_wanderers()
        return self._drafted

    # ── a room ──────────────────────────────────────────────────────────────────────────────────────────────────

    def _of_room(self, room: DonjonRoom) -> _Drafted:
        detail = room.contents.detail
        wide, high = room.east - room.west + 1, room.south - room.north + 1
        if wide < 1 or high < 1:
            raise Faulty((f"rooms[{room.id}]", "ends before it begins: south and east are the last row and column"))
        feet = f"{room.width or wide * FEET} by {room.height or high * FEET} ft"
        shape = "" if room.shape in ("", "square", "rectangle") else f" {_plain(room.shape)}"
        drafted = _Drafted(
            f"Room {room.id}",
            f"A{shape} room, {feet}. {_plain(detail.room_features)}".strip(),
            Area(x=2 * room.west, y=2 * room.north, w=2 * wide, h=2 * high),
            light=self._light,
        )
        drafted.ground = self._rock(room, drafted.at) if drafted.at else None
        self._settle(drafted, detail.monster)
        self._hide(drafted, detail.hidden_treasure)
        self._set_traps(drafted, detail.trap)
        if room.contents.inhabited:
            drafted.notes.append(f"Inhabited: {_plain(room.contents.inhabited)}.")
        return drafted

    def _rock(self, room: DonjonRoom, area: Area) -> PlannedGround | None:
        """The walls of a room that does not fill its rectangle: the cells that are not its own; none where the file marks no cells of it."""
        rows, bit = self._dungeon.cells, self._dungeon.cell_bit.room
        cells = [(r, c) for r in range(room.north, room.south + 1) for c in range(room.west, room.east + 1)]
        own = {(r, c) for r, c in cells if r < len(rows) and c < len(rows[r]) and rows[r][c] & bit}
        rock = [place for place in cells if own and place not in own]
        return ground_without(area, [(2 * c + x, 2 * r + y) for r, c in rock for x in (0, 1) for y in (0, 1)])

    def _settle(self, drafted: _Drafted, lines: Sequence[str]) -> None:
        """Place the creatures; the text after the separator is their treasure."""
        told, hoard = _halves(lines)
        for line in told:
            drafted.creatures += donjon_text_parsing.creatures(line)
            drafted.notes += [f"Monsters: {_plain(line)}", *donjon_text_parsing.too_many(line)]
        for line in hoard:
            drafted.things += donjon_text_parsing.treasure(line)
            drafted.notes.append(_plain(line))

    def _hide(self, drafted: _Drafted, lines: Sequence[str]) -> None:
        """Put hidden treasure into its hidden chest; without a chest, hide the treasure itself."""
        told, hoard = _halves(lines)
        where = " ".join(told)
        chest = donjon_text_parsing.chest(where, f"{drafted.name} Chest")
        drafted.things += [chest] if chest else []
        place = {"inside": chest.name} if chest else {"hidden": True, "find": donjon_text_parsing.dcs(where).get("find")}
        for line in told:
            drafted.notes.append(f"Hidden: {_plain(line)}")
        for line in hoard:
            drafted.things += donjon_text_parsing.treasure(line, **place)
            drafted.notes.append(f"Hidden: {_plain(line)}")

    def _set_traps(self, drafted: _Drafted, lines: Sequence[str]) -> None:
        """Set the first trap that has a name, because a room has only one; every sentence also stays a note."""
        for line in filter(str.strip, lines):
            drafted.notes.append(f"Trap: {_plain(line)}")
            drafted.trap = drafted.trap or donjon_text_parsing.trap(line)

    # ── the ways ────────────────────────────────────────────────────────────────────────────────────────────────

    def _open(self, gate: _Gate, to: Key) -> None:
        here, there = self._drafted["room", gate.room], self._drafted[to]
        self._put(here, there, gate.side, OPPOSITE[gate.side], [gate.door], 0, gate.door)

    def _join(self, one: _Gate, other: _Gate) -> None:
        """Make one exit of the corridor between two rooms, with the door that bars it; its note mentions the other door."""
        feet = FEET * (steps_between(one.beyond, other.beyond, self._cells) + 1)
        barred, plain = sorted((one, other), key=lambda gate: gate.door.type == "arch")
        here, there = self._drafted["room", barred.room], self._drafted["room", plain.room]
        doors = [barred.door, *([plain.door] if plain.door.type != "arch" else [])]
        self._put(here, there, barred.side, plain.side, doors, feet, plain.door)

    def _open_between_rooms(self) -> None:
        """Make exits of the doors that lead from one room straight into the next; both rooms list such a door."""
        seen: set[Place] = set()
        for gate in self._gates:
            place = gate.door.row, gate.door.col
            to = gate.door.out_id
            if gate.corridor is not None or place in seen:
                continue
            seen.add(place)
            here = self._drafted["room", gate.room]
            if to is None or ("room", to) not in self._drafted:
                here.notes.append(f"The file has a door to the {gate.side} that leads nowhere: {_plain(gate.door.desc) or gate.door.type}.")
            else:
                self._put(here, self._drafted["room", to], gate.side, OPPOSITE[gate.side], [gate.door], 0, gate.door)

    def _put(
        self, here: _Drafted, there: _Drafted, side: Direction, back: Direction, doors: Sequence[DonjonDoor], feet: int, far: DonjonDoor
    ) -> None:  # fmt: skip
        """Make an exit of the first of the doors. `far`: the door through which it comes into the other room."""
        first, *others = doors
        notes = [f"{feet} ft of corridor"] if feet else []
        notes += [_told(first), *(f"at the other end: {_told(door) or door.type}" for door in others)]
        way = {
            "label": _free(here, side), "direction": side, "to": there.name, "back": _free(there, back), **_words_of(first),
            "minutes": max(1, round(feet / FEET_A_MINUTE)), "note": "; ".join(filter(None, notes))[: names.LONGEST_TEXT],
            "square": _square(here, first), "farSquare": _square(there, far),
        }  # fmt: skip
        here.ways.append(way)

    def _lead_out(self) -> None:
        for out in (*self._dungeon.egress, *self._dungeon.stairs):
            drafted = self._at((out.row, out.col))
            direction = _direction(out)
            if drafted is None or direction is None:
                first = next(iter(self._drafted.values()))
                first.notes.append(f"The file has a way out at row {out.row}, column {out.col} that no room and no corridor has.")
                continue
            kind = "stairs" if direction in ("up", "down") else "passage"
            way = {"label": _free(drafted, direction), "direction": direction, "kind": kind, "square": _square(drafted, out)}
            drafted.ways.append(way)

    # ── notes ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _marked(self) -> Iterator[Place]:
        """The cells of corridors that hold something."""
        for feature in self._dungeon.corridor_features.values():
            yield from ((mark.row, mark.col) for mark in feature.marks)
        yield from ((out.row, out.col) for out in (*self._dungeon.egress, *self._dungeon.stairs))

    def _near_corridor(self, place: Place) -> int | None:
        if place in self._cells:
            return self._cells[place]
        row, col = place
        return next((n for r, c in STEPS.values() if (n := self._cells.get((row + r, col + c))) is not None), None)

    def _at(self, place: Place) -> _Drafted | None:
        """The room with this cell, or else the corridor at or next to it."""
        inside = next((r for r in self._rooms.values() if r.north <= place[0] <= r.south and r.west <= place[1] <= r.east), None)
        if inside:
            return self._drafted["room", inside.id]
        number = self._near_corridor(place)
        return self._drafted.get(("corridor", number)) if number is not None else None

    def _tell_corridors(self) -> None:
        for feature in self._dungeon.corridor_features.values():
            told = ": ".join(filter(None, (_plain(feature.summary), _plain(feature.detail))))
            places = {id(d): d for mark in feature.marks if (d := self._at((mark.row, mark.col)))} or {
                0: next(iter(self._drafted.values()))
            }
            for drafted in places.values():
                drafted.notes.append(f"Corridor {feature.key}. {told}"[: names.LONGEST_TEXT])

    def _tell_wanderers(self) -> None:
        first = next(iter(self._drafted.values()))
        first.notes += [f"Wandering monsters, {number}: {_plain(told)}" for number, told in self._dungeon.wandering_monsters.items()]


def _gates(rooms: Mapping[int, DonjonRoom], cells: Mapping[Place, int]) -> Iterator[_Gate]:
    """Each door with the room or corridor on its other side."""
    for room in rooms.values():
        for side in SIDES:
            for door in room.doors.get(side, ()):
                row, col = STEPS[side]
                beyond = door.row + row, door.col + col
                if beyond not in cells and (door.row, door.col) in cells:
                    beyond = door.row, door.col
                yield _Gate(room.id, side, door, None if door.out_id is not None else cells.get(beyond), beyond)


def _square(room: _Drafted, cell: DonjonDoor | WayOut) -> str | None:
    """The square of a room at a cell beside or in it; None for a corridor, which has no squares."""
    return square_inside(room.at, 2 * cell.col, 2 * cell.row) if room.at else None


def _words_of(door: DonjonDoor) -> dict[str, Any]:
    """The door in words of a plan. A lock gets the DC to open it; a secret door without a lock gets the DC to find it."""
    words, found = dict(_TYPES.get(door.type, {"kind": "door", "state": "closed"})), donjon_text_parsing.dcs(f"{door.desc} {door.secret}")
    if words.get("kind") == "secret_door" and "Locked" in door.desc:
        words["state"] = "locked"
    dc = found.get("open") if words.get("state") == "locked" else found.get("find") if words.get("hidden") else None
    trap = donjon_text_parsing.trap(door.trap)
    return {**words, **({"dc": dc} if dc else {}), **({"trap": trap} if trap else {})}


def _told(door: DonjonDoor) -> str:
    return "; ".join(filter(None, map(_plain, (door.desc, door.secret, door.trap))))


def _direction(out: WayOut) -> Direction | None:
    if out.key in ("up", "down"):
        return "up" if out.key == "up" else "down"
    return next((side for side in SIDES if side == out.dir), None)


def _free(room: _Drafted, direction: Direction) -> str:
    label, n = str(direction), 2
    while label in room.labels:
        label, n = f"{direction} {n}", n + 1
    room.labels.add(label)
    return label


def _halves(lines: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """The lines before and after the separator, without empty ones."""
    lines = [line for line in lines if line.strip()]
    at = next((n for n, line in enumerate(lines) if line.strip() == _SEPARATOR), len(lines))
    return lines[:at], lines[at + 1 :]


def _room(drafted: _Drafted) -> Room:
    return Room(
        name=drafted.name,
        description=drafted.description[: names.LONGEST_TEXT],
        at=drafted.at,
        ground=drafted.ground,
        light=drafted.light,
        trap=drafted.trap,
        notes=tuple(note[: names.LONGEST_TEXT] for note in drafted.notes),
        ways=tuple(PlannedExit.model_validate(way) for way in drafted.ways),
        things=tuple(drafted.things),
        creatures=tuple(drafted.creatures),
    )


def _story(dungeon: DonjonDungeon) -> str:
    details = dungeon.details.model_dump(exclude={"special"})
    return " ".join(f"{key.capitalize()}: {_plain(text).rstrip('.')}." for key, text in details.items() if text)[: names.LONGEST_TEXT]


def _plain(text: str) -> str:
    """The text in one line, without control and text-direction characters; markup stays as plain text."""
    return " ".join(names.without_strange_characters(text).split())[: names.LONGEST_TEXT]
