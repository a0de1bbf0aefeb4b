"""Steps 1–4 of the pipeline: find the legal gear, the changes in effect, and the active conditions (adrs/0018)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rpg_lite.rules import conditions, names, roll_scopes
from rpg_lite.rules.carried_gear import Gear, flat
from rpg_lite.rules.conditions import Affliction, Ward
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.creature_facts import facts_of
from rpg_lite.rules.stats.legal_gear import bonds, faults_of_handling, shield_worth
from rpg_lite.rules.stats.modifier_sorting import sort_modifiers
from rpg_lite.rules.stats.modifier_sources import ModifierSource, is_live, source_of_gear
from rpg_lite.rules.stats.moment import ActiveEffect, Moment
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import Reason


def switched_conditions(gear: Sequence[Gear], bonded: frozenset[str], moment: Moment) -> Iterator[Affliction]:
    """The conditions from activated properties of worn, working items (SRD, Ring of Invisibility)."""
    for g in gear:
        if g.item.switched_conditions and g.slot is not None and (g.id in bonded or not g.item.needs_attunement):
            on = g.active | moment.toggles
            yield from (
                Affliction(c, magical=True, source=g.item.name) for id, words in g.item.switched_conditions if id in on for c in words
            )


def find_conditions(
    given: Sequence[Affliction], instances: Sequence[ModifierSource], base: frozenset[str], book: Rulebook
) -> tuple[dict[str, Affliction], dict[str, str]]:
    """Apply all immunities to the conditions first; the remaining ones may imply others and grant immunities (petrified)."""
    if not given:
        return {}, {}
    facts = base | conditions.expand(given, book).keys()
    wards = _wards(instances, facts)
    left = conditions.free(given, wards)
    inner = _wards([ModifierSource(a.name, conditions.changes(a, book)) for a in left], facts)
    every = list(conditions.expand(conditions.free(left, inner), book).values())
    active = {a.name: a for a in conditions.free(every, wards)}
    blocked = (
        conditions.block_conditions(given, wards) | conditions.block_conditions(left, inner) | conditions.block_conditions(every, wards)
    )
    return active, {name: source for name, source in blocked.items() if name not in active}


_WARDING: Final = ((), roll_scopes.OF_MAGIC)
"""Scopes of an immunity that the condition itself decides; the game master decides any other scope."""


def _wards(instances: Sequence[ModifierSource], facts: frozenset[str]) -> list[Ward]:
    """The immunities in effect; a `remove` of the same word takes precedence."""
    own = ((i, m) for i in instances if i.worn for m in i.modifiers if m.target == "condition_immunity" and m.scope in _WARDING)
    live = [m for i, m in own if is_live(i, m, facts)]
    removed = {m.value for m in live if m.op == "remove"}
    return [Ward(str(m.value), m.source.name, "source:magic" in m.scope) for m in live if m.op == "grant" and m.value not in removed]


def can_move(active: Mapping[str, Affliction], book: Rulebook) -> bool:
    return not any(m.op == "zero" and m.target.startswith("speed.") for a in active.values() for m in conditions.changes(a, book))


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
