"""The refusals of an area that cannot lie where its call wants it, each with what can be had in place of it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space.area_crowd import MeantCrowd
from rpg_lite.mechanics.space.area_points import AreaPoint, step_of
from rpg_lite.mechanics.space.asked_areas import ROUND, AskedArea
from rpg_lite.mechanics.space.filled_areas import ANYWHERE
from rpg_lite.rules.space import measure
from rpg_lite.rules.space.aims import Crowd
from rpg_lite.rules.space.placing import AimedArea, best_places, last_in_range
from rpg_lite.rules.space.shapes import STRAIGHT, EffectArea, catches
from rpg_lite.rules.space.squares import middle_of, square_name

_TRIED: Final = {"place": "no place of the area", "catches": "catches", "one": "the best one"}
_SAID: Final = {"place": "that place of the area", "catches": "does not catch", "one": "it"}
_SHOWN: Final = 3
_ACROSS_FIRST: Final = (2, 6, 1, 7, 3, 5, 0, 4)
"""Turns of 45° from the way to somebody, those across it first."""
"""The points that a refusal proposes."""


def cannot_catch_all(asked: AskedArea, meant: MeantCrowd, caught: Sequence[str], options: Sequence[AimedArea], is_said: bool) -> Rejected:
    """The refusal of an area that leaves out somebody who is named: with the best that it catches, and who else it may catch in place of those.

    Refuses: cannot_catch_all, cannot_spare.
    """
    named = [id for id in meant.wanted if id in meant.named]
    best = [id for id in named if id in caught]
    if meant.spares_by_name and not is_said and (freed := _freed(asked, meant, named)):
        return freed
    others = [] if is_said else [id for option in options for id in option.caught if id in meant.named and id not in best]
    details = {**_details(asked), "names": _names(asked, named), "best": _names(asked, best) or "none of them"}
    details |= {"or": f", or {', '.join(_names(asked, dict.fromkeys(others)))}" if others else "", **(_SAID if is_said else _TRIED)}
    spare: dict[str, object] = {"spare": [*asked.wish.spare]} if asked.wish.spare else {}
    instead: dict[str, object] | None = {"catch": _names(asked, best), **spare} if best else None
    if is_said:
        found = best_places(asked.seen.ground, asked.aim, meant.crowd(asked.of.chooses))
        fits = found[:1] and {*named} <= {*found[0].caught}
        said: dict[str, object] = {"at": [*asked.wish.at]} if asked.wish.at else {"toward": asked.wish.toward}
        instead = {"catch": _names(asked, named), **spare} if fits else {**instead, **said} if instead else None
    return Rejected("cannot_catch_all", "targets" if asked.wish.catch is None else "catch", details, instead=instead)


def _freed(asked: AskedArea, meant: MeantCrowd, named: Sequence[str]) -> Rejected | None:
    """The refusal if all could be caught, were it not for those who are to be spared."""
    found = best_places(asked.seen.ground, asked.aim, meant.crowd(asked.of.chooses, spares=False))
    if not found or not {*named} <= {*found[0].caught}:
        return None
    return cannot_spare(asked, meant, found[0].area, [id for id in meant.spared if id in found[0].caught])


def without_place(asked: AskedArea, meant: MeantCrowd) -> Rejected:
    """The refusal where no place catches anybody wanted: because of those who are to be spared, or because all are too far off or covered.

    Refuses: beyond_range, cannot_spare, point_required, total_cover.
    """
    if found := best_places(asked.seen.ground, asked.aim, meant.crowd(asked.of.chooses, spares=False)):
        return cannot_spare(asked, meant, found[0].area, [id for id in meant.spared if id in found[0].caught])
    return nobody(asked, meant)


def cannot_spare(asked: AskedArea, meant: MeantCrowd, area: EffectArea, spared: Sequence[str]) -> Rejected:
    """The refusal of an area that catches somebody who is to be spared: with the most that it catches without them, or else with the call for those who
    are wanted by their names, which takes it.

    Refuses: cannot_spare.
    """
    caught = [id for id, space in meant.wanted.items() if catches(asked.seen.ground, area, space)]
    details: dict[str, object] = {**_details(asked), "names": _names(asked, caught), "spared": _names(asked, spared)}
    field = "spare" if meant.spares_by_name else "catch"
    without = best_places(asked.seen.ground, asked.aim, meant.crowd(asked.of.chooses)) if meant.spares_by_name else ()
    if best := [id for place in without for id in place.caught if id in meant.wanted]:
        details["ways"] = f"it spares them and catches {', '.join(_names(asked, best))}, or leave out spare"
        return Rejected("cannot_spare", field, details, instead={"catch": _names(asked, best), "spare": [*asked.wish.spare]})
    details["ways"] = "catch with their names and without spare takes that" if field == "spare" else "catch with their names takes that"
    return Rejected("cannot_spare", field, details, instead={"catch": _names(asked, caught)} if caught else None)


def too_far_off(asked: AskedArea, found: AreaPoint, field: str, area: EffectArea) -> Rejected:
    """The refusal of a point beyond the range: with those whom the area would catch there, if it catches them from nearer, or else with the point
    nearest to it.

    Refuses: beyond_range.
    """
    ground, most = asked.seen.ground, asked.of.range
    there = {id: space for id, space in asked.known.all.items() if catches(ground, area, space)}
    meant = asked.known.friends if asked.of.is_for_foes is False else asked.known.foes
    wanted = {id: space for id, space in there.items() if id in meant} or there
    details = {"name": found.name, "feet": asked.feet_to_point(area), "most": most, "id": found.id}
    friends = {id: space for id, space in asked.known.friends.items() if id not in wanted}
    if wanted and (place := next(iter(best_places(ground, asked.aim, Crowd(wanted, avoided=friends))), None)):
        return Rejected("beyond_range", field, details, instead={"catch": _names(asked, [id for id in place.caught if id in wanted])})
    near = last_in_range(asked.space, found.point, most, asked.area.diagonals)
    words = AreaPoint(near, found.z).name if near and asked.of.points == 1 and asked.shape != "cube" else None
    return Rejected("beyond_range", field, details, instead={"at": words} if words else None)


def nobody(asked: AskedArea, meant: MeantCrowd) -> Rejected:
    """The refusal where nobody who is wanted can be caught: with the nearest of them, or with what to say in place of it.

    Refuses: beyond_range, point_required, total_cover.
    """
    if not meant.wanted and meant.spares_by_name:
        return point_required(asked, "toward" if asked.shape in STRAIGHT or asked.aim.from_maker else "at", spares=False)
    spaces = meant.wanted or (asked.known.foes if asked.of.is_for_foes else {})
    others = [id for id in spaces if id != asked.maker.id] or [*spaces]
    nearest = min(others, key=lambda id: asked.feet_to(spaces[id]), default=None)
    if nearest is None:
        return point_required(asked, "at")
    feet, most = asked.feet_to(spaces[nearest]), _reach(asked)
    details = {"name": asked.name(nearest), "feet": feet, "most": most, "id": nearest, "who": asked.maker.name}
    if feet > most:
        return Rejected("beyond_range", "catch", details)
    return Rejected("total_cover", "catch", {**details, "by": "a wall"})


def point_required(asked: AskedArea, field: str, spares: bool = True) -> Rejected:
    """The refusal of an area for nobody in particular without a place. `spares`: the place that it proposes spares those who are to be spared.

    Refuses: point_required.
    """
    foes = sorted(asked.known.foes, key=lambda id: asked.feet_to(asked.known.foes[id]))
    names = [asked.name(id) for id in foes if id not in asked.now.world.unnamed]
    if field == "toward":
        near = (*names, "north", "northeast")[:_SHOWN]
    else:
        here = square_name((asked.space.x, asked.space.y), asked.space.z)
        near = (*(f"on {name}" for name in names[:1]), *(f"next to {name}" for name in names[:1]), here)
    return Rejected("point_required", field, _details(asked), near, instead={**(_kept(asked) if spares else {}), field: near[0]})


def unfit(asked: AskedArea, field: str) -> Rejected:
    """The refusal of a key that the shape does not take.

    Refuses: aim_unfit.
    """
    allowed: tuple[str, ...] = ("at", "catch") if field == "toward" else ("toward", "catch")
    if asked.of.origin != "point" and asked.shape in ROUND:
        allowed = ("catch",)
    instead = _kept(asked)
    if field == "toward" and "at" in allowed and asked.wish.toward and step_of(asked.wish.toward) is None:
        instead |= {"at": asked.wish.toward}
    elif field == "at" and "toward" in allowed:
        instead |= {"toward": asked.wish.toward or asked.wish.at[0]}
    return Rejected("aim_unfit", field, {**_details(asked), "wanted": field}, allowed=allowed, instead=instead)


def too_many_points(asked: AskedArea) -> Rejected:
    """The refusal of more points than the area has.

    Refuses: points_count.
    """
    details = {**_details(asked), "count": len(asked.wish.at), "most": asked.of.points}
    at = tuple(dict.fromkeys(asked.wish.at))[: asked.of.points]
    return Rejected("points_count", "at", details, instead={**_kept(asked), "at": at[0] if len(at) == 1 else [*at]})


def wall_place_required(asked: AskedArea) -> Rejected:
    """The refusal of a wall without the squares on which it stands: with one through the nearest foe, across the way to it.

    Refuses: wall_place_required.
    """
    nearest = min(asked.known.foes.values(), key=asked.feet_to, default=asked.space)
    first = measure.ROUND.index(measure.direction(asked.space, nearest)) if nearest != asked.space else 0
    ways = [(first + turn) % len(measure.ROUND) for turn in _ACROSS_FIRST]
    area = replace(asked.area, at=middle_of((nearest.x, nearest.y)), z=nearest.z)

    def friends(way: int) -> int:
        there = replace(area, toward=(*measure.STEPS[way], 0))
        return sum(catches(asked.seen.ground, there, space) for space in asked.known.friends.values())

    instead = {**_kept(asked), "at": square_name((nearest.x, nearest.y), nearest.z), "toward": measure.ROUND[min(ways, key=friends)]}
    return Rejected("wall_place_required", "at", _details(asked), instead=instead)


def _reach(asked: AskedArea) -> int:
    """The feet to which the area comes at most."""
    if asked.of.origin == "self":
        return asked.area.feet
    return ANYWHERE if asked.of.range >= ANYWHERE else asked.of.range + (asked.area.feet if asked.shape in ROUND else 0)


def _kept(asked: AskedArea) -> dict[str, object]:
    """Those whom the call names, as a proposal names them again."""
    wish = asked.wish
    caught = {} if wish.catch is None else {"catch": [*wish.catch]}
    return {**caught, **({"spare": [*wish.spare]} if wish.spare else {})}


def _details(asked: AskedArea) -> dict[str, object]:
    return {"act": asked.of.act, "feet": asked.area.feet, "shape": asked.shape}


def _names(asked: AskedArea, ids: Sequence[str] | dict[str, None]) -> list[str]:
    return [asked.name(id) for id in ids]
