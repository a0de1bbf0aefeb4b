"""Bonuses to a d20: saves, checks, skills, initiative, passive scores, and their advantage states."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Generic, Literal, TypeVar

from rpg_lite.rules import creature_flags
from rpg_lite.rules.breakdown import Breakdown, Suppressed, breakdown, line
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import ABILITIES, SKILL_ABILITY, SKILLS, Ability, Mode, Skill

Key = TypeVar("Key", bound=str)


@dataclass(frozen=True, slots=True)
class Rolls(Generic[Key]):
    """Numbers and modes of one kind of roll, by key; `reasons` explains each mode other than normal."""

    values: Mapping[Key, Breakdown]
    modes: Mapping[Key, Mode]
    reasons: Mapping[Key, tuple[Modifier, ...]]


Death = Literal["death"]
_EVERY_SAVE: Final = "save.all"
_SAVES: Final = {a: ("save.all", f"save.{a}") for a in ABILITIES}
_CHECKS: Final = {a: ("check.all", f"check.{a}") for a in ABILITIES}
_SKILLS: Final = {s: (*_CHECKS[SKILL_ABILITY[s]], f"skill.{s}") for s in SKILLS}
_INITIATIVE: Final = (*_CHECKS["dex"], "initiative")
_NO_FAILS: Final[Mapping[Ability, tuple[Modifier, ...]]] = {}


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
    granted = pool.list_grants("proficiency.save")
    of_all = pool.mode("save.all")
    for a, keys in _SAVES.items():
        trained = [trained_line(bonus, 1)] if a in sheet.saves or a in granted else []
        values[a] = pool.fold([modifier_line(a, modifiers[a]), *trained], *keys)
        modes[a], reasons[a] = pool.mode(*keys) if keys[1] in pool.modes else of_all
    return Rolls(values, modes, reasons)


def death_saves(pool: Pool) -> Rolls[Death]:
    """Death saves. They use no ability, so only modifiers to all saves count (SRD, Death Saving Throws)."""
    mode, reasons = pool.mode(_EVERY_SAVE)
    return Rolls({"death": pool.fold((), _EVERY_SAVE)}, {"death": mode}, {"death": reasons})


def auto_fails(pool: Pool) -> Mapping[Ability, tuple[Modifier, ...]]:
    """The saves that fail without a roll, each with what makes it fail."""
    failing = [m for ms in pool.modes.values() for m in ms if m.op == "auto_fail"]
    if not failing:
        return _NO_FAILS
    causes = {a: tuple([m for m in failing if m.target in keys]) for a, keys in _SAVES.items()}
    return {a: found for a, found in causes.items() if found}


def checks(pool: Pool, modifiers: Mapping[Ability, int], bonus: int, policy: Policy) -> Rolls[Ability]:
    """Plain ability checks, without proficiency."""
    values: dict[Ability, Breakdown] = {}
    modes: dict[Ability, Mode] = {}
    reasons: dict[Ability, tuple[Modifier, ...]] = {}
    untrained = _untrained_bonuses(pool, bonus, with_skill=policy.half_proficiency == "any_check")
    of_all = pool.mode("check.all")
    for a, keys in _CHECKS.items():
        values[a] = pool.fold([modifier_line(a, modifiers[a]), *untrained.get(a, ())], *keys)
        modes[a], reasons[a] = pool.mode(*keys) if keys[1] in pool.modes else of_all
    return Rolls(values, modes, reasons)


def skills(sheet: Sheet, pool: Pool, plain: Rolls[Ability], modifiers: Mapping[Ability, int], bonus: int) -> Rolls[Skill]:
    """Skill checks; a skill without changes equals the plain check of its ability."""
    untrained = _untrained_bonuses(pool, bonus, with_skill=True)
    values = {s: plain.values[a] for s, a in SKILL_ABILITY.items()}
    modes = {s: plain.modes[a] for s, a in SKILL_ABILITY.items()}
    reasons = {s: plain.reasons[a] for s, a in SKILL_ABILITY.items()}
    granted = pool.list_grants("proficiency.skill")
    for s, keys in _SKILLS.items():
        rank = sheet.skills.get(s, 0) or (1 if s in granted else 0)
        if rank or untrained or pool.speaks_of(keys[2]):
            a = SKILL_ABILITY[s]
            values[s] = pool.fold([modifier_line(a, modifiers[a]), *([trained_line(bonus, rank)] if rank else untrained.get(a, ()))], *keys)
            if keys[2] in pool.modes:
                modes[s], reasons[s] = pool.mode(*keys)
    return Rolls(values, modes, reasons)


_NOTHING: Final[Mapping[Ability, tuple[Modifier, ...]]] = {}
_PHYSICAL: Final[tuple[Ability, ...]] = ("str", "dex", "con")


def _untrained_bonuses(pool: Pool, bonus: int, with_skill: bool) -> Mapping[Ability, tuple[Modifier, ...]]:
    """The bonus that a feature gives to checks without proficiency, by ability: half the proficiency bonus, added once and rounded in the
    creature's favor.

    `with_skill`: whether a half bonus that counts only for untrained skills applies here (5.2, Jack of All Trades).
    """
    if "flag" not in pool.words:
        return _NOTHING
    found: dict[Ability, tuple[Modifier, ...]] = {}
    if with_skill and pool.flag(creature_flags.HALF_ON_CHECKS):
        found |= dict.fromkeys(ABILITIES, (_half_line(bonus // 2),))
    if pool.flag(creature_flags.HALF_ON_PHYSICAL_CHECKS):
        found |= dict.fromkeys(_PHYSICAL, (_half_line((bonus + 1) // 2),))
    return found


@lru_cache(maxsize=64)
def _half_line(half: int) -> Modifier:
    return line("base", "half proficiency", "proficiency_bonus", "add", half)


def initiative(pool: Pool, dex: int, bonus: int, policy: Policy) -> tuple[Breakdown, Mode, tuple[Modifier, ...]]:
    """Initiative, a DEX check with its own key; a feature may add proficiency (5.2, Alert)."""
    half = _untrained_bonuses(pool, bonus, with_skill=policy.half_proficiency == "any_check").get("dex", ())
    trained = (trained_line(bonus, 1),) if pool.flag(creature_flags.PROFICIENCY_ON_INITIATIVE) else half
    value = pool.fold([modifier_line("dex", dex), *trained], *_INITIATIVE)
    return value, *pool.mode(*_INITIATIVE)


_PASSIVE: Final = line("base", "passive", "passive", "base", 10)
_BY_MODE: Final[Mapping[Mode, tuple[int, tuple[Modifier, ...]]]] = {
    "normal": (0, ()),
    "advantage": (5, (line("base", "advantage", "passive", "add", 5),)),
    "disadvantage": (-5, (line("base", "disadvantage", "passive", "add", -5),)),
}


def passive(skill: Breakdown, mode: Mode) -> Breakdown:
    """The passive score: 10 + the static bonus, ±5 for advantage (SRD, Passive Checks)."""
    floored = skill.lines[-1].op != "add"  # a floor comes last
    lines = (line("base", "check", "passive", "add", skill.value),) if floored else skill.lines
    shift, reason = _BY_MODE[mode]
    return breakdown((10 + skill.value + shift, (_PASSIVE, *lines, *reason), tuple(s for s in skill.suppressed if s.reason == "no_roll")))


def passives(rolls: Rolls[Skill], exhausted: bool, policy: Policy) -> dict[Skill, Breakdown]:
    """The passive score of every skill; skills that share a plain check share its passive score.

    Disadvantage from any source subtracts 5 (SRD 5.1, Passive Checks). The penalty of exhaustion to rolls counts only by policy:
    a passive score is not a roll (SRD 5.2, Exhaustion).
    """
    tired = exhausted and not policy.exhaustion_affects_passive
    made: dict[tuple[int, int], Breakdown] = {}
    found: dict[Skill, Breakdown] = {}
    for s, value in rolls.values.items():
        key = (id(value), id(rolls.reasons[s]))
        if key not in made:
            made[key] = passive(_without_exhaustion(value) if tired else value, rolls.modes[s])
        found[s] = made[key]
    return found


def _without_exhaustion(skill: Breakdown) -> Breakdown:
    """The number without the penalty of exhaustion (5.2)."""
    tired = [m.value for m in skill.lines if m.source.id == "exhaustion" and isinstance(m.value, int)]
    if not tired:
        return skill
    kept = tuple(m for m in skill.lines if m.source.id != "exhaustion")
    return Breakdown(skill.value - sum(tired), kept, tuple(Suppressed(m, "no_roll") for m in skill.lines if m not in kept))
