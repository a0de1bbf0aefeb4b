"""The tables that all classes share: experience, spell slots, and the methods for ability scores."""

from typing import Annotated, Literal

from pydantic import Field

from rpg_lite.rules import names
from rpg_lite.rules.document_field_types import Document, RolledDice
from rpg_lite.vocabulary import Ability

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
    rare_languages: tuple[str, ...] = ()
    """The languages from which only heroes with a feature for it may choose (SRD 5.2, Rare Languages)."""
    any_language: bool = True
    """Whether a hero may also choose a language that is not among these."""
    kinds_of_tools: dict[str, tuple[str, ...]] = {}
    """Kind → its tools: artisan's tools, gaming set, musical instrument."""
    tool_abilities: dict[str, Ability] = {}
    """Tool or kind of tools → the ability of its checks, where the rulebook ties it to one (SRD 5.2, Tools)."""

    kit_at_level: dict[int, str] = {}
    """Lowest level → what a hero who begins there may have beside the starting equipment (SRD 5.2, Starting Equipment at Higher Levels)."""

    def more_than_kit(self, level: int) -> str:
        """The things with which a hero of this level may begin, beside the starting equipment; empty if the rulebook does not say."""
        return next((more for lowest, more in sorted(self.kit_at_level.items(), reverse=True) if level >= lowest), "")

    def ability_of_tool(self, tool: str) -> Ability | None:
        """The ability of a check with this tool; None where the game master chooses it."""
        key = names.fold(tool)
        kinds = (kind for kind, tools in self.kinds_of_tools.items() if key in map(names.fold, tools))
        called = {key, *map(names.fold, kinds)}
        return next((ability for name, ability in self.tool_abilities.items() if names.fold(name) in called), None)

    def level_for(self, xp: int) -> int:
        """The level for this much experience."""
        return max(1, sum(xp >= needed for needed in self.xp))
