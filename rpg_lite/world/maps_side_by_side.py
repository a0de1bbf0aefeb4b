"""Arrange several maps on one page: the rooms of each map keep their relative places, and no map overlaps another."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from rpg_lite.world.layout import OFFSET, Place, layout
from rpg_lite.world.world_model import Exit, Thing

_APART: Final = 9
"""Squares between two maps, enough for a room without a place."""


def arrange(rooms: Sequence[Thing], exits: Sequence[Exit]) -> dict[str, Place]:
    """Map each room to its place. The first map keeps its own places; each other map goes next to the maps before it."""
    given: dict[str, dict[str, Place]] = {}
    for room in rooms:
        if at := room.room.at:
            given.setdefault(room.room.map.id if room.room.map else "", {})[room.id] = Place(at["x"], at["y"], at["w"], at["h"])
    placed: dict[str, Place] = {}
    boxes: list[Place] = []
    for group in given.values():
        box = _box(group)
        found = _beside(group, box, placed, boxes, exits) if boxes else (0, 0)
        boxes.append(_move_place(box, found))
        placed |= {room: _move_place(place, found) for room, place in group.items()}
    return layout([room.id for room in rooms], exits, placed)


def _box(group: Mapping[str, Place]) -> Place:
    x, y = min(p.x for p in group.values()), min(p.y for p in group.values())
    return Place(x, y, max(p.x + p.w for p in group.values()) - x, max(p.y + p.h for p in group.values()) - y)


def _move_place(place: Place, by: tuple[int, int]) -> Place:
    return replace(place, x=place.x + by[0], y=place.y + by[1])


def _beside(
    group: Mapping[str, Place], box: Place, placed: Mapping[str, Place], boxes: Sequence[Place], exits: Sequence[Exit]
) -> tuple[int, int]:
    """The shift that takes a map as far as needed in the direction of the first exit to it, or, without such an exit, to the right of all
    maps.
    """
    door = _find_joint(group, placed, exits)
    if door is None:
        return max(b.x + b.w for b in boxes) + _APART - box.x, min(b.y for b in boxes) - box.y
    base, room, (dx, dy) = placed[door[0]], group[door[1]], door[2]
    x, y = base.x + base.w // 2 - room.x - room.w // 2, base.y + base.h // 2 - room.y - room.h // 2
    for _ in range(len(boxes) + 1):
        hit = next((b for b in boxes if _move_place(box, (x, y)).wider(_APART).overlaps(b)), None)
        if hit is None:
            return x, y
        x = hit.x + hit.w + _APART - box.x if dx > 0 else hit.x - _APART - box.w - box.x if dx < 0 else x
        y = hit.y + hit.h + _APART - box.y if dy > 0 else hit.y - _APART - box.h - box.y if dy < 0 else y
    return max(b.x + b.w for b in boxes) + _APART - box.x, y


def _find_joint(
    group: Mapping[str, Place], placed: Mapping[str, Place], exits: Sequence[Exit]
) -> tuple[str, str, tuple[int, int]] | None:  # fmt: skip
    """Return (placed room, room of the map, direction) for the path with the fewest exits through rooms without a place."""
    out: dict[str, list[Exit]] = {}
    for exit_ in exits:
        if exit_.to_room is not None:
            out.setdefault(exit_.from_room, []).append(exit_)
    queue = [(room, room, (0, 0)) for room in placed]
    seen = {*placed}
    for base, at, step in queue:
        for exit_ in out.get(at, ()):
            there, offset = exit_.to_room or "", OFFSET.get(exit_.direction)
            if there in group and (offset or step) != (0, 0):
                return base, there, offset or step
            if there not in seen and there not in group:
                seen.add(there)
                queue.append((base, there, offset or step))
    return None
