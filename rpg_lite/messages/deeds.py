"""What happened → English: one sentence for each accepted command, from its outcome and the world around it."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.commands.action import Damage, Heal, Roll
from rpg_lite.commands.afflict import Apply, Lift
from rpg_lite.commands.attacks import Attack
from rpg_lite.commands.characters import Create, Import, Retire, Update
from rpg_lite.commands.charting import ImportMap
from rpg_lite.commands.checks import Check, Save
from rpg_lite.commands.fights import EndFight, NextTurn, StartFight
from rpg_lite.commands.inventory.attune import Attune, Unattune
from rpg_lite.commands.inventory.exchange import Exchange
from rpg_lite.commands.inventory.give import Give
from rpg_lite.commands.inventory.identify import Identify
from rpg_lite.commands.inventory.transfer import Remove, Transfer
from rpg_lite.commands.inventory.use import Use
from rpg_lite.commands.inventory.wear import Equip, Unequip
from rpg_lite.commands.passing import Advance, Rest
from rpg_lite.commands.targets import Command
from rpg_lite.commands.tools import DropTool, EquipTool, UnequipTool
from rpg_lite.commands.undo import Undo
from rpg_lite.messages import journal, maps, rooms
from rpg_lite.messages.told import Told, charged, counted, many, over
from rpg_lite.world import clock, combat, events
from rpg_lite.world.things import Thing


def deed(told: Told) -> str:
    """The sentence of the command."""
    return SENTENCES[type(told.command)](told)


def _give(t: Told) -> str:
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


def _puts_on(t: Told) -> str:
    name, slot = t.name(t.outcome.subject), t.data["slot"]
    on = f"takes {name} in hand" if slot in _HANDS else f"puts on {name}"
    return f"{t.bearer()} {' and '.join((*_lays_aside(t.data.get('taken_off', ())), on))} ({slot})."


_HANDS: Final = frozenset({"mainhand", "offhand"})


def _lays_aside(taken_off: Sequence[tuple[str, str]]) -> Iterator[str]:
    """What was worn is taken off, what was in a hand put away."""
    for verb, is_held in (("takes off", False), ("puts away", True)):
        if names := [name for name, slot in taken_off if (slot in _HANDS) == is_held]:
            yield f"{verb} {', '.join(names)}"


def _equip(t: Told) -> str:
    if "slot" not in t.data:
        return f"{t.bearer()}: {t.name(t.outcome.subject)}."
    return _puts_on(t)


def _unequip(t: Told) -> str:
    name, slot = t.data["taken_off"][0]
    return f"{t.bearer()} {next(_lays_aside([(name, slot)]))} ({slot}); it stays carried."


def _remove(t: Told) -> str:
    left = t.after.things.get(t.outcome.subject or "")
    rest = f"; {left.quantity} left" if left else ""
    thing = t.before.things.get(t.outcome.subject or "")
    where = t.before.things.get(thing.parent_id or "") if thing else None
    return f"{counted(t.name(t.outcome.subject), t.data['removed'])} is gone from {where.name if where else '?'}{rest}."


def _transfer(t: Told) -> str:
    to = t.name(t.data["to"])
    if "moved_all" in t.data:
        moved = ", ".join(counted(name, quantity) for name, quantity in t.data["moved_all"])
        return f"{moved or 'Nothing'} → {to}."
    if not t.data["moved"]:
        return f"{t.name(t.outcome.subject)} stays in {to}."
    lies = t.after.things.get(t.outcome.subject or "")  # in a bag that the hearer does not look into nothing has an id
    id = f" ({lies.id})" if lies and lies.id not in t.after.unnamed else ""
    return f"{counted(t.data['given'], t.data['moved'])}{id} → {to}."


def _attune(t: Told) -> str:
    if not t.outcome.events:
        return f"{t.bearer()}: {t.name(t.outcome.subject)}."
    return f"{t.bearer()} is attuned to {t.name(t.outcome.subject)} ({t.data['attuned']} of {t.data['limit']})."


def _unattune(t: Told) -> str:
    return f"{t.bearer()} ends the bond with {t.name(t.outcome.subject)} ({t.data['attuned']} of {t.data['limit']} in use)."


def _identify(t: Told) -> str:
    thing = t.thing(t.outcome.subject)
    return f"{counted(t.name(t.outcome.subject), thing.quantity if thing else 1)} ({t.outcome.subject}) is known to the players."


def _exchange(t: Told) -> str:
    (given, count), (got, made) = t.data["given"], t.data["got"]
    return f"{t.data['where']}: {count} {given} become {made} {got}."


def _use(t: Told) -> str:
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


def _left(t: Told) -> str:
    """What is left of a thing that was used: its charges, its uses, or how many more there are of it."""
    for what in () if t.is_unknown(t.outcome.subject) else ("charges", "uses"):
        if (n := t.data.get(what)) is not None:
            return f"; {n} {what if n != 1 else what[:-1]} left"
    more = t.data.get("more")
    return "" if more is None else f"; {more} left" if more else "; the last one is used up"


def _create(t: Told) -> str:
    made = t.data["made"]
    where = t.thing(t.thing(made[0]).parent_id) if t.thing(made[0]) else None  # type: ignore[union-attr]
    names = ", ".join(f"{t.name(id)} ({id})" for id in made)
    return f"{names} {'is' if len(made) == 1 else 'are'} in {where.name if where else '?'}."


def _update(t: Told) -> str:
    if not t.outcome.events:
        return ""
    told = [text for e in t.outcome.events if isinstance(e, events.Changed) and e.path not in _TOLD_APART for text in _change(e)]
    return f"{t.name(t.outcome.subject)} is updated{': ' if told else ''}{'; '.join(told)}."


_TOLD_APART: Final = frozenset({"body.hp", "body.tempHp", "body.dying"})
"""Hit points have a sentence of their own."""
LONGEST_VALUE: Final = 60


def _change(event: events.Changed) -> Iterator[str]:
    """Each key that differs, from what to what; of an object only its keys that differ."""
    path = event.path.removeprefix("body.").removeprefix("sheet.")
    if not isinstance(event.was or {}, Mapping) or not isinstance(event.now or {}, Mapping) or event.was == event.now:
        yield f"{path} {_written(event.was)} → {_written(event.now)}"
        return
    was, now = event.was or {}, event.now or {}
    yield from _differences(path, was, now)


def _differences(path: str, was: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for key in {**was, **now}:
        old, new = was.get(key), now.get(key)
        if isinstance(old, Mapping) and isinstance(new, Mapping) and "name" not in {*old, *new}:
            yield from _differences(f"{path}.{key}", old, new)
        elif old != new:
            yield f"{path}.{key} {_written(old)} → {_written(new)}"


def _written(value: Any) -> str:
    """A stored value in a few words; a long one is cut."""
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case list() | tuple():
            text = ", ".join(map(_written, value)) or "none"
        case Mapping():
            text = str(value.get("name") or ", ".join(f"{k} {_written(v)}" for k, v in value.items() if v is not None))
        case _:
            text = str(value)
    return text if len(text) <= LONGEST_VALUE else text[: LONGEST_VALUE - 1] + "…"


def _retire(t: Told) -> str:
    with_it = f" with {many(t.data['carried'], 'thing')}" if t.data["carried"] else ""
    return f"{t.data['retired']} leaves the game{with_it}."


def _apply(t: Told) -> str:
    who = ", ".join(map(t.name, t.outcome.bearers))
    command = t.command
    assert isinstance(command, Apply)
    lasts = f" ({command.duration})" if command.duration else ""
    if command.effect:
        return f"{who}: {t.data['applied']} begins{lasts}."
    level = _exhaustion(t) if t.data["applied"] == "exhaustion" else ""
    return f"{who}: {t.data['applied']}{level}{lasts}."


def _exhaustion(t: Told) -> str:
    level = _level(t.after.things[t.outcome.bearers[0]])
    return f" {level}" if level else ""


def _level(creature: Thing) -> int:
    """Of exhaustion; 0 where there is none."""
    return next((int(c["level"]) for c in creature.body.get("conditions") or () if c["name"] == "exhaustion"), 0)


def _lift(t: Told) -> str:
    what = t.data["lifted"]
    left = {t.name(id): level for id in t.outcome.bearers if what == "exhaustion" and (level := _level(t.after.things[id]))}
    ended = [t.name(id) for id in t.outcome.bearers if t.name(id) not in left]
    told = [f"{', '.join(ended)}: {what} ends."] if ended else []
    return " ".join((*told, *(f"{name}: exhaustion falls to {level}." for name, level in left.items())))


def _damage(t: Told) -> str:
    if t.dry and t.rolls():
        return f"{t.bearer()} would take {t.data['type']} damage.{t.rolls()}"
    return f"{t.bearer()} takes {_points(t.data['taken'], t.data['damage'], t.data['type'] + ' damage', t.data['why'])}.{t.rolls()}"


def _points(taken: int, dealt: int, of: str, why: Sequence[str]) -> str:
    """What was taken of what was dealt.

    >>> _points(16, 8, "cold", ["vulnerability (Fire Elemental)"]), _points(4, 8, "cold", ["resistance (Tiefling)"])
    ('16 cold (8, doubled: vulnerable)', '4 of 8 cold (resistance (Tiefling))')
    """
    if dealt and taken == 2 * dealt and len(why) == 1:
        return f"{taken} {of} ({dealt}, doubled: vulnerable)"
    reasons = f" ({', '.join(why)})" if why else ""
    return f"{taken if taken == dealt else f'{taken} of {dealt}'} {of}{reasons}"


def _heal(t: Told) -> str:
    if t.dry and t.rolls():
        return f"{t.bearer()} would be healed.{t.rolls()}"
    regained, healing = t.data["regained"], t.data["healing"]
    points = many(regained, "hit point") if regained == healing else f"{regained} of {many(healing, 'hit point')}"
    return f"{t.bearer()} regains {points}.{t.rolls()}"


def _roll(t: Told) -> str:
    return t.rolls().strip()


def _undo(t: Told) -> str:
    if "back_to" in t.data:
        n = t.data["count"]
        return f"Everything after rev {t.data['back_to']} is taken back, {n} {'command' if n == 1 else 'commands'} (undo does it anew)."
    again = _OF_UNDO.match(t.data.get("what") or "")
    what = f": {t.data['what']}" if t.data.get("what") and not t.players else "."
    what = f": rev {again[1]} holds again." if again else what
    return f"Rev {t.data['undoes']} is taken back{_UNDO_AGAIN}{what}{_whose_turn(t)}"


def _whose_turn(t: Told) -> str:
    """After an undo that brings back an earlier moment of a fight."""
    on, was = clock.fight(t.after), clock.fight(t.before)
    acting = t.after.things.get(combat.acting(t.after) or "") if on and on != was else None
    return f" It is {acting.name}'s turn, round {on['round']}." if on and acting else ""


_OF_UNDO: Final = re.compile(r"Rev (\d+) is taken back")
_UNDO_AGAIN: Final = " (undo again does it anew; an earlier one goes by its rev)"
"""Said once, also where what is taken back was an undo."""


def _attack(t: Told) -> str:
    d = t.data
    target, attacker = t.outcome.bearers[0], t.outcome.bearers[-1]
    knows = t.knows_numbers(target)
    if t.dry:
        against = f" against AC {d['ac']}" if knows else ""
        return f"{d['attacker']} would attack {d['target']} with {d['weapon']}{against}.{t.rolls()}"
    marks = {"advantage": " with advantage", "disadvantage": " with disadvantage"}.get(d["mode"], "")
    result = "a critical hit" if d["critical"] else "a hit" if d["hit"] else "a miss"
    dealt = "; ".join(_dealt(x) if knows else f"{x['points']} {x['type']}" for x in d["dealt"] if knows or t.knows_numbers(attacker))
    dealt = dealt or ("no damage" if d["hit"] and not d["dealt"] else "")
    hand = ", the off hand's extra attack" if d["second"] else ""
    total = str(d["total"]) if t.knows_numbers(attacker) else ""
    thrown = f"{total} against AC {d['ac']}, " if total and knows else f"{total}, " if total else ""
    hit = f"{d['attacker']} attacks {d['target']} with {d['weapon']}{hand}{marks}: {thrown}{result}"
    return f"{hit}{': ' + dealt if dealt else ''}.{t.rolls()}"


def _dealt(part: Mapping[str, Any]) -> str:
    return _points(part["taken"], part["points"], part["type"], part["why"])


def _d20(t: Told) -> str:
    if t.dry:
        return f"Would roll:{t.rolls()}"
    told = []
    for who, what, total, mode, verdict in t.outcome.data["roll_of"]:
        result = f"{_total(total, verdict)}{_at(mode)}" if t.knows_numbers(who.id) else verdict.partition(" against ")[0] or "rolled"
        told.append(f"{t.name(who.id)}, {what}: {result}")
    return f"{'; '.join(told)}.{t.rolls()}"


def _total(total: int, verdict: str) -> str:
    return verdict if verdict == "fails without a roll" else f"{total}, {verdict}" if verdict else str(total)


def _at(mode: str) -> str:
    return "" if mode == "normal" else f" ({mode})"


def _start_fight(t: Told) -> str:
    if t.dry:
        return f"Initiative would be rolled for {', '.join(name for name, _ in t.data['order'])}."
    order = ", ".join(f"{t.name(who.id)} {total}" if t.knows_numbers(who.id) else t.name(who.id) for who, total in t.outcome.data["order"])
    return f"{_joins(t) if t.data['joins'] else 'The fight begins'}. Initiative: {order}. {_turn(t)}"


def _joins(t: Told) -> str:
    names = [name for name, _ in t.data["order"]]
    return f"{', '.join(names)} {'joins' if len(names) == 1 else 'join'} the fight"


def _next_turn(t: Told) -> str:
    return f"{_turn(t)}{over(t)}"


def _turn(t: Told) -> str:
    """Whose turn it is. Players are told the numbers of the party alone, and nothing of one whom they do not see."""
    d, whose = t.data, t.thing(t.data["whose"])
    if whose is None:
        return f"Round {d['round']}: the turn of somebody out of sight."
    knows = t.knows_numbers(whose.id)
    facts = "; ".join(
        filter(None, (", ".join(filter(None, (d["hp"] if knows else "", d["state"]))), ", ".join(d["ways"] if knows else ())))
    )
    return f"Round {d['round']}: {whose.name}'s turn{f' ({facts})' if facts else ''}."


def _end_fight(t: Told) -> str:
    found = f" Found again: {', '.join(f'{who} {count} × {what}' for who, count, what in t.data['found'])}." if t.data["found"] else ""
    return f"The fight is over after {t.data['rounds']} round{'' if t.data['rounds'] == 1 else 's'}.{found} The clock goes on to the next full minute, {t.data['time']}.{over(t)}{_back(t)}"


def _rest(t: Told) -> str:
    *others, last = t.data["who"]
    who = f"{', '.join(others)} and {last} finish" if others else f"{last} finishes"
    return f"{who} a {t.data['kind']} rest; it is {t.data['time']}.{over(t)}{_back(t)}"


def _advance(t: Told) -> str:
    return f"Time passes; it is {t.data['time']}.{over(t)}{_back(t)}"


def _back(t: Told) -> str:
    """Hit dice spent and charges regained; in a dry run the dice that would decide."""
    if t.dry and (unrolled := t.rolls()):
        return unrolled
    dice = t.data.get("spent")
    spent = f" Hit dice: {', '.join(f'{who} {what}' for who, what in dice)}." if dice else ""
    return f"{spent}{charged(t)}"


def _equip_tool(t: Told) -> str:
    made = f" ({t.data['made'][0]})" if t.data["made"] else ""
    return f"{t.data['context']} uses {_few(t.data['used'])}{made}."


def _unequip_tool(t: Told) -> str:
    return f"{t.data['context']} no longer uses {_few(t.data['unused'])}."


def _drop_tool(t: Told) -> str:
    others = f", and no longer in use in {_few(t.data['used_by'])}" if t.data["used_by"] else ""
    return f"{_few(t.data['dropped'])} {'is' if len(t.data['dropped']) == 1 else 'are'} gone from {t.data['context']}{others}."


MOST_NAMED: Final = 8


def _few(words: Sequence[str]) -> str:
    more = len(words) - MOST_NAMED
    return ", ".join(words[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _import_map(t: Told) -> str:
    room, label = t.data["way_in"]
    entrance = f"{t.name(t.outcome.subject)} ({t.outcome.subject})"
    return f"{maps.contents(t.data)} {label} of {room} leads to {entrance}. {maps.summary(t.data['findings'], t.data['loops'])}"


SENTENCES: Final[Mapping[type[Command], Callable[[Told], str]]] = MappingProxyType(
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
        Create: _create,
        ImportMap: _import_map,
        Update: _update,
        Import: _create,
        Retire: _retire,
        Apply: _apply,
        Lift: _lift,
        Damage: _damage,
        Heal: _heal,
        Roll: _roll,
        Attack: _attack,
        Check: _d20,
        Save: _d20,
        StartFight: _start_fight,
        NextTurn: _next_turn,
        EndFight: _end_fight,
        Rest: _rest,
        Advance: _advance,
        EquipTool: _equip_tool,
        UnequipTool: _unequip_tool,
        DropTool: _drop_tool,
        Undo: _undo,
        **rooms.SENTENCES,
        **journal.SENTENCES,
    }
)
"""Every command that changes something. What only reads is shown by views."""
