"""The sentence for an act that was played, in the words of people at a table; targets with the same outcome are grouped."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.acts.act_results import (
    USED_UP,
    ActPlan,
    ActResult,
    AttackRolled,
    PlannedDice,
    SaveRolled,
    Spent,
    Suffered,
    TargetPlayed,
    Thrown,
)
from rpg_lite.mechanics.turn.ledger import TurnLeft
from rpg_lite.messages import area_sentences, switch_sentences
from rpg_lite.messages.render_context import RenderContext, join_names, many, sum_of
from rpg_lite.operations.action.act import ZoneResult
from rpg_lite.rules.acts.withstood import is_mark, withstood_in_words
from rpg_lite.rules.names import runs
from rpg_lite.world import events


def act(t: RenderContext) -> str:
    if isinstance(t.outcome.result, ZoneResult):
        return _name_movers(t, t.outcome.result)
    return describe(t, t.result(ActResult))


def _name_movers(t: RenderContext, told: ZoneResult) -> str:
    """The names of the creatures that entered or left a zone."""
    names = t.names(told.who)
    verb = {"enter": "enters", "leave": "leaves"}[told.how] if len(names) == 1 else told.how
    already = "all are inside already" if told.how == "enter" else "none of them is inside"
    return f"{join_names(names)} {verb} {told.zone}." if names else f"Nobody {told.how}s {told.zone}: {already}."


def describe(t: RenderContext, told: ActResult) -> str:
    """State the act, its dice, then each group of targets; for a dry run of an act with dice, state its plan."""
    is_unsure = t.dry and any(isinstance(e, events.Rolled) for e in t.outcome.events)
    if told.plan and told.plan.is_telling and is_unsure and t.knows_numbers(told.who.id):
        return _say_plan(t, told, told.plan)
    groups = _groups(t, told)
    parts = [switch_sentences.say(t, told, told.switched) if told.switched else _opening(t, told, whom="" if groups else _aimed(t, told))]
    parts += area_sentences.sentences(t, told.area, shows_all=bool(groups))
    if dice := _dice(t, told):
        parts.append(dice)
    if groups:
        parts += ["With the lowest dice:", *groups] if is_unsure else groups
    if not t.dry:
        parts += [
            f"Rolled for {e.for_}{f' ({e.dice})' if e.for_ == 'duration' else ''}: {sum_of(e)}."
            for e in t.list_rolls()
            if e.for_ in _BESIDE
        ]
    if told.concentration and (told.is_spell or t.knows_numbers(told.who.id)):
        parts.append(f"{t.name_of(told.who)} concentrates on {told.concentration}.")
    if told.unchecked:
        parts.append("No spells are chosen, so only the class list was checked.")
    if left := attacks_left(t, told.who, told.turn):
        parts.append(left.strip())
    if told.asks and (not t.players or not told.targets or any(t.sees(one.who) for one in told.targets)):
        parts.append(f"Only the table knows: {', '.join(told.asks)} (key: with).")
    if told.offers and t.knows_numbers(told.who.id):
        parts.append(f"{t.name_of(told.who)} may add {', '.join(told.offers)} (key: with).")
    parts += [says if says.endswith((".", "!", "?")) else f"{says}." for says in heard(t, told)]
    return " ".join(parts)


def heard(t: RenderContext, told: ActResult) -> list[str]:
    """The texts of the act for this reader. Players hear no advice on what a stranger can do, no number of it, and not why an act does nothing to it."""
    if not t.players:
        return [*told.says]
    knows = told.is_spell or not t.is_another(told.who.id)
    hidden = told.secrets if any(t.is_another(one.id) for one in told.aimed_at) else frozenset()
    said = [one for one in told.says if (knows or one not in told.advice) and one not in hidden]
    return [*dict.fromkeys(text for one in said for text in _without_reason(t, told, one))]


def _without_reason(t: RenderContext, told: ActResult, said: str) -> list[str]:
    """The text; if it tells why the act does nothing to strangers, only that it does nothing to them."""
    whom = [who for who, text in told.spared if text == said]
    strange = sorted(t.name_of(who) for who in whom if t.is_another(who.id))
    is_told = not whom or len(strange) < len(whom)
    return [*([said] if is_told else []), *(f"{name} is not affected by {told.act}." for name in strange)]


def attacks_left(t: RenderContext, who: Called, left: TurnLeft | None) -> str:
    """The attacks that an action still has after its first attack, for readers who know the creature's numbers."""
    if t.dry or left is None or not left.has_begun or not t.knows_numbers(who.id):
        return ""
    return f" {many(left.attacks, 'attack')} left."


