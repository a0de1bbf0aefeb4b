"""The step `do`: play another act, which costs and spends nothing by itself."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts import act_requirements, hiding_places, nested_act_lookup, target_requirements, wish_and_casting
from rpg_lite.mechanics.acts.act_in_play import Overplayed, Performance, Plays, Spot
from rpg_lite.mechanics.acts.steps import attacking
from rpg_lite.mechanics.acts.wish_and_casting import Casting, Wish
from rpg_lite.mechanics.life import concentration
from rpg_lite.rules.acts.act import Act, AttackStep, Spell
from rpg_lite.rules.acts.first_moves import first_move
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.challenge_rating_limits import with_creatures
from rpg_lite.world import body_paths

DEEPEST = 8
"""The maximum depth of acts within acts; a greater depth means that they play each other in a circle."""


def do(p: Performance, step: DoStep, targets: Sequence[str], spot: Spot) -> None:
    """Play the steps of the named act as many times as the step says. With `part` they belong to the same cast, with its slot, DC and
    choices.
    """
    act = nested_act_lookup.act_named(p, p.cast.fill(step.do))
    if act is None:
        p.refused = p.refused or (_unfit(p, step) if step.most is not None else None)
        p.say(f"{step.do}: no act of this name is known here.")
        return
    if step.most is not None and (not isinstance(act, Spell) or act.level > step.most):
        p.refused = p.refused or _unfit(p, step)
        return
    if p.cast.depth >= DEEPEST:
        raise Overplayed
    act = _with_choices_of(p.cast.act, with_creatures(act, p.book))
    act = act.model_copy(update={"duration": step.for_}) if step.for_ else act
    choice = target_requirements.named_choices(act, p.cast.wish.choice)
    p.refused = p.refused or target_requirements.missing_choice(act, choice)
    if p.refused:
        return
    p.refused = hiding_places.refuse_after_walk(p.draft, p.thing(p.cast.by), p.cast.act, act, p.cast.wish)
    if p.refused:
        return
    before, laid = p.cast, len(p.laid)
    concentrates = isinstance(act, Spell) and act.concentration and not step.part and not p.concentrates
    if concentrates:
        concentration.begin(p.draft, p.thing(before.by), act.name, before.id)
        p.say(f"{p.thing(before.by).name} concentrates on {act.name}.")
    for n in range(p.cast.times(step.times) if step.times else 1):
        p.cast = _cast_of(p, step, act, replace(before.wish, choice=choice))
        whom = _who_stands(p, act, _whose_turn(p, act, targets))
        if not whom and targets:
            p.draft.note("part_without_target", act=act.name)
            p.cast = before
            break
        lacking = None if before.wish.force else act_requirements.unmet(p, [p.thing(id) for id in whom])
        beyond = None if step.part or lacking else _beyond(p, act, whom)
        if beyond is not None and _walks_up(p, before, beyond):
            beyond = _beyond(p, act, whom)
            if not p.stats(before.by).can_act:
                p.say(f"{p.thing(before.by).name} cannot go on.")
                p.cast = before
                break
        if lacking is None and beyond is None:
            p.reaches = p.reaches or _attacks(act)
            p.play(act.steps, whom, replace(spot, path=f"{spot.path}.do{n}"))
        p.cast = before
        if beyond is not None:
            _leave_out_of_reach(p, act, beyond)
            break
        if lacking is not None:
            _leave_out(p, step, act, lacking)
            break
    if concentrates and len(p.laid) == laid:
        change(p.draft, p.thing(before.by), body_paths.CONCENTRATION, None)


def _leave_out(p: Performance, step: DoStep, act: Act, lacking: Rejected) -> None:
    """Refuse the cast whose part has a need that is not met (SRD, Telekinesis); leave an act out of several, whose others stand (Multiattack)."""
    if step.part:
        p.refused = p.refused or lacking
    else:
        why = _why(lacking)
        p.say(f"{act.name} is left out: {why}." if why else f"{act.name} is left out.")


def _why(lacking: Rejected) -> str:
    """The need of a part that is not met, in words."""
    need = lacking.details.get("need") or lacking.details.get("only")
    if lacking.code == "target_unseen":
        return f"{lacking.details['name']} does not see {lacking.details['other']}"
    if lacking.code == "no_free_hand":
        return "it needs a free hand"
    return f"it needs {need}" if need else ""


def _attacks(act: Act) -> bool:
    return any(isinstance(step, AttackStep) for step in act.steps)


def _beyond(p: Performance, act: Act, whom: Sequence[str]) -> Rejected | None:
    """The refusal of the attacks of an act that reach nobody of these from where the creature stands now."""
    refusals = [attacking.refuse_by_place(p, act, id) for id in whom] if _attacks(act) else []
    return refusals[0] if refusals and all(refusals) else None


def _walks_up(p: Performance, outer: Casting, refused: Rejected) -> bool:
    """Walk to the target on the feet that the act around this one has given; whether it walked (SRD 5.2, Pounce, Rampage)."""
    if first_move(outer.act) is None or outer.wish.walks is None or not outer.wish.walks.to_reach(p.draft, outer.by, refused):
        return False
    p.reaches = True  # whoever has walked has used the act, whatever stops it on the way
    return True


def _leave_out_of_reach(p: Performance, act: Act, refused: Rejected) -> None:
    """Leave an attack out of several, because it does not reach; whether that refuses the whole is known at the end (SRD, Multiattack)."""
    p.left_out = p.left_out or refused
    name = Called(refused.details["id"])
    if refused.code == "total_cover":
        p.draft.note("part_behind_cover", act=act.name, whole=p.cast.act.name, name=name)
    else:
        p.draft.note("part_out_of_reach", act=act.name, whole=p.cast.act.name, name=name, feet=refused.details["feet"], most=refused.details["most"])


def _with_choices_of(outer: Act, act: Act) -> Act:
    """The act with the options of the act that plays it, for the choices that both ask for (SRD, Pact of the Chain)."""
    wider = {name: options for name, options in outer.choices.items() if name in act.choices}
    return act.model_copy(update={"choices": {**act.choices, **wider}}) if wider else act


def _unfit(p: Performance, step: DoStep) -> Rejected:
    """The refusal of a name that is not that of a spell up to the highest allowed level."""
    given = p.cast.fill(step.do)
    details = {"act": p.cast.act.name, "choice": "spell", "given": given}
    return Rejected("choice_required", "choice", details, allowed=(f"spell: the name of a spell of level {step.most} or lower",))


def _whose_turn(p: Performance, act: Act, targets: Sequence[str]) -> Sequence[str]:
    """The targets of an act within this one: an act for a single target takes the next name, so that a multiattack divides its attacks
    among the targets; a target that it does not reach leaves it to the next one.
    """
    if act.targets != "1" or len(targets) < 2:
        return targets
    p.shared_out += 1
    first = (p.shared_out - 1) % len(targets)
    in_turn = [*targets[first:], *targets[:first]]
    return [next((id for id in in_turn if _beyond(p, act, [id]) is None), in_turn[0])]


def _who_stands(p: Performance, act: Act, whom: Sequence[str]) -> Sequence[str]:
    """The targets of the attacks of an act; instead of those who have fallen the next whom it reaches, where the call names such."""
    if p.cast.wish.then is None or not _attacks(act):
        return whom
    return [found for id in whom if (found := attacking.who_is_next(p, act, id)) is not None]


def _cast_of(p: Performance, step: DoStep, act: Act, wish: Wish) -> Casting:
    dc = p.cast.number(step.dc) if step.dc is not None else p.cast.dc
    if step.part:
        is_spell = p.cast.is_spell or isinstance(act, Spell)
        return replace(p.cast, act=act, wish=wish, depth=p.cast.depth + 1, dc=dc, values={**p.cast.values, "dc": dc}, is_spell=is_spell)
    slot = p.cast.number(step.slot) if step.slot is not None else None
    attack = step.bonus if step.bonus is not None else p.cast.attack
    made = wish_and_casting.make_casting(
        p.cast.id, act, p.thing(p.cast.by), p.draft.world, p.book, wish, slot=slot, dc=dc, attack=attack, mod=p.cast.mod
    )
    return replace(
        made,
        depth=p.cast.depth + 1,
        item=p.cast.item,
        ability=p.cast.ability,
        is_spell=made.is_spell or p.cast.is_spell,
        filled=p.cast.filled,
    )


PLAYS: Final[Plays] = {DoStep: do}
"""Kind of step → the function that plays it."""
