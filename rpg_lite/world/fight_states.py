"""The current fight in the root of a campaign, as typed values, like those in `states.py`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from rpg_lite.vocabulary import Movement
from rpg_lite.world.kept_json import Body, Kept, canonical, without_none
from rpg_lite.world.states import FocusState

_LATER: Final = 0.5
"""The distance between a second turn and the place in the order before it."""
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

    `turn` is a place in the current order. The act keeps the creature whose turn it was, so a newcomer who takes a place before that
    creature changes nothing. Acts of older versions keep only the place. An act in a second turn is half a place later.
    `feet`, `mode`, `way`: what was moved, how, and the place before and after each step: column, row and level in feet.
    """

    by: str
    act: str
    cost: str
    round: int
    turn: float
    feet: int = 0
    mode: Movement | None = None
    way: tuple[tuple[int, int, int], ...] = ()

    @classmethod
    def of(cls, document: Body, places: Mapping[str, int] = NO_PLACES) -> "DoneAct":
        d = document
        place = places.get(d.get("whose", ""), d["turn"])
        moved = d.get("feet", 0), d.get("mode"), tuple([(x, y, z) for x, y, z in d.get("way", ())])
        return cls(d, d["by"], d["act"], d["cost"], d["round"], place + (_LATER if d.get("again") else 0), *moved)

    @classmethod
    def make(
        cls,
        by: str,
        act: str,
        cost: str,
        on: "Fight",
        feet: int = 0,
        mode: Movement | None = None,
        way: Sequence[tuple[int, int, int]] = (),
    ) -> "DoneAct":
        """An act in the current turn."""
        moment = {"round": on.round, "turn": on.turn, "whose": on.order[on.turn].id, "again": bool(on.again) or None}
        return cls.of(without_none(by=by, act=act, cost=cost, **moment, feet=feet or None, mode=mode, way=[*way] or None))


@dataclass(frozen=True, slots=True)
class Fight(Kept):
    """The current fight. `turn`: the place of the current turn in the order; `again`: the creature that now has a second turn, right after
    the turn of that place; `room`: the room where the fight began, absent in fights of older versions.

    Each shot, each act and each creature that left is a separate value, so undoing one does not affect the others. Creatures that
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
    again: str | None = None
    is_measured: bool = False
    """Whether places count; decided when it begins, so that a fight never changes its kind."""

    @classmethod
    def of(cls, document: Body) -> "Fight":
        d = document
        shots = [Shot.of(s) for s in (*d.get("spent", ()), *d.get("shots", {}).values())]
        order = tuple(map(Fighter.of, d["order"]))
        places = {fighter.id: n for n, fighter in enumerate(order)}
        acts = tuple([DoneAct.of(a, places) for a in d.get("acts", {}).values()])
        return cls(
            d, d["round"], d["turn"], order, _count_shots(shots), acts, d.get("room"), d.get("left", {}), d.get("again"), "space" in d
        )

    @classmethod
    def begin(cls, order: Sequence[Fighter], room: str, is_measured: bool = False) -> "Fight":
        return cls.of(without_none(round=1, turn=0, order=list(order), room=room, space="measured" if is_measured else None))

    @property
    def whose(self) -> Fighter:
        """The creature whose turn it is."""
        return next((fighter for fighter in self.order if fighter.id == self.again), self.order[self.turn])

    @property
    def moment(self) -> float:
        """The place of the current turn among all turns of the round."""
        return self.turn + (_LATER if self.again else 0)

    @property
    def members(self) -> tuple[Fighter, ...]:
        """The order without the creatures that left."""
        gone = {*self.left.values()}
        return tuple([f for f in self.order if f.id not in gone])


def _count_shots(shots: Sequence[Shot]) -> tuple[Shot, ...]:
    """Add up the shots of the same creature with equal ammunition, also if the pieces came from several stacks."""
    found: dict[tuple[str, str, str], Shot] = {}
    for s in shots:
        key = (s.by, s.name, canonical(s.body))
        before = found.get(key)
        found[key] = Shot.make(s.by, s.thing, s.name, s.body, s.count + (before.count if before else 0))
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class RootState:
    """The state of the tree's root, which keeps the fight, the rounds of the clock beyond its last full minute, and the focus."""

    fight: Fight | None
    rounds: int = 0
    focus: FocusState | None = None

    @classmethod
    def of(cls, body: Body) -> "RootState":
        fight, focus = body.get("fight"), body.get("focus")
        return cls(Fight.of(fight) if fight else None, body.get("rounds", 0), FocusState.of(focus) if focus else None)
