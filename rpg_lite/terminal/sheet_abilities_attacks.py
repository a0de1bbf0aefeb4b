"""The tables of a sheet: abilities and saves, skills, attacks."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from rpg_lite.rules import modifier_tag_words
from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.terminal.sheet_signs import Pen
from rpg_lite.terminal.text_columns import clean
from rpg_lite.vocabulary import ABILITIES, SKILLS, Ability, Skill


def abilities(stats: EffectiveStats, situation: Circumstances, pen: Pen) -> RenderableType:
    """Return the table of abilities and saves, with the numbers aligned on the right whether or not a sign follows them."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column("", style="dim", width=9)
    for a in ABILITIES:
        table.add_column(f"  {a.upper()}", width=9, no_wrap=True)
    table.add_row("score", *(f"{b.value:>5}" for b in stats.abilities.values()))
    table.add_row("modifier", *(Text(f"{stats.modifiers[a]:>+5}", "bold") for a in ABILITIES))
    table.add_row("save", *(_save(stats, situation, pen, a) for a in ABILITIES))
    return Padding(table, (0, 1))


def _save(stats: EffectiveStats, situation: Circumstances, pen: Pen, a: Ability) -> Text:
    if a in stats.auto_fail_saves:
        return Text("fails", "red")
    trained = pen.mark_training(1) if a in situation.sheet.saves else Text(" ")
    return Text.assemble(trained, f"{stats.saves.values[a].value:>+4}", pen.mode(stats.saves.modes[a]))


def skills(stats: EffectiveStats, situation: Circumstances, pen: Pen) -> RenderableType:
    """Return the table of skills, listed down the columns, as on a printed sheet."""
    table = Table(box=None, expand=True, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for _ in range(3):
        table.add_column(ratio=1, no_wrap=True)
    cells = [_skill(stats, situation.sheet.skills.get(s, 0), pen, s) for s in SKILLS]
    down = len(cells) // 3
    for n in range(down):
        table.add_row(*cells[n::down])
    return Padding(Group(table, Text.assemble(f"Passive perception {stats.passive['perception'].value}   ", pen.legend)), (0, 1))


def _skill(stats: EffectiveStats, rank: int, pen: Pen, skill: Skill) -> Text:
    name = skill.replace("_", " ").capitalize()
    value = f"{stats.skills.values[skill].value:+d}"
    return Text.assemble(
        pen.mark_training(rank), f" {name:<16}", (f"{value:>3}", "bold" if rank else ""), pen.mode(stats.skills.modes[skill])
    )


def attacks(stats: EffectiveStats, pen: Pen) -> RenderableType:
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
    for attack in stats.attacks:
        to_hit = Text.assemble((f"{attack.to_hit.value:+d} to hit", "bold"), pen.mode(attack.mode))
        table.add_row(Text(clean(attack.name)), to_hit, Text(_damage(attack)))
    if stats.spellcasting:
        s = stats.spellcasting
        table.add_row(f"Spells ({s.ability.upper()})", Text(f"{s.attack.value:+d} to hit", "bold"), f"save DC {s.save_dc.value}")
    return Padding(table, (0, 1))


def _damage(attack: AttackStats) -> str:
    extra = "".join(f" + {x.dice} {x.type}{f' ({modifier_tag_words.say_tags(x.scope)})' if x.scope else ''}" for x in attack.extra_dice)
    return clean(("no damage" if attack.is_harmless else f"{attack.damage_told} {attack.damage_type}") + extra)
