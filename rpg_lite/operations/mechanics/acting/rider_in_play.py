"""A rider that sets parts of an act, as a value that each part changes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from rpg_lite.operations.mechanics.acting.casting_numbers import Casting
from rpg_lite.operations.mechanics.acting.rider_roll_changes import Changes
from rpg_lite.operations.outcome import Rejected
from rpg_lite.rules.acts.act import Act, Rider
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class Setting:
    """A rider while it joins an act: the act with its numbers so far, the targets, the changes, and the texts to say."""

    cast: Casting
    rider: Rider
    name: str
    targets: Sequence[Thing]
    changes: Changes
    says: tuple[str, ...] = ()
    why_not: str | None = None
    refused: Rejected | None = None

    @property
    def act(self) -> Act:
        return self.cast.act

    def number(self, text: Any) -> int:
        return self.cast.number(text if isinstance(text, int) else str(text))

    def say(self, text: str) -> "Setting":
        return replace(self, says=(*self.says, text))

    def with_act(self, act: Act) -> "Setting":
        return replace(self, cast=replace(self.cast, act=act, base=self.cast.base or self.cast.act))

    def without(self, why: str) -> "Setting":
        """Report why the rider does not fit this act; the creature does not pay for it."""
        return replace(self, why_not=self.why_not or why)
