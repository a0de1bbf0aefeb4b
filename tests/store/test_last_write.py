"""A store knows whether writes work: from the last one, and from a trial that changes nothing."""

from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from rpg_lite import open_campaign
from rpg_lite.store import write_health
from rpg_lite.store.store_faults import StoreFault, fault
from rpg_lite.store.write_health import LastWrite

CREATE = {"operation": "create", "name": "Rat"}


class Disk:
    """A file that a store writes to; full on command."""

    def __init__(self, code: str | None = None) -> None:
        self.code, self.tries = code, 0

    def __call__(self) -> None:
        self.tries += 1
        if self.code:
            raise fault(self.code, "party.db")  # type: ignore[arg-type]


def failed(last: LastWrite, code: str) -> None:
    with pytest.raises(StoreFault), last.watch():
        raise fault(code, "party.db")  # type: ignore[arg-type]


def test_a_write_that_failed_is_known_until_one_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_health, "TRIES_AFTER_S", 0)
    disk = Disk("database_read_only")
    last = LastWrite(":memory:", disk)
    assert last.fault() is None and disk.tries == 0
    failed(last, "database_read_only")
    assert last.fault().code == "database_read_only" and disk.tries == 1
    disk.code = None
    assert last.fault() is None
    failed(last, "disk_full")
    last.note_success()
    assert last.fault() is None


def test_it_is_not_tried_each_time_that_somebody_asks() -> None:
    disk = Disk("database_read_only")
    last = LastWrite(":memory:", disk)
    failed(last, "database_read_only")
    assert {last.fault().code for _ in range(50)} == {"database_read_only"}
    assert disk.tries == 1


def test_a_disk_that_was_full_must_have_room_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A trial is small, and may fit where real writes do not."""
    monkeypatch.setattr(write_health, "TRIES_AFTER_S", 0)
    last, room = LastWrite(str(tmp_path / "party.db"), Disk()), [1000]
    monkeypatch.setattr(write_health.shutil, "disk_usage", lambda where: type("Usage", (), {"free": room[0]}))
    failed(last, "disk_full")
    assert last.fault().code == "disk_full"
    room[0] = 2**21
    assert last.fault() is None


@pytest.mark.parametrize("code", ["database_locked", "campaign_archived", "outcome_unknown"])
def test_what_says_nothing_of_the_next_write_is_forgotten(code: str) -> None:
    last = LastWrite(":memory:", Disk())
    with pytest.raises(StoreFault), last.watch():
        raise StoreFault(code, "")  # type: ignore[arg-type]
    assert last.fault() is None


def test_a_campaign_tells_why_it_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    class Full(Exception):
        sqlite_errorname = "SQLITE_FULL"

    def full(*_: object) -> None:
        raise OperationalError("COMMIT", {}, Full())

    with open_campaign(":memory:") as game:
        assert game.ask(CREATE, "manage_character")["ok"] and game.store.write_fault() is None
        before = game.store.rev(game.campaign.id)
        with monkeypatch.context() as patched:
            patched.setattr(type(game.store), "_commit", full)
            with pytest.raises(StoreFault):
                game.ask(CREATE, "manage_character")
            assert game.store.write_fault().code == "disk_full"
            assert game.store.write_fault().code == "disk_full"
        assert game.ask(CREATE, "manage_character")["ok"] and game.store.write_fault() is None
        assert game.store.rev(game.campaign.id) == before + 1
