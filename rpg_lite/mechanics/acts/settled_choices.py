"""Choices that a call leaves open although the rest of it settles them: only one part of the act can follow, or is meant for its targets.

Each part is tried as if the call had chosen it. A part that is refused, that changes nobody, or that lacks one of its attacks for want of reach
falls away; if one is left, it counts, and the answer names it. Whatever is left open between two parts is asked.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.occasions import fits
from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import choice_meaning, reaction_alternatives, step_dispatch, target_requirements, wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Performance, Spot
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.steps.branch_steps import holds
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.rules import dice
from rpg_lite.rules.acts.act import Act, ApplyStep, ChooseStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.acts.walk import walk
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

Trial = Callable[[Draft, Wish], ActResult | Rejected]
"""Plays the act on a draft that is thrown away, as if the call had made these choices."""
CHOICE: Final = "choice"
_LACKING: Final = frozenset(("part_out_of_reach", "part_behind_cover", "part_without_target"))
"""Notes of a part whose attacks do not all reach."""


def settle(draft: Draft, caster: Thing, act: Act, targets: Sequence[Thing], wish: Wish, tried: Trial) -> Wish:
    """The wish with the only part that the act can play, if the call chooses none; else the wish as it is."""
    if not _is_open(draft, caster, act, wish):
        return wish
    if forms := reaction_alternatives.by_choice(act, draft.situation.book):
        return _by_occasion(draft, caster, act, forms, wish)
    refused = _try(draft, wish, tried)[0]
    if refused is None or refused.code != "choice_required" or refused.details["choice"] != CHOICE or refused.details.get("also"):
        return wish
    parts = _parts(act, refused.allowed)
    left = _that_fit(draft, caster, act, parts, targets, wish, tried)
    return _chosen(draft, act, wish, left[0], refused.allowed) if len(left) == 1 else wish


def _by_occasion(draft: Draft, caster: Thing, act: Act, forms: Mapping[str, Act], wish: Wish) -> Wish:
    """The wish with the only form of an answer that the occasion allows (SRD 5.2, Protective Magic)."""
    on = draft.situation.answers
    left = [word for word, form in forms.items() if on is not None and fits(form, on, caster.id, None)]
    return _chosen(draft, act, wish, left[0], tuple(forms)) if len(left) == 1 else wish


def _chosen(draft: Draft, act: Act, wish: Wish, word: str, of: Sequence[str]) -> Wish:
    draft.note("chosen_by_itself", act=act.name, wanted=word, texts=of)
    return _with_choice(wish, word)


def _with_choice(wish: Wish, word: str) -> Wish:
    """The wish with this part beside what else the call chooses."""
    return replace(wish, choice={**wish.choice, ("part" if CHOICE in wish.choice else CHOICE): word})


def _is_open(draft: Draft, caster: Thing, act: Act, wish: Wish) -> bool:
    """Whether the call leaves a part of the act open, so far as its own words tell."""
    if not any(isinstance(step, ChooseStep) for step in walk(act.steps, inner_acts=False)):
        return False
    meant = choice_meaning.understood(act, wish, draft.situation.book, thing_stats.sheet(caster, draft.situation.book).acts)
    chosen = target_requirements.named_choices(act, {**meant.choice, **target_requirements.by_default(act, meant.choice)})
    return target_requirements.missing_choice(act, chosen) is not None


def _parts(act: Act, allowed: Sequence[str]) -> Mapping[str, Sequence[StepModel]]:
    """The parts of the choice that is missing, by their words."""
    asked = (step for step in walk(act.steps, inner_acts=False) if isinstance(step, ChooseStep) and {*step.choose} == {*allowed})
    return next((step.choose for step in asked), {})


def _that_fit(
    draft: Draft, caster: Thing, act: Act, parts: Mapping[str, Sequence[StepModel]], targets: Sequence[Thing], wish: Wish, tried: Trial
) -> Sequence[str]:
    meant = [word for word in parts if _is_meant(draft, caster, act, word, targets or [caster], wish)]
    changing = [word for word in meant if not _changes_nobody(parts[word], targets)]
    if len(changing) == 1:
        return changing  # what is refused then is that part
    found = {word: _try(draft, _with_choice(wish, word), tried) for word in changing}
    played = [word for word, (refused, _) in found.items() if refused is None]
    return [word for word in played if not found[word][1]] or played


def _try(draft: Draft, wish: Wish, tried: Trial) -> tuple[Rejected | None, bool]:
    """The refusal of a trial, and whether it lacks attacks that do not reach."""
    trial = Draft(draft.world, replace(draft.situation, dry=True, roll=dice.least))
    trial.suppressed, trial.busy, trial.events = draft.suppressed, {**draft.busy}, [*draft.events]
    played = tried(trial, wish)
    return (played, False) if isinstance(played, Rejected) else (None, any(note.code in _LACKING for note in trial.notes))


def _is_meant(draft: Draft, caster: Thing, act: Act, word: str, targets: Sequence[Thing], wish: Wish) -> bool:
    """Whether the text means the part for every one of these targets; a part of which it says nothing is meant for all."""
    need = next((step.meant[word] for step in walk(act.steps, inner_acts=False) if isinstance(step, ChooseStep) and word in step.meant), None)
    if need is None:
        return True
    cast = wish_and_casting.make_casting("trial", act, caster, draft.world, draft.situation.book, wish, slot=None)
    plays = Performance(draft, cast, step_dispatch.play, [one.id for one in targets])
    return all(holds(plays, [need], one.id, Spot("meant")) for one in targets)


def _changes_nobody(part: Sequence[StepModel], targets: Sequence[Thing]) -> bool:
    """Whether the part only brings conditions under which all targets already are."""
    brought = [name for step in part if isinstance(step, ApplyStep) and not step.to for name in _only_conditions(step)]
    if not targets or len(brought) < len(part) or not all(isinstance(step, ApplyStep) for step in part):
        return False
    return all(name in {entry.name for entry in one.creature.conditions} for one in targets for name in brought)


def _only_conditions(step: ApplyStep) -> Sequence[str]:
    """The conditions of a step that brings nothing else."""
    brought = step.apply
    if isinstance(brought, str):
        return ()
    return brought.conditions if {*brought.model_fields_set} <= {"name", "conditions"} else ()