def _say_plan(t: RenderContext, told: ActResult, plan: ActPlan) -> str:
    """The act with the ranges of its dice: "Elara would cast Fireball (…) on Pip: DEX save DC 15, 8d6 fire (8–48), half on a success."."""
    paid = ", ".join(map(_price, known_costs(t, told)))
    names = t.names(target for target in told.aimed_at if told.is_spell or target != told.who)
    whom = f" on {join_names(names)}" if names else ""
    verb = "cast" if told.is_spell else "use"
    opening = f"{t.name_of(told.who)} would {verb} {told.act}{f' ({paid})' if paid else ''}{whom}{area_sentences.where(told.area)}"
    parts = [f"{plan.attack[0]} attack {plan.attack[1]:+}"] if plan.attack and isinstance(plan.attack[1], int) else []
    parts += [f"{plan.save[0]} save DC {plan.save[1]}"] if plan.save else []
    times = f"{plan.times} × " if plan.times > 1 else ""
    parts += [f"{times}{say_planned(d)}" for d in plan.damage]
    parts += [f"{plan.added:+d} on one of these damage rolls"] if plan.added else []
    parts += [f"{times}{_say_range(d)} hit points" for d in (*plan.heal, *plan.pool)]
    parts += [f"{_say_range(d)} temporary hit points" for d in plan.temp_hp]
    parts += [f"{times} × {name}" if times > 1 else name for name, times in plan.parts]
    parts += plan.lays
    parts += [f"escape DC {plan.escape_dc}"] if plan.escape_dc is not None else []
    parts += ["half on a success"] if plan.save and plan.save[2] == "half" else []
    says = [text if text.endswith((".", "!", "?")) else f"{text}." for text in heard(t, told)]
    says = [*area_sentences.sentences(t, told.area, shows_all=True), *_moved(t, plan), *says]
    return " ".join([f"{opening}{': ' if parts else ''}{', '.join(parts)}.", *says])


def _moved(t: RenderContext, plan: ActPlan) -> list[str]:
    """The squares to which the act would push or pull its targets."""
    seen = [(t.name_of(who), text) for who, text, _ in plan.moved]
    told = "; ".join(f"{name} {text}" for name, text in seen)
    return [f"If it works: {told}."] if told else []


def say_planned(planned: PlannedDice) -> str:
    """Damage that would be dealt: "1d8+3 (4–11) slashing"."""
    return f"{_say_range(planned)} {planned.type or ''}".rstrip()


def _say_range(planned: PlannedDice) -> str:
    low, high = planned.bounds
    return f"{planned.dice} ({low}–{high})" if low != high else str(low)


def follow_up(t: RenderContext, told: ActResult) -> str:
    """The sentence for a trigger or a rider: its name, unless it is a trait of a stranger that only strangers feel, its dice, and its
    targets.
    """
    to_roll = _to_roll(t, told) if t.dry else ""
    parts = [to_roll] if to_roll else [*filter(None, [_dice(t, told)]), *_groups(t, told), *heard(t, told)]
    name = t.name_of(told.item) if told.item and t.sees(told.item) else told.act
    times = f" ({told.times} times)" if told.times > 1 else ""
    is_felt = any(not t.is_another(target.who.id) for target in told.targets)
    if t.is_another(told.who.id) and not (told.is_spell or told.item or is_felt):
        return " ".join(parts)  # the name of a trait, such as Undead Fortitude, would tell what a stranger is
    return f"{name}{times}: {' '.join(parts)}" if parts else ""


def _to_roll(t: RenderContext, told: ActResult) -> str:
    """What a follow-up would roll, and for whom; empty if it rolls nothing. A dry run knows no die, and so not what comes of it."""
    saves = [s for target in told.targets for s in (*target.saves, *target.checks) if s.total is not None]
    thrown = [one for one in told.thrown if one.faces]
    if not saves and not thrown:
        return ""
    knows = t.knows_numbers(told.who.id)
    dc = f" DC {told.dc}" if knows and told.dc is not None else ""
    kinds = [f"{'/'.join(sorted({s.ability.upper() for s in saves}))} save{dc}"] if saves else []
    kinds += [f"{one.dice} {one.type or one.what_for}" for one in thrown] if knows else []
    whom = join_names(t.names(target.who for target in told.targets))
    return f"{', '.join(kinds) or 'dice'}{f' for {whom}' if whom else ''}, not rolled in a dry run."


def _aimed(t: RenderContext, told: ActResult) -> str:
    """Those on whom somebody uses a thing whose effect nothing else tells."""
    others = t.names(one for one in told.aimed_at if one != told.who) if told.item and not told.is_spell else ()
    return f" on {join_names(others)}" if others else ""


