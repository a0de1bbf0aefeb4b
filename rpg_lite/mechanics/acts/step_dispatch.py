"""The reader: play steps in order, each with the function for its kind."""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from types import MappingProxyType
from typing import Any, Final

from rpg_lite.mechanics.acts import secret_spell_levels
from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
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
    zone_step,
)
from rpg_lite.rules.acts.act import ApplyStep, AttackStep, CheckStep, ChooseStep, IfStep, PoolStep, SaveStep, TableStep, ZoneStep
from rpg_lite.rules.acts.plain_steps import (
    AnswerStep,
    BecomeStep,
    CorrodeStep,
    DamageStep,
    DoStep,
    EndStep,
    GainStep,
    HealStep,
    LoseStep,
    MakeStep,
    MendStep,
    MoveStep,
    RemoveStep,
    ReviveStep,
    SayStep,
    StepModel,
    TempHpStep,
)

StepPlayer = Callable[[Performance, Any, Sequence[str], Spot], None]

PLAYERS: Final[Mapping[type[StepModel], StepPlayer]] = MappingProxyType(
    {
        AttackStep: attacking.attack,
        SaveStep: save_and_check.save,
        CheckStep: save_and_check.check,
        HealStep: hit_point_steps.heal,
        TempHpStep: hit_point_steps.temp_hp,
        ReviveStep: reviving.revive,
        PoolStep: hit_point_steps.pool,
        IfStep: branch_steps.branch,
        ChooseStep: branch_steps.choose,
        TableStep: branch_steps.roll_table,
        SayStep: branch_steps.say,
        ApplyStep: apply_and_move.apply,
        RemoveStep: ending_steps.remove,
        EndStep: ending_steps.end,
        GainStep: gain_and_lose.gain,
        LoseStep: gain_and_lose.lose,
        CorrodeStep: corroding.corrode,
        MendStep: corroding.mend,
        MoveStep: apply_and_move.move,
        DoStep: playing_acts.do,
        AnswerStep: branch_steps.answer,
        BecomeStep: becoming.become,
        ZoneStep: zone_step.zone,
        MakeStep: summoning.make_creatures,
    }
)
"""Step → the function that plays it; damage has none, because adjacent damage steps are one blow."""
FOR_ONESELF: Final = (
    MoveStep,
    GainStep,
    SayStep,
    ChooseStep,
    DoStep,
    ZoneStep,
    MakeStep,
    MendStep,
)
"""Steps that play even if nobody is named, but never in a branch that no target took."""


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


WARDED: Final = (HealStep, TempHpStep, ReviveStep, BecomeStep, CorrodeStep, MoveStep)
"""Steps that a ward keeps from a creature as a whole (SRD, Globe of Invulnerability); other steps ask about it themselves."""

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
        and (isinstance(step, WARDED) or (isinstance(step, LoseStep) and step.lose in OF_LIFE))
        and not (whom := tuple(id for id in whom if not p.wards_off(id)))
    ):
        return
    if whom or isinstance(step, FOR_ONESELF):
        PLAYERS[type(step)](p, step, whom, spot)
