"""The form that a creature has taken, as its body stores it. The stat block itself is in the book."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rpg_lite.world.kept_json import Body, Kept, without_none

Points = Literal["form", "own", "temp", "lent"]
"""form: the hit points of the form count, and the creature keeps its own for later; own: the creature's own hit points count; temp: the
form gives temporary hit points, and ends with them; lent: the form gives them, and outlasts them.
"""


@dataclass(frozen=True, slots=True)
class Form(Kept):
    """A form. `creature`: its name in the book; `cast`: the cast whose effect holds it; `hp`: the creature's own hit points, if
    those of the form count.

    `keep`: the parts of the true sheet that still count; `until`: the conditions that end the form.
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
    def make(cls, creature: str, cast: str, points: Points, hp: int | None, keep: Sequence[str], until: Sequence[str]) -> "Form":
        return cls.of(without_none(creature=creature, cast=cast, points=points, hp=hp, keep=list(keep) or None, until=list(until) or None))
