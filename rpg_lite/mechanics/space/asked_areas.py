"""What is known while an area looks for its place: who stands where, whom its maker knows of, and what the call says."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.mechanics.creature import planes
from rpg_lite.mechanics.space import area_crowd, known_creatures, sides, standing
from rpg_lite.mechanics.space.area_crowd import AreaWish
from rpg_lite.mechanics.space.filled_areas import AreaOfAct, names_of
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.rules.space import measure
from rpg_lite.rules.space.aims import AreaAim
from rpg_lite.rules.space.shapes import STRAIGHT, EffectArea, origin_of
from rpg_lite.rules.space.squares import EIGHTHS, SQUARE_FEET, Space, square_name
from rpg_lite.world.world_model import Thing

ROUND: Final = ("sphere", "cylinder")


class AskedArea:
    """An area that looks for its place. `now`: the room as it is; `seen`: as its maker knows it; `known`: those of whom it knows; `aim`: the shape with its
    maker and its range.
    """

    def __init__(self, draft: Draft, now: Standing, maker: Thing, of: AreaOfAct, wish: AreaWish) -> None:
        self.draft, self.now, self.maker, self.of, self.wish = draft, now, maker, of, wish
        self.space = now.spaces[maker.id]
        is_ours = sides.is_ally(now.world, maker, now.book)
        self.seen = replace(now, ground=standing.ground_now(now.world, now.room, now.book, sees_hidden=False)) if is_ours else now
        ids = known_creatures.known_to(now, maker)
        self.present = frozenset(one.id for one, _ in self.creatures())
        self.known = area_crowd.known_around(self.seen, ids & self.present | {maker.id}, maker, wish.unharmed)
        self.asking = Asking(self.seen, maker, ids, is_point=True)
        self.shape = of.area.shape
        self.area = replace(of.area, diagonals=now.book.policy.diagonals)
        self.aim = AreaAim(self.area, self.space, of.range, from_maker=self.shape == "cube" and of.origin == "self")

    def creatures(self) -> Iterator[tuple[Thing, Space]]:
        """Those whom an area may reach, with their spaces: not those on another plane."""
        world, book = self.now.world, self.now.book
        yield from (each for each in self.now.creatures() if not planes.are_apart(world, self.maker, each[0], book))

    def feet_to(self, space: Space) -> int:
        """The distance of the maker from a space."""
        return measure.distance(self.space, space, self.area.diagonals)

    def feet_to_point(self, area: EffectArea) -> int:
        """The distance of the maker from the point of origin of an area."""
        return measure.distance_to_point(self.space, origin_of(self.now.ground, area), area.z, area.diagonals)

    def name(self, id: str) -> str:
        """The name of a creature."""
        return self.now.world.things[id].name

    def name_of(self, area: EffectArea) -> str:
        """The name of the place of an area: of its point, or of the square to which it runs."""
        if area.way:
            return square_name(area.way[: max(1, area.feet // SQUARE_FEET)][-1])
        return self._end_of(area) if area.shape in STRAIGHT or area.shape == "wall" else names_of([area], self.now.ground)

    def _end_of(self, area: EffectArea) -> str:
        """The square to which a cone or line runs: the last one on the ground along its middle."""
        (x, y), (east, south, _) = area.at, area.toward
        last = (self.space.x, self.space.y)
        straight = (east * east + south * south) ** 0.5 or 1.0
        for n in range(1, 2 * area.feet // SQUARE_FEET + 1):
            # Half squares along the middle of the shape; the name is for readers, and decides nothing.
            half = n * EIGHTHS / 2
            if half > area.feet * EIGHTHS / SQUARE_FEET:
                break
            square = (int((x + east / straight * half) // EIGHTHS), int((y + south / straight * half) // EIGHTHS))
            if not self.now.ground.holds(Space(*square)):
                break
            last = square
        return square_name(last)
