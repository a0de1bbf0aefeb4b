"""The ground of a room, the squares of its exits and the places of its creatures as parts of a plan."""

from collections.abc import Iterator
from typing import Any

from rpg_lite.content.map_export_words import ExportNotes, as_title
from rpg_lite.mechanics.places.lurking import dc_of_lurker
from rpg_lite.mechanics.space import standing
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.features import places_of
from rpg_lite.rules.space.ground_rows import MEANT, SIGNS, in_words
from rpg_lite.rules.space.squares import Space, Square, square_name
from rpg_lite.world.ground_states import FeatureState
from rpg_lite.world.world_model import Exit, Thing, World

Json = dict[str, Any]


def ground_entry(room: Thing) -> Json:
    """The ground of a room under the keys of a plan; nothing where nobody said anything of it."""
    said = room.room.ground
    ground: Json = {"size": f"{said.w}x{said.h}"} if said.w and said.h else {}
    if said.features:
        ground["features"] = [*_drawn(list(said.features.values())), *_others(list(said.features.values()))]
    return {"ground": ground} if ground else {}


def _is_drawn(kept: FeatureState) -> bool:
    """Whether a sign in a row says all of the feature."""
    is_plain = kept.document.keys() <= {"is", "at"} and "|" not in kept.at
    return is_plain and MEANT[SIGNS[kept.word]] == kept.word


def _drawn(features: list[FeatureState]) -> Iterator[Json]:
    """The features that rows of signs can draw, those of one word together, as the rows of a file read back."""
    for word in SIGNS:
        squares = {square for kept in features if kept.word == word and _is_drawn(kept) for square in places_of(kept.feature).squares}
        yield from ({"is": word, "at": at} for at in in_words(squares))


def _others(features: list[FeatureState]) -> Iterator[Json]:
    for kept in features:
        if not _is_drawn(kept):
            document = {key: value for key, value in kept.document.items() if value}
            yield {**document, **({"called": as_title(kept.called)} if kept.called else {})}


def exit_square(room: Thing, way: Exit) -> str | None:
    """The square inside an exit of the room; None if nobody placed it."""
    square = room.room.ground.exits.get(way.id.replace(".", "_"))
    return square_name(square) if square else None


class RoomPlaces:
    """The places of the creatures of one room that a map can give back."""

    def __init__(self, world: World, room: Thing, book: Rulebook) -> None:
        now = standing.standing_in(world, room, book)
        self._room, self._spaces = room, dict[str, Space]()
        for one, space in now.creatures():
            fits = now.ground.holds(space) and now.ground.fits(space.n, space.z)[now.ground.index(space.x, space.y)]
            if not one.creature.is_member and fits and not any(space.overlaps(other) for other in self._spaces.values()):
                self._spaces[one.id] = space

    def entry_of(self, one: Thing, notes: ExportNotes) -> Json:
        """The square of a creature and whether it lurks, under the keys of a plan."""
        spot, space, dc = one.state.spot, self._spaces.get(one.id), dc_of_lurker(one)
        lurks: Json = {} if dc is None else {"hidden": True, "find": min(max(dc, 1), 40)}
        if space is not None:
            square: Square = (space.x, space.y)
            return {**lurks, "at": square_name(square, space.z)}
        if spot is not None and spot.room == self._room.id:
            notes.leave_out(f"the place of {one.name}")
        return lurks
