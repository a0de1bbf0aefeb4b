"""The time that armor and shields take to put on and to take off (SRD, Getting Into and Out of Armor; SRD 5.2, Armor).

Apart because two operations tell it, and neither spends it: armor may be changed at once, and the answer says what the rules ask for.
"""

from collections.abc import Mapping
from typing import Final

from rpg_lite.decision.outcome import Notice
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_MINUTES: Final[Mapping[str, tuple[str, str]]] = {
    "light": ("1 minute", "1 minute"),
    "medium": ("5 minutes", "1 minute"),
    "heavy": ("10 minutes", "5 minutes"),
}
"""Category of armor → the time to don it and the time to doff it."""
_SHIELD: Final[Mapping[Ruleset, str]] = {"5.1": "an action", "5.2": "the Utilize action"}


def of(thing: Thing, book: Rulebook, *, off: bool = False) -> Notice | None:
    """The note about armor or a shield that goes on, or comes off; None for anything else."""
    item = thing_stats.item_of(thing, book)
    if item.armor_stats is None or item.natural:
        return None
    times = _MINUTES.get(item.armor_stats.category)
    return Notice("worn_at_once", {"time": times[off] if times else _SHIELD[book.ruleset]})