def _opening(t: RenderContext, told: ActResult, whom: str = "") -> str:
    verb = "casts" if told.is_spell else "uses"
    paid = ", ".join(map(_price, known_costs(t, told)))
    name = t.name_of(told.item) if told.item and told.is_named_as_thing else told.act
    by = f" with {t.name_of(told.item)}" if told.item and t.name_of(told.item) != name else ""
    as_ritual = " as a ritual" if told.ritual else ""
    return f"{t.name_of(told.who)} {verb} {name}{by}{whom}{as_ritual}{f' ({paid})' if paid and t.knows_numbers(told.who.id) else ''}{area_sentences.where(told.area)}."


_OF_THINGS: Final = ("charges", "uses")
"""The supplies that a thing may spend when it acts."""


def known_costs(t: RenderContext, told: ActResult) -> Sequence[Spent]:
    """The resources spent, without the charges of a thing that the reader knows only by its look."""
    of_unknown = told.item is not None and t.is_unknown(told.item.id)
    return [spent for spent in told.spent if not (of_unknown and spent.what in _OF_THINGS)]


def _price(spent: Spent) -> str:
    if spent.what in _OF_THINGS:
        return f"{many(spent.was - spent.left, spent.what[:-1])}, {many(spent.left, spent.what[:-1])} left"
    if spent.what == USED_UP:
        many_of = f"{spent.was - spent.left} " if spent.was - spent.left > 1 else ""
        return f"{many_of}{USED_UP}, {spent.left} left" if spent.left else f"{many_of}{USED_UP}"
    of = f" of {spent.most}" if spent.most is not None else ""
    what = spent.what.replace("_", " ")
    many_of = f": {spent.was - spent.left} spent" if spent.was - spent.left > 1 else ""
    return f"{what}{many_of}, {spent.left}{of} left"


def _dice(t: RenderContext, told: ActResult) -> str:
    """The dice of the whole act: "28 fire (8d6: 5+3+…), DEX save DC 15"."""
    if not t.knows_numbers(told.who.id):
        return ""
    rolls = [_say_dice(one) for one in told.thrown if one.faces]
    saves = {s.ability.upper() for target in told.targets for s in target.saves}
    dc = [f"{'/'.join(sorted(saves))} save DC {told.dc}"] if saves and told.dc is not None else []
    return f"{'; '.join([*rolls, *dc])}." if rolls or dc else ""


_BESIDE: Final = ("concentration", "duration")
"""The purposes of dice that no step of the act rolls."""
_ONLY_ROLLED: Final = ("table", "answer", "direction")
"""The purposes of dice whose total means nothing by itself: a row of a table, a change to another roll, one of eight directions."""


def _say_dice(one: Thrown) -> str:
    points = "hit point" if one.total == 1 else "hit points"
    what = one.type or {"pool": points, "heal": points}.get(one.what_for, one.what_for)
    if one.type is None and one.what_for in _ONLY_ROLLED:
        faces = "+".join(map(str, one.faces))
        return f"Rolled {one.dice}: {faces}{f' = {one.total}' if faces != str(one.total) else ''}"
    return f"{one.total} {what} ({one.dice}: {'+'.join(map(str, one.faces))})"


def _groups(t: RenderContext, told: ActResult) -> list[str]:
    """Group the targets that have the same outcome."""
    alike: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for target in told.targets:
        rolled, came, verdict = (
            _rolls(t, target, told.who),
            _outcome(t, target, told.is_spell or t.knows_numbers(told.who.id)),
            _verdict(target),
        )
        if rolled or came or verdict:
            alike.setdefault((verdict, came), []).append((t.name_of(target.who), rolled))
    return [f"{_names(members)}{_say_verdict(head, len(members))}{_join_parts(head, came)}." for (head, came), members in alike.items()]


_PLURAL: Final = {"fails": "fail", "passes": "pass", "succeeds": "succeed", "does": "do", "is": "are"}


def _say_verdict(head: str, count: int) -> str:
    """The verdict, with its verb in the singular or the plural."""
    verb, _, rest = head.partition(" ")
    return f" {verb if count == 1 else _PLURAL.get(verb, verb)}{f' {rest}' if rest else ''}" if head else ""


def _join_parts(head: str, came: str) -> str:
    return f": {came}" if came else ""


