"""The gear of a sheet, and everything that needs attention because it is against the rules, unknown or assumed. Apart because each part of
the sheet is one block that is read and changed alone.
"""

from collections.abc import Iterator

from rich.console import RenderableType

from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.equipment_slots import in_order
from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.terminal.text_columns import entry
from rpg_lite.views.stats_json import pounds


def gear(stats: EffectiveStats, situation: Circumstances) -> Iterator[RenderableType]:
    worn = sorted((g for g in situation.gear if g.slot), key=lambda g: in_order(g.slot))
    for g in worn:
        yield entry(str(g.slot), _thing(g, stats) + (" in both hands" if g.grip == "two" else ""))
    carried = [_thing(g, stats) for g in situation.gear if not g.slot]
    carried += [f"{situation.coins} coins"] if situation.coins else []
    if carried:
        yield entry("carried", ", ".join(carried))
    over = ", too much" if stats.load.over else f", {stats.load.encumbrance.replace('_', ' ')}" if stats.load.encumbrance else ""
    if worn or carried:
        yield entry("weight", f"{pounds(stats.load.weight)} of {stats.load.capacity.value} lb{over}")


def _thing(g: Gear, stats: EffectiveStats) -> str:
    shown = ", ".join(filter(None, ("attuned" if g.id in stats.attuned else "", f"on: {' '.join(sorted(g.active))}" if g.active else "")))
    inside = f" [{', '.join(_thing(c, stats) for c in g.contents)}]" if g.contents else ""
    return f"{g.item.name}{f' × {g.quantity}' if g.quantity > 1 else ''}{f' ({shown})' if shown else ''}{inside}"


def remarks(stats: EffectiveStats, situation: Circumstances) -> Iterator[RenderableType]:
    for error in dict.fromkeys(e for e in stats.errors if not e.startswith("unknown_")):
        yield entry("against the rules", error.replace("_", " "), "yellow")
    for kind, wanted in situation.unknown:
        yield entry(f"unknown {kind}", f"{wanted} is left out", "yellow")
    s = situation.sheet
    if s.open_choices:
        yield entry("to choose", ", ".join(f"{c.choice} ({c.of} {c.level})" for c in s.open_choices))
    only_text = (*s.unknown_features, *s.unknown_classes, *s.unknown_races, *s.unknown_training)
    told = {"only text": only_text, "not yet counted": s.not_counted, "changes nothing": situation.unheard, "assumed": s.assumed}
    yield from (entry(what, "; ".join(texts), "dim" if what == "assumed" else "") for what, texts in told.items() if texts)
