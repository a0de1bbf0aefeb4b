"""The cover that a creature has from the point of origin of an area (SRD 5.1 and 5.2, Cover).

Apart because saves ask it and know nothing of squares.
"""

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.space import standing
from rpg_lite.mechanics.space.filled_areas import FilledArea
from rpg_lite.rules.space.cover import Bystander, Cover, cover_from, cover_from_point
from rpg_lite.rules.space.shapes import catches, origin_of
from rpg_lite.world.world_model import Thing


def from_area(draft: Draft, filled: FilledArea, maker: Thing, target: Thing) -> Cover | None:
    """The cover of a creature that the area catches, with what covers it; None without any. What spreads around corners comes from no one side."""
    room = draft.world.room_of(target.id)
    if room is None or all(area.spreads or area.shape == "wall" for area in filled.areas):
        return None
    now = standing.standing_in(draft.world, room, draft.situation.book)
    space = now.spaces.get(target.id)
    area = next((one for one in filled.areas if space is not None and catches(now.ground, one, space)), None)
    if space is None or area is None or area.spreads or area.shape == "wall":
        return None
    between = [Bystander(one.name, other) for one, other in now.creatures() if one.id not in (target.id, maker.id) and other != space]
    if area.shape == "emanation" and area.maker is not None:
        found = cover_from(now.ground, area.maker, space, between)
    else:
        found = cover_from_point(now.ground, origin_of(now.ground, area), space, area.z, between)
    # Whoever an area catches is not wholly covered: a line to one of its corners is open.
    degree = "three_quarters" if found.degree == "total" else found.degree
    return None if degree == "none" else Cover(degree, found.by)
