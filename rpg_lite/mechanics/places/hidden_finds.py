"""Hidden exits, things and features of the ground of a room: the list of them, and their discovery by a search or a check."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.decision.state_changes import change
from rpg_lite.mechanics.places import room_lookup
from rpg_lite.mechanics.places.exit_building import with_article
from rpg_lite.mechanics.space import sight
from rpg_lite.world import body_paths
from rpg_lite.world.ground_states import FeatureState
from rpg_lite.world.world_model import Exit, Thing, World

ThingOrWay = Called | tuple[str, str]
"""A thing, or the label of an exit with its kind; of a feature of the ground its place and its word."""
_FEATURE: Final = "feature "
_NOUNS: Final[Mapping[str, str]] = {
    "furniture": "piece of furniture", "difficult": "patch of difficult ground", "shallow_water": "patch of shallow water",
    "deep_water": "patch of deep water", "obscured": "patch of fog",
}  # fmt: skip
"""Features whose own word takes no article."""


def hidden_ways(world: World, room_id: str) -> list[Exit]:
    return [w for w in room_lookup.ways_of(world, room_id) if w.hidden]


def hidden_things(world: World, room_id: str) -> Sequence[Thing]:
    return [t for t in world.bag_of(room_id) if t.state.is_hidden]


def hidden_features(room: Thing) -> dict[str, FeatureState]:
    """The hidden features of the ground of a room by the keys that `reveal` takes."""
    return {f"{_FEATURE}{leaf}": kept for leaf, kept in room.room.ground.features.items() if kept.is_hidden}


def dcs(world: World, room: Thing) -> dict[str, int | None]:
    """The DC of each hidden exit, thing and feature of a room; None for those that only a search finds."""
    ways = {w.id: w.dc_to_find for w in hidden_ways(world, room.id)}
    things = {t.id: t.state.dc_to_find for t in hidden_things(world, room.id)}
    return {**ways, **things, **{key: kept.dc_to_find for key, kept in hidden_features(room).items()}}


def reveal(draft: Draft, room: Thing, missed: Collection[str]) -> list[ThingOrWay]:
    """Reveal the hidden exits, things and features here except the `missed` ones; return the names of things, the labels and kinds of exits, and the
    places and words of features.
    """
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
    for key, kept in hidden_features(draft.world.things[room.id]).items():
        if key not in missed:
            change(draft, draft.world.things[room.id], body_paths.FEATURES.at(key.removeprefix(_FEATURE)), kept.found)
            found.append((f"({kept.called}) at {kept.at}" if kept.called else f"at {kept.at}", _NOUNS.get(kept.word, kept.word)))
    room_lookup.discover(draft, room.id)
    return found


def look_for(draft: Draft, who: Thing, total: int) -> None:
    """Let a Perception check of a party member find the exits and things around it whose own DC it reaches; without a DC of their own, only
    a search finds them.
    """
    room = draft.world.room_of(who.id)
    if room is None or draft.situation.dry or not who.creature.is_member:
        return
    hidden = dcs(draft.world, room)
    reached = {id for id, dc in hidden.items() if dc is not None and total >= dc}
    if not reached or not sight.can_search(draft, who):
        return
    for found in reveal(draft, room, hidden.keys() - reached):
        what = found if isinstance(found, Called) else f"{with_article(found[1])} {found[0]}"
        draft.note("finds_hidden", name=Called(who.id), what=what, total=total)
