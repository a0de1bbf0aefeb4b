"""The effective-stats pipeline: a sheet, its gear, conditions and effects → every number with its reasons.

The dependencies between stats set the order of evaluation (adrs/0018); the layers Base → Equipment → Conditions → Effects only determine
the order of the explanation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from rpg_lite.rules import creature_flags, names
from rpg_lite.rules.breakdown import Breakdown, line
from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.conditions import Affliction
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.items import Item
from rpg_lite.rules.modifiers import Modifier, Source
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats import abilities, armor_class, attacks, checks, defenses, movement
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.checks import Death, Rolls
from rpg_lite.rules.stats.collect import Collected, collect
from rpg_lite.rules.stats.defenses import Defenses, Grants
from rpg_lite.rules.stats.moment import ActiveEffect, Moment
from rpg_lite.rules.stats.natural_attacks import natural_attacks
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.rules.stats.spellcasting import Spellcasting, spellcasting
from rpg_lite.vocabulary import Ability, Mode, Movement, Size, Skill


class EffectiveStats(NamedTuple):
    """The current numbers of a creature. A breakdown holds value, lines and suppressed changes. Units are feet, pounds and points."""

    ac: Breakdown
    ac_vs: Mapping[str, int]
    abilities: Mapping[Ability, Breakdown]
    modifiers: Mapping[Ability, int]
    proficiency_bonus: Breakdown
    saves: Rolls[Ability]
    auto_fail_saves: Mapping[Ability, tuple[Modifier, ...]]
    death_saves: Rolls[Death]
    checks: Rolls[Ability]
    skills: Rolls[Skill]
    passive: Mapping[Skill, Breakdown]
    initiative: Breakdown
    initiative_mode: Mode
    initiative_reasons: tuple[Modifier, ...]
    speed: Mapping[Movement, Breakdown]
    jump: Mapping[str, Breakdown]
    vehicle: Mapping[str, Breakdown]
    attacks: tuple[AttackStats, ...]
    unarmed: AttackStats
    """The unarmed strike, which is always possible; `attacks` lists it when the hands are empty or something improves it."""
    spellcasting: Spellcasting | None
    attacks_against_you: Mode
    attacks_against_reasons: tuple[Modifier, ...]
    attacks_against_added: int
    """The amount that every attack roll against the creature gains."""
    dice: Mapping[str, tuple[Modifier, ...]]
    scoped: tuple[Modifier, ...]
    auras: tuple[Modifier, ...]
    defenses: Defenses
    languages: Grants
    tools: Grants
    expert_tools: Grants
    conditions_active: Mapping[str, Affliction]
    conditions_blocked: Mapping[str, str]
    senses: Mapping[str, Breakdown]
    hp: int | None
    temp_hp: int
    hp_max: Breakdown | None
    size: Size
    load: movement.Load
    flags: tuple[str, ...]
    attuned: frozenset[str]
    errors: tuple[str, ...]

    @property
    def reductions(self) -> list[Modifier]:
        """The dice that lessen damage of the types in their scope."""
        return [m for m in self.scoped if m.target == defenses.REDUCTION]

    @property
    def can_act(self) -> bool:
        return creature_flags.CANNOT_ACT not in self.flags and not self.dead

    @property
    def dead(self) -> bool:
        return creature_flags.DEAD in self.flags


def effective(
    sheet: Sheet,
    gear: Sequence[Gear],
    book: Rulebook,
    conditions: Sequence[Affliction] = (),
    effects: Sequence[ActiveEffect] = (),
    moment: Moment = Moment(),  # noqa: B008 - a frozen value
    coins: int = 0,
    errors: Sequence[str] = (),
) -> EffectiveStats:
    """Every number of the creature. This function is pure: the same arguments give the same stats, whatever the order of the gear."""
    c = collect(sheet, gear, conditions, effects, book, moment)
    _withdraw(c.pool)
    c, strange = _reshape_weapons(c, book)
    policy = book.policy
    scores = abilities.scores(sheet, c.pool, policy)
    size = abilities.size(sheet, c.pool)
    variant = moment.variant_encumbrance or policy.encumbrance == "variant"
    load = movement.load(gear, coins, scores["str"].value, size, c.pool, variant)
    movement.encumber(c.pool, load.encumbrance)
    _hindrances(sheet, c, policy)
    return _stats(sheet, c, scores, size, load, book, variant, (*errors, *strange))


def _stats(
    sheet: Sheet, c: Collected, scores: Mapping[Ability, Breakdown], size: Size,
    load: movement.Load, book: Rulebook, variant: bool, errors: Sequence[str],
) -> EffectiveStats:  # fmt: skip
    """The numbers that depend on the ability scores, each after those on which it depends."""
    pool, policy = c.pool, book.policy
    values = {a: b.value for a, b in scores.items()}
    bonus = abilities.proficiency_bonus(sheet, pool)
    modifiers = {a: abilities.modifier(v) for a, v in values.items()}
    plain = checks.checks(pool, modifiers, bonus.value, policy)
    skills = checks.skills(sheet, pool, plain, modifiers, bonus.value)
    initiative, initiative_mode, initiative_reasons = checks.initiative(pool, modifiers["dex"], bonus.value, policy)
    against, against_reasons = pool.mode("attacks_against_you")
    ac = armor_class.armor_class(sheet, c, modifiers, policy)
    hp_max = abilities.hit_point_maximum(sheet, scores["con"], pool)
    return EffectiveStats(
        ac=ac,
        ac_vs=armor_class.armor_class_by_tag(ac.value, pool),
        abilities=scores,
        modifiers=modifiers,
        proficiency_bonus=bonus,
        saves=checks.saves(sheet, pool, modifiers, bonus.value),
        auto_fail_saves=checks.auto_fails(pool),
        death_saves=checks.death_saves(pool),
        checks=plain,
        skills=skills,
        passive=checks.passives(skills, "exhaustion" in c.active, policy),
        initiative=initiative,
        initiative_mode=initiative_mode,
        initiative_reasons=initiative_reasons,
        speed=movement.speeds(sheet, c, values["str"], policy, variant),
        jump=movement.jumps(values, pool),
        vehicle=movement.vehicle(pool),
        attacks=attacks.attacks(sheet, c, modifiers, values, bonus.value, size, policy, natural_attacks(sheet, c, modifiers)),
        unarmed=attacks.unarmed_strike(c, modifiers, bonus.value, policy),
        spellcasting=spellcasting(sheet, pool, modifiers, bonus.value, book),
        attacks_against_you=against,
        attacks_against_reasons=against_reasons,
        attacks_against_added=sum(m.value for m in pool.changes("attacks_against_you") if isinstance(m.value, int)),
        dice={t: tuple(ms) for t, ms in sorted(pool.dice.items()) if not t.startswith("damage.")},
        scoped=tuple(m for ms in pool.scoped.values() for m in ms),
        auras=_auras(pool),
        defenses=defenses.defenses(pool),
        languages=_words("language", pool),
        tools=_words("proficiency.tool", pool),
        expert_tools=_words("expertise.tool", pool),
        conditions_active=c.active,
        conditions_blocked=c.blocked,
        senses=movement.senses(sheet, pool),
        hp=sheet.hp if hp_max is None or sheet.hp is None else min(sheet.hp, max(0, hp_max.value)),
        temp_hp=sheet.temp_hp,
        hp_max=hp_max,
        size=size,
        load=load,
        flags=tuple(sorted({str(m.value) for m in pool.words.get("flag", ())})),
        attuned=c.attuned,
        errors=(*errors, *c.errors),
    )


def _withdraw(pool: Pool) -> None:
    """Drop every grant that a `remove` cancels, because no later step may see it."""
    for target, found in pool.words.items():
        if target not in defenses.TYPED and any([m.op == "remove" for m in found]):
            pool.words[target] = [m for ms in pool.list_grants(target).values() for m in ms]


def _reshape_weapons(c: Collected, book: Rulebook) -> tuple[Collected, list[str]]:
    """Give each weapon with a `weapon.base` the dice, category and properties of that base; an error for each unknown base."""
    shapes = {id: own.numbers["weapon.base"][-1].value for id, own in c.own.items() if "weapon.base" in own.numbers}
    if not shapes:
        return c, []
    found = {id: pick and book.item(pick) for id, word in shapes.items() for pick in [book.find(str(word))]}
    known = {id: base for id, base in found.items() if base and base.weapon_stats}
    worn = tuple(replace(g, item=_as(g.item, known[g.id])) if g.id in known else g for g in c.worn)
    return replace(c, worn=worn), ["unknown_item"] * (len(shapes) - len(known))


def _as(item: Item, base: Item) -> Item:
    return item.model_copy(update={"weapon_stats": base.weapon_stats, "base": base.name})


def _auras(pool: Pool) -> tuple[Modifier, ...]:
    """The changes in effect that also reach others."""
    kinds = (pool.numbers, pool.modes, pool.dice, pool.words, pool.scoped)
    return tuple([m for kind in kinds for ms in kind.values() for m in ms if m.aura_ft])


def _words(target: str, pool: Pool) -> Grants:
    found = sorted(pool.list_grants(target).items()) if target in pool.words else []
    alike = {names.fold(word): (word, lines) for word, lines in reversed(found)}  # "common" and "Common" are one language
    return {word: lines for word, lines in found if alike[names.fold(word)][0] == word}


def _hindrances(sheet: Sheet, c: Collected, policy: Policy) -> None:
    """Add the drawbacks of worn armor: disadvantage on Stealth, and the penalties for armor without training (SRD, Armor)."""
    for g in filter(None, (c.armor, c.shield)):
        stats = g.item.armor_stats
        assert stats is not None
        own = c.own.get(g.id) or Pool()
        if stats.stealth_disadvantage and "armor.stealth_disadvantage" not in own.words:
            c.pool.add(line("equipment", g.item.name, "skill.stealth", "disadvantage", None, g.item.identity))
        if not _is_trained(g, sheet, c.pool) and not (g.item.is_shield and policy.untrained_shield == "no_bonus"):
            _note_untrained(g, c.pool)


def _is_trained(g: Gear, sheet: Sheet, pool: Pool) -> bool:
    """Whether the creature is trained in the category or in this very item."""
    granted = pool.words.get("proficiency.armor", ())
    if any(m.value == "this_item" and m.source.id == g.item.identity for m in granted):
        return True
    category = g.item.armor_stats.category if g.item.armor_stats else ""
    return category in sheet.armor_training or any(m.value == category for m in granted)


def _note_untrained(g: Gear, pool: Pool) -> None:
    source = Source("equipment", g.item.identity, f"{g.item.name} (not trained)")
    for roll in ("check", "save", "attack"):
        for a in ("str", "dex"):
            pool.add(Modifier(f"{roll}.{a}", "disadvantage", source=source))
    pool.add(Modifier("flag", "grant", "cannot_cast_spells", source=source))
