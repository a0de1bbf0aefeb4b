import json
import re
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import JSON, Boolean, Connection, MetaData, insert, inspect

from rpg_lite import open_campaign
from rpg_lite.store import database_check
from rpg_lite.store.engine import open_database
from rpg_lite.store.export_format import VERSION
from rpg_lite.store.migrate import HEAD, MIGRATIONS, migrate, stamp, upgrade
from rpg_lite.store.schema_lock import schema_change
from rpg_lite.store.sqlite_driver_selection import driver
from rpg_lite.store.store import Store
from rpg_lite.store.tables import METADATA, OWN_BAG
from rpg_lite.world.world_model import FIRST_ROOM_ID
from tests.store import write_older
from tests.store.broken import held
from tests.store.worlds import by_id, campaign_in, happen, hero, made, on_sqlite, seen

TEMPLATES = "SELECT id, template FROM thing ORDER BY id"
SCHEMA = "SELECT name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'alembic_version' ORDER BY name"


def test_head_is_the_newest_file() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def schema(connection: Connection) -> dict[str, list[str]]:
    """The parts of every table and index, in any order. A column that was added later shares the line of another."""
    return {name: sorted(re.split(r",?\s*\n\s*|, (?=[a-z_]+ [A-Z])", sql)) for name, sql in connection.exec_driver_sql(SCHEMA)}


def tables_and_indexes(connection: Connection) -> Any:
    """Every column, key, check and index, in any order."""
    found = inspect(connection)
    parts = (found.get_columns, found.get_foreign_keys, found.get_unique_constraints, found.get_check_constraints)
    return {
        t: [found.get_pk_constraint(t), *(sorted(map(str, part(t))) for part in parts), sorted(map(_index, found.get_indexes(t)))]
        for t in found.get_table_names()
    }


@on_sqlite
def test_indexes_are_made_in_one_order(store: Store) -> None:
    """SQLite prefers the earlier of two equal indexes, so rows without an order of their own would come in another one in each process."""
    made = "SELECT tbl_name, name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY rowid"
    with store._database.reader.connect() as connection:
        names = [tuple(row) for row in connection.exec_driver_sql(made)]
    by_table = [name for table in dict.fromkeys(t for t, _ in names) for name in sorted(n for t, n in names if t == table)]
    assert [name for _, name in names] == by_table


def _index(found: Any) -> str:
    conditions = {key: str(condition) for key, condition in found.get("dialect_options", {}).items()}
    return str({**found, "dialect_options": conditions})


def test_the_migrations_make_the_tables_of_a_new_database(
    store: Store, where: Path | str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """A new database takes its tables from the models, with no migration; they are the ones that the migrations make."""
    migrated = open_database(tmp_path / "migrated.db" if isinstance(where, Path) else request.getfixturevalue("new_database")())
    with schema_change(migrated.writer) as connection:
        upgrade(connection)
    with migrated.reader.connect() as connection, store._database.reader.connect() as new:
        assert tables_and_indexes(new) == tables_and_indexes(connection)
        assert stamp(new, "new") == stamp(connection, "migrated") == HEAD
        assert not isinstance(where, Path) or schema(new) == schema(connection)


@pytest.mark.slow
@pytest.mark.sqlite("its files")
def test_neither_a_first_nor_a_second_start_needs_alembic(file: Path) -> None:
    code = f"import sys; from rpg_lite.store.store import Store; Store.open({str(file)!r}).close(); assert 'alembic' not in sys.modules"
    for _ in range(2):
        subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])
    with Store.open(file) as store:
        campaign = campaign_in(store)
        happen(store, campaign, by_id(FIRST_ROOM_ID), hero("c1.1", "Thorin"))
    with Store.open(file) as store:
        assert seen(store, campaign, by_id("c1.1")).things["c1.1"].name == "Thorin"


def everything(where: Path | str) -> tuple[dict[str, list[Any]], list[Any]]:
    """Every row of every table and every index, as the next one to open finds them."""
    with open_database(where).reader.connect() as connection:
        tables = inspect(connection)
        rows = {name: sorted(connection.exec_driver_sql(f'SELECT * FROM "{name}"').all(), key=str) for name in tables.get_table_names()}
        return rows, [(name, i["name"], i["column_names"]) for name in rows for i in tables.get_indexes(name)]


def test_opening_makes_the_tables_and_opening_twice_changes_nothing(where: Path | str) -> None:
    with Store.open(where) as store:
        happen(store, campaign_in(store), by_id(FIRST_ROOM_ID), hero("c1.1", "Thorin"), made("i1.2", "Axe", "c1.1"))
    before = everything(where)
    assert before[0].keys() == {*METADATA.tables, "alembic_version"}
    for _ in range(2):
        Store.open(where).close()
        assert everything(where) == before


