"""The acts of a creature other than weapon attacks, with cost, attack, save and damage, and the riders of its features."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rpg_lite.mechanics.acts.riders.attack_riders import is_of_mastery
from rpg_lite.mechanics.acts.steps import becoming
from rpg_lite.mechanics.acts.steps.becoming import FormLimits
from rpg_lite.mechanics.acts.wish_and_casting import Casting, attack_bonus, scale_dice
from rpg_lite.mechanics.creature.effect_source import laid_effect
from rpg_lite.mechanics.creature.formula_values import table_values
from rpg_lite.mechanics.creature.own_riders import riders_of
from rpg_lite.rules.act_uses import faces, least_face, supply_name
from rpg_lite.rules.acts.act import Act, AnyOf, AttackStep, Rider, SaveStep
from rpg_lite.rules.acts.plain_steps import BecomeStep
from rpg_lite.rules.acts.steps.hit_points import DamageStep, HealStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.words import IN_FORM
from rpg_lite.rules.class_resources import find_resource, values_of
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.extensible_words import ANY
from rpg_lite.rules.formulas import FormulaFault, Values
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.rulebook_entries import FeatureRule
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.effective import EffectiveStats
from rpg_lite.views import formula_words
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import Lasting
from rpg_lite.world.world_model import Thing, World

RECHARGE: Final = "recharge:"
RESOURCE: Final = "resource:"
_ADDS_NOTHING: Final = re.compile(r"[+-]0$")


@dataclass(frozen=True, slots=True)
class ReadyAct:
    """An act with the numbers of its bearer. `save`: ability and DC; `either`: one of the prices is enough.

    `recharge`: the faces of a d6 that recharge the act; `ready`: whether it is charged; both are None for acts without recharge.
    """

    name: str
    cost: str
    spend: tuple[str, ...] = ()
    either: bool = False
    save: tuple[str, int | str] | None = None
    to_hit: int | None = None
    damage: str = ""
    heals: str = ""
    recharge: str | None = None
    ready: bool | None = None
    limits: FormLimits | None = None
    """The limits of the forms that the act lets a creature take."""


@dataclass(frozen=True, slots=True)
class ReadyRider:
    """A rider and the dice that it adds."""

    name: str
    dice: str = ""


@dataclass(frozen=True, slots=True)
class _Bearer:
    """The creature that has the acts, with the values that formulas need."""

    sheet: Sheet
    stats: EffectiveStats
    values: Values


def _bearer(sheet: Sheet, stats: EffectiveStats) -> _Bearer:
    values: dict[str, int | float] = values_of(sheet.class_levels, sheet.level, stats.proficiency_bonus.value, stats.modifiers)
    for feature in sheet.feature_rules:
        values |= _tables(feature, sheet)
    return _Bearer(sheet, stats, values)


def at_level(act: Act, feature: FeatureRule, sheet: Sheet) -> Act:
    """The act with the numbers of its feature's tables at this level: "{table:lands_aid}d6" is "2d6"."""
    numbers = table_values(feature, sheet)
    if not numbers:
        return act
    written = act.model_dump_json(by_alias=True, exclude_unset=True)
    return Act.model_validate_json(_with_numbers(written, numbers), context=ANY)


def feature_at_level(feature: FeatureRule, sheet: Sheet) -> FeatureRule:
    """The feature with the numbers of its tables at this level."""
    numbers = table_values(feature, sheet)
    if not numbers:
        return feature
    written = feature.model_dump_json(by_alias=True, exclude_unset=True, exclude={"tables"})
    return FeatureRule.model_validate_json(_with_numbers(written, numbers), context=ANY)


_TABLE: Final = re.compile(r"\{(table:[a-z_]+)\}")
_NUMBER: Final = re.compile(r'"\{(table:[a-z_]+)\}"')
"""A value that is nothing but a number of a table: a number, where the dice that a text names remain a text."""


def _with_numbers(written: str, numbers: Mapping[str, int | float | str]) -> str:
    def number(found: re.Match[str]) -> str:
        return found[0] if isinstance(value := numbers.get(found[1]), str | None) else str(value)

    return _TABLE.sub(lambda found: str(numbers.get(found[1], found[0])), _NUMBER.sub(number, written))


