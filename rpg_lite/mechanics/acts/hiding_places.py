"""Hiding where places count: somebody whom a foe sees clearly cannot hide (SRD 5.1, Hiding; SRD 5.2, Hide)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Rejected
from rpg_lite.mechanics.acts.steps.branch_steps import chosen_steps
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.space import known_creatures, sight, standing
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules import names
from rpg_lite.rules.acts.act import Act, ApplyStep, CheckStep
from rpg_lite.rules.acts.first_moves import first_move
from rpg_lite.rules.acts.plain_steps import DoStep
from rpg_lite.rules.acts.steps.step_model import StepModel
from rpg_lite.rules.space import barriers
from rpg_lite.rules.space.cover import Bystander, Cover, CoverDegree, cover_from
from rpg_lite.world import thing_stats
from rpg_lite.world.creature_states import FOUND
from rpg_lite.world.world_model import Thing

_HIDE: Final = "hide"
_CLEAR: Final[Mapping[str, tuple[CoverDegree, ...]]] = {"5.1": ("none",), "5.2": ("none", "half")}
"""Ruleset → the degrees of cover with which a foe sees somebody clearly. 5.2 asks for three-quarters cover; 5.1 says only "clearly"."""
_NATURALLY_STEALTHY: Final = "naturally stealthy"
"""The feature of those whom a larger creature before them hides."""


def refuse(draft: Draft, hider: Thing, act: Act, choice: Mapping[str, str]) -> Rejected | None:
    """The refusal of hiding in sight of a foe of whom the hider knows. Hidden foes refuse nothing: nobody learns of them by hiding.

    Refuses: seen_by.
    """
    room = draft.world.room_of(hider.id)
    if room is None or not standing.is_measured(draft.world, room.id) or not any(_hides(step) for step in chosen_steps(act.steps, choice)):
        return None
    now = standing.standing_in(draft.world, room, draft.situation.book)
    if hider.id not in now.spaces:
        return None
    known = known_creatures.known_to(now, hider)
    foes = [one for one, _ in now.creatures() if one.id in known and one.id != hider.id and now.relation(hider, one) == "hostile"]
    foes.sort(key=lambda one: now.feet(hider.id, one.id) or 0)
    watching = next((foe for foe in foes if _sees_clearly(draft, now, foe, hider)), None)
    if watching is None:
        if by := next((by for foe in foes if (by := _larger_before(draft, now, foe, hider))), None):
            draft.note("hidden_behind", name=Called(hider.id), by=Called(by))
        return None
    # Half cover, which is easier to find, hides nobody in 5.2.
    words = "cover from" if draft.situation.book.ruleset == "5.1" else "out of sight of"
    walk = {"operation": "move", "characterName": hider.name, "to": f"{words} {watching.name}"}
    details = {"name": hider.name, "other": watching.name, "feet": now.feet(hider.id, watching.id)}
    return Rejected("seen_by", "act", details, instead=walk)


def hides_elsewhere(act: Act, wish: Wish) -> bool:
    """Whether the act walks to a place that the call names before it hides, so that it counts who sees the hider there (SRD 5.2, Prowl)."""
    return wish.walks is not None and wish.walks.to is not None and first_move(act) is not None


def refuse_after_walk(draft: Draft, hider: Thing, outer: Act, act: Act, wish: Wish) -> Rejected | None:
    """The refusal of hiding in sight of a foe, once the act around this one has walked to its place.

    Refuses: seen_by.
    """
    if not hides_elsewhere(outer, wish) or wish.force or names.fold(act.name) != _HIDE:
        return None
    refused = refuse(draft, hider, act, wish.choice)
    return replace(refused, instead=None) if refused else None  # the walk that it would propose begins at a place that is taken back


def _sees_clearly(draft: Draft, now: Standing, foe: Thing, hider: Thing) -> bool:
    """Whether a foe sees somebody without enough cover, fog or darkness between them."""
    if not draft.stats(foe).can_act or sight.why_unseen(draft.world, foe, hider, draft.situation.book) is not None:
        return False
    b, cover = now.spaces[hider.id], _cover(now, foe, hider)
    if cover.degree != "none" and cover.by in now.spaces and _is_naturally_stealthy(now, hider):
        return now.spaces[cover.by].n < b.n
    return cover.degree in _CLEAR[draft.situation.book.ruleset]


def _cover(now: Standing, foe: Thing, hider: Thing) -> Cover:
    """The cover of the hider from a foe, with the id of the creature that gives it."""
    a, b = now.spaces[foe.id], now.spaces[hider.id]
    between = [Bystander(one.id, space) for one, space in now.creatures() if one.id not in (foe.id, hider.id) and space not in (a, b)]
    return cover_from(barriers.seen_through(now.ground), a, b, between)


def _larger_before(draft: Draft, now: Standing, foe: Thing, hider: Thing) -> str | None:
    """The id of the creature before somebody that hides it from a foe who looks its way (SRD, Naturally Stealthy)."""
    if not _is_naturally_stealthy(now, hider) or sight.why_unseen(draft.world, foe, hider, draft.situation.book) is not None:
        return None
    cover = _cover(now, foe, hider)
    return cover.by if cover.by in now.spaces else None


def _is_naturally_stealthy(now: Standing, hider: Thing) -> bool:
    sheet = thing_stats.sheet(hider, now.book)
    return any(names.fold(feature.name) == _NATURALLY_STEALTHY for feature in sheet.features)


def _hides(step: StepModel) -> bool:
    """Whether the step lets its creature hide: by the common act, or by a check of its own."""
    match step:
        case DoStep(do=do):
            return names.fold(do) == _HIDE
        case CheckStep(check="stealth", passed=passed):
            return any(isinstance(part, ApplyStep) and FOUND in part.ends for part in passed)
    return False
