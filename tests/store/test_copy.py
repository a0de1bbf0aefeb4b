"""A database is copied into another one, of the same or the other kind, row by row."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection, Insert, event

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.store import database_copy, store_maintenance
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.tables import EVENT
from tests.operations.table import chronicle, snapshot
from tests.store.played import PLAYED, every_row, play, played


def silent(what: str, done: int, total: int) -> None:
    assert 0 < done <= total, what


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A database with two campaigns."""
    played(tmp_path / "home.db", "Saltmarsh")
    with play(open_campaign(tmp_path / "home.db", "Ötür ⚔", new=True, ruleset="5.2"), PLAYED[:3]):
        pass
    with Store.open(tmp_path / "home.db") as store:
        store.archive("Ötür ⚔", away=True)
    return tmp_path / "home.db"


def copied(source: Path | str, target: Path | str) -> dict[str, database_copy.Sum]:
    with Store.open(source, read_only=True) as here, Store.open(target) as there:
        return store_maintenance.copy_database(here, there, silent)


def same(one: Path | str, other: Path | str) -> None:
    with Store.open(one) as here, Store.open(other) as there:
        assert there.shelf() == here.shelf()
        for campaign in here.shelf():
            assert every_row(there, campaign.id) == every_row(here, campaign.id)
        assert store_maintenance.findings(there, silent) == []


def test_all_campaigns_arrive_and_are_played_on(two: Path, tmp_path: Path) -> None:
    sums = copied(two, tmp_path / "away.db")
    same(two, tmp_path / "away.db")
    assert {table: told.rows for table, told in sums.items()}["campaign"] == 2
    with open_campaign(two, "Saltmarsh") as here, open_campaign(tmp_path / "away.db", "Saltmarsh") as there:
        assert snapshot(there) == snapshot(here) and chronicle(there) == chronicle(here)
        assert there.ask({"operation": "undo", "toRev": 3}) == here.ask({"operation": "undo", "toRev": 3})


@pytest.mark.postgres
def test_to_postgresql_and_back_again_nothing_is_lost(two: Path, tmp_path: Path, new_database: Callable[[], str]) -> None:
    url = new_database()
    there = copied(two, url)
    same(two, url)
    with open_campaign(url, "Saltmarsh") as game:
        play(game, PLAYED[7:9])
        assert game.ask({"operation": "undo"})["ok"] and game.ask({"operation": "undo"})["ok"]
    back = copied(url, tmp_path / "back.db")
    same(url, tmp_path / "back.db")
    assert back["event"].rows == there["event"].rows + 4
    with Store.open(url) as store, pytest.raises(StoreFault, match="already holds campaigns"):
        store_maintenance.copy_database(store, store, silent)


@pytest.mark.postgres
def test_an_export_of_one_kind_is_imported_by_the_other(two: Path, tmp_path: Path, new_database: Callable[[], str]) -> None:
    with Store.open(two) as here, Store.open(new_database()) as there:
        campaign = here.campaign("Saltmarsh")
        assert campaign
        store_maintenance.export_campaign(here, campaign.id, tmp_path / "salt.zip", silent)
        store_maintenance.import_campaign(there, tmp_path / "salt.zip", None, silent)
        found = there.campaign("Saltmarsh")
        assert found
        assert every_row(there, found.id) == every_row(here, campaign.id)
        store_maintenance.export_campaign(there, found.id, tmp_path / "again.zip", silent)
    assert (tmp_path / "again.zip").read_bytes() == (tmp_path / "salt.zip").read_bytes()


def test_a_database_that_holds_campaigns_is_not_written_over(two: Path, tmp_path: Path) -> None:
    played(tmp_path / "away.db", "Mine")
    with pytest.raises(StoreFault, match="is not overwritten") as told:
        copied(two, tmp_path / "away.db")
    assert told.value.code == "database_not_empty"
    with Store.open(tmp_path / "away.db") as store:
        assert [c.name for c in store.shelf()] == ["Mine"]


def test_what_arrives_otherwise_than_it_left_is_not_kept(two: Path, tmp_path: Path) -> None:
    def spoil(connection: Connection, statement: object, *_: object) -> None:
        if isinstance(statement, Insert) and statement.table is EVENT:
            connection.exec_driver_sql("UPDATE event SET body = '{}' WHERE rev = 3")

    with Store.open(two, read_only=True) as here, Store.open(tmp_path / "away.db") as there:
        event.listen(there._database.writer, "after_execute", spoil)
        with pytest.raises(StoreFault, match="The table event differs in the copy") as told:
            store_maintenance.copy_database(here, there, silent)
        assert told.value.code == "copy_differs"
        assert there.shelf() == []


def test_half_a_copy_leaves_nothing(two: Path, tmp_path: Path) -> None:
    def breaks(what: str, done: int, total: int) -> None:
        if what == "event":
            raise KeyboardInterrupt

    with Store.open(two, read_only=True) as here, Store.open(tmp_path / "away.db") as there:
        with pytest.raises(KeyboardInterrupt):
            store_maintenance.copy_database(here, there, breaks)
        assert there.shelf() == []
        assert store_maintenance.copy_database(here, there, silent)["campaign"].rows == 2


def test_things_in_each_other_are_told_and_not_copied(two: Path, tmp_path: Path) -> None:
    with Store.open(two) as store, store._database.writer.connect() as connection:
        connection.exec_driver_sql("UPDATE thing SET parent_id = id WHERE name = 'Backpack'")
        connection.commit()
    with pytest.raises(StoreFault, match="rpg-lite db check shows which"):
        copied(two, tmp_path / "away.db")


def test_the_sum_of_rows_knows_no_order_but_every_letter() -> None:
    one, two = {"id": "i1.1", "body": {"a": 1, "b": [2]}}, {"id": "i1.2", "body": {}}
    assert database_copy.Sum().with_rows([one, two]) == database_copy.Sum().with_rows([two]).with_rows(
        [{"id": "i1.1", "body": {"b": [2], "a": 1}}]
    )
    assert database_copy.Sum().with_rows([one, two]) != database_copy.Sum().with_rows([one, two | {"id": "i1.3"}])
    assert database_copy.Sum().with_rows([one, one]) != database_copy.Sum().with_rows([two, two])