def _tables(feature: FeatureRule, sheet: Sheet) -> dict[str, int | float]:
    return {name: n for name, n in table_values(feature, sheet).items() if not isinstance(n, str)} if feature.tables else {}


def own_acts(sheet: Sheet, stats: EffectiveStats, in_form: bool = True) -> list[ReadyAct]:
    """The acts of the sheet, then the acts of its features, each once. `in_form`: whether acts that leave a form are listed."""
    bearer = _bearer(sheet, stats)
    own = [(act, None) for act in sheet.acts]
    of_features = [(act, feature) for feature in sheet.feature_rules for act in feature.acts]
    there = [(act, feature) for act, feature in (*own, *of_features) if in_form or IN_FORM not in act.needs]
    return _each_once(_ready(act, feature, None, bearer) for act, feature in there)


def acts_now(world: World, who: Thing, stats: EffectiveStats, book: Rulebook) -> list[ReadyAct]:
    """The acts of the creature's sheet, and acts of effects on it, such as the strikes of a Spiritual Weapon."""
    sheet = thing_stats.sheet(who, book)
    bearer = _bearer(sheet, stats)
    laid = (
        _ready(act, None, entry, bearer, _level_of(world, entry, book))
        for entry in thing_stats.lasting(world, who, "effects")
        if (effect := laid_effect(world, entry.cause, book))
        for act in effect.acts
    )
    return _each_once((*own_acts(sheet, stats, who.creature.form is not None), *laid))


def own_riders(sheet: Sheet, stats: EffectiveStats) -> list[ReadyRider]:
    """The riders of the sheet's features, with their damage dice; those of single weapons are offered when such a weapon hits."""
    bearer = _bearer(sheet, stats)
    every = ((feature, rider) for feature in sheet.feature_rules for rider in feature.riders if not is_of_mastery(rider))
    return [_rider(rider.name or feature.name, rider, feature, bearer) for feature, rider in every]


def riders_now(world: World, who: Thing, stats: EffectiveStats, book: Rulebook) -> list[ReadyRider]:
    """The riders of the creature's features, and of the items that work for it."""
    sheet = thing_stats.sheet(who, book)
    bearer = _bearer(sheet, stats)
    of_items = (_rider(own.name, own.rider, None, bearer) for own in riders_of(world, who, book) if own.item)
    return [*own_riders(sheet, stats), *of_items]


def _each_once(acts: Iterable[ReadyAct]) -> list[ReadyAct]:
    found: dict[str, ReadyAct] = {}
    for act in acts:
        found.setdefault(act.name, act)
    return list(found.values())


def _level_of(world: World, entry: Lasting, book: Rulebook) -> int | None:
    """The level of the spell itself, not of the slot."""
    spell = thing_stats.spell_cast_by(world, entry.cause.by, entry.cause.act, book)
    return spell.level if spell else None


def _ready(act: Act, feature: FeatureRule | None, entry: Lasting | None, bearer: _Bearer, level: int | None = None) -> ReadyAct:
    cast = _numbers(act, feature, entry, bearer)
    cast = cast if level is None else replace(cast, level=level)
    steps = list(_main(act.steps))
    save = next((s for s in steps if isinstance(s, SaveStep)), None)
    attack = next((s for s in steps if isinstance(s, AttackStep)), None)
    way = _way(attack, bearer.stats) if attack else None
    least = least_face(act)
    return ReadyAct(
        act.name,
        act.cost,
        act.spend.any if isinstance(act.spend, AnyOf) else act.spends,
        isinstance(act.spend, AnyOf),
        (_ability(save), _fill_in(cast, save.dc) if save.dc else cast.dc) if save else None,
        _to_hit(attack, cast, way) if attack else None,
        _damage(steps, cast, way),
        _dice([(s.heal, s) for s in steps if isinstance(s, HealStep)], cast),
        faces(least) if least else None,
        _is_ready(act, bearer.sheet) if least else None,
        next((becoming.limits(s, cast) for s in steps if isinstance(s, BecomeStep)), None),
    )


