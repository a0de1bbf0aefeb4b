from collections.abc import Callable
from pathlib import Path

import pytest

from rpg_lite.store.engine import open_database
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.world.events import Counted
from rpg_lite.world.world_model import FIRST_ROOM_ID, Campaign
from tests.rows import each_row
from tests.store.broken import BROKEN, damaged, held
from tests.store.worlds import by_id, campaign_in, happen, hero, made, on_sqlite, seen


@pytest.mark.sqlite("its files")
@pytest.mark.parametrize(("code", "spoil"), BROKEN.items(), ids=BROKEN)
def test_a_broken_database_is_named_in_one_sentence_and_left_alone(file: Path, code: str, spoil: Callable[[Path], None]) -> None:
    spoil(file)
    before = file.read_bytes() if file.is_file() else None
    fault = fault_at(lambda: Store.open(file))
    assert fault.code == code.split()[0]
    assert str(file) in str(fault)
    assert (file.read_bytes() if file.is_file() else None) == before


def fault_at(work: Callable[[], object]) -> StoreFault:
    with pytest.raises(StoreFault) as caught:
        work()
    assert str(caught.value).endswith(".")
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_missing_folder_is_not_made(tmp_path: Path) -> None:
    assert fault_at(lambda: Store.open(tmp_path / "no" / "x.db")).code == "folder_missing"
    assert not (tmp_path / "no").exists()


@pytest.mark.sqlite("its locks")
@pytest.mark.slow
def test_a_lock_beyond_patience_is_told_and_does_no_harm(file: Path) -> None:
    with Store.open(file, busy_ms=100) as store:
        campaign = campaign_in(store)
        with held(file, "BEGIN IMMEDIATE"):
            assert fault_at(lambda: happen(store, campaign, [], made("i1.1", "Axe"))).code == "database_locked"
            assert fault_at(lambda: store.create_campaign("other", "5.1", {}, ())).code == "database_locked"
            assert store.rev(campaign.id) == 0
            with Store.open(file, busy_ms=100) as second:
                assert [c.name for c in second.campaigns()] == ["default"]
        happen(store, campaign, [], made("i1.1", "Axe"))


@pytest.mark.sqlite("its locks")
@pytest.mark.slow
def test_a_lock_on_a_fresh_file_is_told(file: Path) -> None:
    with held(file, "BEGIN EXCLUSIVE"):
        assert fault_at(lambda: Store.open(file, busy_ms=100)).code == "database_locked"
    Store.open(file).close()


def test_opened_for_reading_it_reads_and_refuses_to_write(store: Store, campaign: Campaign, where: Path | str) -> None:
    happen(store, campaign, by_id(FIRST_ROOM_ID), hero("c1.1", "Thorin"))
    with Store.open(where, read_only=True) as reader:
        assert seen(reader, campaign, by_id("c1.1")).things["c1.1"].name == "Thorin"
        assert fault_at(lambda: happen(reader, campaign, [], made("i2.1", "Axe"))).code == "database_read_only"
        assert fault_at(lambda: reader.create_campaign("x", "5.1", {}, ())).code == "database_read_only"
    assert store.rev(campaign.id) == 1


@pytest.mark.sqlite("its files")
def test_reading_makes_no_file_and_upgrades_none(file: Path) -> None:
    assert fault_at(lambda: Store.open(file, read_only=True)).code == "database_missing"
    assert not file.exists()
    file.touch()
    assert fault_at(lambda: Store.open(file, read_only=True)).code == "database_older"


@on_sqlite
def test_a_file_that_may_not_be_written_is_told(store: Store, campaign: Campaign) -> None:
    # Root may write anywhere, so SQLite itself is told to refuse: the error is the driver's own SQLITE_READONLY.
    with store._database.writer.connect() as connection:
        connection.exec_driver_sql("PRAGMA query_only=ON")
    assert fault_at(lambda: happen(store, campaign, [], made("i1.1", "Axe"))).code == "database_read_only"
    assert store.rev(campaign.id) == 0


