"""The numbers of an attack with one weapon or natural attack, from every change that applies to it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import prod
from typing import Final

from rpg_lite.rules.breakdown import Breakdown, fold
from rpg_lite.rules.modifiers import Modifier
from rpg_lite.rules.stats.pool import Pool
from rpg_lite.vocabulary import Ability

MELEE: Final = "attack:melee"


@dataclass(frozen=True, slots=True)
class ExtraDice:
    dice: str
    type: str
    scope: tuple[str, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Arm:
    """A weapon in hand with every fact that the tags of a modifier can test."""

    identity: str
    properties: frozenset[str]
    tags: frozenset[str]
    ability: Ability
    own: Pool
    quiver: tuple[Pool, ...] = ()
    arts: bool = False


def whole_factor(bonus: Breakdown, start: Sequence[Modifier]) -> tuple[Breakdown, float]:
    """The bonus to the dice, and the factor that multiplies the dice and the bonus together, never the bonus alone."""
    factors = [m.value for m in bonus.lines if m.op == "mul" and isinstance(m.value, int | float)]
    if not factors:
        return bonus, 1
    return fold([m for m in bonus.lines if m.op != "mul" and m not in start], start, bonus.suppressed), prod(factors)


def number(start: Sequence[Modifier], what: str, kinds: tuple[str, ...], arm: Arm, pool: Pool) -> Breakdown:
    targets, mine = targets_of(what, kinds)
    changes = pool.changes(*targets) + arm.own.changes(mine)
    for q in arm.quiver:
        changes += q.changes(mine)
    if others := pool.changes(f"{what}.other_weapons"):
        changes += _of_others(others, arm)
    lost = pool.why_not(*targets) + arm.own.why_not(mine)
    if mine in pool.lost:
        lost += [s for s in pool.lost[mine] if s.modifier.source.id == arm.identity]
    if not lost:
        return fold(changes, start)
    decided = [m for m in select_scoped(arm, targets, mine, pool) if m.op in ("add", "mul", "min")]
    left = [s for s in lost if s.modifier not in decided and (s.reason != "scoped" or _still_open(s.modifier.scope, arm))]
    return fold(changes + decided, start, left)


@lru_cache(maxsize=256)
def targets_of(what: str, kinds: tuple[str, ...]) -> tuple[tuple[str, ...], str]:
    """(targets of the creature, the target of the weapon itself)."""
    return tuple(f"{what}.{k}" for k in kinds), f"{what}.this_weapon"


def _of_others(changes: Sequence[Modifier], arm: Arm) -> list[Modifier]:
    """The changes that other items make to a weapon; an unarmed strike is not a weapon (SRD, Unarmed Strike)."""
    return [m for m in changes if m.source.id != arm.identity] if arm.identity else []


def select_scoped(arm: Arm, targets: Sequence[str], mine: str, pool: Pool) -> list[Modifier]:
    """The scoped changes for which the weapon in hand matches every tag."""
    everything = pool.list_at_rolls(*targets) + arm.own.list_at_rolls(mine)
    return [m for m in everything if all([_decide_tag(tag, arm) is True for tag in m.scope])] if everything else everything


def _decide_tag(tag: str, arm: Arm) -> bool | None:
    """Whether the weapon matches the tag; None when only the roll can tell."""
    return _tag_decided(tag, arm.tags, "thrown" in arm.properties)


@lru_cache(maxsize=4096)
def _tag_decided(tag: str, tags: frozenset[str], may_be_thrown: bool) -> bool | None:
    if tag == "thrown":
        return None if may_be_thrown else False
    if not tag.startswith(("attack:ranged", "attack:melee", "weapon:")) or (tag == MELEE and may_be_thrown and MELEE in tags):
        return None  # a melee weapon that is thrown makes a ranged attack (SRD, Thrown)
    prefix, _, words = tag.partition(":")
    return any(f"{prefix}:{word.split(':')[-1]}" in tags for word in words.split("|"))


_OTHERS: Final = ("attack.other_weapons", "damage.other_weapons")


def left_open(arm: Arm, kinds: tuple[str, ...], pool: Pool) -> tuple[Modifier, ...]:
    """The changes to the weapon's rolls, its own and those of weapons like it, with the tags that only the roll can decide."""
    found = [m for own in (arm.own, *arm.quiver) for m in own.list_at_rolls("attack.this_weapon", "damage.this_weapon")]
    of_kinds = pool.list_at_rolls(*_OTHERS, *(f"{what}.{kind}" for what in ("attack", "damage") for kind in kinds if kind != "all"))
    found += [m for m in of_kinds if m.target not in _OTHERS or (arm.identity and m.source.id != arm.identity)]
    at_rolls = [m for m in found if m.op in ("add", "advantage", "disadvantage") and _still_open(m.scope, arm)]
    left = [(m, tuple([tag for tag in m.scope if _decide_tag(tag, arm) is None])) for m in at_rolls]
    return tuple([replace(m, scope=tags) for m, tags in left if tags])


def left_of(m: Modifier, arm: Arm) -> tuple[str, ...] | None:
    """The tags of a change that only the roll can decide; None if the weapon does not match the others."""
    return tuple([tag for tag in m.scope if _decide_tag(tag, arm) is None]) if _still_open(m.scope, arm) else None


def _still_open(scope: Sequence[str], arm: Arm) -> bool:
    return all([_decide_tag(tag, arm) is not False for tag in scope])


def modes_of(arm: Arm, kinds: tuple[str, ...], pool: Pool) -> list[Modifier]:
    scoped = [m for m in select_scoped(arm, *targets_of("attack", kinds), pool) if m.op in ("advantage", "disadvantage")]
    others = _of_others(pool.modes.get("attack.other_weapons", ()), arm)
    return [*arm.own.modes.get("attack.this_weapon", ()), *others, *scoped]


def dice_on_hit(kinds: tuple[str, ...], kind: str, arm: Arm, pool: Pool) -> Iterator[ExtraDice]:
    """Dice in addition to the weapon's own; tags that only the roll can decide stay on them."""
    targets, mine = targets_of("damage", kinds)
    for where, keys in ((pool, targets), (arm.own, (mine,)), *[(q, (mine,)) for q in arm.quiver]):
        plain = [m for t in keys if t in where.dice for m in where.dice[t]]
        if where is pool and "damage.other_weapons" in pool.dice:
            plain += _of_others(pool.dice["damage.other_weapons"], arm)
        scoped = [m for m in where.list_at_rolls(*keys) if m.op in ("extra_dice", "add_dice") and _still_open(m.scope, arm)]
        for m in plain + scoped:
            left = tuple([tag for tag in m.scope if _decide_tag(tag, arm) is None])
            yield ExtraDice(str(m.value), m.damage_type if m.damage_type not in (None, "weapon") else kind, left, m.source.name)


def dice_on_roll(kinds: tuple[str, ...], arm: Arm, pool: Pool) -> tuple[Modifier, ...]:
    targets, mine = targets_of("attack", kinds)
    found = [m for t in targets if t in pool.dice for m in pool.dice[t]]
    found += [m for own in (arm.own, *arm.quiver) for m in own.dice.get(mine, ())]
    return (*found, *_of_others(pool.dice.get("attack.other_weapons", ()), arm))
