"""Trouble that only PostgreSQL can cause: a broken connection, or a refusal of data that SQLite accepts."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text
from sqlalchemy.exc import TimeoutError as PoolTimeout

from rpg_lite import open_campaign
from rpg_lite.server.mcp import server
from rpg_lite.store.engine import open_database
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.tables import METADATA
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import FIRST_ROOM_ID, Campaign, World
from tests.evenings import evening
from tests.operations.table import Table, chronicle
from tests.store.worlds import by_id, campaign_in, happen, kept_busy, made, on_postgresql, seen

pytestmark = pytest.mark.postgres
SHAPE = """
SELECT conrelid::regclass::text AS what, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = current_schema()::regnamespace
UNION SELECT indexname, replace(indexdef, current_schema() || '.', '') FROM pg_indexes WHERE schemaname = current_schema()
UNION SELECT table_name, concat_ws(' ', column_name, data_type, is_nullable) FROM information_schema.columns
WHERE table_schema = current_schema()
"""


def end_backends(store: Store) -> None:
    """As when the server is restarted: every connection of the store is broken."""
    with open_database(store.url).writer.connect() as other:
        other.execute(
            text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()")
        )
        other.commit()


@on_postgresql
def test_the_migrations_make_the_tables_as_they_are_written(store: Store, new_database) -> None:
    at_once = open_database(new_database())
    METADATA.create_all(at_once.writer)
    with at_once.reader.connect() as one, store._database.reader.connect() as other:
        found = [{tuple(row) for row in c.execute(text(SHAPE)) if "alembic" not in row[0]} for c in (one, other)]
    assert found[0] == found[1] and len(found[0]) > 60


@on_postgresql
def test_a_lock_beyond_patience_is_told_and_does_no_harm(store: Store, campaign: Campaign, where: str) -> None:
    with Store.open(where, busy_ms=100) as hasty:
        with kept_busy(where):
            with pytest.raises(StoreFault) as told:
                happen(hasty, campaign, [], made("i1.1", "Axe"))
            assert told.value.code == "database_locked"
            assert hasty.rev(campaign.id) == 0
        happen(hasty, campaign, [], made("i1.1", "Axe"))
    assert store.rev(campaign.id) == 1


@on_postgresql
def test_a_lock_timeout_in_the_url_counts(where: str) -> None:
    for said, waits in (("", "5s"), ("%20-clock_timeout%3D7s", "7s")):
        with open_database(where + said).writer.connect() as connection:
            assert connection.exec_driver_sql("SHOW lock_timeout").scalar() == waits


@on_postgresql
def test_an_evening_is_the_same_in_every_row_after_the_campaign_was_closed(where: str) -> None:
    with open_campaign(where, seed=1) as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"], "hpMax": 44})
        evening(table)
        before, told = table.now, table.did("view", "Thorin")["text"]
        folded = evolve_all(World(game.campaign), chronicle(game))
        assert (folded.things, dict(folded.equipped)) == (before.things, before.worn)
    with open_campaign(where) as game:
        assert Table(game).now == before
        assert Table(game).did("view", "Thorin")["text"] == told


@on_postgresql
def test_a_connection_that_was_lost_is_made_again(store: Store, campaign: Campaign) -> None:
    happen(store, campaign, by_id(FIRST_ROOM_ID), made("i1.1", "Axe"))
    end_backends(store)
    assert store.rev(campaign.id) == 1
    tries = []

    def work(writing: Writing) -> int:
        tries.append(1)
        if len(tries) == 1:
            end_backends(store)
        return len(writing.load(by_id("i1.1")).things)

    assert store.write(campaign.id, work) == 3
    assert len(tries) == 2


@on_postgresql
async def test_a_commit_that_nobody_answered_is_told_as_unknown(where: str) -> None:
    """The connection breaks between the last statement and the answer to the commit."""
    from fastmcp import Client

    with open_campaign(where) as game:
        game.ask({"operation": "create", "name": "Thorin"}, "manage_character")
        game._clerk.write()
        event.listen(game.store._database.writer, "commit", lambda _: end_backends(game.store), once=True)
        give = {"characterName": "Thorin", "operation": "give", "template": "Torch"}
        async with Client(server(game)) as client:
            told = await client.call_tool("manage_inventory", give, raise_on_error=False)
        assert told.is_error and told.meta is not None
        assert told.meta["rpg-lite/error"]["code"] == "outcome_unknown"
        assert "may have been recorded" in told.content[0].text and "Nothing was changed" not in told.content[0].text
        assert game.ask(give)["ok"]


@on_postgresql
def test_what_it_cannot_do_is_told(store: Store) -> None:
    with pytest.raises(StoreFault) as caught:
        Store.open("postgresql://postgres@/nowhere?host=/nowhere")
    assert caught.value.code == "database_unreachable"
    with pytest.raises(StoreFault) as caught:
        store.backup(Path("x.db"))
    assert caught.value.code == "backup_unsupported" and "pg_dump" in str(caught.value)


def test_a_query_that_has_waited_once_does_not_wait_again(store: Store, campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def in_vain(_: Engine) -> None:
        asked.append(1)
        raise PoolTimeout("no connection in time")

    monkeypatch.setattr(Engine, "raw_connection", in_vain)
    monkeypatch.setattr(Engine, "connect", in_vain)
    with pytest.raises(StoreFault) as caught:
        store.rev(campaign.id)
    assert (caught.value.code, len(asked)) == ("database_locked", 1)


@on_postgresql
def test_what_is_gone_is_counted_purged_and_undone(where: str) -> None:
    with open_campaign(where, seed=1) as game:
        table, store, campaign = Table(game), game.store, game.campaign.id
        table.did("create", name="Thorin", character={"hpMax": 9})
        table.did("give", "Thorin", template="Backpack")
        table.did("give", template="Dagger", bagName="Backpack")
        table.did("remove", "Thorin", itemName="Backpack", withContents=True)
        game._clerk.write()
        assert store.orphans(campaign) == {"thing": 0, "equipped": 0, "exit": 0}
        assert store.stale(campaign, -1) == {"thing": 2, "equipped": 0, "exit": 0, "call": 8}
        assert store.purge(campaign, -1) == {"thing": 2, "equipped": 0, "exit": 0, "call": 8}
        table.did("undo")
        assert table.bag("Backpack") == {"Dagger": 1}
        assert table.did("party", atRev=1)["atRev"] == 1
        for more in (
            {},
            {"tools": True},
            {"stats": True},
            {"actorName": "Thorin"},
            {"itemName": "Dagger"},
            {"roomName": "Lobby"},
            {"since": 2},
        ):
            assert table.did("history", **more)["text"]
        assert table.did("history", tools=True, stats=True, actorName="Thorin", roomName="Lobby", itemName="Dagger", since=1)["ok"]


def rows_looked_at(store: Store, statement: str, parameters: Any) -> int:
    """The rows that the steps of a statement find, and those that they pass over."""

    def of(step: dict[str, Any]) -> float:
        each = step["Actual Rows"] + step.get("Rows Removed by Filter", 0) + step.get("Rows Removed by Join Filter", 0)
        return each * step["Actual Loops"] + sum(map(of, step.get("Plans", ())))

    with store._database.reader.connect() as connection:
        found = connection.exec_driver_sql(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", parameters).scalar()
    return round(of(found[0]["Plan"]))


@on_postgresql
def test_a_slice_of_a_large_campaign_costs_what_it_holds(store: Store, campaign: Campaign) -> None:
    """Each step of the walk is one look into an index, however many things there are."""
    crowd = [made(f"c1.{n}", f"Orc {n}", kind="character") for n in range(1, 800)]
    happen(store, campaign, by_id(FIRST_ROOM_ID), *crowd)
    for k in range(2, 12):
        happen(store, campaign, by_id("w"), *(made(f"i{k}.{n}", f"Thing {n}", f"c1.{n}") for n in range(1, 800)))
    with store._database.writer.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql("ANALYZE")
    asked: list[tuple[str, Any]] = []
    event.listen(store._database.reader, "before_cursor_execute", lambda *told: asked.append((told[2], told[3])))
    assert len(seen(store, campaign, by_id("c1.7")).things) == 13
    looked_at = sum(rows_looked_at(store, *each) for each in asked[:])
    assert 0 < looked_at < 500, looked_at


@on_postgresql
def test_the_way_to_the_server_and_back_is_taken_seldom(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each ReadyForQuery ends one. A transaction takes two more than its statements, a kept answer one in all."""
    monkeypatch.setattr("rpg_lite.store.call_log.WRITTEN_WITHIN", 100)
    monkeypatch.setattr("rpg_lite.store.postgres_engine._RESTED_S", 100)
    with open_campaign(where, seed=1) as game, open(tmp_path / "trace", "w+b") as trace:
        engine = game.store._database.writer
        engine.dispose()
        event.listen(engine, "connect", lambda raw, record: raw.pgconn.trace(trace.fileno()))
        table = Table(game)
        table.did("create", name="Thorin", character={"classes": ["fighter 5"]})

        def ways(operation: str, **fields: str) -> int:
            before = trace.seek(0, 2)
            table.did(operation, "Thorin", **fields)
            trace.seek(before)
            return trace.read().count(b"ReadyForQuery")

        for item in ("Shield", "Shield, +1"):
            table.did("give", "Thorin", template=item)
        for _ in range(8):  # from the sixth time on a statement is prepared
            table.did("equip", "Thorin", itemName="Shield")
            table.did("equip", "Thorin", itemName="Shield, +1")
            game.store._memories.clear()
            table.did("view", "Thorin")
        assert ways("equip", itemName="Shield") <= 7
        assert (ways("view"), ways("view")) == (1, 1), "what is remembered"
        game.store._memories.clear()
        assert ways("view") == 6, "what is not"


@on_postgresql
def test_a_connection_that_broke_a_moment_ago_is_not_noticed(store: Store, campaign: Campaign) -> None:
    happen(store, campaign, by_id(FIRST_ROOM_ID), made("i1.1", "gp"))
    asked = (
        lambda: store.rev(campaign.id),
        lambda: seen(store, campaign, by_id("i1.1")).campaign.rev,
        lambda: store.campaign("default").rev,
    )
    for ask in asked:
        end_backends(store)
        assert ask() == 1


@on_postgresql
def test_a_url_names_the_driver_or_not(where: str) -> None:
    with Store.open(where) as store:
        campaign_in(store)
    with Store.open(where.replace("postgresql://", "postgresql+psycopg://")) as store:
        assert [campaign.name for campaign in store.campaigns()] == ["default"]
