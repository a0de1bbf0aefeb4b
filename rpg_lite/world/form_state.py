"""The form that a creature has taken, as its body stores it. The stat block itself is in the book."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rpg_lite.world.kept_json import Body, Kept, without_none

Points = Literal["form", "own", "temp", "lent"]
"""form: the hit points of the form count, and the creature keeps its own for later; own: the creature's own hit points count; temp: the
form gives temporary hit points, and ends with them; lent: the form gives temporary hit points, and does not end with them.
"""


Worn = Literal["falls", "merges", "worn"]
"""The fate of the gear of a creature that changes; gear that merges has no effect in the form."""


@dataclass(frozen=True, slots=True)
class Form(Kept):
    """A form. `creature`: its name in the book; `cast`: the cast whose effect maintains it; `hp`: the creature's own hit points, if those
    of the form count; `gear`: the fate of worn and carried things.

    `keep`: the parts of the true sheet that still count; `until`: the conditions that end the form.
    """

    creature: str
    cast: str
    points: Points
    hp: int | None
    keep: Sequence[str]
    until: Sequence[str]
    gear: Worn = "merges"

    @property
    def has_merged_gear(self) -> bool:
        """Whether worn and carried things are a part of the form, and therefore have no effect."""
        return self.gear == "merges"

    @classmethod
    def of(cls, document: Body) -> "Form":
        d = document
        return cls(
            d, d["creature"], d["cast"], d.get("points", "form"), d.get("hp"), tuple(d.get("keep") or ()), tuple(d.get("until") or ()),
            d.get("gear", "merges"),
        )  # fmt: skip

    @classmethod
    def make(
        cls, creature: str, cast: str, points: Points, hp: int | None, keep: Sequence[str], until: Sequence[str], gear: Worn = "merges"
    ) -> "Form":  # fmt: skip
        lists = {"keep": list(keep) or None, "until": list(until) or None, "gear": None if gear == "merges" else gear}
        return cls.of(without_none(creature=creature, cast=cast, points=points, hp=hp, **lists))
