"""Landmarks that a name may mean in the words for a place: a creature, a thing on the floor, a feature, an exit, a square, or the nearest foe.

A whole name counts before a part of a creature's name. Creatures come before things, these before features, then exits and zones. Of several features
of one name or word the nearest is meant; creatures of one name are refused, as everywhere, unless the words ask for the nearest of them or for all. What
nothing here is called may be a word for what is here all the same: the nearest enemy, the goblins, the water, the door, me.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, Literal

from rpg_lite.decision import name_matching, targets
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space import named_groups, reach_of, zone_places
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.rules import names
from rpg_lite.rules.space import lines, measure
from rpg_lite.rules.space.features import GroundFeature, places_of
from rpg_lite.rules.space.shapes import squares_inside
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, Square, read_edge, read_square, square_name
from rpg_lite.vocabulary import FeatureWord
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Exit, Thing, order_made

LandmarkKind = Literal["creature", "thing", "feature", "exit", "square", "zone", "group", "oneself"]
_ALL_ENEMIES: Final = frozenset(map(names.fold, ("enemies", "foes", "all enemies", "all foes")))
_ENEMIES: Final = _ALL_ENEMIES | frozenset(map(names.fold, ("enemy", "foe", "nearest enemy", "nearest foe")))
_FRIENDS: Final = frozenset(map(names.fold, ("nearest ally", "nearest friend")))
_ONESELF: Final = frozenset(
    map(names.fold, ("me", "myself", "here", "my square", "my place", "my own square", "own square", "oneself", "itself"))
)
"""Words for where the mover stands."""
_NEAREST: Final = "nearest "
_OF_EXITS: Final = frozenset({"door", "exit"})
_ANY_EXIT: Final = frozenset({*_OF_EXITS, "doorway", "entrance", "corridor", "hallway", "way out"})
_ALSO_CALLED: Final[dict[str, tuple[FeatureWord, ...]]] = {
    "water": ("shallow_water", "deep_water"),
    "tree": ("thick_tree",),
    "column": ("pillar",),
    "step": ("stairs",),
    "rubble": ("difficult",),
}
"""Words for features whose own word is another, folded."""
_ONE_EACH: Final[frozenset[FeatureWord]] = frozenset(("pillar", "thick_tree"))
"""Features that are a thing of their own on each square."""
_AT: Final = re.compile(r"(?P<name>\S.*) (?:at|in|on) (?P<square>\S+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Landmark:
    """The creature, thing, feature, exit or square that a name means.

    `name`: for forms of words, not for answers, whose readers may know the creature by another name (`id`); `spaces`: those that it fills, of an edge the squares on both sides, of an exit the square inside; `id`: of a creature, thing or exit; `is_one_of`:
    the name fits others as well, and this one is the nearest; `is_hostile`: it is a foe of the mover; `feature`: the feature itself; `each`: those of a
    group, of which the place is to fit any, or all if `is_all`.
    """

    kind: LandmarkKind
    name: str
    spaces: tuple[Space, ...]
    id: str | None = None
    is_one_of: bool = False
    is_hostile: bool = False
    feature: GroundFeature | None = None
    each: tuple["Landmark", ...] = ()
    is_all: bool = False

    @property
    def is_on_squares(self) -> bool:
        """Whether it is a square, a zone, or a feature that lies on squares, so that next to it is beside them, and not on them."""
        return self.kind in ("square", "oneself", "zone") or (self.feature is not None and bool(places_of(self.feature).squares))

    @property
    def ones(self) -> tuple["Landmark", ...]:
        """Those of a group, and of groups within it; anything else alone."""
        return tuple(one for part in self.each for one in part.ones) if self.each else (self,)

    @property
    def at(self) -> str:
        """The name of its first square."""
        first = self.spaces[0]
        return square_name((first.x, first.y), first.z)


class NamedPlaces:
    """The names that words for a place may speak of, as the asker knows them."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.standing = asking.standing
        told = (self.standing.world.things[id] for id in self.standing.spaces if asking.knows(id) and id not in self.standing.world.unnamed)
        here = sorted(told, key=order_made)
        self.creatures = [one for one in here if one.kind == "character"]
        self.things = [one for one in here if one.kind != "character"]
        ways = self.standing.world.exits_from.get(self.standing.room.id, ())
        self.exits = [way for way in ways if asking.known is None or not way.hidden]
        self.features = self.standing.ground.features

    def is_name(self, words: str) -> bool:
        """Whether the words are the whole name of something here, or a word for it."""
        key = names.fold(words)
        if key in self._keys or bool(self._by_id(words)) or any(_is_called(way, key) for way in self.exits):
            return True
        if key in _ENEMIES | _FRIENDS or self._square(words) or self._edge(words) or (key in _ONESELF and self.asking.present):
            return True
        if self._nearest_named(key) or self._worded(key) or self._at_square(words) or self._zones(key) or self._group(words):
            return True
        return bool(parts := named_groups.joined(words)) and all(map(self.is_name, parts))

    def is_name_or_part(self, words: str) -> bool:
        """Whether the words are a whole name, or a part of a creature's or a zone's."""
        if self.is_name(words) or any(names.is_part_of(words, name) for name in (*(one.name for one in self.creatures), *self._zone_names)):
            return True
        return bool(parts := named_groups.joined(words)) and all(map(self.is_name_or_part, parts))

    def is_mover(self, words: str) -> bool:
        """Whether the words are the name of the mover, whom no other words of places may name."""
        return names.fold(words) == names.fold(self.asking.mover.name)

    def reach_of(self, meant: Landmark) -> int:
        """The reach of the melee attacks of a creature, in feet; of anything else, what is next to it."""
        now = self.standing
        return (
            reach_of.melee_reach(now.world, now.world.things[meant.id], now.book) if meant.kind == "creature" and meant.id else SQUARE_FEET
        )

    def find(self, words: str, field: str) -> Landmark | Rejected | None:
        """The landmark that the words mean; None for nothing here, or for enemies where there are none."""
        key = names.fold(words)
        if (found := self._creature(words, field)) is not None:
            return self._meant(found) if isinstance(found, Thing) else self._group(words) or found
        if things := name_matching.all_named(words, self.things, self.standing.book) or self._by_id(words):
            return self._nearest([self._meant(one) for one in things])
        if features := self._features(key):
            return self._nearest(_of_features(features))
        if exits := _called(self.exits, key):
            return self._nearest(self._of_exits(exits))
        if zones := self._zones(key):
            return self._nearest(zones)
        if key in _ONESELF and (present := self.asking.present):
            return Landmark("oneself", words, (present,))
        if key in _ENEMIES:
            return self.nearest_foe()
        if key in _FRIENDS:
            return self.nearest_friend([self.asking.present] if self.asking.present else [])
        if address := self._square(words) or self._edge(words):
            return address
        if several := self._nearest_named(key) or self._worded(key) or self._at_square(words):
            return self._nearest(several)
        return self._group(words) or self._joined(words, field) or self._part(words, field) or self._zone_part(words)

    def each(self, words: str, meant: Landmark) -> list[Landmark]:
        """Everybody whom the words mean, where a place is to keep from each of them: "enemies" are all foes, unless something here is called so."""
        key = names.fold(words)
        is_all = key in _ALL_ENEMIES and key not in self._keys
        return [self._meant(one) for one, _ in self.asking.foes()] if is_all else [*meant.ones]

    def walls(self) -> list[Landmark]:
        """The features that are walls."""
        return _of_features(one for one in self.features if one.word == "wall")

    def nearest_foe(self, to: Sequence[Space] = (), besides: str | None = None) -> Landmark | None:
        """The nearest foe of the mover, seen from its own place, one in sight before others; without a place of its own, seen from those given. Of
        several the first in reading order.
        """
        present = self.asking.present
        foes = [(one, space) for one, space in self.asking.foes() if one.id != besides]

        def order(foe: tuple[Thing, Space]) -> tuple[int, ...]:
            space = foe[1]
            unseen = present is not None and not lines.sees(self.standing.ground, present, space)
            return int(unseen), self._feet([present] if present else to, (space,)), space.y, space.x

        return replace(self._meant(min(foes, key=order)[0]), is_one_of=len(foes) > 1) if foes else None

    def nearest_friend(self, to: Sequence[Space], besides: str | None = None) -> Landmark | None:
        """The nearest ally of the mover to what is at these spaces; of several the first in reading order."""
        is_creature = self.asking.mover.kind == "character"
        friends = [
            (one, space)
            for one, space in self.asking.others()
            if is_creature and one.id != besides and self.standing.relation(self.asking.mover, one) == "ally"
        ]
        nearest = min(friends, key=lambda friend: (self._feet(to, (friend[1],)), friend[1].y, friend[1].x), default=None)
        return self._meant(nearest[0]) if nearest else None

    @cached_property
    def _keys(self) -> frozenset[str]:
        keys = {names.fold(one.name) for one in self.creatures}
        keys.update(key for one in self.things for key in thing_stats.names_of(one, self.standing.book))
        return frozenset(keys | {names.fold(word) for one in self.features for word in (one.called, one.word) if word})

    def _features(self, key: str) -> Sequence[GroundFeature]:
        """The features of this name, or else of this word."""
        called = [one for one in self.features if names.fold(one.called) == key] if key else []
        return called or [one for one in self.features if names.fold(one.word) == key]

    def _of_exits(self, exits: Sequence[Exit]) -> list[Landmark]:
        squares = self.standing.exits()
        return [Landmark("exit", way.label, (Space(*squares[way.id]),), way.id) for way in exits]

    def _zones(self, key: str) -> list[Landmark]:
        """The zones of the spell or act of this name, as far as the asker knows whose they are."""
        return [zone for name, zone in self._all_zones if names.fold(name) == key]

    def _zone_part(self, words: str) -> Landmark | None:
        """The nearest zone of a part of whose name the words are: "the fog"."""
        found = [zone for name, zone in self._all_zones if names.is_part_of(words, name)]
        return self._nearest(found) if found else None

    @cached_property
    def _all_zones(self) -> list[tuple[str, Landmark]]:
        known = (
            (found.zone.act, area)
            for found, area in zone_places.of_room(self.standing)
            if not found.zone.area or found.zone.area.on in (None, self.asking.mover.id) or self.asking.knows(found.zone.area.on or "")
        )
        lying = ((name, area.z, sorted(squares_inside(self.standing.ground, area), key=_in_reading_order)) for name, area in known)
        return [(name, Landmark("zone", name, tuple(Space(*square, z=z) for square in squares))) for name, z, squares in lying if squares]

    @property
    def _zone_names(self) -> list[str]:
        return [name for name, _ in self._all_zones]

    @property
    def zone_names(self) -> list[str]:
        """The names of the zones that lie here, each once."""
        return [*dict.fromkeys(self._zone_names)]

    def _group(self, words: str) -> Landmark | None:
        """Those whom words mean together: the party, allies, everybody, "the goblins"; None if nobody is meant so."""
        said = named_groups.read(words)
        if said is None:
            return None
        living = [one for one in self.creatures if not thing_stats.is_dead(one)]
        match said.kind:
            case "party":
                found = [one for one in living if one.creature.is_member]
            case "allies":
                found = [one for one in living if self._relation(one) == "ally"]
            case "foes":
                found = [one for one, _ in self.asking.foes()]
            case "everybody":
                found = living
            case "named":
                key = names.fold(said.name)
                found = [one for one in living if names.fold(names.without_number(one.name)) == key]
        if not found or (said.count is not None and len(found) != said.count):
            return None
        return _together(words, [self._meant(one) for one in found], said.is_all)

    def _joined(self, words: str, field: str) -> Landmark | Rejected | None:
        """The several that are named in one breath: "Goblin 1 and the ogre", where the place is to fit each of them."""
        parts = named_groups.joined(words)
        found = [self.find(part, field) for part in parts]
        if refused := next((one for one in found if isinstance(one, Rejected)), None):
            return refused
        meant = [one for one in found if isinstance(one, Landmark)]
        return _together(words, meant, is_all=True) if parts and len(meant) == len(parts) else None

    def _relation(self, one: Thing) -> str:
        return self.standing.relation(self.asking.mover, one) if self.asking.mover.kind == "character" else "other"

    def _square(self, words: str) -> Landmark | None:
        """A square of the ground: "next to C4"."""
        square = read_square(words)
        is_here = square is not None and self.standing.ground.holds(square)
        return Landmark("square", words, (square,)) if square is not None and is_here else None

    def _edge(self, words: str) -> Landmark | None:
        """The feature on an edge between two squares, by the address that maps and refusals write: "next to F5|G5"."""
        edge = read_edge(words.strip())
        feature = next((one for one in self.features if edge in places_of(one).edges), None) if edge is not None else None
        return _of_features([replace(feature, at=words.strip())])[0] if feature is not None else None

    def _worded(self, key: str) -> list[Landmark]:
        """The features and exits that a word means which is no name: the water, the door."""
        if words := _ALSO_CALLED.get(key):
            return _of_features(one for one in self.features if one.word in words)
        kinds = [way for way in self.exits if names.fold(way.kind) == key]
        return self._of_exits(kinds or (self.exits if key in _ANY_EXIT else []))

    def _nearest_named(self, key: str) -> list[Landmark]:
        """All that "the nearest goblin" may mean: the creatures of that name, whole or short, else the things, features and exits."""
        key = key.replace("closest ", _NEAREST, 1)
        if not key.startswith(_NEAREST):
            return []
        name = key.removeprefix(_NEAREST)
        if name in ("enemy", "foe"):
            return [foe] if (foe := self.nearest_foe()) else []
        creatures = [one for one in self.creatures if names.fold(one.name) == name or names.is_part_of(name, one.name)]
        things = [one for one in self.things if name in thing_stats.names_of(one, self.standing.book)]
        if creatures or things:
            return [self._meant(one) for one in [one for one in creatures if not thing_stats.is_dead(one)] or creatures or things]
        return _of_features(self._features(name)) or self._worded(name)

    def _at_square(self, words: str) -> list[Landmark]:
        """The feature that answers tell apart by its square: "pillar at C7"."""
        read = _AT.fullmatch(words.strip())
        square = read_square(read["square"]) if read else None
        if read is None or square is None:
            return []
        key = names.fold(read["name"])
        return [one for one in _of_features(self._features(key)) or self._worded(key) if square in one.spaces]

    def _by_id(self, words: str) -> list[Thing]:
        """Whoever has this id; a name beside it, as refusals list both, must be its own."""
        id, name = targets.id_or_name(words)
        found = (one for one in (*self.creatures, *self.things) if one.id == (id or words))
        return [one for one in found if id is None or not name or names.fold(name) in thing_stats.names_of(one, self.standing.book)]

    def _creature(self, words: str, field: str) -> Thing | Rejected | None:
        if targets.id_or_name(words)[0] is not None:
            return next(iter(self._by_id(words)), None)
        return self._one(words, field) if name_matching.all_named(words, self.creatures, self.standing.book) else None

    def _part(self, words: str, field: str) -> Landmark | Rejected | None:
        if not any(names.is_part_of(words, one.name) for one in self.creatures):
            return None
        found = self._one(words, field)
        return self._meant(found) if isinstance(found, Thing) else found

    def _one(self, name: str, field: str) -> Thing | Rejected:
        """The creature of this name, or of this part of one, among those here."""
        alive = [one for one in self.creatures if not thing_stats.is_dead(one)]
        # The dead are named, too, but not where the words fit the living.
        fits = any(names.is_part_of(name, one.name) for one in alive) and not any(
            names.fold(name) == names.fold(one.name) for one in self.creatures
        )
        among = alive if fits or name_matching.all_named(name, alive, self.standing.book) else self.creatures
        return name_matching.one_named(self.standing.world, None, name, field, among, "character_unknown", self.standing.book)

    def _meant(self, thing: Thing) -> Landmark:
        space = self.standing.spaces[thing.id]
        if thing.kind != "character":
            return Landmark("thing", thing.name, (space,), thing.id)
        mover = self.asking.mover
        is_hostile = mover.kind == "character" and not thing_stats.is_dead(thing) and self.standing.relation(mover, thing) == "hostile"
        return Landmark("creature", thing.name, (space,), thing.id, is_hostile=is_hostile)

    def _nearest(self, meant: Sequence[Landmark]) -> Landmark:
        """The nearest of several to where the mover stands; without a place, the first in reading order."""
        present = self.asking.present

        def order(one: Landmark) -> tuple[int, int, int]:
            return self._feet([present] if present else (), one.spaces), one.spaces[0].y, one.spaces[0].x

        first = min(meant, key=order)
        if len(meant) == 1:
            return first
        return replace(first, is_one_of=True)

    def _feet(self, some: Sequence[Space], others: Sequence[Space]) -> int:
        diagonals = self.standing.book.policy.diagonals
        return min((measure.distance(a, b, diagonals) for a in some for b in others), default=0)


