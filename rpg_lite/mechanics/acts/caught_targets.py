"""Targets that a call names as groups: an act without an area, for any creatures or several, takes those of them whom it reaches (SRD, Turn Undead)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import act_reaches, natural_targets, sight_needed, target_requirements
from rpg_lite.mechanics.acts.play_notebook import Playing
from rpg_lite.mechanics.space import area_crowd, standing
from rpg_lite.mechanics.space.area_crowd import AreaWish
from rpg_lite.mechanics.space.asked_areas import AskedArea
from rpg_lite.mechanics.space.filled_areas import AreaOfAct
from rpg_lite.rules.acts.act import Act, AttackStep
from rpg_lite.rules.acts.meant_for import is_for_foes
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.words import SEES
from rpg_lite.rules.space.shapes import EffectArea
from rpg_lite.rules.space.squares import SQUARE_FEET
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

_MANY: Final = ("any", "each_enemy")


def takes_groups(p: Playing) -> bool:
    """Whether `catch` and `spare` may name the targets of the act: it is for any number of creatures or for several, and makes no attacks that are shared out."""
    act = p.cast.act
    if target_requirements.shots_of(p.cast) is not None or (act.within is None and _shares_out(act)):
        return False
    return act.targets in _MANY or (act.targets not in ("self", "area") and (target_requirements.most_targets(p.cast) or 1) > 1)


def means_all_foes(p: Playing) -> bool:
    """Whether the act is for every enemy within so many feet, and so needs no names where places count, as an area does (SRD, Turn Undead)."""
    act = p.cast.act
    is_near = act.within is not None or isinstance(act.range, int)
    return act.targets in _MANY and is_near and takes_groups(p) and is_for_foes(act, p.cast.wish.choice) is True


def _shares_out(act: Act) -> bool:
    """Whether the act makes attacks, one after the other (SRD, Multiattack)."""
    return any(isinstance(step, AttackStep) or (isinstance(step, DoStep) and not step.part) for step in act.steps)


def choose(p: Playing, wish: AreaWish) -> Rejected | None:
    """Take those whom the call means as targets: whom it names one by one, and of groups whoever fits and is reached, the nearest first.

    Refuses: caught_and_spared, character_unknown, inside_another, name_ambiguous, no_place, target_banished, target_dead, words_contradict.
    """
    room = p.draft.world.room_of(p.caster.id)
    assert room is not None
    now = standing.standing_in(p.draft.world, room, p.draft.situation.book)
    if p.caster.id not in now.spaces or now.is_inside(p.caster):
        return None
    of = AreaOfAct(p.cast.act.name, EffectArea("sphere", SQUARE_FEET), "self", chooses=True)
    asked, is_harmful = AskedArea(p.draft, now, p.caster, of, wish), is_for_foes(p.cast.act, p.cast.wish.choice)
    meant = area_crowd.meant_by(asked.seen, asked.known, p.caster, wish, p.targets, is_harmful, p.wish.force)
    if isinstance(meant, Rejected):
        return meant
    nearest = sorted(meant.wanted, key=lambda id: asked.feet_to(meant.wanted[id]))
    named = [p.draft.world.things[id] for id in meant.wanted if id in meant.named]
    others = [p.draft.world.things[id] for id in nearest if id not in meant.named]
    fitting = [*_fitting(p, others)]
    found = [*named, *fitting]
    if not found and others:
        found = others[:1]  # its refusal says why it does not fit
    most = target_requirements.most_targets(p.cast)
    p.targets = found if most is None or len(named) > most else found[:most]
    p.cast = replace(p.cast, values={**p.cast.values, "count": len(p.targets) or 1})
    return None


def _fitting(p: Playing, others: list[Thing]) -> Iterator[Thing]:
    """Those whom the act affects and reaches from where its maker stands."""
    act, book = p.cast.act, p.draft.situation.book
    inside = natural_targets.inside_its_zone(p.caster, act)
    for one in others:
        if inside is not None and one.id not in inside:
            continue
        is_unseen = SEES in act.needs and sight_needed.why_unseen(p.draft.world, p.caster, one, book) is not None
        if is_unseen or thing_stats.is_dead(one) or target_requirements.unfit(act, [one], book) is not None:
            continue
        if act_reaches.refuse_targets(p.draft, p.cast, p.caster, [one]) is None:
            yield one
