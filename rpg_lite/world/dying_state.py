"""The death saves of a creature as a typed value."""

from dataclasses import dataclass
from typing import Final

from rpg_lite.world.kept_json import NOTHING, Body, Kept


@dataclass(frozen=True, slots=True)
class Dying(Kept):
    """The death saves of a creature at 0 hit points. `wakes`: the minute in which a stable creature regains 1 hit point, once this has been
    rolled.
    """

    successes: int
    failures: int
    is_stable: bool
    wakes: int | None = None

    @classmethod
    def of(cls, document: Body) -> "Dying":
        return cls(document, document.get("successes", 0), document.get("failures", 0), bool(document.get("stable")), document.get("wakes"))

    @classmethod
    def make_stable(cls) -> "Dying":
        return cls.of({"stable": True})

    def with_success(self) -> "Dying":
        return Dying.of({**self.document, "successes": self.successes + 1})

    def with_failures(self, count: int) -> "Dying":
        """The same death saves with more failures, and no longer stable."""
        kept = {k: v for k, v in self.document.items() if k not in ("stable", "wakes")}
        return Dying.of({**kept, "failures": self.failures + count})

    def waking(self, at: int) -> "Dying":
        return Dying.of({**self.document, "wakes": at})


NOT_DYING: Final = Dying.of(NOTHING)
