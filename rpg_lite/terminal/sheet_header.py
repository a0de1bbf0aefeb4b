"""The head of a sheet: name, hit points, speed, armor class and conditions. Apart because each part of the sheet is one block that is read
and changed alone.
"""

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.terminal.sheet_signs import Pen
from rpg_lite.terminal.text_columns import clean


def header(stats: EffectiveStats, situation: Circumstances, pen: Pen) -> RenderableType:
    sheet = situation.sheet
    who = [f"level {sheet.level}", " / ".join(sheet.classes), sheet.race, sheet.background, stats.size, sheet.alignment]
    headline = [
        Text(f"Speed {_speeds(stats)}"),
        Text(f"Initiative {stats.initiative.value:+d}") + pen.mode(stats.initiative_mode),
        Text(f"Proficiency {stats.proficiency_bonus.value:+d}"),
    ]
    left = Text("\n").join(
        [
            Text(clean(sheet.name), "bold"),
            Text(clean(pen.dot.join(filter(None, who))), "dim"),
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


def _hit_points(stats: EffectiveStats, pen: Pen) -> Text:
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
