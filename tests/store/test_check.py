"""The check finds everything that commands cannot have caused, and names its place."""

from pathlib import Path

import pytest
from sqlalchemy import MetaData, create_engine, insert, select, text

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.cli import app
from rpg_lite.store import dangling_use_repair, database_check, store_maintenance
from rpg_lite.store.engine import open_database
from rpg_lite.store.migrate import HEAD, upgrade
from rpg_lite.store.schema_lock import schema_change
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.world.events import Removed
from rpg_lite.world.evolve import evolve_all
from tests.operations.table import chronicle, snapshot
from tests.store.played import BACK, PLAYED, ROOMS, play, played


def silent(what: str, done: int, total: int) -> None:
    assert 0 < done <= total, what


def wrong_with(db: Path | str) -> list[tuple[str, str]]:
    """(code, sentence) of each finding."""
    with Store.open(db, read_only=True) as store:
        return [(f.code, f.sentence) for f in store_maintenance.findings(store, silent)]


def broken(db: Path, *statements: str) -> None:
    """Behind the back of everything that guards."""
    with schema_change(open_database(db).writer) as connection:
        connection.exec_driver_sql("PRAGMA ignore_check_constraints=ON")
        for statement in statements:
            connection.execute(text(statement))
        connection.exec_driver_sql("PRAGMA ignore_check_constraints=OFF")


@pytest.fixture
def db(tmp_path: Path) -> Path:
    played(tmp_path / "party.db")
    return tmp_path / "party.db"


def test_what_was_played_is_sound_and_so_is_what_was_undone(db: Path) -> None:
    assert wrong_with(db) == []
    with open_campaign(db, "Saltmarsh") as game:
        for payload in ({"operation": "undo"}, {"operation": "undo", "toRev": 4}, {"operation": "undo", "toRev": 0}):
            assert game.ask(payload)["ok"]
            assert wrong_with(db) == []
        game.store.purge(game.campaign.id, days=-1)
    assert wrong_with(db) == []


THORIN = "SELECT id FROM thing WHERE name = 'Thorin'"
PACK = "SELECT id FROM thing WHERE name = 'Backpack' AND deleted_at IS NULL LIMIT 1"
RING = "SELECT id FROM thing WHERE name = 'Ring of Protection' AND deleted_at IS NULL"
BROKEN: dict[str, tuple[str, str]] = {
    "bag_missing": (f"UPDATE thing SET deleted_at = 1 WHERE id = ({PACK})", "Gold Piece"),
    "lies_in_itself": (f"UPDATE thing SET parent_id = id WHERE id = ({PACK})", "Backpack"),
    "root_missing": ("UPDATE thing SET parent_id = 'r0.2' WHERE id = 'w'", "the root"),
    "name_key_differs": ("UPDATE thing SET name_key = 'x' WHERE name = 'Thorin'", "Thorin"),
    "template_differs": (f"UPDATE thing SET template = NULL WHERE id = ({PACK})", "Backpack"),
    "worn_missing": ("UPDATE thing SET deleted_at = 1 WHERE qualified_name = 'rpg:look'", "in use"),
    "worn_elsewhere": (f"UPDATE thing SET parent_id = 'r0.2' WHERE id = ({RING})", "Ring of Protection"),
    "attuned_elsewhere": (f"UPDATE thing SET parent_id = 'r0.2' WHERE id = ({RING})", "Ring of Protection"),
    "exit_nowhere": (f"UPDATE exit SET to_room = ({THORIN}) WHERE deleted_at IS NULL", "leads from or to"),
    "time_too_far": ("UPDATE campaign SET minutes = 2147483648", "2147483648 minutes"),
    "rev_differs": ("UPDATE campaign SET rev = 99", "99"),
    "commit_missing": ("DELETE FROM event WHERE rev = 1; DELETE FROM \"commit\" WHERE rev = 1", "commits are missing"),
    "event_missing": ("DELETE FROM event WHERE rev = 0 AND n = 3", "the commit 0"),
    "event_odd": ("UPDATE event SET body = '{\"event\": \"exploded\"}' WHERE rev = 2 AND n = 1", "event 1 of rev 2"),
    "chronicle_differs": (f"UPDATE thing SET quantity = 7 WHERE id = ({RING})", "disagree about i"),
}  # fmt: skip


