"""Relations of somebody to the others in a room: distance, direction, height and cover, nearest first, foes before friends."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rpg_lite.mechanics.space import lights, reach_of, sides, standing, zone_places
from rpg_lite.mechanics.space.standing import Standing
from rpg_lite.mechanics.turn import ledger
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.barriers import seen_through
from rpg_lite.rules.space.cover import Bystander, Cover, cover_from
from rpg_lite.rules.space.lines import sees
from rpg_lite.rules.space.measure import direction, distance, height_above
from rpg_lite.rules.space.squares import Space, square_name
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.vocabulary import Direction, RoomLight
from rpg_lite.world import combat
from rpg_lite.world.world_model import Thing, World

Json = dict[str, Any]
_IN_LIGHT: Final[Mapping[RoomLight, str]] = {"bright": "", "dim": " in dim light", "dark": " in the dark"}
MOST_SHOWN: Final = 24
"""The creatures that a brief answer names one by one."""
MOST_IN_TURN: Final = 8
MOST_TOKENS_IN_TURN: Final = 60
"""The line of a turn names as many of the nearest as this holds."""


@dataclass(frozen=True, slots=True)
class Relation:
    """Another creature, whose id it has, or an exit, as somebody stands to it. `feet`: the distance; `above`: feet that it is above, negative below."""

    name: str
    at: str
    feet: int
    direction: Direction | None
    above: int = 0
    cover: Cover | None = None
    is_seen: bool = True
    is_foe: bool = False
    id: str = ""


def text(now: Standing, one: Thing, full: bool) -> str:
    """The square of the creature, then each relation: "Oda at E7. Ogre: 10 ft northeast. Goblin 1: 30 ft north, half cover (Ogre)." """
    found = [*creatures(now, one)]
    shown = found if full else found[:MOST_SHOWN]
    more = f" {len(found) - len(shown)} more farther away: detail full lists them." if len(found) > len(shown) else ""
    here = f"{one.name} at {square_name(*_of(now.spaces[one.id]))}{_wide(now.spaces[one.id])}{_in_zones(now, one)}."
    return " ".join([here, *(f"{_in_words(each)}." for each in (*shown, *exits(now, one)))]) + more


def turn_text(world: World, one: Thing, book: Rulebook) -> str:
    """The line of somebody's turn where places count: its square, the movement left, and the nearest others with feet and direction, foes before
    friends: "Oda at E7, 30 ft left. Ogre 10 ft NE, Goblin 1 15 ft W." Empty where places do not count.
    """
    room = world.room_of(one.id)
    if room is None or not standing.is_measured(world, room.id):
        return ""
    now = standing.standing_in(world, room, book)
    if one.id not in now.spaces:
        return ""
    begun = f"{one.name} at {square_name(*_of(now.spaces[one.id]))}{_in_zones(now, one)}, {_feet_left(world, one, book)} left."
    shown, others = list[str](), creatures(now, one, is_short=True)
    for r in others[:MOST_IN_TURN]:
        if estimate(f"{begun} {', '.join([*shown, _in_short(r)])}.") > MOST_TOKENS_IN_TURN:
            break
        shown.append(_in_short(r))
    more = f" and {len(others) - len(shown)} more" if len(others) > len(shown) else ""
    return f"{begun} {', '.join(shown)}{more}." if shown else begun


def zones_around(now: Standing, one: Thing) -> list[str]:
    """The zones on squares in which a creature stands, by the names of their acts."""
    there = (found for found, _ in zone_places.of_room(now) if one.id in found.zone.inside)
    return list(dict.fromkeys(found.zone.act for found in there))


def _in_zones(now: Standing, one: Thing) -> str:
    """The zones in which a creature stands, and the light there if it is not bright: " in Web, in the dark"."""
    found = zones_around(now, one)
    zones, light = f" in {' and '.join(found)}" if found else "", _IN_LIGHT[lights.light_at(now, now.spaces[one.id])]
    return f"{zones}{',' if zones and light else ''}{light}"


def _feet_left(world: World, one: Thing, book: Rulebook) -> str:
    """The feet left on foot, and those of other modes that go farther: "30 ft (fly 60)"."""
    left = ledger.feet_left(world, one.id, book) if any(f.id == one.id for f in combat.order(world)) else {}
    walks = left.get("walk", 0)
    more = ", ".join(f"{mode} {feet}" for mode, feet in left.items() if feet > walks)
    return f"{walks} ft{f' ({more})' if more else ''}"


def _in_short(r: Relation) -> str:
    way = "".join(word[0].upper() for word in re.findall("north|south|east|west", r.direction or ""))
    height = f" {abs(r.above)} ft {'up' if r.above > 0 else 'down'}" if r.above else ""
    return f"{r.name} {r.feet} ft{f' {way}' if way else ''}{height}"


def data(now: Standing, one: Thing) -> Json:
    """The same as data. `inReach`: whether its melee attack reaches the other."""
    reach = reach_of.melee_reach(now.world, one, now.book)
    others = [
        {"name": r.name, "at": r.at, "feet": r.feet, **({"above": r.above} if r.above else {}), "direction": r.direction,
         "cover": r.cover.degree if r.cover else "none", **({"coverBy": r.cover.by} if r.cover and r.cover.by else {}), "sees": r.is_seen, "inReach": r.feet <= reach}
        for r in creatures(now, one)
    ]  # fmt: skip
    leads = [{"label": r.name, "at": r.at, "feet": r.feet, "direction": r.direction} for r in exits(now, one)]
    around: Json = {"zones": found} if (found := zones_around(now, one)) else {}
    if (light := lights.light_at(now, now.spaces[one.id])) != "bright":
        around["light"] = light
    return {"name": one.name, "at": square_name(*_of(now.spaces[one.id])), **around, "standing": others, "exits": leads}


def overview(now: Standing) -> str:
    """Everybody's square, the party's side first: "Hall: Oda E7, Pip B9; Goblin 1 I1, Ogre G4 (2 x 2)." """
    ours, theirs = list[str](), list[str]()
    for one, space in now.creatures():
        side = ours if sides.is_ally(now.world, one, now.book) else theirs
        side.append(f"{one.name} {square_name(*_of(space))}{_wide(space)}")
    stand = "; ".join(", ".join(side) for side in (ours, theirs) if side)
    return f"{now.room.name}: {stand or 'nobody has a place'}."


def overview_data(now: Standing) -> Json:
    """The same as data: name → square."""
    return {"room": now.room.name, "places": {one.name: square_name(*_of(space)) for one, space in now.creatures()}}


def creatures(now: Standing, one: Thing, is_short: bool = False) -> Sequence[Relation]:
    """The others, foes before friends, each side by distance; `is_short`: without cover and sight, which cost the most."""
    own = now.spaces[one.id]
    others = [(other, space) for other, space in now.creatures() if other.id != one.id]
    crowd = None if is_short else [Bystander(other.name, space) for other, space in others]
    found = [_relation(now, one, own, other, space, crowd) for other, space in others]
    return sorted(found, key=lambda r: (not r.is_foe, r.feet, r.name))


def _relation(now: Standing, one: Thing, own: Space, other: Thing, space: Space, crowd: Sequence[Bystander] | None) -> Relation:
    cover = None if crowd is None else cover_from(now.ground, own, space, [each for each in crowd if each.space is not space])
    return Relation(
        other.name, square_name(*_of(space)), distance(own, space, now.book.policy.diagonals), direction(own, space), height_above(own, space),
        cover, crowd is None or sees(seen_through(now.ground), own, space), not sides.are_friends(now.world, one, other, now.book),
        other.id,
    )  # fmt: skip


def exits(now: Standing, one: Thing) -> Iterator[Relation]:
    """The exits, as far as the square inside each."""
    own = now.spaces[one.id]
    squares = now.exits()
    for way in now.world.exits_from.get(now.room.id, ()):
        inside = Space(*squares[way.id])
        name = way.label if way.kind == "passage" else f"{way.kind.replace('_', ' ')} {way.label}"
        yield Relation(name, square_name(squares[way.id]), distance(own, inside, now.book.policy.diagonals), direction(own, inside))


def _in_words(r: Relation) -> str:
    where = f"{r.feet} ft {r.direction or 'here'}" if r.feet else "in the same space" if r.cover else "here"
    height = f"{abs(r.above)} ft {'above' if r.above > 0 else 'below'}" if r.above else ""
    return f"{r.name}: {', '.join(filter(None, (where, height, cover_words(r))))}"


def cover_words(r: Relation) -> str:
    """The cover of the other in words, "half cover (Oda)"; empty without any."""
    if r.cover is None or r.cover.degree == "none":
        return ""
    by = f" ({r.cover.by})" if r.cover.by else ""
    return f"{r.cover.degree.replace('three_quarters', 'three-quarters')} cover{by}"


def _of(space: Space) -> tuple[tuple[int, int], int]:
    return (space.x, space.y), space.z


def _wide(space: Space) -> str:
    return f" ({space.n} x {space.n})" if space.n > 1 else ""
