"""A creature's own act with the name of its weapon: an attack with the weapon also plays the additions of the act to a hit, so that both do
the same.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from rpg_lite.mechanics.creature.own_riders import OwnRider
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, AttackStep, IfStep, Rider
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.stats.attacks import AttackStats
from rpg_lite.rules.stats.natural_attacks import strike_of
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing


def additions(attacker: Thing, way: AttackStats, book: Rulebook) -> Iterator[OwnRider]:
    """The additions of the act of this name to the weapon's own damage, as a rider that plays by itself."""
    act = act_of(attacker, way.name, book)
    step = strike_of(act) if act else None
    if act is None or step is None:
        return
    steps: Any = tuple(s for s in _after_the_weapon(step) if not _is_of_weapon(s, way))
    if steps:
        yield OwnRider(act.name, Rider.model_construct(rider="attack", steps=steps), {})


def act_of(attacker: Thing, name: str, book: Rulebook) -> Act | None:
    """The creature's own act of this name, if it is an attack."""
    key = names.fold(name)
    return next((a for a in thing_stats.unspent_sheet(attacker, book).acts if names.fold(a.name) == key and strike_of(a)), None)


def leaves_stable(attacker: Thing, way: AttackStats, book: Rulebook) -> bool:
    """Whether the act of this name says that whoever it drops to 0 hit points is stable."""
    act = act_of(attacker, way.name, book) if way.slot is None else None
    step = strike_of(act) if act else None
    return step is not None and any(isinstance(s, DamageStep) and s.stable for s in _of_the_blow(step))


def _of_the_blow(step: AttackStep) -> Iterator[StepModel]:
    """The steps of a hit that need no save: its own, and those of its conditions."""
    for one in step.hit:
        yield from (*one.then, *one.else_) if isinstance(one, IfStep) else (one,)


def _after_the_weapon(step: AttackStep) -> Sequence[StepModel]:
    """The steps of a hit after the weapon's own damage, which comes first."""
    return step.hit[1:] if step.hit and isinstance(step.hit[0], DamageStep) else step.hit


def _is_of_weapon(step: StepModel, way: AttackStats) -> bool:
    """Whether the weapon deals this damage anyway, by dice of its own."""
    if isinstance(step, IfStep):
        return not step.else_ and all(_is_of_weapon(inner, way) for inner in step.then)
    return isinstance(step, DamageStep) and any((x.dice, x.type) == (step.damage, step.type) for x in way.extra_dice)
