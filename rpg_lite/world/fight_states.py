"""The current fight in the root of a campaign, as typed values, like those in `states.py`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rpg_lite.world.kept_json import Body, Kept, without_none

NO_PLACES: Final[Mapping[str, int]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Fighter(Kept):
    """A creature in a fight, its initiative, and whether the fight took it by surprise."""

    id: str
    initiative: int
    is_surprised: bool = False

    @classmethod
    def of(cls, document: Body) -> "Fighter":
        return cls(document, document["id"], document["initiative"], document.get("surprised", False))

    @classmethod
    def make(cls, id: str, initiative: int, is_surprised: bool = False) -> "Fighter":
        return cls.of(without_none(id=id, initiative=initiative, surprised=is_surprised or None))


@dataclass(frozen=True, slots=True)
class Shot(Kept):
    """Ammunition that somebody spent in a fight."""

    by: str
    thing: str
    name: str
    body: Body
    count: int

    @classmethod
    def of(cls, document: Body) -> "Shot":
        d = document
        return cls(d, d["by"], d["thing"], d["name"], d["body"], d["count"])

    @classmethod
    def make(cls, by: str, thing: str, name: str, body: Body, count: int) -> "Shot":
        return cls.of(without_none(by=by, thing=thing, name=name, body=dict(body), count=count))


@dataclass(frozen=True, slots=True)
class DoneAct(Kept):
    """An act done in a fight: the creature, the act and its cost, and the round and turn in which it was done.

    `turn` is a place in the order, as it is now: the act keeps the creature whose turn it was, so that a newcomer who takes a place before
    that creature changes nothing. Acts of older versions keep only the place.
    """

    by: str
    act: str
    cost: str
    round: int
    turn: int

    @classmethod
    def of(cls, document: Body, places: Mapping[str, int] = NO_PLACES) -> "DoneAct":
        d = document
        return cls(d, d["by"], d["act"], d["cost"], d["round"], places.get(d.get("whose", ""), d["turn"]))

    @classmethod
    def make(cls, by: str, act: str, cost: str, on: "Fight") -> "DoneAct":
        """An act in the current turn."""
        return cls.of(without_none(by=by, act=act, cost=cost, round=on.round, turn=on.turn, whose=on.whose.id))


@dataclass(frozen=True, slots=True)
class Fight(Kept):
    """The current fight. `turn`: the place of the current turn in the order; `room`: the room where the fight began, absent in fights of
    older versions.

    Each shot, each act and each creature that left is a separate value, so that an undo of one does not affect the others. Creatures that
    left keep their places, because effects may end with the turns that they would have had.
    """

    round: int
    turn: int
    order: tuple[Fighter, ...]
    spent: tuple[Shot, ...]
    acts: tuple[DoneAct, ...]
    room: str | None
    left: Mapping[str, str]
    """Leaf → the id of the creature that left."""

    @classmethod
    def of(cls, document: Body) -> "Fight":
        d = document
        shots = [Shot.of(s) for s in (*d.get("spent", ()), *d.get("shots", {}).values())]
        order = tuple(map(Fighter.of, d["order"]))
        places = {fighter.id: n for n, fighter in enumerate(order)}
        acts = tuple([DoneAct.of(a, places) for a in d.get("acts", {}).values()])
        return cls(d, d["round"], d["turn"], order, _count_shots(shots), acts, d.get("room"), d.get("left", {}))

    @classmethod
    def begin(cls, order: Sequence[Fighter], room: str) -> "Fight":
        return cls.of(without_none(round=1, turn=0, order=list(order), room=room))

    @property
    def whose(self) -> Fighter:
        return self.order[self.turn]

    @property
    def members(self) -> tuple[Fighter, ...]:
        """The order without the creatures that left."""
        gone = {*self.left.values()}
        return tuple([f for f in self.order if f.id not in gone])


def _count_shots(shots: Sequence[Shot]) -> tuple[Shot, ...]:
    """Add up the shots with the same bow and the same ammunition."""
    found: dict[tuple[str, str], Shot] = {}
    for s in shots:
        before = found.get((s.by, s.thing))
        found[s.by, s.thing] = Shot.make(s.by, s.thing, s.name, s.body, s.count + (before.count if before else 0))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class RootState:
    """The state of the tree's root, which keeps the fight."""

    fight: Fight | None

    @classmethod
    def of(cls, body: Body) -> "RootState":
        fight = body.get("fight")
        return cls(Fight.of(fight) if fight else None)
