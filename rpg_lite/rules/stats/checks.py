"""What a d20 is added to: saves, checks, skills, initiative, passive scores, and their advantage states."""

from collections.abc import Mapping
from dataclasses import dataclass

from rpg_lite.rules.modifiers import Breakdown, Modifier, fold, line
from rpg_lite.rules.rulebook import Policy
from rpg_lite.rules.sheet import Sheet
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, SKILLS, Ability, Mode, Skill


@dataclass(frozen=True, slots=True)
class Rolls:
    """Numbers and modes of one kind of roll, by key; `reasons` holds what made a mode other than normal."""

    values: Mapping[str, Breakdown]
    modes: Mapping[str, Mode]
    reasons: Mapping[str, tuple[Modifier, ...]]


def modifier_line(ability: Ability, value: int) -> Modifier:
    return line("base", ability.upper(), f"ability.{ability}", "add", value)


def trained_line(bonus: int, rank: int) -> Modifier:
    return line("base", "expertise" if rank == 2 else "proficiency", "proficiency_bonus", "add", bonus * rank)


def saves(sheet: Sheet, pool: Pool, modifiers: Mapping[Ability, int], bonus: int) -> Rolls:
    values: dict[str, Breakdown] = {}
    modes: dict[str, Mode] = {}
    reasons: dict[str, tuple[Modifier, ...]] = {}
    for a in ABILITIES:
        start = [modifier_line(a, modifiers[a])]
        if a in sheet.saves:
            start.append(trained_line(bonus, 1))
        values[a] = pool.folded(start, "save.all", f"save.{a}")
        modes[a], reasons[a] = pool.mode("save.all", f"save.{a}")
    return Rolls(values, modes, reasons)


def auto_fails(pool: Pool) -> tuple[Ability, ...]:
    """Saves that fail without a roll."""
    everything = any(m.op == "auto_fail" for m in pool.modes.get("save.all", ()))
    return tuple(a for a in ABILITIES if everything or any(m.op == "auto_fail" for m in pool.modes.get(f"save.{a}", ())))


def checks(pool: Pool, modifiers: Mapping[Ability, int], bonus: int) -> Rolls:
    """Plain ability checks, in which no proficiency counts."""
    values: dict[str, Breakdown] = {}
    modes: dict[str, Mode] = {}
    reasons: dict[str, tuple[Modifier, ...]] = {}
    half = _half(pool, bonus)
    for a in ABILITIES:
        values[a] = pool.folded([modifier_line(a, modifiers[a]), *half], "check.all", f"check.{a}")
        modes[a], reasons[a] = pool.mode("check.all", f"check.{a}")
    return Rolls(values, modes, reasons)


def skills(sheet: Sheet, pool: Pool, modifiers: Mapping[Ability, int], bonus: int) -> Rolls:
    values: dict[str, Breakdown] = {}
    modes: dict[str, Mode] = {}
    reasons: dict[str, tuple[Modifier, ...]] = {}
    half = _half(pool, bonus)
    for s in SKILLS:
        a = SKILL_ABILITY[s]
        rank = sheet.skills.get(s, 0)
        start = [modifier_line(a, modifiers[a]), *([trained_line(bonus, rank)] if rank else half)]
        values[s] = pool.folded(start, "check.all", f"check.{a}", f"skill.{s}")
        modes[s], reasons[s] = pool.mode("check.all", f"check.{a}", f"skill.{s}")
    return Rolls(values, modes, reasons)


def _half(pool: Pool, bonus: int) -> list[Modifier]:
    """Half the proficiency bonus on checks without proficiency, where a feature gives it."""
    if not pool.flag("half_proficiency_on_checks"):
        return []
    return [line("base", "half proficiency", "proficiency_bonus", "add", bonus // 2)]


def initiative(pool: Pool, dex: int, bonus: int) -> tuple[Breakdown, Mode, tuple[Modifier, ...]]:
    """A DEX check of its own key."""
    keys = ("check.all", "check.dex", "initiative")
    value = pool.folded([modifier_line("dex", dex), *_half(pool, bonus)], *keys)
    return value, *pool.mode(*keys)


def passive(skill: Breakdown, mode_reasons: tuple[Modifier, ...], policy: Policy) -> Breakdown:
    """10 + the static bonus, ±5 for advantage; exhaustion counts only where the policy says so."""
    lines = [m for m in skill.lines if policy.exhaustion_affects_passive or m.source.id != "exhaustion"]
    reasons = [m for m in mode_reasons if policy.exhaustion_affects_passive or m.source.id != "exhaustion"]
    ups, downs = (any(m.op == op for m in reasons) for op in ("advantage", "disadvantage"))
    start = [line("base", "passive", "passive", "base", 10), *lines]
    if ups != downs:
        start.append(line("base", "advantage" if ups else "disadvantage", "passive", "add", 5 if ups else -5))
    return fold((), start)


def passives(rolls: Rolls, policy: Policy) -> dict[Skill, Breakdown]:
    return {s: passive(rolls.values[s], rolls.reasons[s], policy) for s in SKILLS}
