"""The ground of a room and the place of a thing on it, as typed values, like those in `states.py`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rpg_lite.rules.space.features import GroundFeature
from rpg_lite.rules.space.ground import OPEN_GROUND, Ground, ground_of, open_ground
from rpg_lite.rules.space.squares import MOST_SQUARES, Square
from rpg_lite.vocabulary import DoorState, FeatureWord
from rpg_lite.world.kept_json import Body, Kept, without_none

LIGHT_OF_A_TORCH: Final = (20, 20)
"""Feet of bright light, and of dim light beyond, of a light of which nobody says more (SRD, Torch)."""
_GROUNDS_KEPT: Final = 64
"""Grounds that stay built: a fight asks for the same one with every roll."""


@dataclass(frozen=True, slots=True)
class SpotState(Kept):
    """The place of a thing: the north-west square of its space, and its level in feet. It counts only while the thing lies in `room`, so that
    whoever takes a thing to another room need not clear it. `is_hold`: the creature holds on there, half-way up a climb.
    """

    room: str
    x: int
    y: int
    z: int
    is_hold: bool

    @classmethod
    def of(cls, document: Body) -> "SpotState":
        d = document
        return cls(d, d["room"], d["x"], d["y"], d.get("z", 0), bool(d.get("holds")))

    @classmethod
    def make(cls, room: str, x: int, y: int, z: int = 0, is_hold: bool = False) -> "SpotState":
        return cls.of(without_none(room=room, x=x, y=y, z=z or None, holds=is_hold or None))


@dataclass(frozen=True, slots=True)
class FeatureState(Kept):
    """A feature of a ground: its word, the squares or edges on which it lies, its own name, its height or depth in feet, and whether a wall may
    be climbed. `is_hidden`: players do not know of it. `light`: of a light, the feet of its bright light and of the dim light beyond; `is_thin`: of what
    obscures, whether it does so only lightly; `door`: of a door, whether it is open, closed or locked; `dc_to_find`: of what
    is hidden, the DC of a check that finds it.
    """

    word: FeatureWord
    at: str
    called: str
    ft: int | None
    may_be_climbed: bool
    is_hidden: bool
    light: tuple[int, int]
    is_thin: bool
    door: DoorState
    dc_to_find: int | None

    @classmethod
    def of(cls, document: Body) -> "FeatureState":
        d = document
        bright, dim = d.get("light", LIGHT_OF_A_TORCH)
        plain = d["is"], d["at"], d.get("called", ""), d.get("ft"), bool(d.get("climb")), bool(d.get("hidden"))
        return cls(d, *plain, (bright, dim), d.get("obscures") == "lightly", d.get("door", "closed"), d.get("dcToFind"))

    @classmethod
    def make(
        cls, word: FeatureWord, at: str, called: str = "", ft: int | None = None,
        may_be_climbed: bool = False, is_hidden: bool = False, light: Sequence[int] | None = None, obscures: str | None = None,
        door: DoorState | None = None, dc_to_find: int | None = None,
    ) -> "FeatureState":  # fmt: skip
        said = {"is": word, "at": at}
        shines = None if light is None else [*light]
        more = without_none(called=called or None, ft=ft, climb=may_be_climbed or None, hidden=is_hidden or None, light=shines, obscures=obscures)
        found = without_none(door=None if door == "closed" else door, dcToFind=dc_to_find)
        return cls.of({**said, **more, **found})

    @property
    def found(self) -> "FeatureState":
        """The same feature when somebody has found it."""
        return FeatureState.of({key: value for key, value in self.document.items() if key not in ("hidden", "dcToFind")})

    @property
    def unfound(self) -> "FeatureState | None":
        """The feature as those see it who have yet to find it: a secret door is a wall, and all else that is hidden is nothing."""
        if not self.is_hidden:
            return self
        return FeatureState.make("wall", self.at) if self.word == "door" and self.door != "open" else None

    @property
    def feature(self) -> GroundFeature:
        """The feature for measuring."""
        return GroundFeature(self.word, self.at, self.called, self.ft, self.may_be_climbed, self.door == "open")


@dataclass(frozen=True, slots=True)
class GroundState(Kept):
    """What somebody has said of a room's ground. `w`, `h`: its columns and rows, None where only features were said; `features`: leaf → feature;
    `exits`: the square inside an exit, by the exit's id with an underscore in place of the dot.
    """

    w: int | None
    h: int | None
    features: Mapping[str, FeatureState]
    exits: Mapping[str, Square]

    @classmethod
    def of(cls, document: Body) -> "GroundState":
        d = document
        features = {leaf: FeatureState.of(kept) for leaf, kept in d.get("features", {}).items()}
        return cls(d, d.get("w"), d.get("h"), features, {way: (x, y) for way, (x, y) in d.get("exits", {}).items()})


NO_GROUND: Final = GroundState.of({})


def size_of(said: GroundState, at: Mapping[str, int] | None) -> Square:
    """Columns and rows: those that somebody said, else those of the room on its map, else those of a ground of which nobody has said anything."""
    if said.w and said.h:
        return said.w, said.h
    if at and at.get("w") and at.get("h"):
        return min(at["w"], MOST_SQUARES), min(at["h"], MOST_SQUARES)
    return OPEN_GROUND


def build(said: GroundState, at: Mapping[str, int] | None, sees_hidden: bool = True) -> Ground:
    """The ground for measuring. `sees_hidden`: with what the party has yet to find."""
    w, h = size_of(said, at)
    seen = (kept if sees_hidden else kept.unfound for kept in said.features.values())
    features = tuple([kept.feature for kept in seen if kept is not None])
    return open_ground() if (w, h) == OPEN_GROUND and not features else _built(w, h, features)


@lru_cache(maxsize=_GROUNDS_KEPT)
def _built(w: int, h: int, features: tuple[GroundFeature, ...]) -> Ground:
    return ground_of(w, h, features)
