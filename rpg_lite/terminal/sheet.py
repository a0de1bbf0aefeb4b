"""A character sheet on a terminal: first the numbers that people look for, then the reasons for them. It is readable without color."""

import sys
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.terminal.sheet_abilities_attacks import abilities, attacks, skills
from rpg_lite.terminal.sheet_defenses import defenses
from rpg_lite.terminal.sheet_gear import gear, remarks
from rpg_lite.terminal.sheet_header import header
from rpg_lite.terminal.sheet_powers import acts, spells, supplies
from rpg_lite.terminal.sheet_reasons import idle, reasons, sometimes
from rpg_lite.terminal.sheet_signs import Pen

WIDEST: Final = 100


def console() -> Console:
    return Console(highlight=False, width=None if sys.stdout.isatty() else 80)


def explain(stats: EffectiveStats, situation: Circumstances, console: Console) -> None:
    """Print the sheet of one creature with the reasons for its numbers."""
    pen = Pen(console.options.ascii_only)
    parts: list[RenderableType] = [header(stats, situation, pen), abilities(stats, situation, pen)]
    parts += _with_title("Skills", [skills(stats, situation, pen)])
    parts += _with_title("Attacks", [attacks(stats, pen)] if stats.attacks or stats.spellcasting else [])
    parts += _with_title("Acts", list(acts(stats, situation)))
    parts += _with_title("Spells", list(spells(stats, situation)))
    parts += _with_title("Slots and resources", list(supplies(situation, pen)))
    parts += _with_title("Defenses and senses", list(defenses(stats, situation)))
    parts += _with_title("Why", list(reasons(stats, pen)))
    parts += _with_title("Sometimes", list(sometimes(stats, pen)))
    parts += _with_title("Not counted", list(idle(stats, situation)))
    parts += _with_title("Gear", list(gear(stats, situation)))
    parts += _with_title("To check", list(remarks(stats, situation)))
    console.print(Group(*parts), width=min(console.width, WIDEST))
    console.print()


def _with_title(title: str, parts: list[RenderableType]) -> list[RenderableType]:
    return [Rule(Text(title, "bold"), align="left", style="dim"), *parts] if parts else []
