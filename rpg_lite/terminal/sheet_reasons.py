"""The reasons for a sheet's numbers: the changes that count, those that count sometimes, and those that do not count."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rich.console import RenderableType

from rpg_lite.rules import modifier_tag_words
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.carried_gear import flat
from rpg_lite.rules.modifier_values import Formula
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.terminal.sheet_signs import Pen
from rpg_lite.terminal.text_columns import entry
from rpg_lite.views.stat_changes import name_path, unit
from rpg_lite.views.stats_json import numbers, words
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY

_WHY_NOT: Final[Mapping[str, str]] = {
    "not_attuned": "works only when attuned",
    "not_worn": "is not worn",
    "same_name": "counts once: there are two of that name",
    "predicate": "applies only under its condition",
    "blocked": "is blocked",
    "lower": "is lower than what applies",
    "replaced": "does not change the speed of its mount",
    "capped": "is capped",
    "not_trained": "needs training",
    "second_shield": "is a second shield",
}
"""Scoped changes are not in this list: they apply to some rolls, and the sheet names those rolls."""


def reasons(stats: EffectiveStats, pen: Pen) -> Iterator[RenderableType]:
    """Explain AC, every other number that something changes, and everything that makes a roll better or worse."""
    rows: dict[str, list[str]] = {}
    for what, why in (*_sums(stats), *_bonuses(stats), *_modes(stats, pen), *_dice(stats)):
        rows.setdefault(what, []).append(why)
    yield from (entry(what, ", ".join(why)) for what, why in rows.items())


def _sums(stats: EffectiveStats) -> Iterator[tuple[str, str]]:
    return (_sum(path, b) for path, b in numbers(stats) if path == "ac" or (_is_headline(path) and _is_changed(b)))


def _bonuses(stats: EffectiveStats) -> Iterator[tuple[str, str]]:
    """Yield changes to saves, without ability and proficiency, which the sheet shows elsewhere."""
    shared = _changes_to_every_save(stats)
    if shared:
        yield "all saves", ", ".join(f"{_amount(m)} {m.source.name}" for m in shared)
    for a, b in stats.saves.values.items():
        if own := [m for m in b.lines if m.source.layer != "base" and m not in shared]:
            yield f"{a.upper()} saves", ", ".join(f"{_amount(m)} {m.source.name}" for m in own)


def _dice(stats: EffectiveStats) -> Iterator[tuple[str, str]]:
    yield from ((_target(target), ", ".join(f"{m.value} {m.source.name}" for m in dice)) for target, dice in stats.dice.items())


def _is_headline(path: str) -> bool:
    return not path.startswith(("saves.", "skills.", "checks.", "passive", "senses."))


def _is_changed(b: Breakdown) -> bool:
    return any(m.source.layer != "base" for m in b.lines)


def _changes_to_every_save(stats: EffectiveStats) -> list[Modifier]:
    """Return the changes that apply to every save."""
    lines = [b.lines for b in stats.saves.values.values()]
    return [m for m in lines[0] if m.source.layer != "base" and all(m in other for other in lines)]


def _sum(path: str, b: Breakdown) -> tuple[str, str]:
    """Return a number and its sum: ("AC 21", "18 Plate Armor + 2 Shield + 1 Ring of Protection")."""
    terms = "".join(_term(m, first=n == 0) for n, m in enumerate(b.lines))
    value = f"{b.value:+d}" if path.endswith(("toHit", "damageBonus", "attack", "initiative")) else f"{b.value}{unit(path)}"
    return f"{name_path(path)} {value}", terms or "0"


def _term(m: Modifier, first: bool) -> str:
    amount, name = _amount(m).removeprefix("+"), m.source.name
    match m.op:
        case "add" if not first:
            return f" − {amount.removeprefix('-')} {name}" if amount.startswith("-") else f" + {amount} {name}"
        case "mul":
            return f", × {amount} {name}"
        case "raise_to" | "min" if not first:
            return f", at least {amount} {name}"
        case "zero":
            return f", 0 {name}"
        case "set" | "boost_raise" if not first:
            return f", now {amount} {name}"
    return f"{amount} {name}"


def _amount(m: Modifier) -> str:
    if isinstance(m.value, Formula):
        return " + ".join([str(m.value.base), *(a.upper() for a in m.value.add)])
    if isinstance(m.value, bool):
        return ""
    return f"{m.value:+d}" if m.op == "add" and isinstance(m.value, int) else str(m.value)


def _modes(stats: EffectiveStats, pen: Pen) -> Iterator[tuple[str, str]]:
    """Group rolls of one kind that are better or worse for the same reasons."""
    together: dict[tuple[str, str], list[str]] = {}
    for path, ms in words(stats):
        kind, _, rest = path.partition(".")
        if ms and kind in ("saveModes", "checkModes", "skillModes", "initiativeMode", "attacks", "attacksAgainstYou"):
            why = ", ".join(dict.fromkeys(f"{m.source.name}{pen.mode(m.op).plain}" for m in ms))
            together.setdefault((kind, why), []).append(rest)
    for (kind, why), found in together.items():
        if kind == "skillModes":
            by_check = {w: set(c) for (k, w), c in together.items() if k == "checkModes"}
            shown = {skill for skill, ability in SKILL_ABILITY.items() if ability in by_check.get(why, ())}
            found = [skill for skill in found if skill not in shown]
        if found:
            yield _rolls(kind, found), why


def _rolls(kind: str, found: Sequence[str]) -> str:
    match kind:
        case "saveModes":
            return "all saves" if len(found) == len(ABILITIES) else f"{', '.join(a.upper() for a in found)} saves"
        case "checkModes":
            return "all checks" if len(found) == len(ABILITIES) else f"{', '.join(a.upper() for a in found)} checks"
        case "skillModes":
            return ", ".join(s.replace("_", " ") for s in found).capitalize()
        case "attacks":
            return ", ".join(a.removesuffix(".mode") for a in found)
        case "attacksAgainstYou":
            return "attacks against you"
    return "initiative"


def sometimes(stats: EffectiveStats, pen: Pen) -> Iterator[RenderableType]:
    """Yield the changes that apply only to some rolls, and that no number above includes."""
    for scope, value in stats.ac_vs.items():
        yield entry(f"AC {value}", f"against {modifier_tag_words.say_tags([scope])}")
    for m in stats.scoped:
        sign = pen.mode(m.op).plain.strip() or f"{m.op.replace('_', ' ')} {_amount(m)}".removeprefix("add ").strip()
        yield entry(f"{_target(m.target)} {sign}", f"{modifier_tag_words.say_tags(m.scope)} ({m.source.name})")


def _target(target: str) -> str:
    """Name a target in words: "save.all" is "all saves", "skill.stealth" is "stealth"."""
    head, _, rest = target.partition(".")
    if rest == "all":
        return f"all {head}s"
    if rest in ABILITIES:
        return f"{rest.upper()} {head}s"
    return rest.replace("_", " ") if head == "skill" else f"{rest} {head}".replace("_", " ").strip()


def idle(stats: EffectiveStats, situation: Circumstances) -> Iterator[RenderableType]:
    """List each thing that changes nothing, once, with the numbers that it would have changed."""
    asleep = [g.item.name for g in flat(situation.gear) if g.slot and g.item.needs_attunement and g.id not in stats.attuned]
    found: dict[tuple[str, str], list[str]] = {(name, "not_attuned"): [] for name in asleep}
    for path, b in numbers(stats):
        for s in b.suppressed:
            if s.reason in _WHY_NOT and not path.startswith(("passive.", "checks.")):
                found.setdefault((s.modifier.source.name, s.reason), []).append(f"{name_path(path)} {_amount(s.modifier)}".strip())
    for (name, reason), lost in found.items():
        whole = _fold_saves(list(dict.fromkeys(lost)))
        yield entry(name, _WHY_NOT[reason] + (f" ({', '.join(whole)})" if whole else ""))


def _fold_saves(lost: list[str]) -> list[str]:
    """Shorten six saves to "all saves", and cut a long list, with the number of entries left out."""
    saves = [w for w in lost if " save " in w]
    if len(saves) == len(ABILITIES) and len({w.rpartition(" ")[2] for w in saves}) == 1:
        lost = [*(w for w in lost if w not in saves), f"all saves {saves[0].rpartition(' ')[2]}"]
    return [*lost[:4], f"{len(lost) - 4} more"] if len(lost) > 5 else lost
