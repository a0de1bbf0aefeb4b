"""The refusals of an area that cannot lie where its call wants it, each with what can be had in place of it."""

from collections.abc import Sequence

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space.area_crowd import Meant
from rpg_lite.mechanics.space.asked_areas import ROUND, AskedArea
from rpg_lite.mechanics.space.filled_areas import ANYWHERE
from rpg_lite.rules.space.placing import AimedArea, best_places
from rpg_lite.rules.space.shapes import EffectArea, catches
from rpg_lite.rules.space.squares import square_name

_SHOWN = 3
"""The points that a refusal proposes."""


def cannot_catch_all(asked: AskedArea, meant: Meant, caught: Sequence[str], options: Sequence[AimedArea], is_said: bool) -> Rejected:
    """The refusal of an area that leaves out somebody who is named: with the best that it catches, and who else it may catch in place of those.

    Refuses: cannot_catch_all, cannot_spare.
    """
    named = [id for id in meant.wanted if id in meant.named]
    best = [id for id in named if id in caught]
    if meant.spares_by_name and not is_said and (freed := _freed(asked, meant, named)):
        return freed
    others = [id for option in options for id in option.caught if id in meant.named and id not in best]
    details = {**_details(asked), "names": _names(asked, named), "best": _names(asked, best) or "none of them"}
    details["or"] = f", or {', '.join(_names(asked, dict.fromkeys(others)))}" if others else ""
    spare = {"spare": [*asked.wish.spare]} if asked.wish.spare else {}
    instead = {"catch": _names(asked, best), **spare} if best else None
    return Rejected("cannot_catch_all", "catch", details, instead=instead)


def _freed(asked: AskedArea, meant: Meant, named: Sequence[str]) -> Rejected | None:
    """The refusal if all could be caught, were it not for those who are to be spared."""
    found = best_places(asked.seen.ground, asked.aim, meant.crowd(asked.of.chooses, spares=False))
    if not found or not {*named} <= {*found[0].caught}:
        return None
    return cannot_spare(asked, meant, found[0].area, [id for id in meant.spared if id in found[0].caught])


def without_place(asked: AskedArea, meant: Meant) -> Rejected:
    """The refusal where no place catches anybody wanted: because of those who are to be spared, or because all are too far off or covered.

    Refuses: beyond_range, cannot_spare, point_required, total_cover.
    """
    if found := best_places(asked.seen.ground, asked.aim, meant.crowd(asked.of.chooses, spares=False)):
        return cannot_spare(asked, meant, found[0].area, [id for id in meant.spared if id in found[0].caught])
    return nobody(asked, meant)


def cannot_spare(asked: AskedArea, meant: Meant, area: EffectArea, spared: Sequence[str]) -> Rejected:
    """The refusal of an area that catches somebody who is to be spared: with the same call for those who are wanted by their names, which takes it.

    Refuses: cannot_spare.
    """
    caught = [id for id, space in meant.wanted.items() if catches(asked.seen.ground, area, space)]
    details = {**_details(asked), "names": _names(asked, caught), "spared": _names(asked, spared)}
    field = "spare" if meant.spares_by_name else "catch"
    return Rejected("cannot_spare", field, details, instead={"catch": _names(asked, caught)} if caught else None)


def nobody(asked: AskedArea, meant: Meant) -> Rejected:
    """The refusal where nobody who is wanted can be caught: with the nearest of them, or with what to say in place of it.

    Refuses: beyond_range, point_required, total_cover.
    """
    spaces = meant.wanted or (asked.known.foes if asked.of.is_for_foes else {})
    nearest = min(spaces, key=lambda id: asked.feet_to(spaces[id]), default=None)
    if nearest is None:
        return point_required(asked, "at")
    feet, most = asked.feet_to(spaces[nearest]), _reach(asked)
    details = {"name": asked.name(nearest), "feet": feet, "most": most, "id": nearest, "who": asked.maker.name}
    if feet > most:
        return Rejected("beyond_range", "catch", details)
    return Rejected("total_cover", "catch", {**details, "by": "a wall"})


def point_required(asked: AskedArea, field: str) -> Rejected:
    """The refusal of an area for nobody in particular without a place.

    Refuses: point_required.
    """
    foes = sorted(asked.known.foes, key=lambda id: asked.feet_to(asked.known.foes[id]))
    names = [asked.name(id) for id in foes if id not in asked.now.world.unnamed]
    if field == "toward":
        return Rejected("point_required", field, _details(asked), (*names, "north", "northeast")[:_SHOWN])
    near = [f"on {name}" for name in names[:1]] + [f"next to {name}" for name in names[:1]]
    return Rejected("point_required", field, _details(asked), (*near, square_name((asked.space.x, asked.space.y), asked.space.z)))


def unfit(asked: AskedArea, field: str) -> Rejected:
    """The refusal of a key that the shape does not take.

    Refuses: aim_unfit.
    """
    allowed: tuple[str, ...] = ("at", "catch") if field == "toward" else ("toward", "catch")
    if asked.of.origin != "point" and asked.shape in ROUND:
        allowed = ("catch",)
    return Rejected("aim_unfit", field, {**_details(asked), "wanted": field}, allowed=allowed)


def too_many_points(asked: AskedArea) -> Rejected:
    """The refusal of more points than the area has.

    Refuses: points_count.
    """
    return Rejected("points_count", "at", {**_details(asked), "count": len(asked.wish.at), "most": asked.of.points})


def wall_place_required(asked: AskedArea) -> Rejected:
    """The refusal of a wall without the squares on which it stands.

    Refuses: wall_place_required.
    """
    return Rejected("wall_place_required", "at", _details(asked))


def _reach(asked: AskedArea) -> int:
    """The feet to which the area comes at most."""
    if asked.of.origin == "self":
        return asked.area.feet
    return ANYWHERE if asked.of.range >= ANYWHERE else asked.of.range + (asked.area.feet if asked.shape in ROUND else 0)


def _details(asked: AskedArea) -> dict[str, object]:
    return {"act": asked.of.act, "feet": asked.area.feet, "shape": asked.shape}


def _names(asked: AskedArea, ids: Sequence[str] | dict[str, None]) -> list[str]:
    return [asked.name(id) for id in ids]
