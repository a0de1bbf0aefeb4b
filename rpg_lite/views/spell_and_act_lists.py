"""The lists that the argument `stats` of `read_campaign character` accepts in addition to numbers: all spells and all acts, in full. Apart
because it answers words of a call, and the overview is the same for every call.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import castable_spells, own_acts, own_acts_text
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

Telling = Callable[[World, Thing, EffectiveStats, Rulebook], str]
Packing = Callable[[World, Thing, EffectiveStats, Rulebook], Any]


def _spells(world: World, who: Thing, stats: EffectiveStats, book: Rulebook) -> str:
    return castable_spells.text(thing_stats.sheet(who, book), stats, book)


def _spells_by_level(world: World, who: Thing, stats: EffectiveStats, book: Rulebook) -> Any:
    found = castable_spells.castable(thing_stats.sheet(who, book), stats, book)
    return [{"level": level, "spells": spells} for level, spells in found.items()]


def _acts(world: World, who: Thing, stats: EffectiveStats, book: Rulebook) -> str:
    acts, riders = own_acts.acts_now(world, who, stats, book), own_acts.riders_now(world, who, stats, book)
    common = sorted({act.name for act in book.common_acts.values()})
    everybody = f"Everybody: {', '.join(common)}." if common else ""
    lines = own_acts_text.lines(acts, riders, most=len(acts) + len(riders))
    return "\n".join(filter(None, (f"{who.name}:", *lines, everybody)))


def _acts_in_full(world: World, who: Thing, stats: EffectiveStats, book: Rulebook) -> Any:
    return [own_acts_text.act_json(act) for act in own_acts.acts_now(world, who, stats, book)]


TEXTS: Final[Mapping[str, Telling]] = MappingProxyType({"spells": _spells, "acts": _acts})
DATA: Final[Mapping[str, Packing]] = MappingProxyType({"spells": _spells_by_level, "acts": _acts_in_full})
