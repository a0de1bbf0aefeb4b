"""The gain `item_lore`: the caster learns what a thing in its possession is (SRD, Identify)."""

from rpg_lite.operations import targets
from rpg_lite.operations.mechanics.acting.choice_meaning import ITEM
from rpg_lite.operations.mechanics.acting.performance import Performance
from rpg_lite.operations.mechanics.state_changes import change
from rpg_lite.operations.outcome import Rejected
from rpg_lite.world import body_paths
from rpg_lite.world.world_model import Thing


def learn(p: Performance) -> None:
    """Make the chosen thing known and report its properties; without a choice, the table decides what the creature learns. A dry run reveals nothing."""
    wanted = p.cast.wish.choice.get(ITEM) or p.cast.wish.choice.get("choice")
    if not wanted:
        return
    thing = targets.find_carried(p.draft.world, p.thing(p.cast.by), None, wanted, p.book)
    if isinstance(thing, Rejected):
        thing = _of_a_companion(p, wanted) or thing
    if isinstance(thing, Rejected):
        p.refused = p.refused or thing
    elif not p.draft.situation.dry:
        if not thing.item.is_identified:
            change(p.draft, thing, body_paths.IDENTIFIED, None)
        p.learned.append(thing.id)


def _of_a_companion(p: Performance, wanted: str) -> Thing | None:
    """The thing that one companion beside the caster carries, whom the caster touches for it."""
    room = p.draft.world.room_of(p.cast.by)
    members = [t for t in p.draft.world.things.values() if t.kind == "character" and t.creature.is_member and t.id != p.cast.by]
    beside = [t for t in members if room is not None and p.draft.world.room_of(t.id) == room]
    found = [targets.find_carried(p.draft.world, bearer, None, wanted, p.book) for bearer in beside]
    things = [thing for thing in found if isinstance(thing, Thing)]
    return things[0] if len(things) == 1 else None
