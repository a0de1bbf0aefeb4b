"""The squares of a ground that the party together sees now, and those that it has had in sight (SRD 5.1 and 5.2, Vision and Light).

Apart because who sees what is a rule, which a board only shows.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from rpg_lite.mechanics.space import fog, lights, sight
from rpg_lite.mechanics.space.sight import Sight
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space import barriers
from rpg_lite.rules.space.squares import Space, Square
from rpg_lite.rules.space.squares_in_sight import squares_in_sight
from rpg_lite.vocabulary import RoomLight
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing

SightLevel = Literal[0, 1, 2, 3]
UNKNOWN: Final[SightLevel] = 0
REMEMBERED: Final[SightLevel] = 1
DIM: Final[SightLevel] = 2
CLEAR: Final[SightLevel] = 3
_LEVELS: Final[Mapping[Sight, SightLevel]] = {"clear": CLEAR, "dim": DIM, "blind": UNKNOWN}
_EYES_SHUT: Final = frozenset({sight.BLINDED, "unconscious"})


def levels(now: Standing, party: Sequence[Thing], stood: Iterable[Space]) -> Mapping[Square, SightLevel]:
    """How well the party sees each square that it knows: clearly, dimly, or only from memory. `now`: the room as the party knows it; `stood`: the
    spaces from which it has looked before. In darkness nobody remembers what could not be seen.
    """
    found = dict[Square, SightLevel]()
    here = [(one, now.spaces[one.id]) for one in party if one.id in now.spaces]
    if not sight.is_unseen(now.world, now.room, party, now.book):
        for space in dict.fromkeys((*stood, *(space for _, space in here))):
            if now.ground.holds(space):
                found.update(dict.fromkeys(squares_in_sight(now.ground, space), REMEMBERED))
    opaque, light = fog.opaque(now), lights.light_map(now)
    for one, space in here:
        for square, level in _looks(now, one, space, opaque, light).items():
            found[square] = max(found.get(square, UNKNOWN), level)
    return found


def _looks(
    now: Standing, one: Thing, space: Space, opaque: frozenset[Square], light: Mapping[Square, RoomLight]
) -> Mapping[Square, SightLevel]:
    """What a member of the party sees now; it knows its own squares whatever the light."""
    own: dict[Square, SightLevel] = dict.fromkeys(space.squares, DIM)
    stats = thing_stats.stats_of(now.world, one, now.book)
    if not _EYES_SHUT.isdisjoint(stats.conditions_active) or thing_stats.is_dead(one):
        return own
    hidden = opaque - {*space.squares}
    ground = barriers.seen_through(barriers.with_walls(now.ground, hidden) if hidden else now.ground)
    seen = {
        square: _LEVELS[sight.look(now, one, Space(*square, 1, space.z), light[square])]
        for square in squares_in_sight(ground, space) - hidden
    }
    return {**own, **{square: level for square, level in seen.items() if level != UNKNOWN}}
