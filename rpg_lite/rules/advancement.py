"""The tables that all classes share: experience, spell slots, and the methods for ability scores."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.rules.document_fields import Document, RolledDice

Twenty = Field(min_length=20, max_length=20)


class PointBuy(Document):
    """The points to spend, and the cost of each score."""

    points: int = 27
    costs: dict[int, int] = {8: 0, 9: 1, 10: 2, 11: 3, 12: 4, 13: 5, 14: 7, 15: 9}


class Advancement(Document):
    """One row for each level up to 20. `slots`: by caster level; `multiclass_half`: the rounding of half a level (SRD, Multiclassing)."""

    xp: Annotated[tuple[int, ...], Twenty] = (0,) * 20
    proficiency: Annotated[tuple[int, ...], Twenty] = (2,) * 20
    slots: Annotated[tuple[tuple[int, ...], ...], Twenty] = ((),) * 20
    multiclass_half: Literal["down", "up"] = "down"
    standard_array: tuple[int, ...] = (15, 14, 13, 12, 10, 8)
    point_buy: PointBuy = PointBuy()
    rolled: RolledDice = "4d6kh3"
    languages: tuple[str, ...] = ()
    """The languages from which new heroes choose."""
    any_language: bool = True
    """Whether a hero may also choose a language that is not among these."""
    kinds_of_tools: dict[str, tuple[str, ...]] = {}
    """Kind → its tools: artisan's tools, gaming set, musical instrument."""

    def level_for(self, xp: int) -> int:
        """The level for this much experience."""
        return max(1, sum(xp >= needed for needed in self.xp))
