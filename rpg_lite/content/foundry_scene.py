"""Make a plan of a scene that Foundry exports: one room with its ground, doors, creatures and lights.

Walls go to the nearest edges of squares and tokens to the nearest squares; what was moved, what was left out and what the file alone knows is
counted in the remarks of the plan. Doors inside the scene are features on edges, called Door 1, Door 2 …, because a room has one ground; doors
in its outer wall are exits off the map.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from typing import Any, Final

from rpg_lite.content.entry_editions import Faulty, valid
from rpg_lite.content.foundry_scene_file import FoundryScene, SceneToken, SceneWall
from rpg_lite.rules import names
from rpg_lite.rules.space.ground_rows import LONGEST_AT
from rpg_lite.rules.space.squares import HIGHEST_LEVEL, LOWEST_LEVEL, MOST_SQUARES, SQUARE_FEET, Square, square_name
from rpg_lite.vocabulary import Direction
from rpg_lite.world.map_plans import MOST_CREATURES, MOST_IN_ROOM, Plan

Json = dict[str, Any]
Point = tuple[float, float]
Edge = tuple[Square, Square]
SLACK: Final = 0.1
"""The part of a square by which something may lie off the grid and still count as lying on it."""
_METRES: Final = 1.5
"""The metres that stand for 5 feet."""
_UNTAKEN: Final = ("drawings", "tiles", "sounds", "templates", "regions")
_STATES: Final = {0: "closed", 1: "open", 2: "locked"}
_DOOR, _SECRET = 1, 2
_HEXES: Final = 2


def plan_of(scene: FoundryScene) -> Plan:
    """Make the plan. Raises Faulty for hexes, and for a scene of more than 100 columns or rows."""
    if scene.squares.type >= _HEXES:
        raise Faulty(("grid.type", "is a grid of hexes; a ground has squares (1)"))
    grid = _SceneSquares.of(scene)
    if not (grid.w <= MOST_SQUARES and grid.h <= MOST_SQUARES):
        raise Faulty(
            ("width", f"makes {grid.w} by {grid.h} squares of {SQUARE_FEET} ft; a ground has at most {MOST_SQUARES} columns and rows")
        )
    reader = _SceneReader(scene, grid)
    room = reader.room()
    told = reader.remarks()
    plan: Plan = valid(Plan, {"name": room["name"], "rooms": [room], "remarks": told})
    return plan


def _plain(text: str) -> str:
    """The text on one line, without control characters and without semicolons, which would end a name."""
    return names.tidy(" ".join(names.without_strange_characters(text).split()).replace(";", ","))


@dataclass(frozen=True, slots=True)
class _SceneSquares:
    """The squares of 5 ft of a scene. `side`: the pixels of one; `west`, `north`: the squares of padding; `w`, `h`: those of the scene."""

    side: float
    west: float
    north: float
    w: int
    h: int

    @classmethod
    def of(cls, scene: FoundryScene) -> "_SceneSquares":
        grid = scene.squares
        metric = grid.units.strip().casefold() in ("m", "m.", "meter", "meters", "metre", "metres")
        in_one = max(1.0, grid.distance / (_METRES if metric else SQUARE_FEET))
        side = grid.size / in_one
        # The canvas is padded by whole squares of its own grid.
        west, north = (ceil(scene.padding * length / grid.size) * in_one for length in (scene.width, scene.height))
        return cls(side, west, north, max(1, ceil(scene.width / side - SLACK)), max(1, ceil(scene.height / side - SLACK)))

    def point(self, x: float, y: float) -> Point:
        """Pixels of the canvas in squares from the north-west corner of the scene."""
        return x / self.side - self.west, y / self.side - self.north

    def holds(self, square: Square) -> bool:
        return 0 <= square[0] < self.w and 0 <= square[1] < self.h


@dataclass(slots=True)
class _SceneReader:
    scene: FoundryScene
    grid: _SceneSquares
    counted: Counter[str] = field(default_factory=Counter)
    features: list[Json] = field(default_factory=list)
    ways: list[Json] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def room(self) -> Json:
        """The room under the keys of a plan."""
        edges: dict[str, dict[Edge, None]] = {"wall": {}, "portcullis": {}}
        doors = 0
        for wall in self.scene.walls:
            found = self._snapped(wall)
            if wall.door in (_DOOR, _SECRET):
                doors += self._hang(wall, found, doors + 1)
            elif not wall.move:
                self.counted["curtain"] += 1
            else:
                edges["wall" if wall.hides else "portcullis"].update(dict.fromkeys(filter(self._is_inside, found)))
        walls = [{"is": word, "at": at} for word, those in edges.items() for at in _in_words(those)]
        creatures = list(self._creatures())
        self._pin_notes()
        return {
            "name": _plain(self.scene.name)[: names.LONGEST_NAME] or "Scene",
            "ground": {"size": f"{self.grid.w}x{self.grid.h}", "features": [*walls, *self.features, *self._lights()]},
            "ways": self.ways[:MOST_IN_ROOM],
            "notes": self.notes[:MOST_IN_ROOM],
            "creatures": creatures,
        }

    def remarks(self) -> list[str]:
        """Sentences on what was moved and what was left out."""
        told = [_TOLD[word].format(_many(n, *_NOUNS[word])) for word, n in self.counted.items() if n]
        left = [_many(len(found), kind.removesuffix("s")) for kind in _UNTAKEN if (found := getattr(self.scene, kind))]
        return [*told, *([f"Left out of the scene: {', '.join(left)}."] if left else [])]

    # ── walls ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _snapped(self, wall: SceneWall) -> list[Edge]:
        """The edges nearest to a wall, as stairs where it runs askew; counted if it had to be moved."""
        ends = self.grid.point(*wall.c[:2]), self.grid.point(*wall.c[2:])
        (ax, ay), (bx, by) = ((round(x), round(y)) for x, y in ends)
        found = list(_edges((ax, ay), (bx, by)))
        if not found:
            self.counted["short"] += 1
        elif (ax != bx and ay != by) or any(abs(n - round(n)) > SLACK for end in ends for n in end):
            self.counted["wall"] += 1
        if found and not any(self._touches(edge) for edge in found):
            self.counted["outside"] += 1
        return found

    def _is_inside(self, edge: Edge) -> bool:
        return self.grid.holds(edge[0]) and self.grid.holds(edge[1])

    def _touches(self, edge: Edge) -> bool:
        return self.grid.holds(edge[0]) or self.grid.holds(edge[1])

    def _hang(self, wall: SceneWall, edges: Sequence[Edge], number: int) -> bool:
        """Hang a door; return whether it got a number, as one inside the scene does."""
        state = _STATES.get(wall.ds, "closed")
        if inside := [edge for edge in edges if self._is_inside(edge)]:
            at = " ".join(map(_edge_name, inside))
            secret = "secret, " if wall.door == _SECRET else ""
            self.notes.append(f"Door {number} at {at}: {secret}{state}")
            said = {**({} if state == "closed" else {"door": state}), **({"hidden": True} if secret else {})}
            self.features.append({"is": "door", "at": at, "called": f"Door {number}", **said})
            return True
        outer = [edge for edge in edges if self._touches(edge)]
        if outer:
            self._lead_out(wall, outer[len(outer) // 2], state)
        return False

    def _lead_out(self, wall: SceneWall, edge: Edge, state: str) -> None:
        """Make an exit off the map of a door in the outer wall."""
        first, second = edge
        is_first = self.grid.holds(first)
        across = first[1] == second[1]
        facing: Direction = ("east" if is_first else "west") if across else ("south" if is_first else "north")
        number = sum(way["direction"] == facing for way in self.ways) + 1
        kind = {"kind": "secret_door", "hidden": True} if wall.door == _SECRET else {"kind": "door"}
        square = square_name(first if is_first else second)
        label = facing if number == 1 else f"{facing} {number}"
        self.counted["exit"] += len(self.ways) >= MOST_IN_ROOM
        self.ways.append({"label": label, "direction": facing, "state": state, "square": square, **kind})

    # ── what stands there ───────────────────────────────────────────────────────────────────────────────────────

    def _creatures(self) -> Iterator[Json]:
        """The tokens, those of one name together, each in its square; several in one square stand beside each other."""
        alike: dict[tuple[str, bool, bool], list[str | None]] = {}
        taken: set[str] = set()
        for token in self.scene.tokens:
            at = self._spot(token)
            name = names.without_number(_plain(token.name))[: names.LONGEST_NAME] or "Creature"
            spot = at if at not in taken else None
            alike.setdefault((name, token.hidden, at is not None), []).append(spot)
            taken |= {at} if at else set()
        entries = 0
        for (name, hidden, _), spots in alike.items():
            for n in range(0, len(spots), MOST_CREATURES):
                entries += 1
                part = spots[n : n + MOST_CREATURES]
                placed = [spot for spot in part if spot]
                if entries > MOST_IN_ROOM:
                    self.counted["crowd"] += len(part)
                    continue
                yield {"creature": name, "count": len(part), "hidden": hidden, **({"at": ", ".join(placed)} if placed else {})}

    def _spot(self, token: SceneToken) -> str | None:
        x, y = self.grid.point(token.x, token.y)
        square, feet = (round(x), round(y)), token.elevation * self._feet_in_unit()
        z = min(max(SQUARE_FEET * round(feet / SQUARE_FEET), LOWEST_LEVEL), HIGHEST_LEVEL)
        if not self.grid.holds(square):
            self.counted["token outside"] += 1
            return None
        if abs(x - square[0]) > SLACK or abs(y - square[1]) > SLACK or abs(z - feet) > SLACK:
            self.counted["token"] += 1
        return square_name(square, z)

    def _feet_in_unit(self) -> float:
        """The feet of one unit of the scene."""
        grid = self.scene.squares
        return SQUARE_FEET * (grid.size / self.grid.side) / grid.distance

    def _lights(self) -> Iterator[Json]:
        at = list[str]()
        for light in self.scene.lights:
            x, y = self.grid.point(light.x, light.y)
            square = floor(x), floor(y)
            if self.grid.holds(square) and not light.hidden:
                self.counted["light"] += 1
                at.append(square_name(square))
            else:
                self.counted["light left out"] += 1
        if at:
            yield {"is": "light", "at": " ".join(dict.fromkeys(at))}

    def _pin_notes(self) -> None:
        for note in self.scene.notes:
            x, y = self.grid.point(note.x, note.y)
            square = floor(x), floor(y)
            where = f" at {square_name(square)}" if self.grid.holds(square) else ""
            if text := _plain(note.text or ""):
                self.notes.append(f"Pin{where}: {text}"[: names.LONGEST_TEXT])
        if len(self.notes) > MOST_IN_ROOM:
            self.counted["note"] += len(self.notes) - MOST_IN_ROOM


_NOUNS: Final[Mapping[str, tuple[str, str]]] = {
    "wall": ("wall was", "walls were"), "short": ("wall is", "walls are"), "outside": ("wall lies", "walls lie"),
    "curtain": ("wall lets everybody pass and is", "walls let everybody pass and are"), "token": ("token was", "tokens were"),
    "token outside": ("token lies", "tokens lie"), "light": ("light shows its square", "lights show their squares"),
    "light left out": ("light", "lights"), "note": ("note", "notes"), "crowd": ("token", "tokens"), "exit": ("door", "doors"),
}  # fmt: skip
_TOLD: Final[Mapping[str, str]] = {
    "wall": "{0} moved to the nearest edges of squares.",
    "short": "{0} shorter than half a square and left out.",
    "outside": "{0} outside the scene and left out.",
    "curtain": "{0} left out.",
    "token": "{0} moved to the nearest square.",
    "token outside": "{0} outside the scene and without a place.",
    "light": "{0}, not how far it reaches.",
    "light left out": "{0} outside the scene or put out, left out.",
    "note": "{0} more than a room has, left out.",
    "crowd": "{0} more than a room has, left out.",
    "exit": "{0} in the outer wall more than a room has, left out.",
}


def _many(n: int, one: str, several: str = "") -> str:
    return f"{n} {one if n == 1 else several or f'{one}s'}"


def _edges(first: Square, last: Square) -> Iterator[Edge]:
    """The edges on the way from one corner of squares to another, along the line between them."""
    (x, y), (bx, by) = first, last
    wide, high = abs(bx - x), abs(by - y)
    across = down = 0
    while across < wide or down < high:
        # The next step is the one that stays nearer to the line: the one whose half is reached first.
        if down == high or (across < wide and (2 * across + 1) * high < (2 * down + 1) * wide):
            step = 1 if bx > x else -1
            column = min(x, x + step)
            yield (column, y - 1), (column, y)
            x, across = x + step, across + 1
        else:
            step = 1 if by > y else -1
            row = min(y, y + step)
            yield (x - 1, row), (x, row)
            y, down = y + step, down + 1


def _edge_name(edge: Edge) -> str:
    return f"{square_name(edge[0])}|{square_name(edge[1])}"


def _in_words(edges: Mapping[Edge, None]) -> Iterator[str]:
    """The names of edges in reading order, in texts that a feature can hold."""
    words, long = list[str](), -1
    for edge in sorted(edges, key=lambda edge: (edge[0][1], edge[0][0], edge[1])):
        word = _edge_name(edge)
        if long + 1 + len(word) > LONGEST_AT:
            yield " ".join(words)
            words, long = [], -1
        words.append(word)
        long += 1 + len(word)
    if words:
        yield " ".join(words)
