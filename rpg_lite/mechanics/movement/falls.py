"""Whoever has nothing under it falls to the floor below (SRD 5.1, Falling, Flying Movement; SRD 5.2, Falling, Flying).

Apart because the loop asks it after every deed, whatever took the floor or the wings away: a step over an edge, a push, the end of a spell, a pit that
opens.
"""

from dataclasses import replace
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called, Notice
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.acts import playing
from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.mechanics.acts.wish_and_casting import Wish
from rpg_lite.mechanics.creature import acts
from rpg_lite.mechanics.space import default_places, held_aloft, standing
from rpg_lite.rules import creature_flags
from rpg_lite.rules.space.features import places_of
from rpg_lite.rules.space.measure import STEPS
from rpg_lite.rules.space.squares import SQUARE_FEET, Space, square_name
from rpg_lite.world import body_paths, clock, combat, thing_stats
from rpg_lite.world.world_model import Thing

FALL: Final = "Fall"


def let_fall(draft: Draft) -> bool:
    """Let all fall who stand on nothing in the room of a fight where places count; return whether somebody did."""
    room = _room(draft)
    if room is None:
        return False
    now = standing.standing_in(draft.world, room, draft.situation.book, sees_hidden=not draft.situation.hides_others)
    aloft = [
        (draft.world.things[id], space, floor)
        for id, space in now.spaces.items()
        if space.z > (floor := now.ground.floor_under(space)) and not now.is_carried(draft.world.things[id])
    ]
    fell = False
    for one, space, floor in aloft:
        if one.kind != "character" or not (held_aloft.is_held_up(draft, one) or held_aloft.holds_on(draft, one, space, now.ground)):
            _land(draft, draft.world.things[room.id], one, space, floor)
            fell = True
    return fell


def _room(draft: Draft) -> Thing | None:
    """The room of the fight, where places count and anybody could stand above its floor."""
    on = clock.fight(draft.world)
    if on is None or not on.is_measured:
        return None
    room = draft.world.things.get(combat.room_id(draft.world) or "")
    if room is None:
        return None
    is_even = not any(f.feature.kind.floor for f in room.room.ground.features.values())
    if is_even and not any(t.state.spot is not None and t.state.spot.z > 0 for t in draft.world.bag_of(room.id)):
        return None
    return room


def _land(draft: Draft, room: Thing, one: Thing, space: Space, floor: int) -> None:
    """Take a creature or a thing to the floor; a creature takes the damage of its fall, unless that has been played already, or it floats down."""
    there = _beside_others(draft, room, one, Space(space.x, space.y, space.n, floor))
    way = (replace(space, z=z) for z in range(space.z, floor, -SQUARE_FEET))
    draft.comes_over(one.id, (*way, there))
    default_places.stand(draft, one, there, room)
    _reveal_pits(draft, room, there)
    if one.kind != "character" or thing_stats.is_dead(one) or any(h.event == "fall" and h.bearer == one.id for h in draft.happened):
        return
    at, feet = square_name((there.x, there.y), there.z), space.z - floor
    if _floats_down(draft, one):
        draft.note("floats_down", name=Called(one.id), at=at)
        return
    draft.note("falls_from", name=Called(one.id), feet=feet, at=at)
    found = acts.find(draft.world, one, FALL, draft.situation.book)
    assert found is not None
    played = playing.play(draft, one, found.act, [one], Wish(choice={"amount": str(feet)}))
    if isinstance(played, ActResult) and (played.targets or played.says):
        draft.notes.append(Notice("triggered", {"played": played}))


def _beside_others(draft: Draft, room: Thing, one: Thing, there: Space) -> Space:
    """The place where a creature comes to lie: the nearest on this floor in which nobody is."""
    # A spell that ends names nobody else: whoever stands below is looked up, but not for somebody who only asks and must not learn of them.
    only_asks = draft.situation.hides_others
    bystanders = {} if only_asks else draft.situation.people([room.id])
    world = replace(draft.world, things={**bystanders, **draft.world.things})
    now = standing.standing_in(world, room, draft.situation.book, sees_hidden=not only_asks)
    others = [space for other, space in now.creatures() if other.id != one.id and not now.moves_with(other, one)]
    around = [there, *(replace(there, x=there.x + dx, y=there.y + dy) for dx, dy in STEPS)]
    fits = now.ground.fits(there.n)
    free = (
        space
        for space in around
        if now.ground.holds(space)
        and fits[now.ground.index(space.x, space.y)]
        and now.ground.floor_under(space) == there.z
        and not any(space.overlaps(other) for other in others)
    )
    return there if one.kind != "character" else next(free, there)


def _floats_down(draft: Draft, one: Thing) -> bool:
    """Whether magic that lifted it without a flying speed has ended, which sets it down gently (SRD, Levitate)."""
    before = draft.before.things.get(one.id)
    if before is None:
        return False
    stats = thing_stats.stats_of(draft.before, before, draft.situation.book)
    flies = stats.speed.get("fly")
    return creature_flags.HOVER in stats.flags and not (flies and flies.value)


def _reveal_pits(draft: Draft, room: Thing, space: Space) -> None:
    """Show the hidden pits in which somebody lies now."""
    for leaf, kept in draft.world.things[room.id].room.ground.features.items():
        if kept.is_hidden and kept.feature.kind.floor < 0 and not {*places_of(kept.feature).squares}.isdisjoint(space.squares):
            change(draft, room, body_paths.FEATURES.at(leaf), kept.found)
