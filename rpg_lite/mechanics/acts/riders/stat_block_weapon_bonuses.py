"""The additions of spells and oils to a weapon with which an act of a stat block strikes: the numbers of the block stand for the weapon without them."""

from collections.abc import Collection, Sequence
from typing import Final

from rpg_lite.mechanics.acts.act_in_play import Performance
from rpg_lite.mechanics.rolls import attack_scopes
from rpg_lite.rules import corrosion, names
from rpg_lite.rules.acts.act import AttackStep, Spell
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.breakdown import Breakdown
from rpg_lite.rules.stats import natural_attacks
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_OF_EFFECTS: Final = "effects"


def of_act(p: Performance, step: AttackStep) -> AttackStats | None:
    """The attack of the creature with the name of its act, if the step has a bonus of its own."""
    if not _is_of_block(p, step):
        return None
    key = names.fold(p.cast.act.name)
    return next((way for way in p.stats(p.cast.by).attacks if names.fold(way.name) == key), None)


def _is_of_block(p: Performance, step: AttackStep) -> bool:
    return step.attack not in ("spell", "weapon", "natural") and not isinstance(p.cast.act, Spell)


def thing_of(p: Performance, step: AttackStep) -> Thing | None:
    """The weapon with which the creature makes its act, in hand or not."""
    if not _is_of_block(p, step) or not step.weapon:
        return None
    bearer = p.thing(p.cast.by)
    gear = natural_attacks.weapon_named(p.cast.act.name, thing_stats.gear_at_work(p.draft.world, bearer, p.book))
    return p.draft.world.things.get(gear.id) if gear else None


def bonus(p: Performance, step: AttackStep, kinds: Collection[str]) -> int:
    """The points that effects, corrosion and a changed ability score add to the printed attack roll."""
    way, told = of_act(p, step), p.cast.wish.told
    more = _added(way.to_hit) + attack_scopes.added_by(attack_scopes.of_weapon(way, kinds, told), "attack") if way else 0
    return more + _shift(p, step)[0]


def on_hit(p: Performance, step: AttackStep, kinds: Collection[str]) -> Sequence[StepModel]:
    """The steps of a hit, with the points and the dice that the same adds to its damage."""
    way, told = of_act(p, step), p.cast.wish.told
    points = _shift(p, step)[1]
    if way:
        points += _added(way.damage_bonus) + attack_scopes.added_by(attack_scopes.of_weapon(way, kinds, told), "damage")
    hit = [*natural_attacks.changed_damage(step, points).hit]
    if way and points and natural_attacks.first_damage(step) is None:
        hit.append(DamageStep(damage=str(max(0, points)), type=way.damage_type))
    lying = {names.fold(entry.name) for entry in p.thing(p.cast.by).creature.effects}
    dice = way.extra_dice if way else ()
    return [*hit, *(DamageStep(damage=x.dice, type=x.type) for x in dice if not x.scope and names.fold(x.source) in lying)]


def _shift(p: Performance, step: AttackStep) -> tuple[int, int]:
    if not _is_of_block(p, step):
        return 0, 0
    sheet = thing_stats.unspent_sheet(p.thing(p.cast.by), p.book)
    return natural_attacks.shift(p.cast.act.name, step, sheet, p.stats(p.cast.by).modifiers)


def _added(number: Breakdown) -> int:
    lines = (line for line in number.lines if line.op == "add" and (line.source.layer == _OF_EFFECTS or line.source.name == corrosion.SAID))
    return sum(line.value for line in lines if isinstance(line.value, int))
