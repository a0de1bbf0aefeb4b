"""Sentences for the results of execute_action."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final

from rpg_lite.decision.command import Command
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.acts.weapon_attack import AttackResult, DamageDealt
from rpg_lite.mechanics.fight.turn_report import CurrentTurn
from rpg_lite.mechanics.rolls.rolls import LUCK, CheckResult
from rpg_lite.messages import act_sentences
from rpg_lite.messages.character import back
from rpg_lite.messages.render_context import RenderContext, join_names, many, over, sum_of
from rpg_lite.operations.action.act import PlayAct
from rpg_lite.operations.action.attack import Attack
from rpg_lite.operations.action.cast import Cast
from rpg_lite.operations.action.check import Check
from rpg_lite.operations.action.damage import DamageResult, TakeDamage
from rpg_lite.operations.action.end import End, EndResult
from rpg_lite.operations.action.end_fight import EndFight, EndFightResult, LeaveFightResult
from rpg_lite.operations.action.heal import Heal, HealResult
from rpg_lite.operations.action.move import Move, MoveResult
from rpg_lite.operations.action.near import Near, NearResult
from rpg_lite.operations.action.next_turn import NextTurn, NextTurnResult
from rpg_lite.operations.action.place import PlaceCreatures, PlaceResult
from rpg_lite.operations.action.roll import Roll
from rpg_lite.operations.action.save import Save
from rpg_lite.operations.action.start_fight import StartFight, StartFightResult
from rpg_lite.rules.space.squares import square_name


def _damage(t: RenderContext) -> str:
    told = t.result(DamageResult)
    if t.dry and t.rolls():
        return f"{t.bearer()} would take {told.type} damage.{t.rolls()}"
    return f"{t.bearer()} takes {_points(told.taken, told.damage, f'{told.type} damage', told.why)}.{t.rolls()}"


def _points(taken: int, dealt: int, of: str, why: Sequence[str]) -> str:
    """State how much of the dealt damage was taken, and why the two numbers differ.

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
    told = t.result(HealResult)
    whole = told.regained == told.healing
    points = many(told.regained, "hit point") if whole else f"{told.regained} of {many(told.healing, 'hit point')}"
    return f"{t.bearer()} regains {points}.{t.rolls()}"


def _roll(t: RenderContext) -> str:
    return t.rolls().strip()


def _attack(t: RenderContext) -> str:
    told = t.result(AttackResult)
    who, whom, weapon = t.name_of(told.attacker), t.name_of(told.target), t.name_of(told.weapon)
    weapon += f" ({t.name_of(told.flew)})" if told.flew and told.is_magic_shot else ""
    target, attacker = t.outcome.bearers[0], t.outcome.bearers[-1]
    knows = t.knows_numbers(target)
    if t.dry:
        against = f" against AC {told.ac}{act_sentences.in_shelter(t, told.shelter)}" if knows else ""
        hit = ", ".join(map(act_sentences.say_planned, told.planned.damage)) if told.planned and t.knows_numbers(attacker) else ""
        return f"{who} would attack {whom} with {weapon}{against}.{t.rolls()}{f' A hit deals {hit}.' if hit else ''}"
    if told.kept:
        return f"{who} attacks {whom} with {weapon}: the attack is lost to {told.kept.effect}.{t.rolls()}"
    marks = {"advantage": " with advantage", "disadvantage": " with disadvantage"}.get(told.mode, "")
    marks += f" ({', '.join(told.why)})" if told.why and not t.players else ""
    result = "at an image" if told.image else "a critical hit" if told.critical else "a hit" if told.hit else "a miss"
    dealt = "; ".join(_dealt(x) if knows else f"{x.points} {x.type}" for x in told.dealt if knows or t.knows_numbers(attacker))
    dealt += " (Graze)" if dealt and not told.hit else ""  # nothing else hurts on the miss of a weapon (SRD 5.2, Graze)
    dealt = dealt or ("no damage" if told.hit and not told.dealt else "")
    hand = " (extra off-hand attack)" if told.second else ""
    total = str(told.total) if t.knows_numbers(attacker) else ""
    thrown = (
        f"{total} against AC {told.ac}{act_sentences.in_shelter(t, told.shelter)}, " if total and knows else f"{total}, " if total else ""
    )
    hit = f"{who} attacks {whom} with {weapon}{hand}{marks}: {thrown}{result}"
    offered = f" {who} may add {', '.join(told.offers)} (key: with)." if told.offers and t.knows_numbers(attacker) else ""
    asked = f" Only the table knows: {', '.join(told.asks)} (key: with)." if told.asks and t.knows_numbers(attacker) else ""
    return f"{hit}{': ' + dealt if dealt else ''}.{t.rolls()}{act_sentences.attacks_left(t, told.attacker, told.turn)}{asked}{offered}"


