"""The current fight in the root of a campaign, as typed values, like those in `states.py`."""

from collections.abc import Sequence
from dataclasses import dataclass

from rpg_lite.world.kept_json import Body, Kept, without_none


@dataclass(frozen=True, slots=True)
class Fighter(Kept):
    """A creature in a fight and its initiative."""

    id: str
    initiative: int

    @classmethod
    def of(cls, document: Body) -> "Fighter":
        return cls(document, document["id"], document["initiative"])

    @classmethod
    def make(cls, id: str, initiative: int) -> "Fighter":
        return cls.of(without_none(id=id, initiative=initiative))


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
    """An act done in a fight: the creature, the act and its cost, and the round and turn in which it was done."""

    by: str
    act: str
    cost: str
    round: int
    turn: int

    @classmethod
    def of(cls, document: Body) -> "DoneAct":
        d = document
        return cls(d, d["by"], d["act"], d["cost"], d["round"], d["turn"])

    @classmethod
    def make(cls, by: str, act: str, cost: str, round: int, turn: int) -> "DoneAct":
        return cls.of(without_none(by=by, act=act, cost=cost, round=round, turn=turn))


@dataclass(frozen=True, slots=True)
class Fight(Kept):
    """The current fight. `turn`: the place of the current turn in the order; `room`: the room where the fight began, absent in fights of
    older versions.

    Each shot and each act is a separate value, so that an undo of one does not affect the others.
    """

    round: int
    turn: int
    order: tuple[Fighter, ...]
    spent: tuple[Shot, ...]
    acts: tuple[DoneAct, ...]
    room: str | None

    @classmethod
    def of(cls, document: Body) -> "Fight":
        d = document
        shots = [Shot.of(s) for s in (*d.get("spent", ()), *d.get("shots", {}).values())]
        acts = tuple(DoneAct.of(a) for a in d.get("acts", {}).values())
        return cls(d, d["round"], d["turn"], tuple(map(Fighter.of, d["order"])), _count_shots(shots), acts, d.get("room"))

    @classmethod
    def begin(cls, order: Sequence[Fighter], room: str) -> "Fight":
        return cls.of(without_none(round=1, turn=0, order=list(order), room=room))

    @property
    def whose(self) -> Fighter:
        return self.order[self.turn]


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
