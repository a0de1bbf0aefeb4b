"""The acts, riders and spells of a sheet, and its slots and resources with the amounts left."""

from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType

from rpg_lite.rules.class_resources import Supply
from rpg_lite.rules.resources import call_resource
from rpg_lite.rules.sheet_document import Circumstances
from rpg_lite.rules.spell_slots import ARCANUM, SpellSlots
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.stats.spellcasting import SpellNumbers
from rpg_lite.terminal.sheet_signs import Pen
from rpg_lite.terminal.text_columns import entry
from rpg_lite.views import own_acts, own_acts_text

_MOST_SIGNS: Final = 12
"""A resource with more points than this is shown only as numbers."""


def acts(stats: EffectiveStats, situation: Circumstances) -> Iterator[RenderableType]:
    if (times := situation.sheet.attacks_per_action) > 1:
        yield entry("attack action", f"{times} attacks")
    for act in own_acts.own_acts(situation.sheet, stats):
        yield entry(act.name, own_acts_text.details(act))
    for rider in own_acts.own_riders(situation.sheet, stats):
        yield entry(rider.name, f"joins another act{f': {rider.dice}' if rider.dice else ''}")


def spells(stats: EffectiveStats, situation: Circumstances) -> Iterator[RenderableType]:
    for name, numbers in stats.spellcasting.by_class.items() if stats.spellcasting else ():
        yield entry(name, _numbers(numbers))
    s = situation.sheet.spells
    for title, listed in (("cantrips", s.cantrips), ("prepared", s.prepared), ("known", s.known)):
        if listed:
            yield entry(title, ", ".join(listed))


def _numbers(n: SpellNumbers) -> str:
    c = n.counts
    count = f"knows {c.known}" if c.prepared is None else f"prepares {c.prepared}"
    cantrips = [f"{c.cantrips} cantrips"] if c.cantrips else []
    return ", ".join((f"{n.ability.upper()}, save DC {n.save_dc.value}", f"{n.attack.value:+d} to hit", *cantrips, count))


def supplies(situation: Circumstances, pen: Pen) -> Iterator[RenderableType]:
    yield from _slots(situation.sheet.spell_slots, pen)
    for name, supply in situation.sheet.resources.items():
        yield entry(call_resource(name), _supply(supply, pen))


def _slots(slots: SpellSlots, pen: Pen) -> Iterator[RenderableType]:
    if slots.slots:
        rows = zip(slots.left, slots.slots, strict=True)
        yield entry("slots", "  ".join(f"{level}: {pen.dots(left, most)}" for level, (left, most) in enumerate(rows, 1)))
    if slots.pact:
        yield entry("pact slots", f"{slots.pact.level}: {pen.dots(slots.pact.left, slots.pact.slots)}")
    if slots.arcanum:
        yield entry("mystic arcanum", "  ".join(f"{level}: {pen.dots(slots.left_of(f'{ARCANUM}{level}'), 1)}" for level in slots.arcanum))


def _supply(supply: Supply, pen: Pen) -> str:
    """Return the signs and numbers of a resource, its die, and the rest (short or long) that restores it."""
    if supply.max is None:
        amount = "without limit"
    else:
        left = supply.left or 0
        signs = f"{pen.dots(left, supply.max)} " if 0 < supply.max <= _MOST_SIGNS else ""
        amount = f"{signs}{left} of {supply.max}"
    back = f"back after a {supply.recharge.replace('_', ' ')}" if supply.recharge and supply.max is not None else ""
    return ", ".join(filter(None, (amount, supply.die or "", back)))
