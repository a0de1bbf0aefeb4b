"""Play a whole act, stage by stage."""

import re
from collections.abc import Sequence
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import settled_choices, wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Overplayed
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.area_targets import catch
from rpg_lite.mechanics.acts.performance_stages import close, concentrate, pay, perform, stop, tell
from rpg_lite.mechanics.acts.play_notebook import OWN_NUMBERS, Numbers, Playing, Stage
from rpg_lite.mechanics.acts.preparation_stages import aim, join, number, price, refuse_again, understand
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.acts.zone_moving import lead_zone
from rpg_lite.rules import formulas
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.formulas import FormulaFault
from rpg_lite.world.world_model import Thing

STAGES: Final[tuple[Stage, ...]] = (
    understand,  # the words of the call become choices and targets: everything below reads these
    refuse_again,  # before anything is reckoned, because nothing that follows could change it
    price,  # the slot first: DC, dice and the number of targets follow from its level
    number,
    lead_zone,
    catch,  # before riders, which share darts among the targets and spare some of them
    join,  # riders change the act, its targets and its price, so before anything is refused for them
    aim,  # what can be wrong, the cheapest and most telling first
    pay,  # after every refusal and before any die
    stop,  # what an answer cancels is paid, and nothing of it happens
    tell,  # the moment that Counterspell answers: paid, and nothing has happened yet
    concentrate,  # ends the old effect before the new one lies, so that ending never takes the new one with it
    perform,
    close,  # concentration on nothing ends; facts that consequences may change are read later, when everything has followed
)
"""The parts of playing an act, in their order."""


def play(
    draft: Draft, caster: Thing, act: Act, targets: Sequence[Thing], wish: Wish, numbers: Numbers = OWN_NUMBERS
) -> ActResult | Rejected:
    """Play an act. A refusal comes before anything is spent.

    Refuses: act_runs_in_a_circle, area_empty, behind_total_cover, choice_required, components_missing, ends_nothing, form_required, form_unfit, form_unknown, formula_fault,
    heals_nothing, lies_already, no_free_hand, no_slot_left, only_for_itself, resource_spent, slot_too_low, takes_too_long, target_required, target_unfit, target_unseen, targets_count.
    """

    def tried(trial: Draft, choosing: Wish) -> ActResult | Rejected:
        return _play(Playing(trial, caster, act, targets, choosing, numbers))

    return _play(Playing(draft, caster, act, targets, settled_choices.settle(draft, caster, act, targets, wish, tried), numbers))


def _play(p: Playing) -> ActResult | Rejected:
    try:
        return next(end for stage in STAGES if (end := stage(p)) is not None)
    except FormulaFault as fault:
        return _refuse_formula(p.act, str(fault))
    except Overplayed:
        return Rejected("act_runs_in_a_circle", "act", {"act": p.act.name})


def _refuse_formula(act: Act, fault: str) -> Rejected:
    """The refusal of a formula without a value: a number or a choice that the call did not say, or a fault of the act itself."""
    if wanted := next((word for word in wish_and_casting.SAID if f"{{{word}}}" in fault), None):
        of = " of feet" if act.happens == "fall" else ""
        return Rejected("choice_required", "choice", {"act": act.name, "choice": wanted, "given": ""}, allowed=(f"{wanted}: a number{of}",))
    if (lost := _NOT_CHOSEN.search(fault)) and lost[1] not in formulas.WORDS:
        return Rejected("choice_required", "choice", {"act": act.name, "choice": lost[1], "given": ""}, allowed=(f"{lost[1]}: a name",))
    return Rejected("formula_fault", "act", {"act": act.name, "why": fault})


_NOT_CHOSEN: Final = re.compile(r"nothing gives \{(\w+)\} a value")
"""The fault for a choice in braces that the call did not make."""
