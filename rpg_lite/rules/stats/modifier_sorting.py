"""Sort the modifiers that count now into pools; each modifier that does not count is kept there with the reason."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rpg_lite.rules import creature_flags, dice
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifier_targets import ITEM_TARGETS
from rpg_lite.rules.modifier_values import ByLevel
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.predicates import holds
from rpg_lite.rules.stats.modifier_sources import ModifierSource
from rpg_lite.rules.stats.moment import Moment
from rpg_lite.rules.stats.pool import OPEN, Pool, with_numbers
from rpg_lite.vocabulary import Reason


def sort_modifiers(
    instances: Sequence[ModifierSource], facts: frozenset[str], ignored: Mapping[str, Reason], sheet: Sheet, moment: Moment
) -> tuple[Pool, dict[str, Pool]]:
    pool = Pool()
    own: dict[str, Pool] = {}
    groups: dict[tuple[str, str], list[Modifier]] = {}
    live = _live(instances, facts, ignored, pool, sheet, moment.parameters)
    if doubled := _find_doubled(instances):
        live = _most_potent(list(live), doubled, pool)
    for i, m in live:
        if i.own and (m.target in ITEM_TARGETS or m.value == creature_flags.SHIELD_FLOATS):
            own.setdefault(i.own, Pool()).add(m)
        elif m.group:
            groups.setdefault((m.target, m.group), []).append(m)
        else:
            pool.add(m)
    for members in groups.values():
        _best_of(members, pool)
    for each in (pool, *own.values()):
        each.settle()
    return pool, own


def _live(
    instances: Sequence[ModifierSource],
    facts: frozenset[str],
    ignored: Mapping[str, Reason],
    pool: Pool,
    sheet: Sheet,
    parameters: Mapping[str, int],
) -> Iterator[tuple[ModifierSource, Modifier]]:
    """Yield the changes that count now; the pool keeps the other changes, each with its reason."""
    for i in instances:
        known = facts | i.facts if i.facts else facts
        for m in i.modifiers:
            if not i.worn and not m.persists_when_removed and "carried" not in m.when:
                pool.lose(m, "not_worn")
            elif not i.works and m.needs != "none":
                pool.lose(m, "not_attuned")
            elif m.when and not holds(m.when, known):
                pool.lose(m, "predicate")
            elif m.target == "ac" and i.own is not None and i.own in ignored:
                pool.lose(m, ignored[i.own])
            else:
                yield i, with_numbers(m, sheet, parameters) if type(m.value) in OPEN or type(m.aura_ft) is ByLevel else m


def _find_doubled(instances: Sequence[ModifierSource]) -> set[str]:
    """The names that several instances have in common."""
    seen: set[str] = set()
    twice: set[str] = set()
    for i in instances:
        if i.modifiers:
            (twice if i.name in seen else seen).add(i.name)
    return twice


def _most_potent(
    live: Sequence[tuple[ModifierSource, Modifier]], doubled: set[str], pool: Pool
) -> Iterator[tuple[ModifierSource, Modifier]]:
    """For each target, keep only the changes of the most potent source among those with the same name (SRD, Combining Effects)."""
    worth: dict[tuple[str, str, object], dict[int, tuple[float, str]]] = {}
    for i, m in live:
        if i.name in doubled and m.target not in ITEM_TARGETS:
            per_source = worth.setdefault(_rivalry(i, m), {})
            weight, told = per_source.get(id(i), (0.0, ""))
            per_source[id(i)] = (weight + potency(m), f"{told}{m.value}")
    causes = {id(i): i.cause for i, _ in live}
    for i, m in live:
        rivals = worth.get(_rivalry(i, m), {}) if i.name in doubled and m.target not in ITEM_TARGETS else {}
        if rivals and (best := max(rivals, key=lambda k: rivals[k])) != id(i):
            pool.lose(m, "same_name", causes[best])
        else:
            yield i, m


def _rivalry(i: ModifierSource, m: Modifier) -> tuple[str, str, object]:
    """The key under which sources with the same name compete: all changes of a number together, but each mode and each granted word
    separately.
    """
    word = m.op if m.op in ("advantage", "disadvantage", "auto_fail") else m.value if m.op in ("grant", "remove") else None
    return i.name, m.target, word


def potency(m: Modifier) -> float:
    """The strength of a change compared with similar changes; dice count as their average."""
    if isinstance(m.value, str) and m.op in ("add_dice", "extra_dice"):
        return abs(dice.average(m.value))
    return abs(m.value) if isinstance(m.value, int | float) and not isinstance(m.value, bool) else 1


def _best_of(members: Iterable[Modifier], pool: Pool) -> None:
    ranked = sorted(members, key=potency, reverse=True)
    pool.add(ranked[0])
    for m in ranked[1:]:
        pool.lose(m, "lower")
