"""Saving throws: the terms of a creature's save against an effect, and the roll."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import Happens, Occasion
from rpg_lite.mechanics.rolls import one_roll_effects
from rpg_lite.mechanics.rolls.rolls import D20, d20, mode_of
from rpg_lite.mechanics.rolls.skill_checks import strength_floor
from rpg_lite.mechanics.space import auras
from rpg_lite.rules import breakdown, creature_flags, roll_scopes
from rpg_lite.rules.breakdown import ORDER
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats import on_roll
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.vocabulary import Ability, Mode
from rpg_lite.world.world_model import Thing


@dataclass(frozen=True, slots=True)
class SaveTerms:
    """The terms of a creature's roll. `fails`: the save fails without a roll; `scoped`: changes that apply only against this effect."""

    bonus: int
    mode: Mode
    dice: tuple[Modifier, ...]
    fails: bool
    scoped: tuple[Modifier, ...]


@dataclass(frozen=True, slots=True)
class SaveRoll:
    """The result of a save; a save that fails without a roll has neither a face nor a total. `passed` is None without a DC."""

    face: int
    total: int
    mode: Mode
    fails: bool
    passed: bool | None


def terms(
    stats: EffectiveStats, ability: Ability, against: Iterable[str] = (), asked: Mode | None = None, more: Sequence[Modifier] = (),
    beside: Sequence[Modifier] = (),
) -> SaveTerms:  # fmt: skip
    """Bonus, mode and added dice of a save against these tags (poison, charm, fear, magic, spell …), with the requested mode and more
    reasons for advantage. `beside`: changes by the auras of others.
    """
    met = roll_scopes.tags(against)
    own = tuple(m for m in (*stats.scoped, *beside) if m.target in ("save.all", f"save.{ability}") and roll_scopes.holds(m.scope, met))
    value = breakdown.go_on(stats.saves.values[ability], [m for m in own if m.op in ORDER]).value
    sheet = on_roll.of_save(stats, ability)
    mode = mode_of([*sheet.modes, *own, *more], asked)
    dice = (*sheet.dice, *(m for m in own if m.op == "add_dice"))
    fails = bool(sheet.fails) or any(m.op == "auto_fail" for m in own)
    return SaveTerms(value, mode, dice, fails, own)


def save(
    draft: Draft, creature: Thing, ability: Ability, dc: int | None, against: Iterable[str] = (), asked: Mode | None = None,
    what_for: str = "save", key: str = "", told: Collection[str] = (),
) -> SaveRoll:  # fmt: skip
    """Roll a save and record it. Some conditions make it fail without a roll (paralyzed: STR and DEX). `told`: words by which the creature
    spends effects on the roll.
    """
    stats = draft.stats(draft.world.things[creature.id])
    reached = auras.reaching(draft, creature, stats)
    rolls = terms(stats, ability, against, asked, beside=reached)
    if rolls.fails:
        return SaveRoll(0, 0, "normal", True, False)
    least = strength_floor(stats, ability, creature_flags.STRENGTH_FOR_SAVES)
    spent = one_roll_effects.spend(draft, creature, told, kinds_of(ability))
    rolls = terms(stats, ability, against, asked, spent.modes, reached) if spent.modes else rolls
    thrown = d20(
        draft, rolls.bonus, rolls.mode, (*rolls.dice, *spent.dice), what_for, creature.id, key or f" {ability}", stats.flags, least=least
    )
    auras.tell(draft, creature, [m for m in rolls.scoped if m in reached], told_as(ability))
    auras.remind(draft, creature, kinds_of(ability))
    passed = None if dc is None else thrown.succeeds or thrown.total >= dc
    may_be_answered(draft, creature.id, ability, thrown, passed, against)
    return SaveRoll(thrown.face, thrown.total, thrown.mode, False, passed)


def told_as(ability: str) -> str:
    """The name of a save in a sentence.

    >>> told_as("dex"), told_as("death")
    ('the DEX save', 'the death save')
    """
    return f"the {ability if ability == 'death' else ability.upper()} save"


def kinds_of(ability: Ability) -> tuple[str, str]:
    """The targets of the modifiers that apply to a save."""
    return "save.all", f"save.{ability}"


def may_be_answered(draft: Draft, creature: str, ability: Ability, thrown: D20, passed: bool | None, against: Iterable[str] = ()) -> None:
    """Record the save that was rolled as an occasion for answers, with its ability and the tags of the threat."""
    happens: Happens = "save_failed" if passed is False else "save"
    tags = tuple(sorted(roll_scopes.tags(against)))
    draft.occasions.append(Occasion(happens, creature, creature, thrown.key, types=tags, passed=passed, ability=ability))
