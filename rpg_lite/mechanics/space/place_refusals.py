"""The refusals of words for a place."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space import place_words
from rpg_lite.mechanics.space.free_places import Asking
from rpg_lite.mechanics.space.named_places import NamedPlaces
from rpg_lite.rules import names
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, square_name

_TRIED: Final = 12
"""The forms of words whose names are compared with those that are here; "from" and "and" may stand in them many times."""


def unread(words: str, field: str, named: NamedPlaces) -> Rejected:
    """The refusal of words that mean nothing here.

    Refuses: no_place, place_unclear.
    """
    key, standing = names.fold(words), named.standing
    here = [one for one in standing.world.bag_of(standing.room.id) if one.kind == "character" and named.asking.knows(one.id)]
    for one in here:
        if one.id not in standing.spaces and one.id not in standing.world.unnamed and f" {key} ".endswith(f" {names.fold(one.name)} "):
            return Rejected("no_place", field, {"name": one.name, "room": standing.room.name})
    return unclear(words, field, named)


def unclear(words: str, field: str, named: NamedPlaces) -> Rejected:
    """The refusal of words that mean nothing, with the forms that they may have.

    Refuses: place_unclear.
    """
    return Rejected("place_unclear", field, {"wanted": words}, tuple(_similar(words, named)), forms(named))


def off_the_ground(name: str, field: str, near: tuple[str, ...], asking: Asking) -> Rejected:
    """The refusal of a place outside, with the size of the ground.

    Refuses: off_the_ground.
    """
    ground = asking.standing.ground
    last = square_name((ground.w - 1, ground.h - 1))
    return Rejected("off_the_ground", field, {"wanted": name, "last": last, "room": asking.standing.room.name}, near)


def does_not_fit(name: str, field: str, near: tuple[str, ...], asking: Asking, width: int) -> Rejected:
    """The refusal of a place where something solid is in the way.

    Refuses: does_not_fit.
    """
    feet = width * SQUARE_FEET
    return Rejected("does_not_fit", field, {"wanted": name, "name": asking.mover.name, "feet": feet}, near)


def occupied(name: str, field: str, near: tuple[str, ...]) -> Rejected:
    """The refusal of a place where somebody stands, with the nearest free ones.

    Refuses: occupied.
    """
    return Rejected("occupied", field, {"wanted": name}, near)


def no_such_place(words: str, field: str) -> Rejected:
    """The refusal of words that are understood, and that no free place fits.

    Refuses: no_such_place.
    """
    return Rejected("no_such_place", field, {"wanted": words})


def names_of(places: Sequence[Space]) -> tuple[str, ...]:
    """The names of places, each by its north-west square."""
    return tuple(square_name((place.x, place.y), place.z) for place in places)


def forms(named: NamedPlaces) -> tuple[str, ...]:
    """The forms of words for a place, filled with names of this room: of the nearest foe and another creature, else of a feature or an exit."""
    nearest = named.nearest_foe()
    foe = nearest if nearest and nearest.id not in named.standing.world.unnamed else None
    others = [one.name for one in named.creatures if foe is None or one.id != foe.id]
    things = [*others, *(one.name for one in named.features), *(one.label for one in named.exits)]
    x, y, *_ = [*([foe.name] if foe else []), *_once(things), "", ""]
    found = ["C4"]
    if x:
        found += [f"next to {x}", f"in reach of {x}", f"30 ft from {x}", f"within 30 ft of {x}", f"20 ft north of {x}"]
    found += ["north 20 ft"] if named.asking.present else []
    found += [f"behind {x}"] if x and foe else [f"behind {x} from {y}"] if y else []
    found += [f"between {x} and {y}"] if y else []
    if x:
        found += [f"toward {x}", f"away from {x}", f"cover from {x}", f"out of sight of {x}"]
    found += [f"door {named.exits[0].label}"] if named.exits else []
    return tuple([*found, f"next to {x} with cover"] if x and foe else found)


def _similar(words: str, named: NamedPlaces) -> Iterator[str]:
    """The same words with names that are here in place of those that are not and that look alike: "next to Orge" with Ogre."""
    there = (
        [one.name for one in (*named.creatures, *named.things)] + [one.name for one in named.features] + [one.label for one in named.exits]
    )
    for asked in islice(place_words.forms(words), _TRIED):
        mended = words
        for name in place_words.names_in(asked):
            like = next((one for one in names.nearest(name, there) if names.is_like(name, one)), name)
            mended = mended if named.is_name(name) else mended.replace(name, like, 1)
        if mended != words and place_words.read(mended, named.is_name):
            yield mended
            return


def _once(words: Iterable[str]) -> list[str]:
    return [*dict.fromkeys(words)]