@pytest.mark.sqlite("its files and rebuilt tables")
def test_a_half_done_migration_leaves_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database = open_database(file)
    with pytest.raises(ZeroDivisionError), schema_change(database.writer) as connection:
        METADATA.create_all(connection)
        raise ZeroDivisionError
    with database.reader.connect() as connection:
        assert schema(connection) == {}
    migrate(database)


def test_an_interrupted_migration_reports_only_the_interruption(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C inside of the driver: SQLAlchemy closes the connection, and nothing is asked of it any more."""

    def interrupted(connection: object) -> None:
        raise KeyboardInterrupt

    engine = open_database(file).writer
    monkeypatch.setattr(engine.dialect, "do_commit", interrupted)
    with pytest.raises(KeyboardInterrupt), schema_change(engine) as connection:
        connection.exec_driver_sql("CREATE TABLE half (id INTEGER)")


@pytest.mark.sqlite("its files and rebuilt tables")
def test_a_rebuilt_table_keeps_its_children_and_a_broken_key_is_refused(file: Path) -> None:
    with Store.open(file) as store:
        campaign = campaign_in(store)
        happen(store, campaign, by_id(FIRST_ROOM_ID), hero("c1.1", "Thorin"), made("i1.2", "Axe", "c1.1"))
    database = open_database(file)
    with schema_change(database.writer) as connection:
        connection.exec_driver_sql("CREATE TABLE rebuilt AS SELECT * FROM thing")
        connection.exec_driver_sql("DELETE FROM thing")
        connection.exec_driver_sql("INSERT INTO thing SELECT * FROM rebuilt")
        connection.exec_driver_sql("DROP TABLE rebuilt")
    with pytest.raises(RuntimeError, match="foreign key"), schema_change(database.writer) as connection:
        connection.exec_driver_sql("DELETE FROM thing WHERE id = 'c1.1'")
    with database.writer.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
    with Store.open(file) as store:
        assert seen(store, campaign, by_id("c1.1")).things.keys() == {"c1.1", "i1.2", FIRST_ROOM_ID, "w"}


@pytest.mark.sqlite("its files and rebuilt tables")
@pytest.mark.parametrize("name", ["with space", "100%", "a?b#c", "größer 🐉"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    with Store.open(tmp_path / name) as store:
        campaign_in(store)
    assert (tmp_path / name).stat().st_size > 0
    with Store.open(f"sqlite:///{tmp_path}/plain.db") as store:
        assert store.campaigns() == []


@on_sqlite
def test_the_engine_is_set_for_safety(store: Store) -> None:
    with store._database.writer.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("synchronous", "foreign_keys", "busy_timeout", "journal_mode")
        }
    assert pragmas == {"synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000, "journal_mode": "wal" if driver()[1] else "truncate"}
    assert bool(store.warnings) is not driver()[1]


@pytest.mark.sqlite("its files and rebuilt tables")
def test_an_old_sqlite_keeps_a_rollback_journal_and_says_so(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rpg_lite.store.sqlite_driver_selection.SAFE_WAL", (99, 0, 0))
    with Store.open(file) as store:
        campaign_in(store)
        assert "older than 99.0.0" in store.warnings[0]
        with store._database.writer.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "truncate"


@pytest.mark.slow
@pytest.mark.sqlite("its journals")
@pytest.mark.parametrize("others", [False, True], ids=["alone", "while another process has it open"])
def test_an_old_sqlite_writes_what_a_newer_one_began(file: Path, monkeypatch: pytest.MonkeyPatch, others: bool) -> None:
    if not driver()[1]:
        pytest.skip("there is only an old one here")
    with Store.open(file) as store:
        campaign = campaign_in(store)
    with held(file, "SELECT * FROM campaign") if others else nullcontext(), monkeypatch.context() as old:
        old.setattr("rpg_lite.store.sqlite_driver_selection.SAFE_WAL", (99, 0, 0))
        with Store.open(file, busy_ms=100) as store:
            happen(store, campaign, by_id(FIRST_ROOM_ID), made("i1.1", "Axe"))
            with store._database.writer.connect() as connection:
                assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == ("wal" if others else "truncate")


@pytest.mark.sqlite("its files and rebuilt tables")
def test_things_of_an_older_database_are_found_by_their_templates(file: Path) -> None:
    pouch, torch = {"template": "srd:pouch"}, {"item": {"name": "Torch", "type": "adventuring_gear"}}
    coffer = {"item": {"name": "Coffer", "type": "wondrous", "container": {}}}
    with Store.open(file) as store:
        campaign = campaign_in(store)
        bodies = {"i1.1": pouch, "i1.2": torch, "i1.3": coffer}
        happen(store, campaign, by_id(FIRST_ROOM_ID), *(made(id, f"Old {id}", body=body) for id, body in bodies.items()))
        with store._database.reader.connect() as connection:
            written = connection.exec_driver_sql(TEMPLATES).all()
    with schema_change(open_database(file).writer) as connection:
        connection.exec_driver_sql("DROP TABLE exit")
        connection.exec_driver_sql("DROP TABLE call")
        connection.exec_driver_sql('ALTER TABLE "commit" DROP COLUMN back_to')
        connection.exec_driver_sql('ALTER TABLE "commit" DROP COLUMN deed')
        connection.exec_driver_sql("ALTER TABLE campaign DROP COLUMN archived_at")
        connection.exec_driver_sql("DROP INDEX thing_template")
        connection.exec_driver_sql("ALTER TABLE thing DROP COLUMN template")
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0001'")
    with Store.open(file) as store, store._database.reader.connect() as connection:
        assert connection.exec_driver_sql(TEMPLATES).all() == written
        assert {id: template for id, template in written if id in bodies} == {"i1.1": "srd:pouch", "i1.2": None, "i1.3": OWN_BAG}


# ── databases of older programs ─────────────────────────────────────────────────────────────────────────────────────

OLDER = sorted((Path(__file__).parent / "older").glob("*.json"))
"""The rows that the last program of each schema wrote for one evening, and its answers."""
SHARED = {
    "operation": "transfer",
    "characterName": "Thorin",
    "itemName": "Gold",
    "quantity": 50,
    "toName": "Elara",
    "requestId": "share",
}


def written_by(older: dict[str, Any], version: str, where: Path | str) -> None:
    """A database of that schema with these rows."""
    with schema_change(open_database(where).writer) as connection:
        upgrade(connection, version)
        tables = MetaData()
        tables.reflect(connection)
        for name, rows in older["rows"].items():
            columns = tables.tables[name].columns
            read = [
                {k: json.loads(v) if isinstance(columns[k].type, JSON) and v is not None else v for k, v in row.items()} for row in rows
            ]
            read = [{k: bool(v) if isinstance(columns[k].type, Boolean) else v for k, v in row.items()} for row in read]
            if read:
                connection.execute(insert(tables.tables[name]), read)


def test_every_schema_before_todays_is_here() -> None:
    assert [file.stem for file in OLDER] == [f"{n:04}" for n in range(1, int(HEAD))]


@pytest.mark.sqlite("its files")
def test_the_evening_of_todays_schema_can_be_written(tmp_path: Path) -> None:
    written = json.loads(write_older.write(tmp_path).read_text(encoding="utf-8"))
    newest = json.loads(OLDER[-1].read_text(encoding="utf-8"))
    assert (tmp_path / f"{HEAD}.json").is_file() and written["told"].keys() == newest["told"].keys()
    assert write_older.calls_of(written) == write_older.calls_of(newest)
    bags = [row["id"] for row in written["rows"]["thing"]]
    assert all(row["parent_id"] in {None, *bags[:n]} for n, row in enumerate(written["rows"]["thing"]))
    written_by(written, HEAD, tmp_path / "again.db")


@pytest.mark.sqlite("its files")
def test_the_export_of_todays_version_can_be_written(tmp_path: Path) -> None:
    written = write_older.write_export(tmp_path)
    assert written.name == f"export-{VERSION}.zip" and (OLDER[-1].parent / written.name).is_file()


@pytest.mark.parametrize("evening", OLDER, ids=lambda path: path.stem)
def test_a_campaign_of_an_older_program_is_played_on(evening: Path, where: Path | str) -> None:
    older = json.loads(evening.read_text(encoding="utf-8"))
    written_by(older, evening.stem, where)
    with open_campaign(where) as game:
        assert game.store.was == evening.stem
        for name, told in older["told"].items():
            now = game.ask({"operation": "view", "characterName": name, "showStats": True})["text"].splitlines()
            told = [line for line in told if not line.startswith("Spell save DC")]  # said with its class today: "Casts as …"
            assert [line for line in now if line in told] == told  # today's program says one more: why the armor class is what it is
    with open_campaign(where) as game:
        assert game.store.was == HEAD
        again = game.ask(SHARED)
        assert again["repeated"] and again["text"].startswith("Already done")
        assert game.ask({"operation": "undo"})["ok"]
        assert game.ask({"operation": "unequip", "characterName": "Thorin", "itemName": "Shield"})["ok"]
        assert not game.store.at_one_moment(lambda connection: list(database_check.campaign(connection, game.campaign.id, lambda *_: None)))
