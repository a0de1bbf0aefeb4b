"""The deeds of a commit at the table, as values: who did what to whom, with ids and with all numbers, as the game master knows them.

A deed is made once, from the outcome of a command, and kept beside the answer. Whoever shows it to players leaves out what they may not know.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal

from pydantic import ConfigDict, Field, TypeAdapter

DeedKind = Literal[
    "attack", "act", "trigger", "check", "save", "damage", "heal", "begins", "ends", "fight", "joins", "leaves", "fight_over", "turn", "rest", "time",
    "level", "rises", "award", "found", "search", "door", "item", "trade",
]  # fmt: skip
_CLOSED: Final = ConfigDict(extra="forbid")
MOST_WORDS: Final = 1000
"""The maximum number of parts, and of characters of a name, in a deed that comes from a file."""
Words = Annotated[str, Field(max_length=MOST_WORDS)]
Id = Annotated[str, Field(max_length=100)]


@dataclass(frozen=True, slots=True)
class KeptRoll:
    """A roll of a d20. `against`: the armor class or the DC; `passed`: whether it hits or succeeds, None if nobody has said; `of`: what is
    rolled ("DEX save"). A roll without dice was decided by a condition or a feature.
    """

    __pydantic_config__ = _CLOSED
    of: Words = ""
    dice: Words = ""
    faces: tuple[int, ...] = ()
    total: int | None = None
    against: int | None = None
    passed: bool | None = None
    critical: bool = False
    mode: Words = "normal"


@dataclass(frozen=True, slots=True)
class Dice:
    """Dice of a deed and their purpose: a type of damage, or "hit points"."""

    __pydantic_config__ = _CLOSED
    dice: Words
    faces: tuple[int, ...]
    total: int
    of: Words = ""


@dataclass(frozen=True, slots=True)
class Harm:
    """Damage of one type, in points: dealt, and taken after resistances; the dice, where they belong to this type alone. `dropped`: the
    faces of a roll that did not count, because another one was better.
    """

    __pydantic_config__ = _CLOSED
    type: Words
    dealt: int
    taken: int
    dice: Words = ""
    faces: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class HitPoints:
    """The hit points of a creature before and after a deed, and their maximum."""

    __pydantic_config__ = _CLOSED
    was: int
    now: int
    max: int | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """The outcome of a deed for one creature, whose id is `who`."""

    __pydantic_config__ = _CLOSED
    who: Id
    attacks: tuple[KeptRoll, ...] = ()
    saves: tuple[KeptRoll, ...] = ()
    harm: tuple[Harm, ...] = ()
    healed: int = 0
    temporary: int | None = None
    conditions: tuple[Words, ...] = ()
    effects: tuple[Words, ...] = ()
    ended: tuple[Words, ...] = ()
    hp: HitPoints | None = None
    died: bool = False


@dataclass(frozen=True, slots=True)
class Paid:
    """A resource that a deed spent: "slot 2", 3 before, 2 left of `most`."""

    __pydantic_config__ = _CLOSED
    what: Words
    was: int
    left: int
    most: int | None = None


@dataclass(frozen=True, slots=True)
class KeptDeed:
    """One deed. `who`: the id of the creature that did it, None if the game master did; `what`: a weapon, an act, a check, a condition;
    `look`: the name that players know instead of it. `is_own`: the weapon is a part of the body. `order`: the initiative of a fight, or the
    creatures of a rest with the hit dice that they spent, or an award with its points. `note`: a duration, a verdict, the time, or the place of
    a find. `concentration`: the spell on which it begins, or for a save or an end ceases, to concentrate. `whom`: who gave a thing, or the
    shop. `count`: pieces, or hit points gained; `copper`: a price. `among`: those who alone know of it, if anybody does not. `nth`: the place of its
    command in the call; `area`: the squares that it filled, where places count ("B2-D2 C3"); `is_again`: an answer changed it, and it is the deed of the answered call, played again.
    """

    __pydantic_config__ = _CLOSED
    kind: DeedKind
    who: Id | None = None
    what: Words = ""
    look: Words | None = None
    is_spell: bool = False
    is_own: bool = False
    roll: KeptRoll | None = None
    dice: tuple[Dice, ...] = ()
    dc: int | None = None
    paid: tuple[Paid, ...] = ()
    targets: tuple[Target, ...] = ()
    concentration: Words = ""
    says: tuple[Words, ...] = ()
    note: Words = ""
    round: int = 0
    order: tuple[tuple[Id, int], ...] = ()
    nth: int = 0
    is_again: bool = False
    whom: Id | None = None
    count: int = 0
    copper: int = 0
    among: tuple[Id, ...] = ()
    area: Words = ""


Deeds = Annotated[tuple[KeptDeed, ...], Field(max_length=MOST_WORDS)]
_DEEDS: Final[TypeAdapter[tuple[KeptDeed, ...]]] = TypeAdapter(Deeds)


def dump(deeds: Iterable[KeptDeed]) -> list[dict[str, Any]]:
    """The deeds as JSON values, without what is not set."""
    done: list[dict[str, Any]] = _DEEDS.dump_python(tuple(deeds), mode="json", exclude_defaults=True)
    return done


def load(rows: Sequence[Any]) -> tuple[KeptDeed, ...]:
    """The deeds from their JSON values. Raises ValidationError."""
    return _DEEDS.validate_python(tuple(rows))
