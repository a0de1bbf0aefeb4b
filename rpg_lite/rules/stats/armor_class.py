"""Armor class: the best base that applies, one shield, bonuses, then floors (SRD, Armor Class)."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rpg_lite.rules.breakdown import Breakdown, Suppressed, fold, line
from rpg_lite.rules.carried_gear import Gear
from rpg_lite.rules.corrosion import SAID
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifier_values import Formula
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.stat_block import BLOCK
from rpg_lite.rules.stats.collect import Collected
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import Ability

Candidate = tuple[int, tuple[Modifier, ...]]


def armor_class(sheet: Sheet, c: Collected, modifiers: Mapping[Ability, int], policy: Policy) -> Breakdown:
    """AC with its lines; worse bases are kept as suppressed lines."""
    candidates = list(_bases(c, modifiers))
    best = max(candidates, key=lambda found: found[0])
    lost = [Suppressed(replace(lines[0], value=total), "lower") for total, lines in candidates if total < best[0]]
    lines = [*best[1]]
    if c.shield:
        shield = _shield(c.shield)
        if policy.untrained_shield == "no_bonus" and "shield" not in sheet.armor_training:
            lost.append(Suppressed(shield, "not_trained"))
        else:
            lines.append(shield)
    rest = [m for m in c.pool.changes("ac") if m.op != "base"]
    if best[1][0].source.id == BLOCK:
        rest += _of_armor_in_block(c)
    return fold(rest, lines, (*lost, *c.pool.why_not("ac")))


def _of_armor_in_block(c: Collected) -> list[Modifier]:
    """The corrosion of the armor that a printed AC already counts, although nothing says that the creature wears it."""
    kept = [g.item for g in c.carried if g.slot is None and g.item.armor_stats]
    return [m for item in kept for m in item.modifiers if m.target == "ac" and m.source.name == SAID]


def armor_class_by_tag(ac: int, pool: Pool) -> dict[str, int]:
    """AC against the attacks that a roll-time tag names: {"attack:ranged": 20}."""
    found: dict[str, int] = {}
    for m in pool.scoped.get("ac", ()):
        if m.op == "add" and isinstance(m.value, int):
            tag = " ".join(m.scope)
            found[tag] = found.get(tag, ac) + m.value
    return found


def _bases(c: Collected, modifiers: Mapping[Ability, int]) -> Iterator[Candidate]:
    if c.armor:
        yield _base_of_worn(c.armor, modifiers["dex"])
    else:
        yield _formula(line("base", "unarmored", "ac", "base", 10), Formula(10, ("dex",)), modifiers)
    for m in c.pool.changes("ac"):
        if m.op == "base":
            yield _formula(m, m.value if isinstance(m.value, Formula) else Formula(int(m.value)), modifiers)  # type: ignore[arg-type]  # a base is a formula or a number


def _base_of_worn(armor: Gear, dex: int) -> Candidate:
    """The base from worn armor: light armor adds DEX, medium adds it up to its cap (a negative DEX in full), heavy ignores it."""
    stats = armor.item.armor_stats
    assert stats is not None
    base = line("equipment", armor.item.name, "ac", "base", stats.base_ac, armor.item.identity)
    if stats.category == "heavy":
        return stats.base_ac, (base,)
    cap = stats.max_dex_bonus if stats.max_dex_bonus is not None else (2 if stats.category == "medium" else dex)
    added = min(dex, cap)
    return stats.base_ac + added, (base, line("base", "DEX", "ac", "add", added)) if added else (base,)


def _formula(source: Modifier, formula: Formula, modifiers: Mapping[Ability, int]) -> Candidate:
    base = replace(source, value=formula.base)
    added = tuple(line("base", a.upper(), "ac", "add", modifiers[a]) for a in formula.add if modifiers[a])
    total = sum(modifiers[a] for a in formula.add)
    if formula.most is not None and total > formula.most:
        return formula.base + formula.most, (base, line("base", " + ".join(formula.add).upper(), "ac", "add", formula.most))
    return formula.base + total, (base, *added)


def _shield(shield: Gear) -> Modifier:
    stats = shield.item.armor_stats
    return line("equipment", shield.item.name, "ac", "add", stats.base_ac if stats else 0, shield.item.identity)
