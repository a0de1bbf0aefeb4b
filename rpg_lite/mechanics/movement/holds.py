"""Grapples end out of reach of the grappler (SRD 5.1, Grappled; SRD 5.2, Grappling).

Apart because the loop asks it after every deed that moves somebody, by whatever means.
"""

from rpg_lite.decision.draft import Draft
from rpg_lite.decision.outcome import Called
from rpg_lite.mechanics.life import grapple_release
from rpg_lite.mechanics.space import reach_of, standing
from rpg_lite.world import body_paths, events
from rpg_lite.world.grapples import GRAPPLED


def part_out_of_reach(draft: Draft) -> None:
    """End the grapples of those whom the grappler no longer reaches, where places count."""
    moved = dict.fromkeys(event.id for event in draft.events if isinstance(event, events.Changed) and event.path == body_paths.SPOT)
    rooms = {room.id: room for id in moved if id in draft.world.things and (room := draft.world.room_of(id)) is not None}
    for room in rooms.values():
        if not standing.is_measured(draft.world, room.id):
            continue
        now = standing.standing_in(draft.world, room, draft.situation.book)
        for held, _ in [*now.creatures()]:
            for holder in dict.fromkeys(c.cause.by for c in held.creature.conditions if c.name == GRAPPLED and c.cause.by):
                feet = now.feet(holder, held.id)
                if feet is not None and feet > reach_of.melee_reach(draft.world, draft.world.things[holder], draft.situation.book):
                    for entry in grapple_release.release_one(draft, draft.world.things[holder], draft.world.things[held.id]):
                        draft.note("ended_by_event", name=Called(held.id), what=entry.name)
