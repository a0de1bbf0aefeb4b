"""The parts of a sheet document that nothing uses: toggles, parameters, properties, grips, attunement, levels."""

from collections.abc import Iterable, Iterator, Sequence

from rpg_lite.rules.carried_gear import Gear, flat
from rpg_lite.rules.conditions import Affliction
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.predicates import parse_predicate
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.moment import Moment


def unheard(moment: Moment, gear: Sequence[Gear], given: Iterable[Affliction], others: Iterable[Modifier], book: Rulebook) -> Iterator[str]:
    """Describe each unused part. `others`: the modifiers of the creature itself and of its effects."""
    everything = list(flat(gear))
    changes = [*others, *(m for g in everything for m in _all_of(g))]
    asked = {w.removeprefix("active:") for m in changes for p in m.when for w in parse_predicate(p)[1]}
    numbers = {str(m.value).lstrip("-") for m in changes if isinstance(m.value, str)} | {w.split(">=")[0] for w in asked if ">=" in w}
    heard = asked | {a.id for g in everything for a in g.item.activated} | {t for g in everything for t in g.item.toggles}
    yield from (f"toggle {t}" for t in sorted(moment.toggles - heard))
    yield from (f"parameter {p}" for p in moment.parameters if p not in numbers)
    for g in everything:
        yield from (f"{g.item.name} {what}" for what in _of_gear(g))
    for a in given:
        rule = book.conditions.get(a.name)
        if a.level > 1 and rule and not rule.levels:
            yield f"{a.name} level {a.level}"


def _all_of(g: Gear) -> Iterator[Modifier]:
    yield from g.item.passive
    yield from (m for _, modifiers in g.item.toggled for m in modifiers)


def _of_gear(g: Gear) -> Iterator[str]:
    asked = {w.removeprefix("active:") for m in _all_of(g) for p in m.when for w in parse_predicate(p)[1]}
    yield from (f"active {a}" for a in sorted(g.active - asked - {a.id for a in g.item.activated} - set(g.item.toggles)))
    if g.attuned and not g.item.needs_attunement:
        yield "attuned"
    if g.grip == "two" and g.item.weapon_properties.isdisjoint(("versatile", "two_handed")):
        yield "grip two"
    if g.grip == "one" and "two_handed" in g.item.weapon_properties:
        yield "grip one"
