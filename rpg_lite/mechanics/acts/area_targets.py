"""Whom the area of an act catches, where places count: the area finds its place, and everybody inside becomes a target (SRD, Areas of Effect)."""

from dataclasses import replace
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.acts import step_dispatch, target_requirements
from rpg_lite.mechanics.acts.play_notebook import Playing
from rpg_lite.mechanics.acts.riders import act_riders
from rpg_lite.mechanics.acts.wish_and_casting import Casting
from rpg_lite.mechanics.creature import planes
from rpg_lite.mechanics.space import aiming, standing, zone_places
from rpg_lite.mechanics.space.area_crowd import AreaWish
from rpg_lite.mechanics.space.filled_areas import ANYWHERE, AreaOfAct, Origin
from rpg_lite.rules.acts.act import Act, ZoneStep
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.acts.meant_for import is_for_foes
from rpg_lite.rules.acts.plain_steps import ActArea
from rpg_lite.rules.acts.walk import walk
from rpg_lite.rules.space.shapes import EffectArea
from rpg_lite.rules.space.squares import SQUARE_FEET

_MANY: Final = ("area", "any", "each_enemy")


def catch(p: Playing) -> Rejected | None:
    """Give the area of an act that a call plays its place, and take those whom it affects as targets.

    Refuses: aim_unfit, beyond_range, cannot_catch_all, cannot_spare, no_place, not_measured, place_unclear, point_required, total_cover,
    wall_place_required.
    """
    wish = p.wish.area
    if wish is None or (p.wish.force and p.targets and not wish.is_said):
        return None
    of = area_of(act_riders.reaching(p.draft, p.caster, p.cast, p.targets, step_dispatch.play))
    if of is None:
        return _refuse_stray(p, wish)
    whom = [one for one in p.targets if not (p.act.includes_self and one.id == p.caster.id)]
    filled = aiming.aim(p.draft, p.caster, of, wish, whom, p.wish.force)
    if filled is None:
        return _refuse_stray(p, wish)
    if isinstance(filled, Rejected):
        return _as_call(p, filled)
    caught = [p.draft.world.things[one.id] for one in filled.caught]
    caught = [one for one in caught if not planes.are_apart(p.draft.world, p.caster, one, p.draft.situation.book)]
    others = [one for one in p.targets if p.act.includes_self and one.id == p.caster.id and one not in caught]
    if of.origin == "target" and whom:
        others = [whom[0]] if whom[0] not in caught else []
    p.targets = [*others, *caught]
    p.filled = filled
    p.cast = replace(p.cast, filled=filled, values={**p.cast.values, "count": len(p.targets) or 1})
    return None


def area_of(cast: Casting) -> AreaOfAct | None:
    """The area of an act in numbers; None for an act without one, or whose area catches nobody."""
    act, area = cast.act, cast.act.area or _of_its_zone(cast.act)
    if area is None or (act.targets not in _MANY and act.targets in ("self", "1")):
        return None
    height = None if area.height is None else cast.number(area.height)
    shape = EffectArea(
        area.shape, max(SQUARE_FEET, cast.number(area.ft)), width=area.width or SQUARE_FEET, height=height, spreads=area.spreads
    )
    found = ranges_of(act)
    origin: Origin = area.from_ or (
        "self" if area.shape in ("cone", "line") or (found is None and act.range in (None, "self")) else "point"
    )
    most = None if act.targets in _MANY else target_requirements.most_targets(cast)
    chooses = area.spares == "chosen" or act.targets == "each_enemy" or most is not None
    has_zone = any(isinstance(step, ZoneStep) for step in walk(act.steps, inner_acts=False))
    points = 1 if area.points is None else cast.number(area.points)
    is_empty = has_zone or any(step.to == "self" for step in act.steps)
    return AreaOfAct(act.name, shape, origin, found[0] if found else ANYWHERE, chooses, most, points, is_for_foes(act), is_empty)


def _of_its_zone(act: Act) -> ActArea | None:
    """The area of an act that says only that of its zone (SRD, Spike Growth, Wall of Fire)."""
    zone = next((step.zone for step in walk(act.steps, inner_acts=False) if isinstance(step, ZoneStep)), None)
    is_for_an_area = act.targets == "area" and zone is not None and zone.moves != zone_places.WITH_ITS_CASTER
    return ActArea.model_construct(shape=zone.shape, ft=zone.ft) if zone is not None and is_for_an_area else None


def is_filled_by_word(p: Playing) -> bool:
    """Whether the call says where the area lies, which may then be empty."""
    return p.filled is not None and p.wish.area is not None and bool(p.wish.area.at or p.wish.area.toward)


def _refuse_stray(p: Playing, wish: AreaWish) -> Rejected | None:
    """The refusal of words for an area where places do not count, or of an act that has none."""
    if not wish.is_said:
        return None
    field = "at" if wish.at else "toward" if wish.toward else "catch" if wish.catch is not None else "spare"
    room = p.draft.world.room_of(p.caster.id)
    names = _names_caught(wish) or [one.name for one in p.targets]
    instead = target_requirements.again(p.cast, names, p.caster)
    if room is None or not standing.is_measured(p.draft.world, room.id):
        return Rejected("not_measured", field, {"room": room.name if room else p.caster.name}, instead=instead)
    return Rejected("aim_unfit", field, {"act": p.cast.act.name, "wanted": field}, allowed=("targets",), instead=instead)


def _names_caught(wish: AreaWish) -> list[str]:
    return [*(wish.catch or ())]


def _as_call(p: Playing, refused: Rejected) -> Rejected:
    """The refusal; a proposal becomes the whole call."""
    call = target_requirements.again(p.cast, (), p.caster)
    if refused.instead is not None:
        return replace(refused, instead={**call, **refused.instead})
    if refused.code == "point_required" and refused.allowed:
        return replace(refused, instead={**call, refused.field or "at": refused.allowed[0]})
    return refused
