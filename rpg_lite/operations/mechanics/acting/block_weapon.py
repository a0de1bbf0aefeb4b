"""The additions of spells and oils to a weapon with which an act of a stat block strikes: the numbers of the block stand for the weapon without them."""

from collections.abc import Collection, Iterator
from typing import Final

from rpg_lite.operations.mechanics import attack_scopes
from rpg_lite.operations.mechanics.acting.performance import Performance
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import AttackStep, Spell
from rpg_lite.rules.acts.plain_steps import DamageStep
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.stats.attacks import AttackStats

_OF_EFFECTS: Final = "effects"


def of_act(p: Performance, step: AttackStep) -> AttackStats | None:
    """The attack of the creature with the name of its act, if the step has a bonus of its own."""
    if step.attack in ("spell", "weapon", "natural") or isinstance(p.cast.act, Spell):
        return None
    key = names.fold(p.cast.act.name)
    return next((way for way in p.stats(p.cast.by).attacks if names.fold(way.name) == key), None)


def bonus(way: AttackStats, kinds: Collection[str], told: Collection[str]) -> int:
    """The points that effects add to the attack roll."""
    return _added(way.to_hit) + attack_scopes.added_by(attack_scopes.of_weapon(way, kinds, told), "attack")


def damage(p: Performance, way: AttackStats, kinds: Collection[str], told: Collection[str]) -> Iterator[DamageStep]:
    """The points and the dice that effects add to the damage of a hit."""
    points = _added(way.damage_bonus) + attack_scopes.added_by(attack_scopes.of_weapon(way, kinds, told), "damage")
    if points:
        yield DamageStep(damage=str(points), type=way.damage_type)
    lying = {names.fold(entry.name) for entry in p.thing(p.cast.by).creature.effects}
    yield from (DamageStep(damage=x.dice, type=x.type) for x in way.extra_dice if not x.scope and names.fold(x.source) in lying)


def _added(number: Breakdown) -> int:
    lines = (line for line in number.lines if line.source.layer == _OF_EFFECTS and line.op == "add")
    return sum(line.value for line in lines if isinstance(line.value, int))
