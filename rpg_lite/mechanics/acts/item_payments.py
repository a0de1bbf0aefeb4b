"""The charges and the uses of a thing: what is left of them, and how acts and riders spend them."""

from collections.abc import Iterator
from dataclasses import dataclass

from rpg_lite.decision import state_changes
from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.acts.act_results import USED_UP, Spent
from rpg_lite.mechanics.creature.own_riders import OwnRider
from rpg_lite.mechanics.items import item_moves, limited_uses
from rpg_lite.mechanics.items.charges import set_charges
from rpg_lite.rules.item_part_models import Uses, cost_range
from rpg_lite.rules.items import Item, uses_of_rider
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.world import body_paths, thing_stats
from rpg_lite.world.world_model import Thing, World


@dataclass(frozen=True, slots=True)
class ItemPrice:
    """The price that a thing pays: a number of its charges, and `count` of its `uses`, of which `used` are already spent."""

    thing: Thing
    item: Item
    charges: int = 0
    uses: tuple[str, Uses] | None = None
    used: int = 0
    count: int = 1
    rounds: int = 0
    """For which the thing is still at work before the time until its uses come back begins."""

    @property
    def why_not(self) -> str | None:
        """The reason why the thing cannot pay; None if it can."""
        left = thing_stats.charges_left(self.thing, self.item)
        if left is not None and left < self.charges:
            return "no charges left" if not left else f"only {left} charge{'s' if left > 1 else ''} left"
        if self.uses and self.used + self.count > self.uses[1].count:
            return "no uses left"
        return None


def charges_now(world: World, id: str | None, book: Rulebook) -> dict[str, int]:
    """The charges of a thing as formulas know them: {charges}, {resource:charges}; ammunition that was shot is gone and has none."""
    thing = world.things.get(id or "")
    left = thing_stats.charges_left(thing, thing_stats.item_of(thing, book)) if thing else None
    return {} if left is None else {"charges": left, "resource:charges": left}


def of_rider(world: World, own: OwnRider, book: Rulebook) -> ItemPrice | None:
    """The price that its item pays for a rider; None if the rider costs the item nothing."""
    word, _, rest = (own.rider.spend or "").partition(":")
    if own.item is None or word not in ("charges", "uses"):
        return None
    thing = world.things[own.item]
    item = thing_stats.item_of(thing, book)
    uses = uses_of_rider(own.rider, item.name)
    used = limited_uses.count_used(world, thing, uses[0]) if uses else 0
    return ItemPrice(thing, item, cost_range(rest)[0] if word == "charges" else 0, uses, used)


def pay(draft: Draft, price: ItemPrice) -> Iterator[Spent]:
    """Take the charges and the use. The last charge may destroy the thing."""
    thing, item = price.thing, price.item
    left = thing_stats.charges_left(thing, item)
    if price.charges and left is not None:
        most = item.charges_or_effects.max if item.charges_or_effects else None
        now = max(0, left - price.charges)
        set_charges(draft, thing, item, now)
        yield Spent("charges", left, now, most if isinstance(most, int) else None)
    if price.uses and thing.id in draft.world.things:
        id, uses = price.uses
        used = limited_uses.spend(draft, draft.world.things[thing.id], id, uses, price.count, price.rounds)
        yield Spent("uses", uses.count - used + price.count, max(0, uses.count - used), uses.count)


def use_up(draft: Draft, thing: Thing, item: Item, times: int) -> Iterator[Spent]:
    """Spend uses of a thing that counts its own; the last use of a consumable, like every use of one that counts none, takes one away."""
    uses = thing_stats.uses_left(thing, item)
    if uses is not None and (uses > times or not item.is_used_up):
        state_changes.change(draft, thing, body_paths.USES_REMAINING, max(0, uses - times))
        yield Spent("uses", uses, max(0, uses - times))
    elif item.is_used_up:
        pieces = times if uses is None else 1
        had = _equal(draft, thing)
        item_moves.take_away(draft, thing, pieces)
        yield Spent(USED_UP, had, had - pieces)


def _equal(draft: Draft, thing: Thing) -> int:
    """The number of equal things where it lies, in all bags of its bearer; unidentified ones are counted separately."""
    bearer, is_known = draft.world.bearer_of(thing.id), thing.item.is_identified
    around = draft.world.tree_of(bearer.id) if bearer else draft.world.bag_of(thing.parent_id or "")
    return sum(t.quantity for t in around if t.name == thing.name and t.kind == "item" and t.item.is_identified == is_known)
