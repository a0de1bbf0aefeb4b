"""The sheet of a creature as the page shows it: its lines, each number with its reasons, and the things that it carries."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.mechanics.rolls.rolls import mode_of
from rpg_lite.rules import names
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats import on_roll
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.rules.stats.on_roll import OnRoll
from rpg_lite.views import unidentified
from rpg_lite.views.campaign_overview import character_text
from rpg_lite.views.holdings import label
from rpg_lite.views.number_reasons import reasons_text
from rpg_lite.views.page import full_sheet
from rpg_lite.views.stat_changes import name_path, unit
from rpg_lite.views.stats_json import numbers, pounds
from rpg_lite.world import thing_stats
from rpg_lite.world.locks import is_locked
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]

TITLES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "ac": "Defenses and movement", "hpMax": "Defenses and movement", "initiative": "Defenses and movement",
        "speed": "Defenses and movement", "attacks": "Attacks and spells", "spellcasting": "Attacks and spells", "abilities": "Abilities",
        "proficiencyBonus": "Abilities", "saves": "Saves", "skills": "Skills", "passive": "Passive scores",
    }
)  # fmt: skip
"""The families of numbers that a sheet shows, with the heading of each."""
_RARELY_READ: Final = frozenset({"Passive scores"})
"""The headings that stand below what the creature carries."""


_BONUS: Final = re.compile(r"initiative$|proficiencyBonus$|saves\.|skills\.|attacks\.|spellcasting\.attack$")
"""The paths of numbers that are added to a roll, and therefore have a sign."""


def sheet_json(world: World, who: Thing, book: Rulebook) -> Json:
    """The sheet of `who` in this world, which is the world that the reader knows."""
    stats = unidentified.stats_of(world, who, book)
    rolls = on_roll.by_path(stats)
    groups: dict[str, list[Json]] = {title: [] for title in TITLES.values()}
    for path, number in numbers(stats):
        if title := TITLES.get(path.split(".")[0]):
            groups[title].append(_number(path, number, rolls.get(path, on_roll.NOTHING)))
    text = character_text(world, who, (), book)
    lines = [_in_words(line) for line in text.split("\n")] if isinstance(text, str) else []
    shown = {"id": who.id, "name": who.name, "lines": lines, "groups": list(_filled(groups))}
    return shown | {"carried": [*_carried(world, who, book)], "load": _load(stats)} | full_sheet.full_sheet(world, who, book)


def _in_words(line: str) -> str:
    """The line with words for the marks of advantage and disadvantage."""
    return line.replace("▲", " (advantage)").replace("▼", " (disadvantage)")


def _filled(groups: Mapping[str, list[Json]]) -> Iterator[Json]:
    yield from ({"title": title, "numbers": rows, "isLast": title in _RARELY_READ} for title, rows in groups.items() if rows)


def _number(path: str, number: Breakdown, rolled: OnRoll) -> Json:
    """The number, and the sentence of its reasons without the number itself; `mode`: the mode of its rolls, unless it is normal."""
    _, _, why = reasons_text(path, number, rolled).partition(" = ")
    value = f"{number.value:+d}" if _BONUS.match(path) else f"{number.value}{unit(path)}"
    mode = mode_of(rolled.modes)
    return {"name": name_path(path), "value": value, "mode": "" if mode == "normal" else mode, "why": why}


# ── what it carries ─────────────────────────────────────────────────────────────────────────────────────────────────


def _carried(world: World, bag: Thing, book: Rulebook, depth: int = 0) -> Iterator[Json]:
    """Each thing with its weight, and the things in it unless it is locked; those in use come first."""
    rows = world.worn_by.get(bag.id, {})
    things = (t for t in world.bag_of(bag.id) if t.kind in ("item", "container") and not thing_stats.is_natural(t, book))
    for thing in sorted(things, key=lambda t: (t.id not in rows, names.fold(t.name))):
        weight = thing_stats.item_of(thing, book).weight if thing.kind == "item" else None
        pounds_of = f"{pounds(round(weight * 1000) * thing.quantity)} lb" if weight else ""
        yield {"name": label(world, thing, book), "weight": pounds_of, "inUse": thing.id in rows, "depth": depth}
        if not is_locked(thing):
            yield from _carried(world, thing, book, depth + 1)


def _load(stats: EffectiveStats) -> str:
    load = stats.load
    return f"{pounds(load.weight)} of {load.capacity.value} lb{', too much' if load.over else ''}"
