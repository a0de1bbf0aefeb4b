"""Whether a feature that pays for the slot of a spell can pay for this one (SRD 5.2, Divine Intervention, Natural Recovery)."""

from collections.abc import Collection
from typing import Final

from rpg_lite.mechanics.creature.own_riders import OwnRider
from rpg_lite.rules.acts.act import Spell
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.granted_spells import spells_of_choice
from rpg_lite.rules.rulebook import Rulebook

PAYS: Final = "pays"
"""The key of `set` for a rider that pays for the slot of a spell."""


def why_not(own: OwnRider, spell: Spell, sheet: Sheet, book: Rulebook) -> str | None:
    """The reason why the feature cannot cast this spell; None if it can."""
    of, most, choice = (own.rider.set.get(key) for key in ("list", "upTo", "choice"))
    words: Collection[str] = spell.classes
    if not spell.level:
        return "needs a spell with a level"
    if most is not None and spell.level > int(most):
        return f"needs a spell of level {most} or lower"
    if own.rider.set.get("castIn") and spell.cost == "reaction":
        return "needs a spell that takes no reaction"
    if choice is not None:
        return None if spell.name in spells_of_choice(sheet, str(choice), book) else f"needs a spell of the {choice}"
    return None if of in words else f"needs a {of} spell"