def _together(words: str, each: Sequence[Landmark], is_all: bool) -> Landmark:
    spaces = tuple(space for one in each for space in one.spaces)
    is_hostile = all(one.is_hostile for one in each)
    return Landmark("group", words, spaces, is_hostile=is_hostile, each=tuple(each), is_all=is_all)


def _in_reading_order(square: Square) -> tuple[int, int]:
    return square[1], square[0]


def _of_features(features: Iterable[GroundFeature]) -> list[Landmark]:
    """Each feature as a landmark; pillars and trees are one on each of their squares."""
    alone = (replace(one, at=square) for one in features for square in (_each_square(one) if one.word in _ONE_EACH else (one.at,)))
    return [Landmark("feature", one.name, _spaces_of(one), feature=one) for one in alone]


def _each_square(feature: GroundFeature) -> tuple[str, ...]:
    return tuple(square_name(square) for square in places_of(feature).squares)


def _spaces_of(feature: GroundFeature) -> tuple[Space, ...]:
    """The squares of a feature, and of its edges those on both sides."""
    places = places_of(feature)
    sides: list[Square] = [square for edge in places.edges for square in edge]
    squares = sorted({*places.squares, *sides}, key=_in_reading_order)
    return tuple(Space(*square) for square in squares)


def _called(exits: Sequence[Exit], key: str) -> list[Exit]:
    """The exits under a label, else those in a direction, with or without a word for what they are."""
    labelled = [way for way in exits if names.fold(way.label) in _without_kind(way, key)]
    return labelled or [way for way in exits if way.direction in {word.replace(" ", "") for word in _without_kind(way, key)}]


def _is_called(way: Exit, key: str) -> bool:
    return bool(_called([way], key))


def _without_kind(way: Exit, key: str) -> Iterator[str]:
    """The words, and what is left of them without a word such as door or stairs before or after them."""
    yield key
    for word in sorted({*_OF_EXITS, names.fold(way.kind)}):
        if key.startswith(f"{word} "):
            yield key.removeprefix(f"{word} ")
        if key.endswith(f" {word}"):
            yield key.removesuffix(f" {word}")
