"""A character sheet on a terminal: the numbers one looks for first, then why they are what they are. Good without colour."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from rpg_lite.rules import modifier_tags
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.document import Circumstances
from rpg_lite.rules.gear import Gear, flat
from rpg_lite.rules.modifiers import Formula, Modifier
from rpg_lite.rules.slots import in_order
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.defenses import damage_taken
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views.changes import named, unit
from rpg_lite.views.stats import numbers, pounds, words
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, SKILLS, Ability, Skill

WIDEST: Final = 100
_BAR: Final = 24
_DIGITS: Final[Mapping[str, tuple[str, str, str]]] = {
    "0": ("█▀█", "█ █", "▀▀▀"),
    "1": ("▀█ ", " █ ", "▀▀▀"),
    "2": ("▀▀█", "█▀▀", "▀▀▀"),
    "3": ("▀▀█", " ▀█", "▀▀▀"),
    "4": ("█ █", "▀▀█", "  ▀"),
    "5": ("█▀▀", "▀▀█", "▀▀▀"),
    "6": ("█▀▀", "█▀█", "▀▀▀"),
    "7": ("▀▀█", "  █", "  ▀"),
    "8": ("█▀█", "█▀█", "▀▀▀"),
    "9": ("█▀█", "▀▀█", "▀▀▀"),
    "-": ("   ", "▀▀▀", "   "),
}
_WHY_NOT: Final[Mapping[str, str]] = {
    "not_attuned": "sleeps until it is attuned",
    "not_worn": "is not worn",
    "same_name": "counts once, there are two of the name",
    "predicate": "waits for its condition",
    "blocked": "is blocked",
    "lower": "is lower than what applies",
    "capped": "is capped",
    "not_trained": "needs training",
    "second_shield": "is a second shield",
}
"""A scoped change does not stand here: it applies to some rolls, and the sheet names them."""


@dataclass(frozen=True, slots=True)
class _Pen:
    """The signs of one terminal: those of Unicode, or letters where it has none."""

    plain: bool

    def mode(self, mode: str) -> Text:
        match mode:
            case "advantage":
                return Text("+" if self.plain else " ▲", "green")
            case "disadvantage":
                return Text("-" if self.plain else " ▼", "red")
        return Text("")

    def trained(self, rank: int) -> Text:
        return Text(" *#"[rank] if self.plain else "·●◆"[rank], "cyan" if rank else "dim")

    def bar(self, part: float) -> Text:
        full = min(_BAR, max(0, round(part * _BAR)))
        colour = "green" if part > 0.5 else "yellow" if part > 0.25 else "red"
        done, left = ("#", "-") if self.plain else ("█", "░")
        return Text.assemble((done * full, colour), (left * (_BAR - full), "dim"))

    def big(self, number: int) -> Text:
        if self.plain:
            return Text(f"= {number} =", "bold")
        rows = zip(*(_DIGITS[d] for d in str(number)), strict=True)
        return Text("\n".join(" ".join(row) for row in rows), "bold cyan")

    @property
    def legend(self) -> Text:
        if self.plain:
            return Text("* proficient  # expertise  adv advantage  dis disadvantage", "dim")
        return Text("● proficient  ◆ expertise  ▲ advantage  ▼ disadvantage", "dim")

    @property
    def dot(self) -> str:
        return " - " if self.plain else " · "


def console() -> Console:
    return Console(highlight=False, width=None if sys.stdout.isatty() else 80)


def explain(stats: EffectiveStats, situation: Circumstances, console: Console) -> None:
    """Prints the sheet of one creature with the reasons of its numbers."""
    pen = _Pen(console.options.ascii_only)
    parts: list[RenderableType] = [_header(stats, situation, pen), _abilities(stats, situation, pen)]
    parts += _titled("Skills", [_skills(stats, situation, pen)])
    parts += _titled("Attacks", [_attacks(stats, pen)] if stats.attacks or stats.spellcasting else [])
    parts += _titled("Defenses and senses", list(_defenses(stats, situation)))
    parts += _titled("Why", list(_reasons(stats, pen)))
    parts += _titled("Now and then", list(_sometimes(stats, pen)))
    parts += _titled("What does not count", list(_idle(stats, situation)))
    parts += _titled("Gear", list(_gear(stats, situation, pen)))
    parts += _titled("To look at", list(_remarks(stats, situation)))
    console.print(Group(*parts), width=min(console.width, WIDEST))
    console.print()


def _titled(title: str, parts: list[RenderableType]) -> list[RenderableType]:
    return [Rule(Text(title, "bold"), align="left", style="dim"), *parts] if parts else []


# ── header ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _header(stats: EffectiveStats, situation: Circumstances, pen: _Pen) -> RenderableType:
    sheet = situation.sheet
    who = [f"level {sheet.level}", " / ".join(sheet.classes), sheet.race, stats.size, sheet.alignment]
    headline = [
        Text(f"Speed {_speeds(stats)}"),
        Text(f"Initiative {stats.initiative.value:+d}") + pen.mode(stats.initiative_mode),
        Text(f"Proficiency {stats.proficiency_bonus.value:+d}"),
    ]
    left = Text("\n").join(
        [
            Text(_clean(sheet.name), "bold"),
            Text(_clean(pen.dot.join(filter(None, who))), "dim"),
            _hit_points(stats, pen),
            Text(pen.dot).join(headline),
            *_states(stats),
        ]
    )
    grid = Table.grid(expand=True, padding=(0, 1))
    grid.add_column(ratio=1)
    grid.add_column(justify="center", vertical="middle")
    grid.add_row(left, Text("ARMOR CLASS\n", "dim", justify="center") + pen.big(stats.ac.value))
    return Panel(grid, box=box.ROUNDED, border_style="cyan", padding=(0, 1))


def _hit_points(stats: EffectiveStats, pen: _Pen) -> Text:
    if stats.hp_max is None:
        return Text("HP unknown: give a class or hpMax", "dim")
    hp, most = stats.hp or 0, stats.hp_max.value
    extra = f" +{stats.temp_hp} temporary" if stats.temp_hp else ""
    return Text.assemble("HP ", pen.bar(hp / most if most else 0), (f" {hp}/{most}", "bold"), extra)


def _speeds(stats: EffectiveStats) -> str:
    return ", ".join(f"{b.value} ft" if m == "walk" else f"{m} {b.value} ft" for m, b in stats.speed.items())


def _states(stats: EffectiveStats) -> Iterator[Text]:
    states = [f"{a.name} {a.level}" if a.name == "exhaustion" else a.name for a in stats.conditions_active.values()]
    states += ["dead"] if stats.dead else [] if stats.can_act else ["cannot act"]
    if states:
        yield Text(", ".join(states).upper(), "bold red")


# ── abilities, skills, attacks ──────────────────────────────────────────────────────────────────────────────────────


def _abilities(stats: EffectiveStats, situation: Circumstances, pen: _Pen) -> RenderableType:
    """Numbers end in one column, whatever sign stands after them."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("", style="dim", width=9)
    for a in ABILITIES:
        table.add_column(f"  {a.upper()}", width=9, no_wrap=True)
    table.add_row("score", *(f"{b.value:>5}" for b in stats.abilities.values()))
    table.add_row("modifier", *(Text(f"{stats.modifiers[a]:>+5}", "bold") for a in ABILITIES))
    table.add_row("save", *(_save(stats, situation, pen, a) for a in ABILITIES))
    return Padding(table, (0, 1))


