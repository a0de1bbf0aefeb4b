"""Whether an area is worth its act where places count: a creature breathes when two foes, or one that is half gone, can be caught and no friend."""

from dataclasses import dataclass
from typing import Final, Literal

from rpg_lite.mechanics.creature import planes
from rpg_lite.mechanics.space import known_creatures, standing
from rpg_lite.mechanics.space.asked_areas import ROUND
from rpg_lite.rules.acts.act import Act
from rpg_lite.rules.acts.act_ranges import ranges_of
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.space.aims import AreaAim, Crowd
from rpg_lite.rules.space.ground import Ground
from rpg_lite.rules.space.placing import best_places
from rpg_lite.rules.space.shapes import EffectArea, catches
from rpg_lite.rules.space.squares import Space
from rpg_lite.world import thing_stats
from rpg_lite.world.world_model import Thing, World

Worth = Literal["unmeasured", "wasted", "poor", "worth"]
_ENOUGH: Final = 2
"""The foes for whom an area is worth its act."""
_FAR: Final = 1 << 20


@dataclass(frozen=True, slots=True)
class FoundArea:
    """What an area in its best place is worth, and the ids of those whom it catches there."""

    worth: Worth
    caught: tuple[str, ...] = ()


def of(world: World, who: Thing, act: Act, book: Rulebook) -> Worth:
    """Whether the act catches two foes or more, or one at half hit points or fewer, and nobody of its own side; a single other foe is poor, and comes
    last. What has no area in numbers, or begins at a target, is not measured.
    """
    return found(world, who, act, book).worth


def found(world: World, who: Thing, act: Act, book: Rulebook) -> FoundArea:
    """The best place of an act's area as `of` judges it, with those whom it catches."""
    room, area = world.room_of(who.id), act.area
    if room is None or area is None or area.shape == "wall" or area.from_ == "target" or not str(area.ft).isdigit():
        return FoundArea("unmeasured")
    now = standing.standing_in(world, room, book)
    if who.id not in now.spaces or now.is_inside(who):
        return FoundArea("unmeasured")
    known = known_creatures.known_to(now, who)
    there = {one.id: space for one, space in now.creatures() if one.id in known and not planes.are_apart(world, who, one, book)}
    friends = {id: space for id, space in there.items() if now.relation(who, world.things[id]) == "ally"} | {who.id: now.spaces[who.id]}
    foes = {id: space for id, space in there.items() if now.relation(who, world.things[id]) == "hostile"}
    caught = _caught(now.ground, now.spaces[who.id], act, foes, friends)
    if any(id in friends for id in caught):
        return FoundArea("wasted")
    if len(caught) >= _ENOUGH or any(_is_half_gone(world, world.things[id], book) for id in caught):
        return FoundArea("worth", caught)
    return FoundArea("poor" if caught else "wasted", caught)


def _caught(ground: Ground, space: Space, act: Act, foes: dict[str, Space], friends: dict[str, Space]) -> tuple[str, ...]:
    """Those whom the area catches in its best place."""
    assert act.area is not None
    found, shape = ranges_of(act), act.area.shape
    chooses = act.area.spares == "chosen" or act.targets == "each_enemy"
    height = int(str(act.area.height)) if str(act.area.height or "").isdigit() else None
    area = EffectArea(shape, int(act.area.ft), width=act.area.width or 5, height=height, spreads=act.area.spreads)
    is_own = act.area.from_ == "self" or (act.area.from_ is None and found is None)
    if is_own and shape in ROUND:
        around = EffectArea("emanation", area.feet, z=space.z, maker=space, spreads=area.spreads)
        others = {} if chooses else {id: one for id, one in friends.items() if one != space}
        return tuple(id for id, one in {**foes, **others}.items() if catches(ground, around, one))
    crowd = Crowd(foes) if chooses else Crowd(foes, spared=friends)
    places = best_places(ground, AreaAim(area, space, found[0] if found else _FAR, from_maker=is_own and shape == "cube"), crowd)
    return places[0].caught if places else ()


def _is_half_gone(world: World, one: Thing, book: Rulebook) -> bool:
    """Whether a creature has half its hit points or fewer."""
    stats = thing_stats.stats_of(world, one, book)
    return stats.hp is not None and stats.hp_max is not None and 2 * stats.hp <= stats.hp_max.value