@pytest.mark.sqlite("its pragma lets in what PostgreSQL refuses")
@pytest.mark.parametrize(("code", "breaks", "told"), [(code, *row) for code, row in BROKEN.items()], ids=BROKEN)
def test_what_no_command_does_is_found(db: Path, code: str, breaks: str, told: str) -> None:
    broken(db, *breaks.split("; "))
    found = dict(reversed(wrong_with(db)))
    assert code in found, found
    assert found[code].startswith("Saltmarsh: ") and told in found[code]


@pytest.mark.sqlite("its pragma lets in what PostgreSQL refuses")
def test_what_cannot_be_exported_is_found(db: Path, tmp_path: Path) -> None:
    """As older versions let time pass; the check and the export agree."""
    passed = "json_extract(body, '$.path') = 'minutes'"
    last = f"SELECT max(rev) FROM event WHERE {passed}"
    late = f"UPDATE event SET body = json_set(body, '$.now', 2147483648) WHERE {passed} AND rev = ({last})"
    broken(db, "UPDATE campaign SET minutes = 2147483648", late)
    assert [code for code, _ in wrong_with(db)] == ["time_too_far"]
    with Store.open(db) as store, pytest.raises(StoreFault, match=r"Saltmarsh cannot be exported: minutes: .*db check") as told:
        campaign = store.campaign("Saltmarsh")
        assert campaign
        store_maintenance.export_campaign(store, campaign.id, tmp_path / "late.zip", silent)
    assert told.value.code == "database_damaged" and not (tmp_path / "late.zip").exists()


