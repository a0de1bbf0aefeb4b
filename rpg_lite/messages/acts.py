"""The sentence of an act that was played: what a table would say aloud, targets of equal outcome together."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from rpg_lite.messages.render_context import RenderContext, join_names, many
from rpg_lite.operations.action.act import ZoneResult
from rpg_lite.operations.mechanics.acting.played import USED_UP, ActResult, AttackRolled, SaveRolled, Spent, TargetPlayed, Thrown


def act(t: RenderContext) -> str:
    if isinstance(t.outcome.result, ZoneResult):
        return _moved(t, t.outcome.result)
    return describe(t, t.result(ActResult))


def _moved(t: RenderContext, told: ZoneResult) -> str:
    """The names of those who entered or left a zone."""
    names = t.names(told.who)
    verb = {"enter": "enters", "leave": "leaves"}[told.how] if len(names) == 1 else told.how
    return f"{join_names(names)} {verb} {told.zone}." if names else f"Nobody {told.how}s {told.zone}: all are there already."


def describe(t: RenderContext, told: ActResult) -> str:
    """The act, its dice, then each group of targets."""
    parts = [_opening(t, told)]
    if dice := _dice(t, told):
        parts.append(dice)
    parts += _groups(t, told)
    if told.concentration:
        parts.append(f"{t.named(told.who)} concentrates on {told.concentration}.")
    if told.unchecked:
        parts.append("No spells are chosen, so only the class list was checked.")
    if told.asks:
        parts.append(f"Only the table knows: {', '.join(told.asks)} (with).")
    if told.offers and t.knows_numbers(told.who.id):
        parts.append(f"{t.named(told.who)} may add {', '.join(told.offers)}: with.")
    parts += [says if says.endswith((".", "!", "?")) else f"{says}." for says in told.says]
    return " ".join(parts)


def follow_up(t: RenderContext, told: ActResult) -> str:
    """The sentence of a trigger or a rider: its name, its dice, those whom it concerned."""
    parts = [*filter(None, [_dice(t, told)]), *_groups(t, told), *told.says]
    name = t.named(told.item) if told.item and t.sees(told.item) else told.act
    return f"{name}: {' '.join(parts)}" if parts else ""


def _opening(t: RenderContext, told: ActResult) -> str:
    verb = "casts" if told.is_spell else "uses"
    paid = _paid(told)
    by = f" with {t.named(told.item)}" if told.item and t.named(told.item) != told.act else ""
    as_ritual = " as a ritual" if told.ritual else ""
    return f"{t.named(told.who)} {verb} {told.act}{by}{as_ritual}{f' ({paid})' if paid and t.knows_numbers(told.who.id) else ''}."


def _paid(told: ActResult) -> str:
    return ", ".join(_price(s) for s in told.spent)


def _price(spent: Spent) -> str:
    if spent.what in ("charges", "uses"):
        return f"{many(spent.was - spent.left, spent.what[:-1])}, {many(spent.left, spent.what[:-1])} left"
    if spent.what == USED_UP:
        return f"{USED_UP}, {spent.left} more" if spent.left else USED_UP
    of = f" of {spent.most}" if spent.most is not None else ""
    what = spent.what.replace("_", " ")
    return f"{what}, {spent.left}{of} left"


def _dice(t: RenderContext, told: ActResult) -> str:
    """The dice of the whole act: "28 fire (8d6: 5+3+…), DEX save DC 15"."""
    if not t.knows_numbers(told.who.id):
        return ""
    rolls = [_thrown(one) for one in told.thrown if one.faces]
    saves = {s.ability.upper() for target in told.targets for s in target.saves}
    dc = [f"{'/'.join(sorted(saves))} save DC {told.dc}"] if saves and told.dc is not None else []
    return f"{'; '.join([*rolls, *dc])}." if rolls or dc else ""


def _thrown(one: Thrown) -> str:
    what = one.type or {"pool": "hit points", "heal": "hit points"}.get(one.what_for, one.what_for)
    return f"{one.total} {what} ({one.dice}: {'+'.join(map(str, one.faces))})"


def _groups(t: RenderContext, told: ActResult) -> list[str]:
    """Targets of equal outcome stand together."""
    alike: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for target in told.targets:
        rolled, came = _rolls(t, target), _outcome(t, target)
        if rolled or came:
            alike.setdefault((_verdict(target), came), []).append((t.named(target.who), rolled))
    return [f"{_names(members)}{_said(head, len(members))}{_joined(head, came)}." for (head, came), members in alike.items()]


_PLURAL: Final = {"fails": "fail", "passes": "pass", "succeeds": "succeed", "does": "do", "is": "are"}


def _said(head: str, count: int) -> str:
    """The verdict, its verb for one or for several."""
    verb, _, rest = head.partition(" ")
    return f" {verb if count == 1 else _PLURAL.get(verb, verb)}{f' {rest}' if rest else ''}" if head else ""


def _joined(head: str, came: str) -> str:
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


def _rolls(t: RenderContext, target: TargetPlayed) -> str:
    """The totals of its saves and of the attacks on it, to those who may know them."""
    if not t.knows_numbers(target.who.id):
        return ""
    saves = [_save(s) for s in (*target.saves, *target.checks)]
    attacks = [f"{a.total} against AC {a.ac}{_mode(a)}" for a in target.attacks]
    return "; ".join((*saves, *attacks))


def _save(save: SaveRolled) -> str:
    return "no roll" if save.total is None else f"{save.total}{_mode(save)}"


def _mode(rolled: SaveRolled | AttackRolled) -> str:
    return "" if rolled.mode == "normal" else f", {rolled.mode}"


def _outcome(t: RenderContext, target: TargetPlayed) -> str:
    """The outcome for the target."""
    knows = t.knows_numbers(target.who.id)
    parts = [*_hurt(target, knows), *_better(target, knows)]
    parts += [*target.conditions, *target.effects]
    parts += [e if e.startswith("immune") else f"{e} ends" for e in target.ended]
    if target.dead and target.hp_was:
        parts.append("dead")
    return ", ".join(parts)


def _hurt(target: TargetPlayed, knows: bool) -> list[str]:
    if not target.suffered:
        return []
    kinds = [f"{sum(s.taken for s in same)} {kind}" for kind, same in _by_type(target)]
    why = dict.fromkeys(w for s in target.suffered for w in s.why)
    hp = f", HP {target.hp_was} → {target.hp}" if knows and target.hp_was != target.hp else ""
    reasons = f" ({'; '.join(why)})" if why and knows else ""
    return [f"{' and '.join(kinds)} damage{reasons}{hp}"]


def _by_type(target: TargetPlayed):  # type: ignore[no-untyped-def]
    return [(kind, list(same)) for kind, same in groupby(sorted(target.suffered, key=lambda s: s.type), key=lambda s: s.type)]


def _better(target: TargetPlayed, knows: bool) -> list[str]:
    parts = []
    if target.healed:
        hp = f", HP {target.hp_was} → {target.hp}" if knows else ""
        parts.append(f"regains {target.healed} hit point{'s' if target.healed != 1 else ''}{hp}")
    if target.temp_hp is not None:
        parts.append(f"{target.temp_hp} temporary hit points")
    return parts
