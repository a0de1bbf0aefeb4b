"""Ability scores, their modifiers, proficiency, hit point maximum, size (SRD, Using Ability Scores)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rpg_lite.rules.breakdown import Breakdown, fold, go_on, line, running
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import ABILITIES, SIZES, Ability, Size

ORDINARY_MAXIMUM: Final = 20
GREATEST_SCORE: Final = 30


def scores(sheet: Sheet, pool: Pool, policy: Policy) -> dict[Ability, Breakdown]:
    """Each score, in the one order of operations that there is (adrs/0282): the base; the creature's own increases, by species, background,
    improvements, feats, features and books, each up to its cap; the highest value that an item or a potion sets, if it is higher than the score
    without it (SRD, Gauntlets of Ogre Power); what gear, conditions and effects add or take.
    """
    return {a: _score(a, sheet, pool, policy) for a in ABILITIES}


def _score(ability: Ability, sheet: Sheet, pool: Pool, policy: Policy) -> Breakdown:
    target = f"ability.{ability}"
    start = (line("base", ability.upper(), target, "base", sheet.abilities[ability]),)
    if target not in pool.numbers:
        return pool.fold(start, target)
    changes = _replace_cap(pool.changes(target), _maximum(ability, sheet, pool))
    of_its_own = policy.ability_order == "set_then_add"
    before = [m for m in changes if m.op == "add" and (m.source.layer == "base" or not of_its_own)]
    raised = fold(before, start, pool.why_not(target))
    return go_on(raised, [m for m in changes if m not in before])


def _maximum(ability: Ability, sheet: Sheet, pool: Pool) -> int:
    """The maximum of a score: 20, or the creature's own (SRD, Ability Scores), and never more than 30."""
    own, target = sheet.ability_max.get(ability, ORDINARY_MAXIMUM), f"ability_max.{ability}"
    if target not in pool.numbers:
        return own
    return min(GREATEST_SCORE, own + sum(m.value for m in pool.numbers[target] if isinstance(m.value, int)))


def _replace_cap(changes: list[Modifier], most: int) -> list[Modifier]:
    """Replace a cap at the ordinary maximum by the creature's own maximum."""
    return [replace(m, cap=most) if m.op == "add" and m.cap == ORDINARY_MAXIMUM else m for m in changes]


def modifier(score: int) -> int:
    """
    >>> modifier(9), modifier(10), modifier(19)
    (-1, 0, 4)
    """
    return (score - 10) // 2


def proficiency_bonus(sheet: Sheet, pool: Pool) -> Breakdown:
    of = f"CR {sheet.cr:g}" if sheet.cr is not None and not sheet.class_levels else f"level {sheet.level}"
    return pool.fold((line("base", of, "proficiency_bonus", "base", sheet.proficiency_bonus),), "proficiency_bonus")


def hit_point_maximum(sheet: Sheet, con: Breakdown, pool: Pool) -> Breakdown | None:
    """The sheet's maximum, plus the hit points from CON above the base score for each level, plus other changes."""
    if sheet.hp_max is None:
        return None
    start = [line("base", "hit points", "hp_max", "base", sheet.hp_max)]
    if len(con.lines) > 1:
        start += _hit_points_of_con(sheet, con)
    done = pool.fold(start, "hp_max")
    return done if done.value > 0 else go_on(done, [line("base", AT_LEAST_1, "hp_max", "min", 1)])


AT_LEAST_1: Final = "at least 1"


def is_used_up(most: Breakdown) -> bool:
    """Whether nothing is left of a hit point maximum, which is told as 1."""
    return any(one.source.name == AT_LEAST_1 for one in most.lines)


def _hit_points_of_con(sheet: Sheet, con: Breakdown) -> Iterator[Modifier]:
    """The hit points of each change to CON that changes its modifier, under the name of that change."""
    was = modifier(sheet.abilities["con"])
    for change, score in running(con):
        if gained := (modifier(score) - was) * sheet.level:
            yield line(change.source.layer, change.source.name, "hp_max", "add", gained, change.source.id)
        was = modifier(score)


def size(sheet: Sheet, pool: Pool) -> Size:
    steps = sum(m.value for m in pool.changes("size") if isinstance(m.value, int))
    return SIZES[max(0, min(len(SIZES) - 1, SIZES.index(sheet.size) + steps))]