def test_what_is_left_in_use_is_ended_by_a_recorded_commit(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The state that an older version left, in which a retired character still used the tools of the game."""
    with open_campaign(db, "Saltmarsh") as game:
        assert game.ask({"operation": "create", "name": "Pip"}, "manage_character")["ok"]
        assert game.ask({"operation": "equip", "characterName": "Pip", "itemName": "rpg:look"}, "manage_tools")["ok"]
        game.store.write(game.campaign.id, _retires_and_goes_on_using)
        before = snapshot(game)
    assert [code for code, _ in wrong_with(db)] == ["worn_missing"]
    with pytest.raises(StoreFault, match="db check --repair"):
        _taken_along(db)
    assert app.main(["db", "check", "--repair", "--db", str(db)]) == 0
    told = capsys.readouterr()
    assert '"Saltmarsh": ended 1 use of things that no longer exist, recorded as rev' in told.err and told.out == "1 campaign, no faults.\n"
    assert app.main(["db", "check", "--repair", "--db", str(db)]) == 0
    assert capsys.readouterr().err == ""
    _taken_along(db)
    with open_campaign(db, "Saltmarsh") as game:
        assert snapshot(game).world[0] == before.world[0]
        assert "Pip" in game.ask({"operation": "undo"})["text"], "what was repaired stays so"
    assert wrong_with(db) == []


def test_the_rev_of_a_repair_is_told_though_others_played_meanwhile(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with open_campaign(db, "Saltmarsh") as game:
        assert game.ask({"operation": "create", "name": "Pip"}, "manage_character")["ok"]
        assert game.ask({"operation": "equip", "characterName": "Pip", "itemName": "rpg:look"}, "manage_tools")["ok"]
    real = dangling_use_repair.campaign

    def late(store: Store, campaign_id: str) -> tuple[int, int]:
        store.write(campaign_id, _retires_and_goes_on_using)
        return real(store, campaign_id)

    monkeypatch.setattr(dangling_use_repair, "campaign", late)
    assert app.main(["db", "check", "--repair", "--db", str(db)]) == 0
    with open_campaign(db, "Saltmarsh") as game:
        assert f"recorded as rev {game.store.rev(game.campaign.id)}." in capsys.readouterr().err


def test_what_is_found_steers_no_terminal(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store.open(db) as store:
        store.in_one_transaction(lambda at: at.execute(text("UPDATE thing SET name = 'Tho\x1b[2Jrin' WHERE name = 'Thorin'")))
    assert app.main(["db", "check", "--db", str(db)]) == 1
    told = capsys.readouterr().out
    assert "\\x1b[2J" in told and "\x1b" not in told


def _retires_and_goes_on_using(at: Writing) -> None:
    world = at.whole()
    gone = (Removed(next(t for t in world.things.values() if t.name == "Pip")),)
    answer = {"ok": True, "text": "Pip retires."}
    at.record(world, evolve_all(world, gone), gone, tool="manage_character", request_id=None, request_hash="", answer=answer)


def _taken_along(db: Path) -> None:
    file = db.parent / "along.zip"
    try:
        with Store.open(db) as store, Store.open(db.parent / "away.db") as away:
            store_maintenance.export_campaign(store, store.shelf()[0].id, file, silent)
            store_maintenance.import_campaign(away, file, None, silent)
    finally:
        file.unlink()


@pytest.mark.sqlite("its files as they were")
def test_a_key_that_leads_nowhere_is_found_by_the_engine(db: Path) -> None:
    database = open_database(db)
    with database.writer.connect() as connection:
        raw = connection.connection.driver_connection
        raw.execute("PRAGMA foreign_keys=OFF")  # type: ignore[union-attr]
        connection.exec_driver_sql("DELETE FROM thing WHERE name = 'Thorin'")
        connection.commit()
        raw.execute("PRAGMA foreign_keys=ON")  # type: ignore[union-attr]
    assert ("key_broken", "A row of equipped refers to a row that does not exist.") in wrong_with(db)


@pytest.mark.sqlite("its files as they were")
def test_an_index_that_lost_its_rows_is_found_in_the_file(db: Path) -> None:
    engine = create_engine(f"sqlite:///{db}")
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA writable_schema=ON")
        connection.exec_driver_sql("UPDATE sqlite_master SET sql = replace(sql, '''item''', '''room''') WHERE name = 'thing_kind'")
        connection.commit()
    engine.dispose()
    with engine.connect() as connection:
        found = list(database_check.database(connection))
    assert found and {f.code for f in found} == {"file_damaged"}
    assert found[0].sentence.startswith("The file is damaged: ") and found[0].sentence.endswith("put a backup in its place.")


def test_every_code_has_been_found_once() -> None:
    assert {*BROKEN, "key_broken", "file_damaged"} == {*database_check.SENTENCES}


# ── older schemas ───────────────────────────────────────────────────────────────────────────────────────────────────

SCHEMAS = [f"{n:04}" for n in range(1, int(HEAD) + 1)]
SCENES = {"0001": (PLAYED,), "0002": (PLAYED,), "0003": (PLAYED, ROOMS)}


def as_of(version: str, new: Path, old: Path | str) -> None:
    """A database as the program of that schema left it: made by its migrations, filled with the columns that it had."""
    with schema_change(open_database(old).writer) as connection:
        upgrade(connection, version)
    then, now = MetaData(), MetaData()
    with open_database(old).writer.connect() as target, open_database(new).reader.connect() as source:
        then.reflect(target)
        now.reflect(source)
        for table in then.sorted_tables:
            if table.name == "alembic_version":
                continue
            found = select(*(now.tables[table.name].c[c.name] for c in table.columns))
            order = [c for c in found.selected_columns if c.name in ("created_at", "rev", "n", "id")]
            rows = [dict(row) for row in source.execute(found.order_by(*order)).mappings()]
            if rows:
                target.execute(insert(table), _outer_first(rows) if table.name == "thing" else rows)
        target.commit()


def _outer_first(rows: list[dict[str, object]]) -> list[dict[str, object]]:
    placed, done = [], {None}
    while len(placed) < len(rows):
        ready = [row for row in rows if row["parent_id"] in done and row["id"] not in done]
        placed += ready
        done |= {row["id"] for row in ready}  # type: ignore[arg-type]
    return placed


@pytest.mark.sqlite("its files as they were")
@pytest.mark.parametrize("version", SCHEMAS)
def test_a_database_of_every_released_schema_is_upgraded_whole(tmp_path: Path, version: str) -> None:
    new, old = tmp_path / "new.db", tmp_path / "old.db"
    with play(open_campaign(new, "Saltmarsh", new=True), *SCENES.get(version, (PLAYED, ROOMS, BACK))) as game:
        before, told = snapshot(game), chronicle(game)
    as_of(version, new, old)
    with Store.open(old) as store:
        assert store.was == version
    assert wrong_with(old) == []
    with open_campaign(old, "Saltmarsh") as game:
        assert snapshot(game) == before
        assert chronicle(game) == told
        play(game, (PLAYED[7], ROOMS[0] if version < "0003" else PLAYED[8], BACK[0]))
        assert game.ask({"operation": "undo", "toRev": 3})["ok"]
    assert wrong_with(old) == []
    with Store.open(old) as store:
        assert store.was == HEAD
