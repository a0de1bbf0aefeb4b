"""Steps 1–4 of the pipeline: find the legal gear, the changes in effect, and the active conditions (adrs/0018)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rpg_lite.rules import conditions, names
from rpg_lite.rules.carried_gear import Gear, flat
from rpg_lite.rules.conditions import Affliction
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.active_conditions import can_move, find_conditions, switched_conditions
from rpg_lite.rules.stats.creature_facts import facts_of
from rpg_lite.rules.stats.legal_gear import bonds, faults_of_handling, shield_worth
from rpg_lite.rules.stats.modifier_sorting import sort_modifiers
from rpg_lite.rules.stats.modifier_sources import ModifierSource, source_of_gear
from rpg_lite.rules.stats.moment import ActiveEffect, Moment
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import Reason


@dataclass(frozen=True)
class Collected:
    """The input of the steps that compute numbers. `own`: for each piece of gear, the changes to the item itself."""

    pool: Pool
    own: Mapping[str, Pool]
    worn: tuple[Gear, ...]
    active: Mapping[str, Affliction]
    blocked: Mapping[str, str]
    attuned: frozenset[str]
    errors: tuple[str, ...]
    facts: frozenset[str]
    shield: Gear | None
    armor: Gear | None
    carried: tuple[Gear, ...] = ()
    """Everything that the creature carries, in use or not."""


def _marks(effects: Sequence[ActiveEffect]) -> frozenset[str]:
    """The names of effects that only mark their bearer: each is a fact for predicates (Cloak of Displacement)."""
    return frozenset(names.fold(e.name).replace(" ", "_") for e in effects if not e.modifiers and not e.conditions)


def collect(
    sheet: Sheet, gear: Sequence[Gear], given: Sequence[Affliction], effects: Sequence[ActiveEffect], book: Rulebook, moment: Moment
) -> Collected:
    everything = list(flat(gear))
    worn = tuple(g for g in everything if g.slot is not None)
    bonded, errors = bonds(sheet, everything, book, moment)
    armor = next((g for g in worn if g.item.is_body_armor), None)
    shields = sorted([g for g in worn if g.item.is_shield], key=shield_worth, reverse=True)
    base = facts_of(sheet, worn, armor, shields, book, moment) | _marks(effects)
    instances = [ModifierSource("sheet", sheet.modifiers)]
    instances += [source_of_gear(g, bonded, moment) for g in everything if g.item.passive or g.item.toggled]
    instances += [ModifierSource(names.fold(e.name), e.modifiers, cause=e.source or "") for e in effects]
    brought = (Affliction(c, magical=True) for e in effects for c in e.conditions)
    always: list[Affliction] = []
    for rule in sheet.feature_rules:
        for condition in rule.conditions:
            always.append(Affliction(condition, source=rule.name))
    given = conditions.sum_levels([*given, *always, *brought, *switched_conditions(everything, bonded, moment)])
    active, blocked = find_conditions(given, instances, base, book)
    instances += [ModifierSource(a.name, conditions.changes(a, book)) for a in active.values()]
    facts = base | active.keys() | ({"can_move"} if can_move(active, book) else set())
    ignored: dict[str, Reason] = {g.id: "second_shield" for g in shields[1:]}
    if shields and book.policy.untrained_shield == "no_bonus" and "shield" not in sheet.armor_training:
        ignored[shields[0].id] = "not_trained"
    pool, own = sort_modifiers(instances, facts, ignored, sheet, moment)
    return Collected(
        pool, own, worn, active, blocked, bonded, tuple(errors + faults_of_handling(worn, shields, own)), facts,
        shields[0] if shields else None, armor, tuple(everything),
    )  # fmt: skip
