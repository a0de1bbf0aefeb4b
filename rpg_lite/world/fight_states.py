"""The current fight in the root of a campaign, as typed values, like those in `states.py`."""

from collections.abc import Sequence
from dataclasses import dataclass

from rpg_lite.world.kept_json import Body, Kept, as_kept, said


@dataclass(frozen=True, slots=True)
class Fighter(Kept):
    """A creature in a fight and its initiative."""

    id: str
    initiative: int

    @classmethod
    def of(cls, document: Body) -> "Fighter":
        return cls(document, document["id"], document["initiative"])

    @classmethod
    def made(cls, id: str, initiative: int) -> "Fighter":
        return cls.of(said(id=id, initiative=initiative))


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
    def made(cls, by: str, thing: str, name: str, body: Body, count: int) -> "Shot":
        return cls.of(said(by=by, thing=thing, name=name, body=dict(body), count=count))


@dataclass(frozen=True, slots=True)
class Fight(Kept):
    """The current fight. `turn`: a place in the order; `room`: where it began, absent in fights of older versions."""

    round: int
    turn: int
    order: tuple[Fighter, ...]
    spent: tuple[Shot, ...]
    room: str | None

    @classmethod
    def of(cls, document: Body) -> "Fight":
        d = document
        return cls(d, d["round"], d["turn"], tuple(map(Fighter.of, d["order"])), tuple(map(Shot.of, d.get("spent", ()))), d.get("room"))

    @classmethod
    def begun(cls, order: Sequence[Fighter], room: str) -> "Fight":
        return cls.of(said(round=1, turn=0, order=list(order), room=room))

    def on(self, turn: int, round: int) -> "Fight":
        return Fight.of({**self.document, "turn": turn, "round": round})

    def joined(self, turn: int, order: Sequence[Fighter]) -> "Fight":
        return Fight.of({**self.document, "turn": turn, "order": as_kept([*order])})

    def with_spent(self, spent: Sequence[Shot]) -> "Fight":
        return Fight.of({**self.document, "spent": as_kept([*spent])})

    @property
    def whose(self) -> Fighter:
        return self.order[self.turn]


@dataclass(frozen=True, slots=True)
class RootState:
    """The root of the tree keeps the fight."""

    fight: Fight | None

    @classmethod
    def of(cls, body: Body) -> "RootState":
        fight = body.get("fight")
        return cls(Fight.of(fight) if fight else None)
