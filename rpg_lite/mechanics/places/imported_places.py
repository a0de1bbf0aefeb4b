"""Let the creatures and things of a map stand where it says, on the grounds of their rooms.

Apart because it measures, and nothing else of the contents of a map does.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.space import default_places, held_aloft, standing
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space.squares import Space, square_name
from rpg_lite.world.map_lint import MapFinding
from rpg_lite.world.world_model import Thing


def stand_at(draft: Draft, room: Thing, ones: Sequence[str], spots: Sequence[Space]) -> Iterator[MapFinding]:
    """Let creatures stand at these spots, in their order; those for whom none is left, as near to the last as they fit. Whoever does not fit at
    its spot stands as near to it as it fits, and a finding says so, because only the rulebook knows how much space it fills.
    """
    for n, id in enumerate(ones):
        now, spot = _now(draft, room), spots[min(n, len(spots) - 1)]
        one = draft.world.things[id]
        space = _space(now, one, spot)
        if n < len(spots) and _fits(now, one, space) and not _would_fall(draft, room, now, one, space):
            default_places.stand(draft, one, space, room)
            continue
        default_places.stand_near(draft, room, one, (spot.x, spot.y))
        if n < len(spots):
            yield _moved(draft, room, one, space)


def lie_at(draft: Draft, room: Thing, thing: Thing, spot: Space) -> None:
    """Let a thing lie on a square of the floor."""
    default_places.stand(draft, thing, _space(_now(draft, room), thing, spot), room)


def _now(draft: Draft, room: Thing) -> Standing:
    return standing.standing_in(draft.world, draft.world.things[room.id], draft.situation.book)


def _space(now: Standing, one: Thing, spot: Space) -> Space:
    """The space from this square; a square without a level means its floor, in a pit and on a ledge."""
    space = Space(spot.x, spot.y, now.width_of(one) if one.kind == "character" else 1, spot.z)
    return space if spot.z or not now.ground.holds(space) else replace(space, z=now.ground.floor_under(space))


def _fits(now: Standing, one: Thing, space: Space) -> bool:
    if not now.ground.holds(space) or not now.ground.fits(space.n, space.z)[now.ground.index(space.x, space.y)]:
        return False
    return not any(there.overlaps(space) for other, there in now.creatures() if other.id != one.id)


def _would_fall(draft: Draft, room: Thing, now: Standing, one: Thing, space: Space) -> bool:
    return held_aloft.refuse_aloft(draft, one, space, now.ground, room, "at") is not None


def _moved(draft: Draft, room: Thing, one: Thing, wished: Space) -> MapFinding:
    spot = draft.world.things[one.id].state.spot
    at = f"at {square_name((spot.x, spot.y), spot.z)}" if spot else "nowhere yet"
    return MapFinding("creature_moved", (one.name, at, room.name, square_name((wished.x, wished.y), wished.z)))
