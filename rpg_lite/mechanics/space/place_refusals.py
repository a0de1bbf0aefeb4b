"""The refusals of words for a place."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from rpg_lite.decision.outcome import Rejected
from rpg_lite.mechanics.space import asked_places, place_words
from rpg_lite.mechanics.space.free_places import Asking, FreePlaces
from rpg_lite.mechanics.space.named_places import Landmark, NamedPlaces
from rpg_lite.rules import names
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, read_square, square_name

_MOST_FORMS: Final = 6
_FORMS: Final[tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]] = tuple(
    (re.compile(rf"\b(?:{hint})", re.IGNORECASE), tuple(shown.split("; ")))
    for hint, shown in (
        ("corner|wall|side|middle|edge|room|cent", "northeast corner; northwest corner; north wall; middle of the room"),
        ("left|right|clockwise", "west of {x}; east of {x}; north of {x}; south of {x}"),
        ("away|back|retreat|flee|far|out of|avoid|leave|beyond", "away from {foe}; 30 ft from {foe}; out of sight of {foe}; 10 ft back"),
        ("cover|hid|behind|shelter|sight|view", "behind {x}; cover from {foe}; out of sight of {foe}; next to {x} with cover"),
        ("above|over|up|fly|air|below|under|down|high|level", "10 ft up; 10 ft above {x}; C4+10"),
        ("door|exit|through|corridor|hall|passage|stair", "door {exit}; next to door {exit}"),
        ("opposite|flank|around|front|between", "flanking {foe}; opposite {x}; in front of {x}; between {x} and {y}"),
        (r"\W*\d|\w \d", "C4; 20 ft north of {x}; 30 ft from {x}; north 20 ft"),
        (r"squares?|ft|feet|north|south|east|west", "20 ft north of {x}; 30 ft from {x}; within 30 ft of {x}; north 20 ft"),
        ("toward|close|melee|reach|charge|engage|attack|forward", "in reach of {foe}; toward {foe}; next to {foe}"),
        ("in|on|into|onto|at", "on {feature}; next to {feature}"),
    )
)
"""The forms that fit words with a hint, in the order in which they are shown."""
_AWAY: Final = 2
"""The row of words that lead away from somebody: forms that lead to somebody are no answer to them."""
_ANY: Final = (
    "C4",
    "next to {x}",
    "20 ft north of {x}",
    "behind {x}",
    "toward {x}",
    "away from {foe}",
    "door {exit}",
    "on {feature}",
    "north 20 ft",
)
_ANY_AWAY: Final = ("C4", "door {exit}", "north 20 ft")
_SPACED: Final = re.compile(r"\(?([a-z]{1,2})[ ,:-]+(\d{1,3})\)?", re.IGNORECASE | re.ASCII)
"""A square as others write it: "C 4", "(C, 4)"."""
_TRIED: Final = 24
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
    return Rejected("place_unclear", field, {"wanted": words}, tuple(_similar(words, named)), forms(named, words))


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


def no_free_place(words: str, field: str, near: tuple[str, ...], asking: Asking) -> Rejected:
    """The refusal of words whose places are all taken or solid. The nearest free ones are told, and not proposed: they are not what was asked for.

    Refuses: no_free_place.
    """
    return Rejected("no_free_place", field, {"wanted": words, "name": asking.mover.name, "nearest": near})


def no_such_place(words: str, field: str, name: str) -> Rejected:
    """The refusal of words that are understood, and that no free place fits.

    Refuses: no_such_place.
    """
    return Rejected("no_such_place", field, {"wanted": words, "name": name})


def nothing_behind(words: str, field: str, near: tuple[str, ...], name: str) -> Rejected:
    """The refusal of a place behind something that hides nobody as large there, with the free places that come nearest to it.

    Refuses: nothing_behind.
    """
    return Rejected("nothing_behind", field, {"wanted": words, "name": name, "nearest": near})


def not_for_all(words: str, field: str, near: Sequence[tuple[str, Sequence[tuple[str, int]]]], asking: Asking) -> Rejected:
    """The refusal of a place that is to fit several at once. `near`: the squares that come nearest, each with the feet to each of them.

    Refuses: not_next_to_all.
    """
    told = [f"{at} ({', '.join(f'{feet} ft from {name}' for name, feet in each)})" for at, each in near]
    return Rejected("not_next_to_all", field, {"wanted": words, "name": asking.mover.name, "nearest": told or ("no place",)})


def on_another_level(words: str, field: str, meant: Landmark, asking: Asking, places: FreePlaces) -> Rejected:
    """The refusal of a place beside somebody who is far above every floor there, or below. The nearest place under or over it is told.

    Refuses: no_such_place, on_another_level.
    """
    first = min(meant.spaces, key=lambda space: abs(space.z - places.z))
    feet = first.z - places.z
    flat = places.feet_from([replace(space, z=places.z) for space in meant.spaces])
    near = names_of(places.first(flat, within_reach=True)[:1])
    if not feet:
        return no_such_place(words, field, asking.mover.name)
    details = {
        "who": _name_of(meant.ones[0], asking),
        "name": asking.mover.name,
        "feet": abs(feet),
        "height": "above" if feet > 0 else "below",
        "nearest": near or ("no place",),
    }
    return Rejected("on_another_level", field, details)


def _name_of(one: Landmark, asking: Asking) -> str:
    """The name of a landmark in a refusal: the nearest enemy may be somebody whose name the asker does not know."""
    return "somebody" if one.id in asking.standing.world.unnamed else one.name


def names_of(places: Sequence[Space]) -> tuple[str, ...]:
    """The names of places, each by its north-west square."""
    return tuple(square_name((place.x, place.y), place.z) for place in places)


def forms(named: NamedPlaces, words: str = "") -> tuple[str, ...]:
    """A few forms of words for a place that fit these best, filled with names of this room: the one in the words, else the nearest foe, else others."""
    hinted = [n for n, (hint, _) in enumerate(_FORMS) if hint.search(words)]
    shown = [form for n in hinted for form in _FORMS[n][1]] + [*(_ANY_AWAY if _AWAY in hinted else _ANY)]
    if _AWAY in hinted:
        shown = [form for form in shown if not form.startswith(("in reach of", "toward", "next to {foe}", "next to {x}"))]
    filled = _once(form.format_map(known) for known in [_names(named, words)] for form in shown if _is_whole(form, known))
    return tuple(filled[:_MOST_FORMS])


def _names(named: NamedPlaces, words: str) -> dict[str, str]:
    """The names that fill the forms: x and y, a foe, a feature and an exit; those that are not here are left out."""
    nearest = named.nearest_foe()
    foe = nearest.name if nearest and nearest.id not in named.standing.world.unnamed else ""
    features, exits = [one.name for one in named.features if not one.kind.is_solid], [way.label for way in named.exits]
    things = _once([foe, *(one.name for one in named.creatures), *(one.name for one in named.features), *exits])
    key = f" {names.fold(words)} "
    said = [name for name in things if name and f" {names.fold(name)} " in key]
    x, y, *_ = [*_once([*said, *filter(None, things)]), "", ""]
    foe = next((one.name for one in named.creatures if one.name in said), foe)
    feature = next((name for name in said if name in features), features[0] if features else "")
    found = {"x": x, "y": y, "foe": foe, "feature": feature, "exit": exits[0] if exits else ""}
    has_friend = named.asking.present is not None and named.nearest_friend([named.asking.present]) is not None
    here = {"me": named.asking.present is not None, "friend": has_friend}
    return {role: name for role, name in found.items() if name} | {role: role for role, is_here in here.items() if is_here}


def _is_whole(form: str, known: dict[str, str]) -> bool:
    """Whether all that the form speaks of is here: its names, a place of the mover for a direction, and a foe for what is behind something."""
    roles = re.findall(r"{(\w+)}", form)
    is_own = form in ("north 20 ft", "10 ft back", "10 ft up") or form.startswith("opposite")
    needs_foe = form in ("10 ft back", "behind {x}", "in front of {x}", "next to {x} with cover")
    needs_friend = form.startswith("flanking")
    return (
        all(role in known for role in roles)
        and ("me" in known or not is_own)
        and ("foe" in known or not needs_foe)
        and not (needs_friend and "friend" not in known)
    )


def _similar(words: str, named: NamedPlaces) -> Iterator[str]:
    """The same words with names that are here in place of those that are not and that look alike: "next to Orge" with Ogre. What is left out of the
    words could turn their meaning round, so that a name takes the place of no more words than it has.
    """
    there = (
        [one.name for one in (*named.creatures, *named.things)]
        + [one.name for one in named.features]
        + named.zone_names
        + [label for one in named.exits for label in (one.label, f"door {one.label}")]
    )
    if spaced := _SPACED.fullmatch(words.strip()):
        square = read_square(f"{spaced[1]}{spaced[2]}")
        yield from (names_of([square]) if square and named.standing.ground.holds(square) else ())
        return
    for asked in islice(place_words.forms(words), _TRIED):
        mended = words
        for name in asked_places.names_in(asked):
            fitting = (one for one in there if len(names.fold(one).split()) >= len(names.fold(name).split()))
            like = next((one for one in names.nearest(name, fitting) if names.is_like(name, one)), name)
            mended = mended if named.is_name(name) else mended.replace(name, like, 1)
        if mended != words and place_words.read(mended, named.is_name):
            yield mended
            return


def _once(words: Iterable[str]) -> list[str]:
    return [*dict.fromkeys(words)]
