"""Insert a new campaign with its first events as rev 0. Apart because it is the only commit without a world before it."""

from typing import Final

from sqlalchemy import Connection

from rpg_lite.store import chronicle
from rpg_lite.store.campaign_statements import campaign_named
from rpg_lite.store.tables import CAMPAIGN
from rpg_lite.store.upserts import insert_unless_there
from rpg_lite.store.world_writer import record
from rpg_lite.world.events import Event
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.history_records import Commit
from rpg_lite.world.world_model import Campaign, World

CREATED_BY: Final = "create_campaign"
"""The tool name of every campaign's rev 0."""


def insert_campaign(connection: Connection, new: Campaign, first: tuple[Event, ...], at: int) -> Campaign | None:
    """Insert the campaign and return None; if another campaign already has the name, return that campaign and write nothing."""
    row = {"id": new.id, "name": new.name, "rev": 0, "ruleset": new.ruleset, "policy": new.policy, "minutes": 0}
    row |= {"created_at": at, "archived_at": None}
    if connection.execute(insert_unless_there(connection, CAMPAIGN, "name"), row).first() is None:
        there = campaign_named(connection, new.name)
        if there is None:
            raise RuntimeError("a campaign's name is taken, but no campaign has it")
        return there
    empty = World(new)
    record(connection, empty, evolve_all(empty, first), at)
    chronicle.write(connection, new.id, [Commit(0, CREATED_BY, None, "", {}, None, at, first)])
    return None