def _dealt(part: DamageDealt) -> str:
    return _points(part.taken, part.points, part.type, part.why)


def _d20(t: RenderContext) -> str:
    if t.dry:
        return f"Would roll:{t.rolls()}"
    told = []
    for roll in t.result(CheckResult).rolls:
        numbers = f"{_total(roll.total, roll.verdict)}{_at(roll.mode, () if t.players else roll.why)}"
        result = numbers if t.knows_numbers(roll.who.id) else roll.verdict.partition(" against ")[0] or "rolled"
        told.append(f"{t.name_of(roll.who)}, {roll.what}: {result}")
    return f"{'; '.join(told)}.{t.rolls()}"


def _total(total: int, verdict: str) -> str:
    return verdict if verdict == "fails without a roll" else f"{total}, {verdict}" if verdict else str(total)


def _at(mode: str, why: Sequence[str]) -> str:
    """The mode of a roll, with its causes for the game master: players do not know everything that lies on a creature."""
    return "" if mode == "normal" else f" ({': '.join(filter(None, (mode, ', '.join(why))))})"


def _start_fight(t: RenderContext) -> str:
    told = t.result(StartFightResult)
    names = t.names(who for who, _ in told.order)
    if t.dry:
        return f"Initiative would be rolled for {join_names(names)}."
    order = ", ".join(f"{t.name_of(who)} {total}" if t.knows_numbers(who.id) else t.name_of(who) for who, total in told.order)
    begins = f"{join_names(names)} {'joins' if len(names) == 1 else 'join'} the fight" if told.joins else "The fight begins"
    return f"{begins}. Initiative: {order}.{_initiative_dice(t)} {_turn(t, told.turn)}"


def _initiative_dice(t: RenderContext) -> str:
    """The dice of the initiative for the game master, a roll for each creature or group."""
    rolls = t.list_rolls()
    anew = {id(e) for e, after in pairwise(rolls) if after.for_ == LUCK}
    told = "; ".join(
        f"{e.for_.removeprefix(_INITIATIVE)} {sum_of(e)}{' (a 1 was rolled again)' if id(e) in anew else ''}"
        for e in rolls
        if e.for_.startswith(_INITIATIVE)
    )
    return f" Rolled: {told}." if told else ""


_INITIATIVE: Final = "initiative "


def _next_turn(t: RenderContext) -> str:
    told = t.result(NextTurnResult)
    if told.is_passed:
        recharged = f" {'. '.join(told.turn.recharged)}." if told.turn.recharged and t.knows_numbers(told.turn.whose) else ""
        return f"{t.name_of(Called(told.turn.whose or ''))}'s turn.{recharged}{over(t, told.ended)}"
    return f"{_turn(t, told.turn)}{over(t, told.ended)}"


def _turn(t: RenderContext, turn: CurrentTurn) -> str:
    """Name the creature whose turn it is. Players learn only the party's numbers, and nothing about a creature out of sight."""
    whose = t.thing(turn.whose)
    if whose is None:
        return f"Round {turn.round}: it is the turn of somebody out of sight."
    knows = t.knows_numbers(whose.id)
    state = ", ".join(filter(None, (turn.hp if knows else "", turn.state)))
    facts = "; ".join(filter(None, (state, *([", ".join(turn.ways), *turn.ready] if knows else ()))))
    recharged = f" {'. '.join(turn.recharged)}." if knows and turn.recharged else ""
    able = [f"{t.name_of(who)} ({left} left)" for who, left in turn.legendary if t.knows_numbers(who.id)]
    later = f" At its end, a legendary action of {join_names(able)} is possible." if able else ""
    return f"Round {turn.round}: {whose.name}'s turn{f' ({facts})' if facts else ''}.{recharged}{later}"