def _names(members: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{name}{f' ({rolled})' if rolled else ''}" for name, rolled in members)


def _verdict(target: TargetPlayed) -> str:
    if target.saves:
        return "passes" if all(s.passed for s in target.saves) else "fails"
    if target.checks:
        return "succeeds" if all(c.passed for c in target.checks) else "does not succeed"
    if target.attacks:
        hits = sum(a.hit for a in target.attacks)
        if len(target.attacks) == 1:
            return "is critically hit" if target.attacks[0].critical else "is hit" if hits else "is missed"
        return f"is hit {hits} of {len(target.attacks)} times"
    return ""


def _rolls(t: RenderContext, target: TargetPlayed, by: Called) -> str:
    """The totals of the target's saves and of the attacks on it, for readers who may know them; those of attacks by their own creature,
    without the AC of a stranger.
    """
    if not t.knows_numbers(target.who.id):
        return "; ".join(f"{_total(a)}{_mode(a)}" for a in target.attacks) if t.knows_numbers(by.id) else ""
    saves = [f"{_save(s)}{in_shelter(t, s.shelter)}{_against(t, s)}" for s in target.saves]
    saves += [f"{_save(s)}{_against(t, s) or _fixed_dc(t, s)}" for s in target.checks]
    attacks = [f"{_total(a)} against AC {a.ac}{in_shelter(t, a.shelter)}{_mode(a, () if t.players else a.why)}" for a in target.attacks]
    return "; ".join((*saves, *attacks))


def in_shelter(t: RenderContext, shelter: str) -> str:
    """The cover that counts in an AC: " with half cover (Oda)"; players do not read who gives it, because they may not see that creature."""
    told = shelter.partition(" (")[0] if t.players else shelter
    return f" with {told}" if told else ""


def _save(save: SaveRolled) -> str:
    return "no roll" if save.total is None else f"{_total(save)}{_mode(save)}"


def _total(rolled: SaveRolled | AttackRolled) -> str:
    """The total with the die and the bonus: "18+9 = 27"; without a bonus, the die alone."""
    return f"{rolled.told} = {rolled.total}" if rolled.told and rolled.told != str(rolled.total) else str(rolled.total)


def _against(t: RenderContext, rolled: SaveRolled) -> str:
    """The total of the other side of a contest, for readers who may know it."""
    if rolled.against is None or not t.knows_numbers(rolled.against[0].id):
        return ""
    return f" against {rolled.against[1]}"


def _fixed_dc(t: RenderContext, rolled: SaveRolled) -> str:
    """The DC of a check that is no contest, for the game master; the DC of saves stands once before all of them."""
    return "" if t.players or rolled.against is not None else f" against DC {rolled.dc}"


def _mode(rolled: SaveRolled | AttackRolled, why: Sequence[str] = ()) -> str:
    return "" if rolled.mode == "normal" else f", {': '.join(filter(None, (rolled.mode, ', '.join(why))))}"


def _outcome(t: RenderContext, target: TargetPlayed, tells_marks: bool) -> str:
    """The outcome for the target. `tells_marks`: whether it says that the target has withstood the act for a while, which nobody feels."""
    knows = t.knows_numbers(target.who.id)
    parts = [*_hurt(target, knows), *_better(target, knows)]
    marks = {*target.effects} & {*target.ended}  # an act needs them while it plays, and nobody else
    marks |= set() if tells_marks else {*filter(is_mark, target.effects)}
    parts += runs(dict.fromkeys(withstood_in_words(one) for one in (*target.conditions, *target.effects) if one not in marks))
    ended = [e if e.startswith("immune") else f"{e} ends" for e in target.ended if e not in marks]
    parts += dict.fromkeys("not affected" if e.startswith("immune") and not knows else e for e in ended)
    if target.dead:
        parts.append("dead")
    return ", ".join(parts)


def _hurt(target: TargetPlayed, knows: bool) -> list[str]:
    if not target.suffered:
        return []
    kinds = [f"{sum(s.taken for s in same)} {kind}" for kind, same in _by_type(target)]
    why = dict.fromkeys(w for s in target.suffered for w in s.why)
    hp = _hp_after_damage(target) if knows else ""
    reasons = f" ({'; '.join(why)})" if why and knows else ""
    return [f"{' and '.join(kinds)} damage{reasons}{hp}"]


def _hp_after_damage(target: TargetPlayed) -> str:
    """The hit points before and after. A gain in addition to the damage is stated in words, because an arrow would then point the wrong
    way.
    """
    if target.hp_was is None or target.hp is None or target.hp_was == target.hp:
        return ""
    return (
        f", HP {target.hp_was} → {target.hp}"
        if target.hp < target.hp_was
        else f", HP {target.hp} (was {target.hp_was}; it regained more than it lost)"
    )


def _by_type(target: TargetPlayed) -> list[tuple[str, list[Suffered]]]:
    return [(kind, list(same)) for kind, same in groupby(sorted(target.suffered, key=lambda s: s.type), key=lambda s: s.type)]


def _better(target: TargetPlayed, knows: bool) -> list[str]:
    parts = []
    if target.healed:
        hp = f", HP {target.hp_was} → {target.hp}" if knows else ""
        parts.append(f"regains {target.healed} hit point{'s' if target.healed != 1 else ''}{hp}")
    if target.temp_hp is not None:
        parts.append(many(target.temp_hp, "temporary hit point"))
    return parts
