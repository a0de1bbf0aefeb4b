"""Places that are behind something, and the cover that places have from somebody (SRD 5.1 and 5.2, Cover).

Apart because these are questions of lines, and the choice of a place is long enough without them.
"""

from functools import cached_property, lru_cache
from typing import Final

from rpg_lite.mechanics.space import fog
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.mechanics.space.named_places import Landmark
from rpg_lite.rules.space import barriers
from rpg_lite.rules.space.cover import Bystander, CoverDegree, cover_from, passes
from rpg_lite.rules.space.features import CLEAR, FEATURE_KINDS, GroundFeature
from rpg_lite.rules.space.ground import Ground, ground_of
from rpg_lite.rules.space.lines import Line, sees
from rpg_lite.rules.space.measure import distance
from rpg_lite.rules.space.squares import Space, Square

DEGREES: Final[tuple[CoverDegree, ...]] = ("none", "half", "three_quarters", "total")


class Shelter:
    """Cover for the mover, as the asker knows the room."""

    TOTAL: Final = DEGREES.index("total")

    def __init__(self, asking: Asking) -> None:
        self.standing = asking.standing
        self.ground = asking.standing.ground
        self.diagonals = asking.standing.book.policy.diagonals
        self.others = [(one.id, Bystander(one.name, space)) for one, space in asking.others()]

    def degree(self, meant: Landmark, place: Space) -> int:
        """The cover of a place from somebody or something, 0 for none to 3 for total; of several squares the one that is nearest counts."""
        start = min(meant.spaces, key=lambda space: (distance(space, place, self.diagonals), space.y, space.x))
        between = [other for id, other in self.others if id != meant.id]
        return DEGREES.index(cover_from(self.ground, start, place, between).degree)

    @staticmethod
    def shelters(meant: Landmark) -> bool:
        """Whether somebody stands behind it to be covered: behind a pillar or a table, not behind somebody, a square or water."""
        return meant.feature is not None and FEATURE_KINDS[meant.feature.word].hinders != CLEAR

    def is_in_plain_view(self, start: Space, place: Space) -> bool:
        """Whether nothing covers a place from a space."""
        between = [other for _, other in self.others if other.space != start]
        return cover_from(self.ground, start, place, between).degree == "none"

    def of_sight(self, meant: Landmark, place: Space) -> int:
        """The same for those who look: 3 where nothing of the place is seen, since walls or fog are between, but not what is seen through."""
        start = min(meant.spaces, key=lambda space: (distance(space, place, self.diagonals), space.y, space.x))
        if not self._opaque.isdisjoint({*place.squares, *start.squares}):
            return self.TOTAL
        ground = barriers.seen_through(self.ground)
        if self._opaque and sees(ground, start, place) and not sees(barriers.with_walls(ground, self._opaque), start, place):
            return self.TOTAL
        return DEGREES.index(cover_from(ground, start, place).degree)

    @cached_property
    def _opaque(self) -> frozenset[Square]:
        return fog.opaque(self.standing)

    def is_behind(self, meant: Landmark, start: Space, place: Space) -> bool:
        """Whether something is between `start` and a place: the line from middle to middle passes it, or it alone would give the place cover."""
        line = Line(start.middle, place.middle, start.half_height, place.half_height)
        if any(passes(line, space) for space in meant.spaces if not space.overlaps(place) and not space.overlaps(start)):
            return True
        alone = _ground_with(self.ground.w, self.ground.h, meant.feature)
        creature = [Bystander(meant.name, space) for space in meant.spaces if meant.kind == "creature"]
        return cover_from(alone, start, place, creature).degree != "none"


@lru_cache(maxsize=16)
def _ground_with(w: int, h: int, feature: GroundFeature | None) -> Ground:
    """A ground of this size with one feature alone, or with none."""
    return ground_of(w, h, [feature] if feature else [])
