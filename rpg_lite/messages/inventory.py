"""What manage_inventory did → English."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rpg_lite.messages.render_context import RenderContext, counted, many
from rpg_lite.operations.inventory.attune import Attune
from rpg_lite.operations.inventory.equip import Equip
from rpg_lite.operations.inventory.exchange import Exchange
from rpg_lite.operations.inventory.give import Give
from rpg_lite.operations.inventory.identify import Identify
from rpg_lite.operations.inventory.remove import Remove
from rpg_lite.operations.inventory.transfer import Transfer
from rpg_lite.operations.inventory.unattune import Unattune
from rpg_lite.operations.inventory.unequip import Unequip
from rpg_lite.operations.inventory.use import Use
from rpg_lite.operations.targets import Command
from rpg_lite.world import events


def _give(t: RenderContext) -> str:
    thing = t.thing(t.outcome.data["made"][0])
    bag = t.name(thing.parent_id) if thing else "?"
    made = t.outcome.data["made"]
    ids = made[0] if len(made) == 1 else f"{made[0]} … {made[-1]}"
    worn = f" {_puts_on(t)}" if t.data.get("slot") else ""
    has = f", now {thing.quantity}" if thing and thing.quantity > t.data["given"] else ""
    bound = any(isinstance(e, events.Attuned) for e in t.outcome.events)
    bond = f" {bag} is attuned to it." if bound else ""
    inside = ", ".join(counted(x.name, x.quantity) for x in t.after.bag_of(thing.id)) if thing and len(made) == 1 else ""
    held = f" In it: {inside}." if inside else ""
    return f"{bag} gets {counted(thing.name if thing else '?', t.data['given'])} ({ids}{has}).{held}{worn}{bond}{t.rolls()}"


def _puts_on(t: RenderContext) -> str:
    name, slot = t.name(t.outcome.subject), t.data["slot"]
    on = f"takes {name} in hand" if slot in _HANDS else f"puts on {name}"
    return f"{t.bearer()} {' and '.join((*_lays_aside(t.data.get('taken_off', ())), on))} ({slot})."


_HANDS: Final = frozenset({"mainhand", "offhand"})


def _lays_aside(taken_off: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What was worn is taken off, what was in a hand put away."""
    for verb, is_held in (("takes off", False), ("puts away", True)):
        if names := [name for name, slot in taken_off if (slot in _HANDS) == is_held]:
            yield f"{verb} {', '.join(names)}"


def _equip(t: RenderContext) -> str:
    if "slot" not in t.data:
        return f"{t.bearer()}: {t.name(t.outcome.subject)}."
    return _puts_on(t)


def _unequip(t: RenderContext) -> str:
    name, slot = t.data["taken_off"][0]
    return f"{t.bearer()} {next(_lays_aside([(name, slot)]))} ({slot}); it stays carried."


def _remove(t: RenderContext) -> str:
    left = t.after.things.get(t.outcome.subject or "")
    rest = f"; {left.quantity} left" if left else ""
    thing = t.before.things.get(t.outcome.subject or "")
    where = t.before.things.get(thing.parent_id or "") if thing else None
    return f"{counted(t.name(t.outcome.subject), t.data['removed'])} is gone from {where.name if where else '?'}{rest}."


def _transfer(t: RenderContext) -> str:
    to = t.name(t.data["to"])
    if "moved_all" in t.data:
        moved = ", ".join(counted(name, quantity) for name, quantity in t.data["moved_all"])
        return f"{moved or 'Nothing'} → {to}."
    if not t.data["moved"]:
        return f"{t.name(t.outcome.subject)} stays in {to}."
    lies = t.after.things.get(t.outcome.subject or "")  # in a bag that the hearer does not look into nothing has an id
    id = f" ({lies.id})" if lies and lies.id not in t.after.unnamed else ""
    return f"{counted(t.data['given'], t.data['moved'])}{id} → {to}."


def _attune(t: RenderContext) -> str:
    if not t.outcome.events:
        return f"{t.bearer()}: {t.name(t.outcome.subject)}."
    return f"{t.bearer()} is attuned to {t.name(t.outcome.subject)} ({t.data['attuned']} of {t.data['limit']})."


def _unattune(t: RenderContext) -> str:
    return f"{t.bearer()} ends the bond with {t.name(t.outcome.subject)} ({t.data['attuned']} of {t.data['limit']} in use)."


def _identify(t: RenderContext) -> str:
    thing = t.thing(t.outcome.subject)
    return f"{counted(t.name(t.outcome.subject), thing.quantity if thing else 1)} ({t.outcome.subject}) is known to the players."


def _exchange(t: RenderContext) -> str:
    (given, count), (got, made) = t.data["given"], t.data["got"]
    return f"{t.data['where']}: {count} {given} become {made} {got}."


def _use(t: RenderContext) -> str:
    name = t.name(t.outcome.subject)
    if "switched" in t.data:
        lasts = f" for {t.data['duration']}" if t.data.get("duration") and t.data["switched"] == "on" else ""
        return f"{t.bearer()}: {name}, {t.data['property']} is {t.data['switched']}{lasts}{_left(t)}.{t.rolls()}"
    user = t.name(t.outcome.bearers[-1]) if len(t.outcome.bearers) > 1 else t.data["target"]
    on = f" on {t.data['target']}" if t.data["target"] != user else ""
    does = "lights" if t.data["lit"] else "uses"
    of_charges = t.data.get("charges") is not None and not t.is_unknown(t.outcome.subject)
    what = f"{many(t.data['used'], 'charge')} of {name}" if of_charges and t.data["used"] != 1 else counted(name, t.data["used"])
    return f"{user} {does} {what}{on}{_left(t)}.{t.rolls()}"


def _left(t: RenderContext) -> str:
    """What is left of a thing that was used: its charges, its uses, or how many more there are of it."""
    for what in () if t.is_unknown(t.outcome.subject) else ("charges", "uses"):
        if (n := t.data.get(what)) is not None:
            return f"; {n} {what if n != 1 else what[:-1]} left"
    more = t.data.get("more")
    return "" if more is None else f"; {more} left" if more else "; the last one is used up"


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        Give: _give,
        Remove: _remove,
        Equip: _equip,
        Unequip: _unequip,
        Transfer: _transfer,
        Use: _use,
        Attune: _attune,
        Unattune: _unattune,
        Identify: _identify,
        Exchange: _exchange,
    }
)
