"""The reader: play steps in order, each with the function for its kind."""

from collections.abc import Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Final

from rpg_lite.mechanics.acts import secret_spell_levels
from rpg_lite.mechanics.acts.act_in_play import Performance, Plays, Spot
from rpg_lite.mechanics.acts.steps import (
    apply_and_move,
    attacking,
    becoming,
    branch_steps,
    corroding,
    ending_steps,
    gain_and_lose,
    hit_point_steps,
    playing_acts,
    reviving,
    save_and_check,
    summoning,
    switching,
    zone_step,
)
from rpg_lite.rules.acts.act import CheckStep
from rpg_lite.rules.acts.plain_steps import (
    LoseStep,
)
from rpg_lite.rules.acts.steps.hit_points import DamageStep
from rpg_lite.rules.acts.steps.step_model import StepModel

PLAYERS: Final[Plays] = MappingProxyType(
    {
        **attacking.PLAYS,
        **save_and_check.PLAYS,
        **hit_point_steps.PLAYS,
        **reviving.PLAYS,
        **branch_steps.PLAYS,
        **apply_and_move.PLAYS,
        **ending_steps.PLAYS,
        **gain_and_lose.PLAYS,
        **corroding.PLAYS,
        **playing_acts.PLAYS,
        **becoming.PLAYS,
        **zone_step.PLAYS,
        **summoning.PLAYS,
        **switching.PLAYS,
    }
)
"""Step → the function that plays it; damage has none, because adjacent damage steps are one blow."""


def play(p: Performance, parts: Sequence[StepModel], targets: tuple[str, ...], spot: Spot) -> None:
    """Play steps in their order, each for every target."""
    place = 0
    for are_damage, group in groupby(parts, key=lambda s: isinstance(s, DamageStep)):
        same = list(group)
        if are_damage:
            _deal(p, [(s, spot.at(place + n)) for n, s in enumerate(same) if isinstance(s, DamageStep)], targets)
        else:
            for n, step in enumerate(same):
                _play_one(p, step, targets, spot.at(place + n))
        place += len(same)


def _deal(p: Performance, damage: Sequence[tuple[DamageStep, Spot]], targets: tuple[str, ...]) -> None:
    """Deal one blow for each group of steps that affects the same creatures."""
    if not targets and p.targets:
        return  # no target took this branch
    for _, group in groupby(damage, key=lambda pair: pair[0].to):
        same = list(group)
        if whom := p.whom(same[0][0], targets, same[0][1]):
            hit_point_steps.deal(p, same, whom)


OF_LIFE: Final = ("life", "body", "hp", "half_hp", "hit_points")
"""The losses from which such a ward protects; other losses are costs, or end something of the spell itself."""


def _play_one(p: Performance, step: StepModel, targets: tuple[str, ...], spot: Spot) -> None:
    whom = targets if isinstance(step, CheckStep) else p.whom(step, targets, spot)  # a check itself decides who rolls against whom
    if not targets and p.targets:
        return  # no target took this branch
    if secret_spell_levels.hides(p, step):
        return
    if (
        whom
        and (step.is_warded or (isinstance(step, LoseStep) and step.lose in OF_LIFE))
        and not (whom := tuple(id for id in whom if not p.wards_off(id)))
    ):
        return
    if whom or step.for_oneself:
        PLAYERS[type(step)](p, step, whom, spot)
