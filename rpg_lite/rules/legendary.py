"""The options of a legendary creature in addition to its own acts (SRD, Legendary Creatures)."""

from functools import cache
from typing import Final

from rpg_lite.rules.act_uses import LEGENDARY
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.class_resources import find_resource
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.stat_block import LEGENDARY_RESISTANCE

_COST: Final = "legendary"


@cache
def _resistance() -> Act:
    return Act.model_validate(
        {
            "name": "Legendary Resistance", "cost": "free", "spend": f"resource:{LEGENDARY_RESISTANCE}", "targets": "self",
            "when": ["save_failed"], "steps": [{"answer": "succeed"}],
        }
    )  # fmt: skip


def resistance_of(sheet: Sheet) -> Act | None:
    """The answer to a failed save of a creature whose stat block counts its legendary resistances."""
    return _resistance() if LEGENDARY_RESISTANCE in sheet.of_levels else None


def price_of(act: Act, sheet: Sheet) -> int:
    """The legendary actions that an act costs if it names no price: one, if its creature counts them."""
    if act.cost.partition(":")[0] != _COST or any(spend.startswith(_COST) for spend in act.spends):
        return 0
    return int(act.cost.partition(":")[2] or 1) if find_resource(LEGENDARY, sheet.resources) else 0
