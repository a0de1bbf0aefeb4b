"""The values of a modifier other than plain ones: formulas, level tables, another number, one half."""

from dataclasses import dataclass
from typing import Annotated, Final

from pydantic import AfterValidator, ConfigDict, StrictBool
from pydantic.alias_generators import to_camel

from rpg_lite.vocabulary import Ability

CLOSED = ConfigDict(extra="forbid", alias_generator=to_camel, validate_by_name=True, validate_by_alias=True, serialize_by_alias=True)


@dataclass(frozen=True, slots=True)
class Formula:
    """A base value plus ability modifiers: {"base": 13, "add": ["dex"]}. `most` caps the sum of the added modifiers."""

    __pydantic_config__ = CLOSED
    base: int
    add: tuple[Ability, ...] = ()
    most: int | None = None


@dataclass(frozen=True, slots=True)
class EqualTo:
    """The value of another number of the same creature: {"equal_to": "speed.walk"}."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    equal_to: str


@dataclass(frozen=True, slots=True)
class PerLevel:
    """An amount for each level: {"per_level": 1}. `of`: the class whose levels count in place of the character's level."""

    __pydantic_config__ = ConfigDict(extra="forbid")
    per_level: int
    of: str | None = None


@dataclass(frozen=True, slots=True)
class ByLevel:
    """A step table: {"by_level": [[2, 10], [6, 15]]} is 0 below level 2, 10 from 2, 15 from 6.

    `of`: as for `per_level`. With op set, the values may be dice.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")
    by_level: tuple[tuple[int, int | str], ...]
    of: str | None = None


def _only_half(value: float) -> float:
    if value != 0.5:
        raise ValueError("the only fraction is 0.5")
    return value


Half = Annotated[float, AfterValidator(_only_half)]
LARGEST: Final = 1_000_000
"""The highest number that a change, a use or a charge may have; no sheet can show a longer one."""

Value = StrictBool | int | Half | str | Formula | EqualTo | PerLevel | ByLevel
