"""What execute_action did → English."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.messages.character import back
from rpg_lite.messages.render_context import RenderContext, many, over
from rpg_lite.operations.action.attack import Attack
from rpg_lite.operations.action.check import Check
from rpg_lite.operations.action.damage import TakeDamage
from rpg_lite.operations.action.end_fight import EndFight
from rpg_lite.operations.action.heal import Heal
from rpg_lite.operations.action.next_turn import NextTurn
from rpg_lite.operations.action.roll import Roll
from rpg_lite.operations.action.save import Save
from rpg_lite.operations.action.start_fight import StartFight
from rpg_lite.operations.targets import Command


def _damage(t: RenderContext) -> str:
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


def _heal(t: RenderContext) -> str:
    if t.dry and t.rolls():
        return f"{t.bearer()} would be healed.{t.rolls()}"
    regained, healing = t.data["regained"], t.data["healing"]
    points = many(regained, "hit point") if regained == healing else f"{regained} of {many(healing, 'hit point')}"
    return f"{t.bearer()} regains {points}.{t.rolls()}"


def _roll(t: RenderContext) -> str:
    return t.rolls().strip()


def _attack(t: RenderContext) -> str:
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


def _d20(t: RenderContext) -> str:
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


def _start_fight(t: RenderContext) -> str:
    if t.dry:
        return f"Initiative would be rolled for {', '.join(name for name, _ in t.data['order'])}."
    order = ", ".join(f"{t.name(who.id)} {total}" if t.knows_numbers(who.id) else t.name(who.id) for who, total in t.outcome.data["order"])
    return f"{_joins(t) if t.data['joins'] else 'The fight begins'}. Initiative: {order}. {_turn(t)}"


def _joins(t: RenderContext) -> str:
    names = [name for name, _ in t.data["order"]]
    return f"{', '.join(names)} {'joins' if len(names) == 1 else 'join'} the fight"


def _next_turn(t: RenderContext) -> str:
    return f"{_turn(t)}{over(t)}"


def _turn(t: RenderContext) -> str:
    """Whose turn it is. Players are told the numbers of the party alone, and nothing of one whom they do not see."""
    d, whose = t.data, t.thing(t.data["whose"])
    if whose is None:
        return f"Round {d['round']}: the turn of somebody out of sight."
    knows = t.knows_numbers(whose.id)
    facts = "; ".join(
        filter(None, (", ".join(filter(None, (d["hp"] if knows else "", d["state"]))), ", ".join(d["ways"] if knows else ())))
    )
    return f"Round {d['round']}: {whose.name}'s turn{f' ({facts})' if facts else ''}."


def _end_fight(t: RenderContext) -> str:
    found = f" Found again: {', '.join(f'{who} {count} × {what}' for who, count, what in t.data['found'])}." if t.data["found"] else ""
    return f"The fight is over after {t.data['rounds']} round{'' if t.data['rounds'] == 1 else 's'}.{found} It is {t.data['time']}.{over(t)}{back(t)}"


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        TakeDamage: _damage,
        Heal: _heal,
        Roll: _roll,
        Attack: _attack,
        Check: _d20,
        Save: _d20,
        StartFight: _start_fight,
        NextTurn: _next_turn,
        EndFight: _end_fight,
    }
)
