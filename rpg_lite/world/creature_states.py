"""The bodies of creatures as typed values, like those in `states.py`."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final, Literal

from rpg_lite.rules import names
from rpg_lite.vocabulary import Mode
from rpg_lite.world.dying_state import NOT_DYING, Dying
from rpg_lite.world.form_state import Form
from rpg_lite.world.ground_states import SpotState
from rpg_lite.world.kept_json import NOTHING, Body, Kept, Same, canonical, without_none
from rpg_lite.world.zone_areas import ZoneArea


@dataclass(frozen=True)
class SheetState(Kept):
    """The stored sheet as it is written; `bearers.sheet` fills in the missing values."""

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

    @cached_property
    def text(self) -> str:
        """The JSON text of the sheet, the same for equal sheets."""
        return canonical(self.document)


@lru_cache(maxsize=2048)
def sheet_state(sheet: Same) -> SheetState:
    """The state of a sheet. It is cached, because damage changes the body that holds the sheet, but not the sheet."""
    return SheetState.of(sheet.part)


NO_SHEET: Final = SheetState.of(NOTHING)


LastingKind = Literal["conditions", "effects"]
LASTING: Final[tuple[LastingKind, ...]] = ("conditions", "effects")
FOUND: Final = "found"
"""The word of an entry that ends when its bearer is found; the DC of the entry is the DC to find the bearer."""
APART: Final = "apart"
"""The word of an entry that ends when its bearer and the creature that caused it separate; until then the two move together, like a mount
and its rider.
"""


_OF_AN_END: Final = frozenset(("on_end", "onEnd"))
"""The parts of a step's path that lead into the end of an effect, in the spelling that is stored now and in an earlier one."""


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of a condition or an effect. `source`: the cause in words; `by`: the id of the creature behind it; `look`: all that players
    know of it.

    `cast`: the id of the cast, which all its effects and conditions share; `act`, `at`: the name of the act, and the path of the step
    within it; `slot`, `dc`, `mod`, `choice`: the numbers and the choices of the cast, for its later steps; `steps`: the steps of an act
    that is not stored anywhere else, as a file would write them.
    """

    source: str | None = None
    by: str | None = None
    is_magical: bool = False
    look: str | None = None
    cast: str | None = None
    act: str | None = None
    at: str | None = None
    slot: int | None = None
    dc: int | None = None
    mod: int | None = None
    choice: Mapping[str, str] | None = None
    steps: Sequence[Body] | None = None

    @classmethod
    def of(cls, document: Body) -> "Cause":
        d = document
        named = (d.get("cast"), d.get("act"), d.get("at"), d.get("slot"), d.get("dc"), d.get("mod"), d.get("choice"), d.get("steps"))
        return cls(d.get("source"), d.get("by"), d.get("magical", False), d.get("look"), *named)

    @property
    def document(self) -> Body:
        """The JSON of the cause, without empty values."""
        return without_none(
            source=self.source, magical=self.is_magical or None, look=self.look, by=self.by, cast=self.cast, act=self.act, at=self.at,
            slot=self.slot, dc=self.dc, mod=self.mod, choice=self.choice, steps=self.steps,
        )  # fmt: skip

    @property
    def is_of_an_end(self) -> bool:
        """Whether the entry follows the end of another entry, and is therefore no longer part of the spell."""
        return not _OF_AN_END.isdisjoint((self.at or "").split("."))

    def lays_again(self, other: "Cause") -> bool:
        """Whether both are the same cause: the same cast, or, if neither is a cast, the same creature and words."""
        return self.cast == other.cast and (self.cast is not None or self.is_alike(other))

    def is_alike(self, other: "Cause") -> bool:
        """Whether both causes have the same creature and words."""
        one_creature = not (self.by and other.by) or self.by == other.by
        return one_creature and names.fold(self.source or "") == names.fold(other.source or "")


NO_CAUSE: Final = Cause()


@dataclass(frozen=True, slots=True)
class Span:
    """A duration in words, and the round of the campaign in which it ends, if that is known in advance.

    `until`: the start or end of a turn in that round, as in "turn_end:c3.1"; without it, the duration ends when the round begins.
    `ends_by`: the events that end it earlier, in the words of an act.
    """

    duration: str | None
    ends: int | None = None
    until: str | None = None
    ends_by: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class RepeatedSaves(Kept):
    """The saves that a creature has repeated against a condition or an effect."""

    passes: int
    failures: int

    @classmethod
    def of(cls, document: Body) -> "RepeatedSaves":
        return cls(document, document.get("passes", 0), document.get("failures", 0))

    def with_one(self, passed: bool) -> "RepeatedSaves":
        return RepeatedSaves.of({"passes": self.passes + passed, "failures": self.failures + (not passed)})


NO_SAVES: Final = RepeatedSaves.of(NOTHING)


@dataclass(frozen=True, slots=True)
class Lasting(Kept):
    """A condition or an effect: its strength, its duration, its cause, and the saves that its bearer has repeated against it."""

    name: str
    level: int
    span: Span
    cause: Cause
    has_modifiers: bool
    saves: RepeatedSaves
    since: int
    """The minute of the campaign from which what it brings by the clock is counted; 0 if nothing is, or if nobody has noted it."""
    stands: SpotState | None = None
    """The square of what it has made, where places count."""

    @classmethod
    def of(cls, document: Body) -> "Lasting":
        d = document
        span = Span(d.get("duration"), d.get("ends"), d.get("until"), tuple(d.get("endsBy") or ()))
        tried = d.get("tried")
        saves, spot = RepeatedSaves.of(tried) if tried else NO_SAVES, d.get("stands")
        stands = SpotState.of(spot) if spot else None
        return cls(d, d["name"], d.get("level", 1), span, Cause.of(d), "modifiers" in d, saves, d.get("since", 0), stands)

    @classmethod
    def make(
        cls, name: str, span: Span, cause: Cause, level: int | None = None, modifiers: Sequence[Body] | None = None, since: int | None = None,
    ) -> "Lasting":  # fmt: skip
        """An entry with the given values, without empty ones."""
        lasts = without_none(duration=span.duration, ends=span.ends, until=span.until)
        ends_by = without_none(endsBy=list(span.ends_by) or None)
        return cls.of(
            {"name": name, **lasts, **cause.document, **ends_by, **without_none(level=level, modifiers=modifiers or None, since=since)}
        )

    @classmethod
    def make_named(cls, name: str) -> "Lasting":
        """An entry with only a name."""
        return cls.of({"name": name})

    def lasting(self, span: Span) -> "Lasting":
        """The same entry with a new duration from now on."""
        return Lasting.of({**self.document, "duration": span.duration, **without_none(ends=span.ends, until=span.until)})

    def at_level(self, level: int) -> "Lasting":
        return Lasting.of({**self.document, "level": level})

    def standing_at(self, spot: SpotState) -> "Lasting":
        """The same entry, with the square of what it has made."""
        return Lasting.of({**self.document, "stands": spot.document})

    def with_try(self, passed: bool) -> "Lasting":
        """The same entry after one more repeated save."""
        return Lasting.of({**self.document, "tried": self.saves.with_one(passed).document})

    @property
    def passes(self) -> int:
        return self.saves.passes

    @property
    def failures(self) -> int:
        return self.saves.failures

    def by_look(self, look: str, is_effect: bool) -> "Lasting":
        """The same entry, named by the look of its cause. A condition keeps its name, and so does a known effect without numbers of its own;
        the effects of an act are named by the act.
        """
        is_secret = self.has_modifiers or (is_effect and self.cause.act is not None)
        return Lasting.of({**self.document, "source": look, **({"name": look} if is_secret else {})})

    @property
    def as_rule(self) -> Body:
        """The JSON of the entry for the rules: its changes and the name of the act that caused it, but not the rest of its origin, nor its
        end.
        """
        return {k: v for k, v in self.document.items() if k not in _OF_THE_MOMENT and k not in _OF_ITS_ACT}

    @property
    def as_written(self) -> Body:
        """The JSON of the entry for a sheet document, without the ids and the clock of this campaign."""
        return {k: v for k, v in self.document.items() if k not in _OF_THE_MOMENT}


_OF_THE_MOMENT: Final = frozenset(("ends", "until", "look", "by", "cast", "tried", "since", "stands"))
"""The keys that have no meaning in another campaign."""
_OF_ITS_ACT: Final = frozenset(("at", "slot", "dc", "mod", "choice", "steps", "endsBy"))


@dataclass(frozen=True, slots=True)
class Concentration(Kept):
    """The effect that a caster maintains, and the ids of the creatures affected. `cast`: the id of the cast; without an id, entries are
    matched by name.
    """

    effect: str
    on: Sequence[str]
    cast: str | None
    mode: Mode | None = None
    """The mode of the saves that maintain it, if the cast gives one (SRD 5.2, Extended Spell)."""

    @classmethod
    def of(cls, document: Body) -> "Concentration":
        return cls(document, document["effect"], document["on"], document.get("cast"), document.get("mode"))

    @classmethod
    def make(cls, effect: str, on: Iterable[str], cast: str | None, mode: Mode | None = None) -> "Concentration":
        return cls.of(without_none(effect=effect, cast=cast, on=list(on), mode=mode))

    def lays(self, entry: Lasting, kind: LastingKind) -> bool:
        """Whether a condition or an effect of an affected creature belongs to this concentration."""
        if self.cast:
            return entry.cause.cast == self.cast and not entry.cause.is_of_an_end
        return kind == "effects" and entry.cause.cast is None and names.fold(entry.name) == names.fold(self.effect)


@dataclass(frozen=True, slots=True)
class Zone(Kept):
    """A zone, which is stored with its caster: the act, the path of its step, the ids of the creatures inside, the numbers of the cast,
    and the zone's end.
    """

    act: str
    at: str
    inside: Sequence[str]
    span: Span
    slot: int | None
    dc: int | None
    mod: int | None
    choice: Mapping[str, str] | None
    steps: Sequence[Body] | None
    area: ZoneArea | None = None
    """The squares on which it lies, where places count."""

    @classmethod
    def of(cls, document: Body) -> "Zone":
        d = document
        span = Span(d.get("duration"), d.get("ends"), d.get("until"))
        numbers = (d.get("slot"), d.get("dc"), d.get("mod"), d.get("choice"), d.get("steps"))
        area = ZoneArea.of(d["area"]) if "area" in d else None
        return cls(d, d["act"], d["at"], d.get("inside") or (), span, *numbers, area)

    @classmethod
    def make(
        cls, act: str, at: str, inside: Sequence[str], span: Span, slot: int | None, dc: int | None, mod: int | None,
        choice: Mapping[str, str] | None, steps: Sequence[Body] | None = None, area: ZoneArea | None = None,
    ) -> "Zone":  # fmt: skip
        lasts = without_none(duration=span.duration, ends=span.ends, until=span.until, area=area.document if area else None)
        return cls.of(
            {**without_none(act=act, at=at, inside=list(inside) or None, slot=slot, dc=dc, mod=mod, choice=choice, steps=steps), **lasts}
        )

    def with_area(self, area: ZoneArea) -> "Zone":
        return Zone.of({**self.document, "area": area.document})

    def with_inside(self, inside: Sequence[str]) -> "Zone":
        return Zone.of({**{k: v for k, v in self.document.items() if k != "inside"}, **without_none(inside=list(inside) or None)})


@dataclass(frozen=True, slots=True)
class Tried(Kept):
    """The locks of exits and of chests that the creature failed to open in this round of the campaign."""

    at: int
    locks: Sequence[str]

    @classmethod
    def of(cls, document: Body) -> "Tried":
        return cls(document, document["at"], document["locks"])

    @classmethod
    def make(cls, at: int, locks: Iterable[str]) -> "Tried":
        return cls.of(without_none(at=at, locks=list(locks)))


@dataclass(frozen=True, slots=True)
class CreatureState:
    """The state of a creature. `is_member`: it belongs to the party; `spent`: its spent slots and resources, as in {"slot_3": 1};
    `temp_hp_cast`: the cast that gave the temporary hit points, None if no cast did;
    `rested_at`: the minute of its last long rest; `died_at`: the round of its death, counted since the campaign began; `played_dead`: the
    acts that it has played since; `milestones`: the levels awarded and not yet gained, None before the first; `is_xp_awarded`: the party has
    the experience for this foe; `secret`: the game master's note on it; `hurt_by`: the types of damage since the end of its last turn, if a
    trait of it asks for them.
    """

    sheet: SheetState
    is_member: bool
    hp: int | None
    temp_hp: int | None
    temp_hp_cast: str | None
    spent: Mapping[str, int]
    dying: Dying
    is_dead: bool
    died_at: int | None
    played_dead: tuple[str, ...]
    conditions: tuple[Lasting, ...]
    effects: tuple[Lasting, ...]
    concentration: Concentration | None
    rested_at: int | None
    short_rest_at: int | None
    milestones: int | None
    is_xp_awarded: bool
    tried: Tried | None
    zones: Mapping[str, Zone]
    form: Form | None
    secret: str | None
    hurt_by: tuple[str, ...] = ()

    @classmethod
    def of(cls, body: Body) -> "CreatureState":
        sheet, mind, tried = body.get("sheet") or NOTHING, body.get("concentration"), body.get("tried")
        dying, conditions, effects = body.get("dying"), body.get("conditions"), body.get("effects")
        return cls(
            sheet_state(Same(sheet)) if sheet else NO_SHEET,
            bool(sheet.get("party")),
            body.get("hp"),
            body.get("tempHp"),
            body.get("tempHpCast"),
            body.get("spent") or NOTHING,
            Dying.of(dying) if dying else NOT_DYING,
            bool(body.get("dead")),
            body.get("diedAt"),
            tuple(body.get("playedDead", ())),
            tuple(map(Lasting.of, conditions)) if conditions else (),
            tuple(map(Lasting.of, effects)) if effects else (),
            Concentration.of(mind) if mind else None,
            body.get("restedAt"),
            body.get("shortRestAt"),
            body.get("milestones"),
            bool(body.get("xpAwarded")),
            Tried.of(tried) if tried else None,
            {cast: Zone.of(zone) for cast, zone in (body.get("zones") or NOTHING).items()},
            Form.of(form) if (form := body.get("form")) else None,
            body.get("secret"),
            tuple(body.get("hurtBy", ())),
        )

    def lasting(self, kind: LastingKind) -> tuple[Lasting, ...]:
        return self.conditions if kind == "conditions" else self.effects

    @property
    def is_hiding(self) -> bool:
        """Whether it has an effect or a condition that ends when somebody finds it (SRD, Hide)."""
        return any(FOUND in entry.span.ends_by for entry in (*self.conditions, *self.effects))
