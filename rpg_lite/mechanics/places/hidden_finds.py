"""Hidden exits and things of a room: the list of them, and their discovery by a search or a check."""

from collections.abc import Collection, Sequence

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.exit_building import with_article
from rpg_lite.mechanics.space import sight
from rpg_lite.world import body_paths
from rpg_lite.world.world_model import Exit, Thing, World

ThingOrWay = Called | tuple[str, str]
"""A thing, or the label of an exit with its kind."""


def hidden_ways(world: World, room_id: str) -> list[Exit]:
    return [w for w in room_lookup.ways_of(world, room_id) if w.hidden]


def hidden_things(world: World, room_id: str) -> Sequence[Thing]:
    return [t for t in world.bag_of(room_id) if t.state.is_hidden]


def reveal(draft: Draft, room: Thing, missed: Collection[str]) -> list[ThingOrWay]:
    """Reveal the hidden exits and things here except the `missed` ones; return the names of things, and the labels and kinds of exits."""
    found: list[ThingOrWay] = []
    for way in hidden_ways(draft.world, room.id):
        if way.id in missed:
            continue
        room_lookup.alter(draft, way, hidden=False)
        found.append((way.label, way.kind))
    for thing in hidden_things(draft.world, room.id):
        if thing.id in missed:
            continue
        change(draft, thing, body_paths.DC_TO_FIND, None)
        change(draft, draft.world.things[thing.id], body_paths.HIDDEN, None)
        found.append(Called(thing.id))
    room_lookup.discover(draft, room.id)
    return found


def look_for(draft: Draft, who: Thing, total: int) -> None:
    """Let a Perception check of a party member find the exits and things around it whose own DC it reaches; without a DC of their own, only
    a search finds them.
    """
    room = draft.world.room_of(who.id)
    if room is None or draft.situation.dry or not who.creature.is_member:
        return
    ways, things = hidden_ways(draft.world, room.id), hidden_things(draft.world, room.id)
    dcs = {**{w.id: w.dc_to_find for w in ways}, **{t.id: t.state.dc_to_find for t in things}}
    reached = {id for id, dc in dcs.items() if dc is not None and total >= dc}
    if not reached or not sight.can_search(draft, who):
        return
    for found in reveal(draft, room, dcs.keys() - reached):
        what = found if isinstance(found, Called) else f"{with_article(found[1])} {found[0]}"
        draft.note("finds_hidden", name=Called(who.id), what=what, total=total)
