"""A room with a ground for tests of places: who stands where in it, and what is asked of a place."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space.choosing import FoundPlace, find_place
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.mechanics.space.standing import Standing, standing_in
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.paths import reachable
from rpg_lite.rules.space.squares import Space, read_square
from rpg_lite.rules.space.steps import Mover, WalkLimits
from rpg_lite.vocabulary import Direction, ExitKind, FeatureWord, Ruleset
from rpg_lite.world import body_paths
from rpg_lite.world.evolve import with_value
from rpg_lite.world.ground_states import FeatureState, SpotState
from rpg_lite.world.world_model import Exit, Thing, World
from tests.operations.worlds import Sandbox, first_world

HERO = {"classes": ["fighter 5"], "party": True}
LOBBY = "Lobby"


class Room:
    """The Lobby, with a ground and with creatures that have places on it."""

    def __init__(self, size: str = "12x10", *features: tuple[str, str] | tuple[str, str, str], ruleset: Ruleset = "5.2") -> None:
        self.box = Sandbox(first_world(ruleset))
        w, h = size.split("x")
        said = {f"n{n}": FeatureState.make(one[0], one[1], *one[2:]).document for n, one in enumerate(features)}  # type: ignore[arg-type]
        self._set(self.room, "body.ground", {"w": int(w), "h": int(h), "features": said})

    @property
    def room(self) -> Thing:
        [found] = [t for t in self.box.world.things.values() if t.kind == "room" and t.name == LOBBY]
        return found

    @property
    def world(self) -> World:
        return self.box.world

    def hero(self, name: str, at: str | None = None, **more: Any) -> "Room":
        return self.creature(name, at, **{**HERO, **more})

    def creature(self, name: str, at: str | None = None, size: str = "medium", **more: Any) -> "Room":
        """A creature, by default no member of the party."""
        sheet = {"hpMax": 10, "size": size, **more} if "classes" not in more else more
        id = self.box.accept("create", name=name, character=sheet).made[0]
        return self.put(id, at) if at else self

    def exit(self, direction: Direction, label: str = "", kind: ExitKind = "door", hidden: bool = False) -> "Room":
        """An exit off the map."""
        exits = {**self.world.exits}
        id = f"x9.{len(exits) + 1}"
        exits[id] = Exit(id, self.room.id, label or direction, direction, None, kind, hidden=hidden)
        self.box.world = replace(self.world, exits=exits)
        return self

    def put(self, id: str, at: str) -> "Room":
        square = read_square(at)
        assert square, at
        thing, now = self.world.things[id], self.standing()
        n = now.width_of(thing) if thing.kind == "character" else 1
        z = square.z or (now.ground.floor_under(Space(square.x, square.y, n)) if now.ground.holds(Space(square.x, square.y, n)) else 0)
        self._set(thing, body_paths.SPOT, SpotState.make(self.room.id, square.x, square.y, z).document)
        return self

    def kill(self, name: str) -> "Room":
        self.box.accept("damage", name, amount=500, damageType="force")
        return self

    def hide_feature(self, word: FeatureWord, at: str) -> "Room":
        """A feature that the party has yet to find."""
        self._set(self.room, "body.ground.features.n99", FeatureState.make(word, at, is_hidden=True).document)
        return self

    def one(self, name: str) -> Thing:
        found = [t for t in self.world.things.values() if t.name == name and t.kind in ("character", "item")]
        assert len(found) == 1, (name, found)
        return found[0]

    def standing(self, sees_hidden: bool = True) -> Standing:
        return standing_in(self.world, self.room, self.box.book, sees_hidden)

    def asking(self, who: str, walks: bool = True, left: int | None = 30, sees_hidden: bool = True, **more: Any) -> Asking:
        """What is asked for this creature; with ways over the ground if it has a place on it."""
        mover, standing = self.one(who), self.standing(sees_hidden)
        asked = Asking(standing, mover, **more)
        space = asked.present
        if not walks or space is None:
            return asked
        return replace(
            asked, walks=reachable(self.ground_of(standing), self.mover(asked), asked.occupants(), self.limits(asked)), left=left
        )

    def mover(self, asked: Asking) -> Mover:
        assert asked.present
        size = self.size_of(asked.mover)
        return Mover(asked.present, size, self.world.campaign.ruleset, diagonals=asked.standing.book.policy.diagonals)

    def size_of(self, thing: Thing) -> Any:
        from rpg_lite.world import thing_stats

        return thing_stats.stats_of(self.world, thing, self.box.book).size

    @staticmethod
    def ground_of(standing: Standing) -> Ground:
        return standing.ground

    @staticmethod
    def limits(asked: Asking) -> WalkLimits:
        """Every foe reaches 5 ft."""
        return WalkLimits(reaches=tuple((space, 5) for _, space in asked.foes()))

    def find(self, who: str, words: str, **how: Any) -> FoundPlace | Rejected:
        return find_place(words, "to", self.asking(who, **how))

    def at(self, who: str, words: str, **how: Any) -> str:
        """The name of the place, or the code of the refusal."""
        found = self.find(who, words, **how)
        return found.name if isinstance(found, FoundPlace) else found.code

    def _set(self, thing: Thing, path: str, value: Mapping[str, Any]) -> None:
        self.box.world = self.box.world.with_thing(with_value(thing, path, value))
