"""Things that are long gone can be deleted for good, and no undo needs them."""

from pathlib import Path

import pytest
from sqlalchemy import select, text, update

from rpg_lite import open_campaign
from rpg_lite.store.tables import CALL, EQUIPPED, EXIT, THING
from rpg_lite.world.world_model import FIRST_ROOM_ID
from tests.operations.table import Table

ALL = -1.0
"""Days: everything that is gone by now."""


def rows(table: Table, of: object) -> list[object]:
    with table.game.store._database.reader.connect() as connection:
        return list(connection.execute(select(of)))


def touch(table: Table, statement: object) -> None:
    with table.game.store._database.writer.begin() as connection:
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
        connection.execute(statement)


def keys_hold(table: Table) -> bool:
    """PostgreSQL sees to it by itself."""
    with table.game.store._database.reader.connect() as connection:
        return connection.dialect.name != "sqlite" or connection.execute(text("PRAGMA foreign_key_check")).first() is None


@pytest.fixture
def emptied(table: Table) -> Table:
    """A backpack with a dagger in it is gone, and a worn shield."""
    table.did("give", "Thorin", template="Backpack")
    table.did("give", template="Dagger", bagName="Backpack")
    table.did("give", "Thorin", template="Shield", equip=True)
    table.did("remove", "Thorin", itemName="Backpack", withContents=True)
    table.did("remove", "Thorin", itemName="Shield")
    table.game._clerk.write()
    return table


def test_what_is_gone_is_stale_and_purged_with_the_calls(emptied: Table):
    store, campaign, before = emptied.game.store, emptied.game.campaign.id, emptied.now
    assert store.stale(campaign, ALL) == {"thing": 3, "equipped": 1, "exit": 0, "call": 14}
    assert store.purge(campaign, ALL) == {"thing": 3, "equipped": 1, "exit": 0, "call": 14}
    assert store.stale(campaign, ALL) == {"thing": 0, "equipped": 0, "exit": 0, "call": 0}
    assert emptied.now == before and keys_hold(emptied)
    worn = [row for row in rows(emptied, EQUIPPED) if row.slot is not None]
    assert not rows(emptied, CALL) and not worn and not rows(emptied, EXIT)


def test_what_is_gone_since_yesterday_stays_for_a_month(emptied: Table):
    store, campaign = emptied.game.store, emptied.game.campaign.id
    assert set(store.stale(campaign, 30).values()) == set(store.purge(campaign, 30).values()) == {0}
    assert len(rows(emptied, CALL)) == 14


@pytest.mark.parametrize("days", [ALL, 30])
def test_an_undo_of_anything_works_after_a_purge(emptied: Table, days: float):
    emptied.game.store.purge(emptied.game.campaign.id, days)
    emptied.did("undo", toRev=5)
    assert emptied.bag("Thorin") == {"Backpack": 1, "Shield": 1} and emptied.worn("Thorin") and keys_hold(emptied)
    assert emptied.bag("Backpack") == {"Dagger": 1}
    assert "Shield" in emptied.did("view", "Thorin")["text"]


def test_an_undo_of_one_command_works_after_a_purge(emptied: Table):
    emptied.game.store.purge(emptied.game.campaign.id, ALL)
    emptied.did("undo", rev=6)
    assert emptied.bag("Backpack") == {"Dagger": 1} and keys_hold(emptied)


def test_what_something_still_hangs_from_is_not_purged(emptied: Table):
    dagger = next(r for r in rows(emptied, THING) if r.name == "Dagger")
    touch(emptied, update(THING).where(THING.c.id == dagger.id).values(deleted_at=dagger.deleted_at + 10**12))
    assert emptied.game.store.purge(emptied.game.campaign.id, ALL)["thing"] == 1, "the shield alone: the dagger's row needs the backpack's"
    assert keys_hold(emptied)


def test_a_sound_campaign_has_no_orphans_and_a_torn_one_shows_them(emptied: Table):
    store, campaign = emptied.game.store, emptied.game.campaign.id
    assert store.orphans(campaign) == {"thing": 0, "equipped": 0, "exit": 0}
    touch(emptied, update(THING).where(THING.c.name.in_(("Dagger", "Shield"))).values(deleted_at=None))
    touch(emptied, update(EQUIPPED).values(deleted_at=None))
    touch(emptied, update(THING).where(THING.c.name == "Shield").values(parent_id=None))
    assert store.orphans(campaign) == {"thing": 2, "equipped": 0, "exit": 0}


def test_what_a_campaign_began_with_does_not_come_back_at_the_next_start(tmp_path: Path):
    with open_campaign(tmp_path / "party.db") as game:
        table = Table(game)
        there = sorted(t.id for t in table.now.things.values() if t.kind == "room" and t.id.startswith("r0."))
        away = next(id for id in there if id != FIRST_ROOM_ID)
        assert table.send({"operation": "remove", "bagId": away, "all": True}, "manage_room")["ok"]
        game.store.purge(game.campaign.id, ALL)
        before = table.now
        assert away not in before.things and game.store.stale(game.campaign.id, ALL)["thing"] == 0
    with open_campaign(tmp_path / "party.db") as game:
        assert Table(game).now == before


def test_a_purge_makes_no_rev(emptied: Table):
    rev = emptied.rev
    emptied.game.store.purge(emptied.game.campaign.id, ALL)
    assert emptied.rev == rev
