"""The faults of the grounds of a planned map: what lies outside, who stands where another stands, squares that nobody could take."""

from collections.abc import Iterator, Mapping

from rpg_lite.rules import names
from rpg_lite.rules.space.squares import Space, square_name
from rpg_lite.world.map_grounds import fault_of, outside, spots_of, square_of
from rpg_lite.world.map_plans import PlannedExit, Room

Fault = tuple[str, str]
"""A fault: (dotted path, a text with the fault and the allowed values)."""


def faults_of_ground(room: Room, at: str, rooms: Mapping[str, Room]) -> Iterator[Fault]:
    """Require that everything of a room with a square lies on its ground. `at`: the path of the room; `rooms`: by their folded names."""
    w, h = room.columns_and_rows
    for n, feature in enumerate(room.ground.features if room.ground else ()):
        if why := fault_of(feature, w, h):
            yield f"{at}.ground.features[{n}].at", why
    for n, exit_ in enumerate(room.ways):
        yield from _faults_of_squares(room, exit_, f"{at}.ways[{n}]", rooms)
    for n, loot in enumerate(room.things):
        if loot.at and loot.inside is not None:
            yield f"{at}.things[{n}].at", "only a thing on the floor of its room has a square; leave out at, or in"
        elif loot.at:
            yield from _faults_of_place(spots_of(loot.at)[0], w, h, f"{at}.things[{n}].at")
    yield from _faults_of_creatures(room, at)


def _faults_of_squares(room: Room, exit_: PlannedExit, at: str, rooms: Mapping[str, Room]) -> Iterator[Fault]:
    there = rooms.get(names.fold(exit_.to)) if exit_.to else None
    if exit_.far_square and (exit_.to is None or exit_.one_way):
        yield f"{at}.farSquare", "only a two-way exit between two rooms has a square on the other side"
        there = None
    for field, square, ground in (("square", exit_.square, room), ("farSquare", exit_.far_square, there)):
        if square and ground:
            (x, y), (w, h) = square_of(square), ground.columns_and_rows
            if x >= w or y >= h:
                yield f"{at}.{field}", outside((x, y), w, h)


def _faults_of_creatures(room: Room, at: str) -> Iterator[Fault]:
    """Require a square of its own for each creature that has one; how much space it fills is known only with the rulebook."""
    w, h = room.columns_and_rows
    taken: dict[tuple[int, int, int], str] = {}
    for n, dweller in enumerate(room.creatures):
        place, spots = f"{at}.creatures[{n}]", spots_of(dweller.at)
        if dweller.find is not None and not dweller.hidden:
            yield f"{place}.find", "only a creature that lurks has a DC to find it; add hidden"
        if len(spots) > dweller.count:
            yield f"{place}.at", f"gives {len(spots)} squares for {dweller.count} {'creature' if dweller.count == 1 else 'creatures'}"
        for spot in spots:
            yield from _faults_of_place(spot, w, h, f"{place}.at")
            key = spot.x, spot.y, spot.z
            if key in taken:
                yield (
                    f"{place}.at",
                    f"{square_name((spot.x, spot.y), spot.z)} is taken by {taken[key]}; each creature has a square of its own",
                )
            taken.setdefault(key, dweller.name)


def _faults_of_place(spot: Space, w: int, h: int, at: str) -> Iterator[Fault]:
    if spot.x >= w or spot.y >= h:
        yield at, outside((spot.x, spot.y), w, h)
