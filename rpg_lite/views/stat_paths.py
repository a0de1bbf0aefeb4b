"""The paths of numbers that people ask for, such as "saves.dex", in their own spellings."""

import re
from collections.abc import Mapping, Sequence

from rpg_lite.rules import names
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats import on_roll
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views.number_reasons import reasons_text
from rpg_lite.views.stats_json import numbers, words

_CALLED = {
    "armorclass": "ac", "armourclass": "ac", "hp": "hpMax", "hitpoints": "hpMax", "maxhp": "hpMax", "proficiency": "proficiencyBonus",
    "spelldc": "spellcasting.saveDc", "savedc": "spellcasting.saveDc", "walk": "speed.walk", "capacity": "carryingCapacity",
    **{word: f"abilities.{word[:3]}" for word in ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")},
}  # fmt: skip
"""Other names for numbers, written in lowercase letters only."""
_SAID = {"spellsavedc": "spellcasting.saveDc", "spellcastingdc": "spellcasting.saveDc", "spellattack": "spellcasting.attack"}
"""Names that each mean exactly one number."""
_MODES = ("saveModes", "checkModes", "skillModes")
_GRANTS = (
    "resistances",
    "immunities",
    "vulnerabilities",
    "conditionImmunities",
    "languages",
    "toolProficiencies",
    "toolExpertise",
    "senses",
)


def matching(path: str, stats: EffectiveStats) -> list[str]:
    """The path in its full spelling, or all paths of a family ("saves"); a family of which the creature has nothing is its own path."""
    every = _every(stats)
    key = {_letters(p): p for p in every}
    family, _, rest = path.partition(".")
    spelled = (path, f"{family}s.{rest}" if rest else f"skills.{path}")
    called = _SAID.get(_letters(path), "")
    exact = next((found for s in (*spelled, called) if s and (found := key.get(_letters(s)))), None)
    if exact:
        return [exact]
    within = [p for p in every if p.startswith(f"{path}.") and not p.endswith(".mode")]  # each number tells its mode
    return within or [p for p in (*_MODES, *_GRANTS) if _letters(p) == _letters(path)]


def _letters(path: str) -> str:
    """The path in the form used for comparison: "hp_max" equals "hpMax", "passive perception" equals "passive.perception"."""
    return re.sub(r"[^a-z0-9]", "", path.casefold())


def near(path: str, stats: EffectiveStats) -> tuple[str, ...]:
    """The paths that an unknown path may mean."""
    called = _CALLED.get(re.sub(r"[^a-z]", "", path.casefold()))
    return (called,) if called in _every(stats) else tuple(names.nearest(path, _every(stats), 5))


def families(stats: EffectiveStats) -> tuple[str, ...]:
    """The first words of all paths."""
    return tuple(dict.fromkeys(p.split(".")[0] for p in _every(stats)))


def _every(stats: EffectiveStats) -> list[str]:
    return [*(p for p, _ in numbers(stats)), *(p for p, _ in words(stats))]


def reasons(path: str, known: Mapping[str, Breakdown], stats: EffectiveStats) -> str:
    """The number with its reasons, or the sources of a value that is not a number."""
    if path in known:
        return reasons_text(path, known[path], on_roll.by_path(stats).get(path, on_roll.NOTHING))
    lines: Sequence[Modifier] = next((ms for p, ms in words(stats) if p == path), ())
    nothing = "none" if path in _GRANTS else "normal"
    return f"{path}: {', '.join(f'{m.op} {m.source.name}' for m in lines) or nothing}."
