"""The time that the use of a thing takes: a part of a turn, or minutes that no fight allows (SRD, Use an Object; Potions; Tinderbox).

A thing that plays an act takes the time of that act. Switching off takes none, because the rulebooks rarely say.
"""

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.turn import ledger
from rpg_lite.mechanics.turn.ledger import TurnPrice
from rpg_lite.rules import creature_flags
from rpg_lite.rules.items import Item
from rpg_lite.world import light_sources, thing_stats
from rpg_lite.world.world_model import Thing


def taken_by(draft: Draft, thing: Thing, item: Item, wanted: str | None) -> str | None:
    """The time that lighting or switching on takes; None if it takes none or if the rulebooks give no time. `wanted`: the property that the
    call names.
    """
    if item.burns:
        quick = draft.situation.book.policy.quick_uses
        return _time_to_put_out(draft, item) if light_sources.is_lit(draft.world, thing) and not wanted else quick
    on = thing_stats.active_of(draft.world, thing)
    written = next((a.action for a in item.activated if wanted in (None, a.id) and a.id not in on), None)
    return written.casefold().removesuffix(" action") if written else None  # a document says it in words: "bonus action"


def _time_to_put_out(draft: Draft, item: Item) -> str:
    """The time to put out a flame: an interaction; in 5.2, burning oil takes an action (SRD 5.1, Interacting with Objects Around You; SRD
    5.2, Oil).
    """
    burns_oil = item.burns is not None and item.burns.fuel is not None
    return "action" if burns_oil and draft.situation.book.ruleset == "5.2" else ledger.INTERACTION


def spend(draft: Draft, user: Thing, item: Item, taken: str | None) -> None:
    """Spend the time in a fight."""
    if taken is not None and not ledger.takes_long(taken):
        ledger.spend(draft, TurnPrice(user.id, ledger.HANDLE, by_hand(draft, user, item, taken)))


def by_hand(draft: Draft, user: Thing, item: Item, taken: str, is_spell: bool = False) -> str:
    """The time of a use by this creature: hands that are quick use a thing as a bonus action, in 5.2 a magic item too; no feature makes a
    potion quicker (SRD, Fast Hands).
    """
    if taken != "action" or item.heals:
        return taken
    is_magic = is_spell or item.is_magical
    return ledger.cost_by_hand(draft, user, creature_flags.QUICK_WITH_MAGIC if is_magic else creature_flags.QUICK_HANDS)