def _end(t: RenderContext) -> str:
    told = t.result(EndResult)
    names = t.names(who for who in told.on if t.sees(who))
    on = f" on {join_names(names)}" if names and names != [t.name_of(told.caster)] else ""
    verb = "would end" if t.dry else "ends"
    rest = ", and no longer concentrates" if told.held and not t.dry else " by an action" if told.by_action else ""
    return f"{t.name_of(told.caster)} {verb} {told.spell}{on}{rest}."


def _near(t: RenderContext) -> str:
    told = t.result(NearResult)
    near, apart = t.names(told.near), t.names(told.apart)
    name, verb = t.name_of(told.who), "would be" if t.dry else "is"
    parts = [f"{name} {verb} near {join_names(near)}, until one of them leaves."] if near else [f"{name} {verb} near nobody."]
    return " ".join([*([f"{name} and {join_names(apart)} are apart."] if apart else []), *parts])


def _move(t: RenderContext) -> str:
    """The way in short: feet spent and left, the squares at which it turns, its end, and who stands beside it there."""
    told = t.result(MoveResult)
    walked, who, (_, to) = told.walked, t.name_of(told.who), told.names
    if not walked.way.walk.spaces and walked.met is None:
        return f"{who} stands at {to} already."
    if walked.is_cut and not walked.feet:
        return f"{who} stops at {to}."
    verb = "would move" if t.dry else "moves"
    left = f" ({walked.left} left)" if walked.left is not None else ""
    by = "" if walked.way.mode == "walk" else f", {_BY_MODE[walked.way.mode]}"
    over_ = f" by {', '.join(told.corners)}" if told.corners and not walked.is_cut else ""
    near = [t.name_of(each) for each in told.near if t.sees(each)]
    beside = f", next to {join_names(near)}" if near else ""
    why = f"{who} has been moved off its way" if walked.is_moved else f"{who} cannot go on" if walked.is_cut else ""
    why = f"Something unseen is in the way at {walked.met}" if walked.met else why
    stops = f" {why}." if why else ""
    return f"{who} {verb} {walked.feet} ft{left}{by}{over_} to {to}{beside}.{stops}{_strikers(t, told)}"


_BY_MODE: Final = {"fly": "flying", "swim": "swimming", "climb": "climbing", "crawl": "crawling", "jump": "jumping", "burrow": "burrowing"}


def _strikers(t: RenderContext, told: MoveResult) -> str:
    """Those who may strike on the way, for readers who see them; the offer names the act."""
    seen = [(t.name_of(who), square_name((at.x, at.y), at.z)) for who, at in told.walked.strikers if t.sees(who)]
    return "".join(f" {name} may strike as {t.name_of(told.who)} leaves its reach at {at}." for name, at in seen)


def _place(t: RenderContext) -> str:
    """The new places; a wished square that was taken, and the one meant of several things of one name, are said."""
    told = [each for each in t.result(PlaceResult).stands if t.sees(each.who)]
    verb = "would stand" if t.dry else "stand" if len(told) > 1 else "stands"
    where = ", ".join(f"{t.name_of(each.who)} at {each.at}" for each in told).replace(" at ", f" {verb} at ", 1)
    taken = [f" {each.wished} is taken." for each in told if each.wished]
    meant = [f" Meant: {', '.join(each.meant)}." for each in told[:1] if each.meant]
    return "".join([f"{where}.", *taken, *meant]) if told else ""


def _end_fight(t: RenderContext) -> str:
    if isinstance(t.outcome.result, LeaveFightResult):
        return _turn(t, t.outcome.result.turn)
    told = t.result(EndFightResult)
    found = "".join(f" {t.name_of(who)} recovers {count} × {what}." for who, count, what in told.found if t.sees(who))
    ends = f"The fight is over after {many(told.rounds, 'round')}.{found} It is {told.passed.time}."
    return f"{ends}{over(t, told.passed.ended)}{back(t, told.passed)}"


SENTENCES: Final[Mapping[type[Command], Callable[[RenderContext], str]]] = MappingProxyType(
    {
        TakeDamage: _damage,
        Heal: _heal,
        Roll: _roll,
        Attack: _attack,
        Cast: act_sentences.act,
        PlayAct: act_sentences.act,
        Check: _d20,
        Save: _d20,
        StartFight: _start_fight,
        NextTurn: _next_turn,
        End: _end,
        Near: _near,
        Move: _move,
        PlaceCreatures: _place,
        EndFight: _end_fight,
    }
)
