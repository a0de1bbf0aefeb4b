"""The stored sheet of a creature as a typed value."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from rpg_lite.world.kept_json import NOTHING, Body, Kept, Same, canonical


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