def _numbers(act: Act, feature: FeatureRule | None, entry: Lasting | None, bearer: _Bearer) -> Casting:
    """The numbers with which the creature would play the act now; if a cast gave the act to the creature, the numbers of that cast."""
    sheet, stats = bearer.sheet, bearer.stats
    bonus, laid = stats.proficiency_bonus.value, entry.cause if entry else None
    casting = stats.spellcasting.of_class(feature.of_class if feature else None) if stats.spellcasting else None
    mod = stats.modifiers[casting.ability] if casting else max(stats.modifiers.values(), default=0)
    mod = laid.mod if laid and laid.mod is not None else mod
    dc = laid.dc if laid and laid.dc is not None else casting.save_dc.value if casting else 8 + bonus + mod
    attack = casting.attack.value if casting else bonus + mod
    slot = laid.slot if laid and laid.slot is not None else _least_slot(act, sheet)
    numbers = {"slot": slot, "dc": dc, "attack": attack, "mod": mod, **(_tables(feature, sheet) if feature else {})}
    return Casting("", act, "", slot, dc, attack, mod, {**bearer.values, **numbers}, level=slot)


def _least_slot(act: Act, sheet: Sheet) -> int:
    """The slot level used to show an act that spends a slot."""
    pact = sheet.spell_slots.pact
    return pact.level if "pact" in act.spends and pact else int(not {"slot", "pact"}.isdisjoint(act.spends))


def _main(steps: Sequence[StepModel] | str) -> Iterator[StepModel]:
    """The steps, including those on a hit and on a failed save, but without branches that depend on a condition or a choice."""
    for step in () if isinstance(steps, str) else steps:
        yield step
        match step:
            case AttackStep():
                yield from _main(step.hit)
            case SaveStep():
                yield from _main(step.fail)


def _ability(step: SaveStep) -> str:
    return step.save if isinstance(step.save, str) else "/".join(step.save)


def _way(step: AttackStep, stats: EffectiveStats) -> AttackStats | None:
    """The weapon or the unarmed strike with which the step attacks."""
    if step.attack == "natural":
        return stats.unarmed
    if step.attack != "weapon":
        return None
    return next((a for a in stats.attacks if a.slot == "mainhand"), next(iter(stats.attacks), None))


def _to_hit(step: AttackStep, cast: Casting, way: AttackStats | None) -> int:
    return way.to_hit.value if way else attack_bonus(cast, step.attack)


def _damage(steps: Sequence[StepModel], cast: Casting, way: AttackStats | None) -> str:
    """The dice with their types: "2d10+6 piercing + 1d6 fire"; those of the weapon or of the unarmed strike come first."""
    own = [f"{way.damage} {way.damage_type}"] if way and not way.is_harmless else []
    return " + ".join((*own, *(_blow(s, cast) for s in steps if isinstance(s, DamageStep))))


def _blow(step: DamageStep, cast: Casting) -> str:
    dice = _dice([(step.damage, step)], cast)
    times = f"{_fill_in(cast, step.times)} × " if step.times else ""
    return f"{times}{dice} {_fill_in(cast, step.type).replace('as_taken', 'of its type')}"


def _dice(parts: Sequence[tuple[str, DamageStep | HealStep]], cast: Casting) -> str:
    return " + ".join(term for dice, step in parts for term in _scale_dice(dice, step, cast))


def _scale_dice(dice: str, step: DamageStep | HealStep, cast: Casting) -> Sequence[str]:
    try:
        return [_ADDS_NOTHING.sub("", part) for part in scale_dice(dice, step.up, cast, step.cantrip)]
    except FormulaFault:
        return [bare(dice)]


def _fill_in(cast: Casting, text: str) -> str:
    try:
        return cast.fill(text)
    except FormulaFault:
        return bare(text)


def bare(text: str) -> str:
    """The text with words for a formula that has no value until the act is played: "(the amount)d6"."""
    return formula_words.in_words(text)


def _is_ready(act: Act, sheet: Sheet) -> bool:
    name = find_resource(supply_name(act), sheet.resources)
    return name is None or sheet.resources[name].left != 0


def _rider(name: str, rider: Rider, feature: FeatureRule | None, bearer: _Bearer) -> ReadyRider:
    joined = [(s.damage, s) for s in rider.steps if isinstance(s, DamageStep)]
    return ReadyRider(name, _dice(joined, _numbers(Act(name=name), feature, None, bearer)) if joined else "")
