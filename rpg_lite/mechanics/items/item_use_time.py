"""The time that a use takes by this creature's hands (SRD, Fast Hands). Apart because it is a rule of the turn about things."""

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules import creature_flags
from rpg_lite.rules.items import Item
from rpg_lite.world.world_model import Thing


def by_hand(draft: Draft, user: Thing, item: Item, taken: str, is_spell: bool = False) -> str:
    """The time of a use by this creature: hands that are quick use a thing as a bonus action, in 5.2 a magic item too; no feature makes a
    potion quicker (SRD, Fast Hands).
    """
    if taken != "action" or item.heals:
        return taken
    is_magic = is_spell or item.is_magical
    return ledger.cost_by_hand(draft, user, creature_flags.QUICK_WITH_MAGIC if is_magic else creature_flags.QUICK_HANDS)
