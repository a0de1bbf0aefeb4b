"""The conditions that act on a creature, and those that an immunity blocks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from rpg_lite.rules import conditions, roll_scopes
from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.conditions import Affliction, Ward
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.modifier_sources import ModifierSource, is_live
from rpg_lite.rules.stats.moment import Moment


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
