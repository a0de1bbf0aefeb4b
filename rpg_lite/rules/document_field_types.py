"""A document from outside, and the types of its fields: names, dice, durations, quantities."""

from functools import cached_property
from typing import Annotated, Final

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from rpg_lite.rules import dice, durations, names

LARGEST_QUANTITY: Final = 1_000_000_000


def _plain_name(name: str) -> str:
    if fault := names.fault_in_name(name):
        raise ValueError(fault)
    return names.tidy(name)


def _plain_dice(text: str) -> str:
    if fault := dice.fault(text):
        raise ValueError(fault)
    return text


def _rolled_dice(text: str) -> str:
    if fault := dice.fault_in_roll(text):
        raise ValueError(fault)
    return text


def _plain_duration(text: str) -> str:
    if fault := durations.fault(text):
        raise ValueError(fault)
    return text


DurationText = Annotated[str, AfterValidator(_plain_duration)]
Name = Annotated[str, AfterValidator(_plain_name)]
Dice = Annotated[str, AfterValidator(_plain_dice)]
RolledDice = Annotated[str, AfterValidator(_rolled_dice)]
"""Dice that somebody rolls by hand, which may keep only some of them."""
Quantity = Annotated[int, Field(ge=1, le=LARGEST_QUANTITY, strict=True)]
Count = Annotated[int, Field(ge=0, le=LARGEST_QUANTITY, strict=True)]
Amount = Annotated[float, Field(ge=0, le=LARGEST_QUANTITY, allow_inf_nan=False)]


class Document(BaseModel):
    """Values from outside: frozen, without unknown keys, in camelCase (snake_case is accepted)."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        alias_generator=to_camel,
        validate_by_name=True,
        validate_by_alias=True,
        serialize_by_alias=True,
        ignored_types=(cached_property,),
        defer_build=True,  # each validator is built on first use, because those of acts take long
    )


class BodyLight(Document):
    """The feet of bright light, and of dim light beyond, that the body of a creature sheds; none while one of the conditions `unless` holds."""

    bright: Annotated[int, Field(ge=0, le=1000, strict=True)] = 0
    dim: Annotated[int, Field(ge=0, le=1000, strict=True)] = 0
    unless: tuple[str, ...] = ()
