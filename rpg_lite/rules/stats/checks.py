"""What a d20 is added to: saves, checks, skills, initiative, passive scores, and their advantage states."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Generic, TypeVar

from rpg_lite.rules.breakdown import Breakdown, breakdown, line
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.rulebook import Policy
from rpg_lite.rules.sheet import Sheet
from rpg_lite.rules.stats.pool import Pool, resolve
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, SKILLS, Ability, Mode, Skill

Key = TypeVar("Key", bound=str)


@dataclass(frozen=True, slots=True)
class Rolls(Generic[Key]):
    """Numbers and modes of one kind of roll, by key; `reasons` holds what made a mode other than normal."""

    values: Mapping[Key, Breakdown]
    modes: Mapping[Key, Mode]
    reasons: Mapping[Key, tuple[Modifier, ...]]


_SAVES: Final = {a: ("save.all", f"save.{a}") for a in ABILITIES}
_CHECKS: Final = {a: ("check.all", f"check.{a}") for a in ABILITIES}
_SKILLS: Final = {s: (*_CHECKS[SKILL_ABILITY[s]], f"skill.{s}") for s in SKILLS}
_INITIATIVE: Final = (*_CHECKS["dex"], "initiative")


@lru_cache(maxsize=1024)
def modifier_line(ability: Ability, value: int) -> Modifier:
    return line("base", ability.upper(), f"ability.{ability}", "add", value)


@lru_cache(maxsize=64)
def trained_line(bonus: int, rank: int) -> Modifier:
    return line("base", "expertise" if rank == 2 else "proficiency", "proficiency_bonus", "add", bonus * rank)


def saves(sheet: Sheet, pool: Pool, modifiers: Mapping[Ability, int], bonus: int) -> Rolls[Ability]:
    values: dict[Ability, Breakdown] = {}
    modes: dict[Ability, Mode] = {}
    reasons: dict[Ability, tuple[Modifier, ...]] = {}
    granted = pool.granted("proficiency.save")
    of_all = pool.mode("save.all")
    for a, keys in _SAVES.items():
        trained = [trained_line(bonus, 1)] if a in sheet.saves or a in granted else []
        values[a] = pool.folded([modifier_line(a, modifiers[a]), *trained], *keys)
        modes[a], reasons[a] = pool.mode(*keys) if keys[1] in pool.modes else of_all
    return Rolls(values, modes, reasons)


def auto_fails(pool: Pool) -> tuple[Ability, ...]:
    """Saves that fail without a roll."""
    failing = {t for t, ms in pool.modes.items() if t.startswith("save.") and "auto_fail" in [m.op for m in ms]}
    return tuple(a for a, keys in _SAVES.items() if not failing.isdisjoint(keys)) if failing else ()


def checks(pool: Pool, modifiers: Mapping[Ability, int], bonus: int) -> Rolls[Ability]:
    """Plain ability checks, in which no proficiency counts."""
    values: dict[Ability, Breakdown] = {}
    modes: dict[Ability, Mode] = {}
    reasons: dict[Ability, tuple[Modifier, ...]] = {}
    half = _half(pool, bonus)
    of_all = pool.mode("check.all")
    for a, keys in _CHECKS.items():
        values[a] = pool.folded([modifier_line(a, modifiers[a]), *half], *keys)
        modes[a], reasons[a] = pool.mode(*keys) if keys[1] in pool.modes else of_all
    return Rolls(values, modes, reasons)


def skills(sheet: Sheet, pool: Pool, plain: Rolls[Ability], modifiers: Mapping[Ability, int], bonus: int) -> Rolls[Skill]:
    """A skill of which nothing speaks is the plain check of its ability."""
    values = {s: plain.values[a] for s, a in SKILL_ABILITY.items()}
    modes = {s: plain.modes[a] for s, a in SKILL_ABILITY.items()}
    reasons = {s: plain.reasons[a] for s, a in SKILL_ABILITY.items()}
    half = _half(pool, bonus)
    granted = pool.granted("proficiency.skill")
    for s, keys in _SKILLS.items():
        rank = sheet.skills.get(s, 0) or (1 if s in granted else 0)
        if rank or pool.speaks_of(keys[2]):
            own = modifier_line(SKILL_ABILITY[s], modifiers[SKILL_ABILITY[s]])
            values[s] = pool.folded([own, *([trained_line(bonus, rank)] if rank else half)], *keys)
            if keys[2] in pool.modes:
                modes[s], reasons[s] = pool.mode(*keys)
    return Rolls(values, modes, reasons)


def _half(pool: Pool, bonus: int) -> list[Modifier]:
    """Half the proficiency bonus on checks without proficiency, where a feature gives it."""
    if not pool.flag("half_proficiency_on_checks"):
        return []
    return [line("base", "half proficiency", "proficiency_bonus", "add", bonus // 2)]


def initiative(pool: Pool, dex: int, bonus: int) -> tuple[Breakdown, Mode, tuple[Modifier, ...]]:
    """A DEX check of its own key."""
    value = pool.folded([modifier_line("dex", dex), *_half(pool, bonus)], *_INITIATIVE)
    return value, *pool.mode(*_INITIATIVE)


_PASSIVE: Final = line("base", "passive", "passive", "base", 10)
_BY_MODE: Final[Mapping[Mode, tuple[int, tuple[Modifier, ...]]]] = {
    "normal": (0, ()),
    "advantage": (5, (line("base", "advantage", "passive", "add", 5),)),
    "disadvantage": (-5, (line("base", "disadvantage", "passive", "add", -5),)),
}


def passive(skill: Breakdown, mode: Mode) -> Breakdown:
    """10 + the static bonus, ±5 for advantage (SRD, Passive Checks)."""
    floored = skill.lines[-1].op != "add"  # a floor stands last
    lines = (line("base", "check", "passive", "add", skill.value),) if floored else skill.lines
    shift, reason = _BY_MODE[mode]
    return breakdown((10 + skill.value + shift, (_PASSIVE, *lines, *reason), ()))


def passives(rolls: Rolls[Skill], exhausted: bool, policy: Policy) -> dict[Skill, Breakdown]:
    """Of every skill; those that share a plain check share its passive. Exhaustion counts only where the policy says so."""
    tired = exhausted and not policy.exhaustion_affects_passive
    at_rest: dict[int, Mode] = {}
    made: dict[tuple[int, int], Breakdown] = {}
    found: dict[Skill, Breakdown] = {}
    for s, value in rolls.values.items():
        reasons, mode = rolls.reasons[s], rolls.modes[s]
        key = (id(value), id(reasons))
        if key not in made:
            if tired:
                mode = at_rest.get(id(reasons)) or at_rest.setdefault(id(reasons), _mode_at_rest(reasons))
                value = _rested(value)
            made[key] = passive(value, mode)
        found[s] = made[key]
    return found


def _rested(skill: Breakdown) -> Breakdown:
    """Without what exhaustion takes off it (5.2)."""
    tired = [m.value for m in skill.lines if m.source.id == "exhaustion" and isinstance(m.value, int)]
    if not tired:
        return skill
    return Breakdown(skill.value - sum(tired), tuple(m for m in skill.lines if m.source.id != "exhaustion"))


def _mode_at_rest(reasons: Sequence[Modifier]) -> Mode:
    left = [m for m in reasons if m.source.id != "exhaustion"]
    return resolve(left)[0] if left else "normal"