def _save(stats: EffectiveStats, situation: Circumstances, pen: _Pen, a: Ability) -> Text:
    if a in stats.auto_fail_saves:
        return Text("fails", "red")
    trained = pen.trained(1) if a in situation.sheet.saves else Text(" ")
    return Text.assemble(trained, f"{stats.saves.values[a].value:>+4}", pen.mode(stats.saves.modes[a]))


def _skills(stats: EffectiveStats, situation: Circumstances, pen: _Pen) -> RenderableType:
    """Down the columns, as on a printed sheet."""
    table = Table(box=None, expand=True, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(ratio=1, no_wrap=True)
    cells = [_skill(stats, situation.sheet.skills.get(s, 0), pen, s) for s in SKILLS]
    down = len(cells) // 3
    for n in range(down):
        table.add_row(*cells[n::down])
    return Padding(Group(table, Text.assemble(f"Passive perception {stats.passive['perception'].value}   ", pen.legend)), (0, 1))


def _skill(stats: EffectiveStats, rank: int, pen: _Pen, skill: Skill) -> Text:
    name = skill.replace("_", " ").capitalize()
    value = f"{stats.skills.values[skill].value:+d}"
    return Text.assemble(pen.trained(rank), f" {name:<16}", (f"{value:>3}", "bold" if rank else ""), pen.mode(stats.skills.modes[skill]))


def _attacks(stats: EffectiveStats, pen: _Pen) -> RenderableType:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for attack in stats.attacks:
        to_hit = Text.assemble((f"{attack.to_hit.value:+d} to hit", "bold"), pen.mode(attack.mode))
        table.add_row(Text(_clean(attack.name)), to_hit, Text(_damage(attack)))
    if stats.spellcasting:
        s = stats.spellcasting
        table.add_row(f"Spells ({s.ability.upper()})", Text(f"{s.attack.value:+d} to hit", "bold"), f"save DC {s.save_dc.value}")
    return Padding(table, (0, 1))


def _damage(attack: AttackStats) -> str:
    extra = "".join(f" + {x.dice} {x.type}{f' ({modifier_tags.told(x.scope)})' if x.scope else ''}" for x in attack.extra_dice)
    return _clean(("no damage" if attack.is_harmless else f"{attack.damage} {attack.damage_type}") + extra)


# ── defenses ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _defenses(stats: EffectiveStats, situation: Circumstances) -> Iterator[RenderableType]:
    d = stats.defenses
    for title, grants in (
        ("resists", d.resistances), ("immune to", d.immunities), ("vulnerable to", d.vulnerabilities), ("cannot be", d.conditions),
    ):  # fmt: skip
        if grants:
            yield _entry(title, "; ".join(_granted(grants, situation.sheet.name)))
    for (kind, word), m in d.nonmagical.items():
        yield _entry({"resist": "resists"}.get(kind, kind), f"{word} that is not magical ({m.source.name})")
    if stats.senses:
        yield _entry("senses", ", ".join(f"{s} {b.value} ft" for s, b in stats.senses.items()))
    for name, by in stats.conditions_blocked.items():
        yield _entry("kept off", f"{name} ({by})")
    for hit in situation.damage:
        left, why = damage_taken(hit, d)
        yield _entry("takes", ": ".join((f"{left} of {hit.amount} {hit.type} damage", *why)))


def _granted(grants: Mapping[str, tuple[Modifier, ...]], own: str) -> Iterator[str]:
    """Words that come from the same things stand together; what is the creature's own needs no name."""
    by_source: dict[str, list[str]] = {}
    for word, ms in grants.items():
        by_source.setdefault(", ".join(dict.fromkeys(m.source.name for m in ms if m.source.name != own)), []).append(word)
    yield from (", ".join(found) + (f" ({source})" if source else "") for source, found in by_source.items())


# ── why ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def _reasons(stats: EffectiveStats, pen: _Pen) -> Iterator[RenderableType]:
    """AC always; of the other numbers those that something changes, and what made a roll better or worse."""
    rows: dict[str, list[str]] = {}
    for what, why in (*_sums(stats), *_bonuses(stats), *_modes(stats, pen), *_dice(stats)):
        rows.setdefault(what, []).append(why)
    yield from (_entry(what, ", ".join(why)) for what, why in rows.items())


def _sums(stats: EffectiveStats) -> Iterator[tuple[str, str]]:
    return (_sum(path, b) for path, b in numbers(stats) if path == "ac" or (_is_headline(path) and _is_changed(b)))


def _bonuses(stats: EffectiveStats) -> Iterator[tuple[str, str]]:
    """What is added to saves; ability and proficiency are plain to see."""
    shared = _shared(stats)
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


def _shared(stats: EffectiveStats) -> list[Modifier]:
    """What is added to every save."""
    lines = [b.lines for b in stats.saves.values.values()]
    return [m for m in lines[0] if m.source.layer != "base" and all(m in other for other in lines)]


def _sum(path: str, b: Breakdown) -> tuple[str, str]:
    """("AC 21", "18 Plate Armor + 2 Shield + 1 Ring of Protection")"""
    terms = "".join(_term(m, first=n == 0) for n, m in enumerate(b.lines))
    value = f"{b.value:+d}" if path.endswith(("toHit", "damageBonus", "attack", "initiative")) else f"{b.value}{unit(path)}"
    return f"{named(path)} {value}", terms or "0"


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


def _modes(stats: EffectiveStats, pen: _Pen) -> Iterator[tuple[str, str]]:
    """Rolls of one kind that are better or worse for the same reasons stand together."""
    together: dict[tuple[str, str], list[str]] = {}
    for path, ms in words(stats):
        kind, _, rest = path.partition(".")
        if ms and kind in ("saveModes", "checkModes", "skillModes", "initiativeMode", "attacks", "attacksAgainstYou"):
            why = ", ".join(dict.fromkeys(f"{m.source.name}{pen.mode(m.op).plain}" for m in ms))
            together.setdefault((kind, why), []).append(rest)
    for (kind, why), found in together.items():
        if kind == "skillModes":
            by_check = {w: set(c) for (k, w), c in together.items() if k == "checkModes"}
            found = [s for s in found if SKILL_ABILITY[s] not in by_check.get(why, set())]  # type: ignore[index]
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


# ── now and then, and never ─────────────────────────────────────────────────────────────────────────────────────────


def _sometimes(stats: EffectiveStats, pen: _Pen) -> Iterator[RenderableType]:
    """What applies to some rolls only, so that no number above has it."""
    for scope, value in stats.ac_vs.items():
        yield _entry(f"AC {value}", f"against {modifier_tags.told([scope])}")
    for m in stats.scoped:
        sign = pen.mode(m.op).plain.strip() or f"{m.op.replace('_', ' ')} {_amount(m)}".removeprefix("add ").strip()
        yield _entry(f"{_target(m.target)} {sign}", f"{modifier_tags.told(m.scope)} ({m.source.name})")


def _target(target: str) -> str:
    """ "save.all" is all saves, "skill.stealth" stealth."""
    head, _, rest = target.partition(".")
    if rest == "all":
        return f"all {head}s"
    if rest in ABILITIES:
        return f"{rest.upper()} {head}s"
    return rest.replace("_", " ") if head == "skill" else f"{rest} {head}".replace("_", " ").strip()


def _idle(stats: EffectiveStats, situation: Circumstances) -> Iterator[RenderableType]:
    """Each thing that is there and changes nothing, once, with what it would have changed."""
    asleep = [g.item.name for g in flat(situation.gear) if g.slot and g.item.needs_attunement and g.id not in stats.attuned]
    found: dict[tuple[str, str], list[str]] = {(name, "not_attuned"): [] for name in asleep}
    for path, b in numbers(stats):
        for s in b.suppressed:
            if s.reason in _WHY_NOT and not path.startswith(("passive.", "checks.")):
                found.setdefault((s.modifier.source.name, s.reason), []).append(f"{named(path)} {_amount(s.modifier)}".strip())
    for (name, reason), lost in found.items():
        whole = _folded(list(dict.fromkeys(lost)))
        yield _entry(name, _WHY_NOT[reason] + (f" ({', '.join(whole)})" if whole else ""))


def _folded(lost: list[str]) -> list[str]:
    """Six saves are "all saves", and a list that goes on says how much."""
    saves = [w for w in lost if " save " in w]
    if len(saves) == len(ABILITIES) and len({w.rpartition(" ")[2] for w in saves}) == 1:
        lost = [*(w for w in lost if w not in saves), f"all saves {saves[0].rpartition(' ')[2]}"]
    return [*lost[:4], f"{len(lost) - 4} more"] if len(lost) > 5 else lost


# ── gear and remarks ────────────────────────────────────────────────────────────────────────────────────────────────


def _gear(stats: EffectiveStats, situation: Circumstances, pen: _Pen) -> Iterator[RenderableType]:
    worn = sorted((g for g in situation.gear if g.slot), key=lambda g: in_order(g.slot))  # type: ignore[arg-type]
    for g in worn:
        yield _entry(str(g.slot), _thing(g, stats) + (" in both hands" if g.grip == "two" else ""))
    carried = [_thing(g, stats) for g in situation.gear if not g.slot]
    carried += [f"{situation.coins} coins"] if situation.coins else []
    if carried:
        yield _entry("carried", ", ".join(carried))
    over = ", too much" if stats.load.over else f", {stats.load.encumbrance.replace('_', ' ')}" if stats.load.encumbrance else ""
    if worn or carried:
        yield _entry("weight", f"{pounds(stats.load.weight)} of {stats.load.capacity.value} lb{over}")


def _thing(g: Gear, stats: EffectiveStats) -> str:
    shown = ", ".join(filter(None, ("attuned" if g.id in stats.attuned else "", f"on: {' '.join(sorted(g.active))}" if g.active else "")))
    inside = f" [{', '.join(_thing(c, stats) for c in g.contents)}]" if g.contents else ""
    return f"{g.item.name}{f' × {g.quantity}' if g.quantity > 1 else ''}{f' ({shown})' if shown else ''}{inside}"


def _remarks(stats: EffectiveStats, situation: Circumstances) -> Iterator[RenderableType]:
    for error in dict.fromkeys(e for e in stats.errors if not e.startswith("unknown_")):
        yield _entry("not by the rules", error.replace("_", " "), "yellow")
    for kind, wanted in situation.unknown:
        yield _entry(f"unknown {kind}", f"{wanted} is left out", "yellow")
    s = situation.sheet
    only_text = (*s.unknown_features, *s.unknown_classes, *s.unknown_races, *s.unknown_training)
    told = {"only text": only_text, "not yet counted": s.not_counted, "changes nothing": situation.unheard, "assumed": s.assumed}
    yield from (_entry(what, "; ".join(texts), "dim" if what == "assumed" else "") for what, texts in told.items() if texts)


def _entry(what: str, text: str, style: str = "") -> RenderableType:
    """A word on the left, its text beside it, both wrapped in their own column."""
    table = Table.grid(padding=(0, 2, 0, 0), expand=True)
    table.add_column(width=20, style="cyan")
    table.add_column(ratio=1)
    table.add_row(Text(_clean(what)), Text(_clean(text), style))
    return Padding(table, (0, 1))


def _clean(text: str) -> str:
    """Without characters that would steer the terminal."""
    return "".join(c for c in text if c.isprintable())
