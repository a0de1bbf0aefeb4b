"""The form that a creature has taken: what the body keeps of it. The stat block itself is in the book."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rpg_lite.world.kept_json import Body, Kept, without_none

Points = Literal["form", "own", "temp"]
"""form: the hit points of the form count, and the own ones wait; own: the own ones go on; temp: those of the form are temporary ones."""


@dataclass(frozen=True, slots=True)
class Form(Kept):
    """`creature`: the one of the book; `cast`: the cast whose effect holds the form; `hp`: the own hit points, where those of the form count.

    `keep`: what of the true sheet still counts; `until`: the conditions that end it.
    """

    creature: str
    cast: str
    points: Points
    hp: int | None
    keep: Sequence[str]
    until: Sequence[str]

    @classmethod
    def of(cls, document: Body) -> "Form":
        d = document
        return cls(
            d, d["creature"], d["cast"], d.get("points", "form"), d.get("hp"), tuple(d.get("keep") or ()), tuple(d.get("until") or ())
        )

    @classmethod
    def made(cls, creature: str, cast: str, points: Points, hp: int | None, keep: Sequence[str], until: Sequence[str]) -> "Form":
        return cls.of(without_none(creature=creature, cast=cast, points=points, hp=hp, keep=list(keep) or None, until=list(until) or None))
