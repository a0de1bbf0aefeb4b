"""Sentences for the results of manage_inventory."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.mechanics.items.attunement_bonds import BondResult
from rpg_lite.mechanics.items.shops import TradeResult
from rpg_lite.mechanics.items.wearing import PutOnResult
from rpg_lite.messages import act_sentences
from rpg_lite.messages.render_context import RenderContext, count, say_bond
from rpg_lite.operations.inventory.attune import Attune
from rpg_lite.operations.inventory.buy import Buy
from rpg_lite.operations.inventory.equip import Equip
from rpg_lite.operations.inventory.exchange import Exchange, ExchangeResult
from rpg_lite.operations.inventory.give import Give, GiveResult
from rpg_lite.operations.inventory.identify import Identify
from rpg_lite.operations.inventory.remove import Remove, RemoveResult
from rpg_lite.operations.inventory.sell import Sell
from rpg_lite.operations.inventory.shop import Shop, ShopResult
from rpg_lite.operations.inventory.transfer import Transfer, TransferAllResult, TransferResult
from rpg_lite.operations.inventory.unattune import Unattune
from rpg_lite.operations.inventory.unequip import Unequip, UnequipResult
from rpg_lite.operations.inventory.use import Use
from rpg_lite.rules.prices import price_text
from rpg_lite.vocabulary import Coin
from rpg_lite.world import events


def _give(t: RenderContext) -> str:
    given, made = t.result(GiveResult), t.outcome.made
    thing = t.thing(made[0])
    bag = t.name(thing.parent_id) if thing else "?"
    ids = made[0] if len(made) == 1 else f"{made[0]} … {made[-1]}"
    worn = f" {_puts_on(t, given.worn)}" if given.worn else ""
    has = f", now {thing.quantity}" if thing and thing.quantity > given.given else ""
    bound = any(isinstance(e, events.Attuned) for e in t.outcome.events)
    bond = f" {bag} is attuned to it." if bound else ""
    inside = ", ".join(count(x.name, x.quantity) for x in t.after.bag_of(thing.id)) if thing and len(made) == 1 else ""
    held = f" Contents: {inside}." if inside else ""
    return f"{bag} gets {count(thing.name if thing else '?', given.given)} ({ids}{has}).{held}{worn}{bond}{t.rolls()}"


def _puts_on(t: RenderContext, worn: PutOnResult) -> str:
    name, slot = t.name(t.outcome.subject), worn.slot
    on = f"takes {name} in hand" if slot in _HANDS else f"puts on {name}"
    taken_off = [(t.name(off.id), place) for off, place in worn.taken_off if t.sees(off)]
    return f"{t.bearer()} {' and '.join((*_lays_aside(taken_off), on))} ({slot})."


_HANDS: Final = frozenset({"mainhand", "offhand"})


def _lays_aside(taken_off: Sequence[tuple[str, str | None]]) -> Iterator[str]:
    """State that worn things are taken off and held things are put away."""
    for verb, is_held in (("takes off", False), ("puts away", True)):
        if names := [name for name, slot in taken_off if (slot in _HANDS) == is_held]:
            yield f"{verb} {', '.join(names)}"


def _equip(t: RenderContext) -> str:
    if t.outcome.result is None:
        return f"{t.bearer()}: {t.name(t.outcome.subject)}."
    return _puts_on(t, t.result(PutOnResult))


def _unequip(t: RenderContext) -> str:
    told = t.result(UnequipResult)
    return f"{t.bearer()} {next(_lays_aside([(t.name_of(told.taken_off), told.slot)]))} ({told.slot}); it is still carried."


def _remove(t: RenderContext) -> str:
    left = t.after.things.get(t.outcome.subject or "")
    rest = f"; {left.quantity} left" if left else ""
    thing = t.before.things.get(t.outcome.subject or "")
    where = t.before.things.get(thing.parent_id or "") if thing else None
    removed = t.result(RemoveResult).removed
    gone = f"{count(t.name(t.outcome.subject), removed)} {'is' if removed == 1 else 'are'} gone"
    return f"{gone} from {where.name if where else '?'}{rest}."


def _transfer(t: RenderContext) -> str:
    if isinstance(t.outcome.result, TransferAllResult):
        return _transfer_all(t, t.outcome.result)
    told = t.result(TransferResult)
    to = t.name(told.to)
    if not told.moved:
        return f"{t.name(t.outcome.subject)} stays in {to}."
    lies = t.after.things.get(t.outcome.subject or "")  # things in a bag that is closed to the reader have no id
    id = f" ({lies.id})" if lies and lies.id not in t.after.unnamed else ""
    return f"{count(t.name_of(told.given), told.moved)}{id} → {to}."


def _transfer_all(t: RenderContext, told: TransferAllResult) -> str:
    moved = ", ".join(count(t.name_of(what), quantity) for what, quantity in told.moved if t.sees(what))
    return f"{moved} → {t.name(told.to)}." if moved else f"There is nothing to move to {t.name(told.to)}."


def _attune(t: RenderContext) -> str:
    if not t.outcome.events:
        return f"{t.bearer()}: {t.name(t.outcome.subject)}."
    return say_bond(t.bearer(), t.name(t.outcome.subject), t.result(BondResult))


def _unattune(t: RenderContext) -> str:
    bonds = t.result(BondResult)
    return f"{t.bearer()} ends the bond with {t.name(t.outcome.subject)} ({bonds.attuned} of {bonds.limit} in use)."


def _identify(t: RenderContext) -> str:
    thing = t.thing(t.outcome.subject)
    return f"The players now know {count(t.name(t.outcome.subject), thing.quantity if thing else 1)} ({t.outcome.subject})."


def _exchange(t: RenderContext) -> str:
    told = t.result(ExchangeResult)
    (given, count), (got, made) = told.given, told.got
    return f"{t.name_of(told.where)}: {count} {given} {'becomes' if count == 1 else 'become'} {made} {got}."


def _buy(t: RenderContext) -> str:
    told = t.result(TradeResult)
    buyer, thing = t.name_of(told.trader), t.thing(t.outcome.subject)
    has = f"; now {thing.quantity}" if thing and thing.quantity > told.count else ""
    what = f"{count(t.name_of(told.what), told.count)} ({t.outcome.subject}{has})"
    return f"{buyer} buys {what} from {t.name_of(told.shop)} for {price_text(told.copper)}{_handed(told, 'pays')}; {_purse(told)}."


def _sell(t: RenderContext) -> str:
    told = t.result(TradeResult)
    what = count(t.name_of(told.what), told.count)
    return f"{t.name_of(told.trader)} sells {what} to {t.name_of(told.shop)} for {price_text(told.copper)}; {_purse(told)}."


def _handed(told: TradeResult, verb: str) -> str:
    """The coins handed over and given back, if change was made."""
    coins = told.coins
    return f" ({verb} {_coins(coins.given)}, gets {_coins(coins.change)} back)" if coins.change else ""


def _coins(coins: Mapping[Coin, int]) -> str:
    return " ".join(f"{n} {coin}" for coin, n in coins.items())


def _purse(told: TradeResult) -> str:
    return f"{price_text(told.left)} left"


def _shop(t: RenderContext) -> str:
    told = t.result(ShopResult)
    name = t.name_of(told.shop)
    if told.tagged:
        costs = "has no price tag any more" if told.price is None else f"costs {price_text(told.price)} each"
        return f"{t.name_of(told.tagged)} in the shop of {name} {costs}."
    if told.rates is None:
        return f"{name} sells nothing any more."
    return (
        f"{name} keeps a shop: it sells at {told.rates.prices:g} times the value and buys at {told.rates.buys_at:g} times the value;"
        " treasure and trade goods keep their full value."
    )


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        Give: _give,
        Remove: _remove,
        Equip: _equip,
        Unequip: _unequip,
        Transfer: _transfer,
        Use: act_sentences.act,
        Attune: _attune,
        Unattune: _unattune,
        Identify: _identify,
        Exchange: _exchange,
        Buy: _buy,
        Sell: _sell,
        Shop: _shop,
    }
)
