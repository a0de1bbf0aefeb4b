"""Commit the end of each use whose thing or context no longer exists, which makes chronicle and tables agree. Apart because it repairs what
the store itself never writes.
"""

from rpg_lite.store.chronicle import COMPLETED_BY
from rpg_lite.store.store import Store
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.world.events import Unequipped
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import World


def campaign(store: Store, campaign_id: str) -> tuple[int, int]:
    """End all such uses; return their number and the rev. A sound campaign has no such uses, and nothing is recorded for it."""
    return store.write(campaign_id, _repair_campaign)


def _repair_campaign(at: Writing) -> tuple[int, int]:
    left = at.left_in_use()
    if left:
        before = World(at.campaign, {}, {(row.context_id, row.thing_id): row for row in left})
        ended = tuple(Unequipped(row.context_id, row.thing_id, row.slot, row.grip, row.priority) for row in left)
        answer = {"ok": True, "text": f"Ended uses of things that no longer exist: {len(left)}."}
        at.record(before, evolve_all(before, ended), ended, tool=COMPLETED_BY, request_id=None, request_hash="", answer=answer)
    return len(left), at.rev
