"""The bodies of creatures as typed values; `states.py` says how."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from rpg_lite.world.kept_json import NOTHING, Body, Kept, said

LastingKind = Literal["conditions", "effects"]
LASTING: Final[tuple[LastingKind, ...]] = ("conditions", "effects")


@dataclass(frozen=True, slots=True)
class SheetState(Kept):
    """The stored sheet as it is written; `bearers.sheet` fills in what it leaves out."""

    level: int | None
    classes: Sequence[str]
    race: str | None
    alignment: str | None
    languages: Sequence[str]
    features: Sequence[Any] | None
    hp_max: int | None
    resources: Mapping[str, Body]

    @classmethod
    def of(cls, document: Body) -> "SheetState":
        return cls(
            document,
            document.get("level"),
            document.get("classes") or (),
            document.get("race"),
            document.get("alignment"),
            document.get("languages") or (),
            document.get("features"),
            document.get("hpMax"),
            document.get("resources") or NOTHING,
        )


@dataclass(frozen=True, slots=True)
class Dying(Kept):
    """The death saves of a creature at 0 hit points."""

    successes: int
    failures: int
    is_stable: bool

    @classmethod
    def of(cls, document: Body) -> "Dying":
        return cls(document, document.get("successes", 0), document.get("failures", 0), bool(document.get("stable")))

    @classmethod
    def stabilized(cls) -> "Dying":
        return cls.of({"stable": True})

    def with_success(self) -> "Dying":
        return Dying.of({**self.document, "successes": self.successes + 1})

    def with_failures(self, count: int) -> "Dying":
        """The same, but no longer stable."""
        kept = {k: v for k, v in self.document.items() if k != "stable"}
        return Dying.of({**kept, "failures": self.failures + count})


@dataclass(frozen=True, slots=True)
class Lasting(Kept):
    """A condition or an effect. `ends`: the round of the campaign; `until`: the edge of a turn in that round; `look`: what players know of
    its cause.
    """

    name: str
    level: int
    is_magical: bool
    source: str | None
    duration: str | None
    ends: int | None
    until: str | None
    look: str | None
    has_modifiers: bool

    @classmethod
    def of(cls, document: Body) -> "Lasting":
        d = document
        return cls(
            d,
            d["name"],
            d.get("level", 1),
            d.get("magical", False),
            d.get("source"),
            d.get("duration"),
            d.get("ends"),
            d.get("until"),
            d.get("look"),
            "modifiers" in d,
        )

    @classmethod
    def made(cls, name: str, span: "Span", cause: "Cause", level: int | None = None, modifiers: Sequence[Body] | None = None) -> "Lasting":
        """Without what is absent."""
        magical, own = cause.is_magical or None, modifiers or None
        return cls.of(
            said(
                name=name, duration=span.duration, ends=span.ends, until=span.until, source=cause.source, magical=magical,
                look=cause.look, level=level, modifiers=own,
            )
        )  # fmt: skip

    @classmethod
    def named(cls, name: str) -> "Lasting":
        """The bare name."""
        return cls.of({"name": name})

    def lasting(self, span: "Span") -> "Lasting":
        """The same from now on for so long."""
        return Lasting.of({**self.document, "duration": span.duration, **said(ends=span.ends, until=span.until)})

    def at_level(self, level: int) -> "Lasting":
        return Lasting.of({**self.document, "level": level})

    def by_look(self, look: str) -> "Lasting":
        """The same under the look of its cause; an entry without numbers of its own keeps its name."""
        return Lasting.of({**self.document, "source": look, **({"name": look} if self.has_modifiers else {})})

    def without(self, *keys: Literal["ends", "until", "look"]) -> Body:
        """Its JSON without these keys."""
        return {k: v for k, v in self.document.items() if k not in keys}


@dataclass(frozen=True, slots=True)
class Cause:
    """What lays a condition or an effect. `source`: in words; `by`: the id of the creature that does; `look`: all that players know of it."""

    source: str | None = None
    by: str | None = None
    is_magical: bool = False
    look: str | None = None


NO_CAUSE: Final = Cause()


@dataclass(frozen=True, slots=True)
class Span:
    """How long something lasts, in words, and the round of the campaign in which it ends, where that is known beforehand.

    `until`: the edge of a turn in that round, as "turn_end:c3.1"; without it the round ends it when it begins.
    """

    duration: str | None
    ends: int | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True)
class Concentration(Kept):
    """The effect that a caster keeps up, and the ids of those whom it affects."""

    effect: str
    on: Sequence[str]

    @classmethod
    def of(cls, document: Body) -> "Concentration":
        return cls(document, document["effect"], document["on"])

    @classmethod
    def made(cls, effect: str, on: Iterable[str]) -> "Concentration":
        return cls.of(said(effect=effect, on=list(on)))


@dataclass(frozen=True, slots=True)
class Tried(Kept):
    """The locks at which it failed in this round of the campaign; a lock is an exit's or a chest's."""

    at: int
    locks: Sequence[str]

    @classmethod
    def of(cls, document: Body) -> "Tried":
        return cls(document, document["at"], document["locks"])

    @classmethod
    def made(cls, at: int, locks: Iterable[str]) -> "Tried":
        return cls.of(said(at=at, locks=list(locks)))


@dataclass(frozen=True, slots=True)
class CreatureState:
    """`is_member`: it belongs to the party. `rested_at`: the minute of its last long rest."""

    sheet: SheetState
    is_member: bool
    hp: int | None
    temp_hp: int | None
    dying: Dying
    is_dead: bool
    conditions: tuple[Lasting, ...]
    effects: tuple[Lasting, ...]
    concentration: Concentration | None
    rested_at: int | None
    tried: Tried | None

    @classmethod
    def of(cls, body: Body) -> "CreatureState":
        sheet, mind, tried = body.get("sheet") or NOTHING, body.get("concentration"), body.get("tried")
        dying, conditions, effects = body.get("dying"), body.get("conditions"), body.get("effects")
        return cls(
            SheetState.of(sheet) if sheet else _NO_SHEET,
            bool(sheet.get("party")),
            body.get("hp"),
            body.get("tempHp"),
            Dying.of(dying) if dying else _NOT_DYING,
            bool(body.get("dead")),
            tuple(map(Lasting.of, conditions)) if conditions else (),
            tuple(map(Lasting.of, effects)) if effects else (),
            Concentration.of(mind) if mind else None,
            body.get("restedAt"),
            Tried.of(tried) if tried else None,
        )

    def lasting(self, kind: LastingKind) -> tuple[Lasting, ...]:
        return self.conditions if kind == "conditions" else self.effects


def without_lasting(body: Body) -> Body:
    """A creature's body without its conditions and effects."""
    return {k: v for k, v in body.items() if k not in LASTING}


_NO_SHEET: Final = SheetState.of(NOTHING)
_NOT_DYING: Final = Dying.of(NOTHING)