@on_sqlite
def test_a_full_disk_loses_nothing(store: Store, campaign: Campaign) -> None:
    happen(store, campaign, by_id(FIRST_ROOM_ID), made("i1.1", "Coins", quantity=9))
    with store._database.writer.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1")  # SQLite keeps the pages that are there and refuses another
    big = [made(f"i2.{n}", "Book", body={"description": "x" * 5000}) for n in range(1, 9)]
    fault = fault_at(lambda: happen(store, campaign, by_id("i1.1"), Counted("i1.1", 9, 1), *big))
    assert fault.code == "disk_full"
    assert store.rev(campaign.id) == 1
    assert seen(store, campaign, by_id("i1.1")).things["i1.1"].quantity == 9
    with store._database.writer.connect() as connection:
        connection.exec_driver_sql("PRAGMA max_page_count=1000000")
    happen(store, campaign, by_id("i1.1"), Counted("i1.1", 9, 1), *big)


@pytest.mark.sqlite("its files")
def test_damage_met_while_reading_is_told(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    damaged(file)
    monkeypatch.setattr("rpg_lite.store.sqlite_engine.CHECKED_AT_START", 0)
    with Store.open(file) as store:
        fault = fault_at(lambda: [seen(store, c, by_id(FIRST_ROOM_ID)) for c in store.campaigns()])
    assert fault.code == "database_damaged"


@each_row(
    "url",
    [
        "postgresql://game:secret@127.0.0.1:1/party",
        "postgresql://game:se/secret@127.0.0.1:1/party",
        "postgresql://game@127.0.0.1:1/party?password=secret",
        "postgresql://game@127.0.0.1:1/party?sslmode=disable&password=a@secret",
        "postgresql://127.0.0.1:1/party?user=game&PASSWORD=a@secret",
    ],
)
def test_an_unreachable_server_is_told_without_its_password(url: str) -> None:
    fault = fault_at(lambda: Store.open(url))
    assert fault.code == "database_unreachable"
    assert "secret" not in str(fault)
    assert "game" in str(fault)


@pytest.mark.parametrize("where", ["mysql://localhost/x", "://", "nonsense://x"])
def test_other_databases_are_refused(where: str) -> None:
    assert fault_at(lambda: Store.open(where)).code == "database_unsupported"


def test_a_campaign_that_is_not_there_is_told(store: Store) -> None:
    for work in (lambda: store.rev("x"), lambda: store.read("x", id), lambda: store.write("x", id)):
        assert fault_at(work).code == "campaign_unknown"


@on_sqlite
def test_a_conflict_that_passes_is_tried_again(store: Store, campaign: Campaign, file: Path) -> None:
    tries = []

    def work(_: object) -> int:
        tries.append(1)
        if len(tries) < 3:
            open_database(file, busy_ms=0).writer.connect().exec_driver_sql("SELECT 1")  # busy: this transaction has the lock
        return len(tries)

    assert store.write(campaign.id, work) == 3


@on_sqlite
def test_a_backup_is_a_working_copy_while_a_writer_is_at_work(store: Store, campaign: Campaign, tmp_path: Path) -> None:
    happen(store, campaign, by_id(FIRST_ROOM_ID), hero("c1.1", "Thorin"))
    copy = tmp_path / "copy.db"

    def work(writing: object) -> None:
        store.backup(copy)

    store.write(campaign.id, work)
    happen(store, campaign, by_id(FIRST_ROOM_ID), hero("c2.1", "Balin"))
    with Store.open(copy) as copied:
        assert seen(copied, campaign, by_id(FIRST_ROOM_ID)).things.keys() == {"w", FIRST_ROOM_ID, "c1.1"}
        happen(copied, campaign, by_id(FIRST_ROOM_ID), hero("c2.1", "Gimli"))
    assert seen(store, campaign, by_id("c2.1")).things["c2.1"].name == "Balin"


@on_sqlite
def test_memory_and_what_may_only_be_read_are_backed_up_too(store: Store, campaign: Campaign, file: Path, tmp_path: Path) -> None:
    with Store.open(file, read_only=True) as reader, Store.open(":memory:") as memory:
        campaign_in(memory)
        for source, copy in ((reader, tmp_path / "1.db"), (memory, tmp_path / "2.db")):
            source.backup(copy)
            with Store.open(copy) as copied:
                assert copied.campaign("default") is not None
        assert fault_at(lambda: happen(reader, campaign, [], made("i1.1", "Axe"))).code == "database_read_only"


@on_sqlite
def test_a_backup_never_writes_over_a_file(store: Store, campaign: Campaign, tmp_path: Path) -> None:
    there = tmp_path / "there"
    there.write_text("precious")
    assert fault_at(lambda: store.backup(there)).code == "file_exists"
    assert there.read_text() == "precious"
    assert fault_at(lambda: store.backup(tmp_path / "no" / "x")).code == "folder_missing"
