"""Every call leaves a row with its outcome, a moment later, without delaying anybody."""

import logging
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import TimeoutError as PoolTimeout

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.store import call_log
from rpg_lite.store.sqlite_driver_selection import driver
from rpg_lite.store.store_faults import StoreFault
from tests.waiting import patience, until

CREATE = {"operation": "create", "name": "Thorin", "character": {"party": True}}
GIVE = {"operation": "give", "characterName": "Thorin", "item": "Dagger"}


def rows(game: Game) -> list[dict[str, Any]]:
    with game.store._database.reader.connect() as connection:
        return [dict(row._mapping) for row in connection.execute(text("SELECT * FROM call ORDER BY id"))]


def pairs(game: Game) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Each call with its outcome."""
    game._clerk.write()
    found = rows(game)
    return [(call, came) for call in found for came in found if came["parent_id"] == call["id"]]


@pytest.fixture
def only_when_told(monkeypatch):
    """No thread writes calls beside the test."""
    monkeypatch.setattr(call_log, "WRITTEN_WITHIN", 10_000)


@pytest.fixture
def game(where: Path | str):
    with open_campaign(where, seed=1) as game:
        game.ask(CREATE, "manage_character")
        yield game


@pytest.mark.parametrize(
    ("tool", "payload", "kind", "code", "operation"),
    [
        ("manage_inventory", GIVE, "result", None, "give"),
        ("manage_inventory", {"batch": [GIVE, GIVE]}, "result", None, "give"),
        ("manage_inventory", {"batch": [GIVE, {**GIVE, "operation": "view", "item": None}]}, "result", None, "batch"),
        ("manage_inventory", {**GIVE, "dryRun": True}, "result", None, "give"),
        ("read_campaign", {"operation": "party"}, "result", None, "party"),
        ("manage_inventory", {**GIVE, "characterName": "Nobody"}, "error", "character_unknown", "give"),
        ("manage_inventory", {"operation": "fly"}, "error", "operation_unknown", "fly"),
        ("manage_inventory", [1], "error", "payload_not_object", "?"),
        ("no_tool", {"operation": "fly\ud800\x00"}, "error", "tool_unknown", "fly?"),
    ],
)
def test_every_call_leaves_a_pair_of_rows(game, tool, payload, kind, code, operation):
    answer = game.ask(payload, tool)
    call, came = pairs(game)[-1]
    assert (call["kind"], call["tag"], call["operation"]) == ("call", f"tool:{tool}", operation)
    assert (came["kind"], came["code"], came["tag"]) == (kind, code, call["tag"])
    assert came["rev"] == answer.get("rev") and came["ms"] > 0
    assert call["text"] and came["text"].startswith(answer["text"].splitlines()[0][:50])


def test_a_call_names_who_where_and_what(game):
    game.ask(GIVE)
    call, _ = pairs(game)[-1]
    assert (call["actor_id"], call["room_id"], call["item_key"]) == ("c1.1", "r0.2", "dagger")


def test_a_name_that_several_share_means_nobody(game):
    assert game.ask(CREATE, "manage_character")["ok"]
    game.ask(GIVE)
    assert pairs(game)[-1][0]["actor_id"] is None


def test_reads_from_memory_are_heard_too(game):
    before = len(pairs(game))
    for _ in range(3):
        game.ask({"operation": "party"}, "read_campaign")
    assert len(pairs(game)) == before + 3


@pytest.mark.sqlite("its locks")
def test_a_lock_waited_for_in_vain_is_a_timeout_and_a_crash_an_error(tmp_path, monkeypatch):
    with open_campaign(tmp_path / "calls.db", busy_ms=50) as game:
        game.ask(CREATE, "manage_character")
        pairs(game)
        # The same library: two copies of SQLite in one process do not see each other's locks.
        with closing(driver()[0].connect(tmp_path / "calls.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreFault):
                game.ask(GIVE)
        assert [(p[1]["kind"], p[1]["code"]) for p in pairs(game)[-1:]] == [("timeout", "database_locked")]
        monkeypatch.setattr(game, "write", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            game.ask(GIVE)
        assert [(p[1]["kind"], p[1]["code"]) for p in pairs(game)[-1:]] == [("error", "internal")]


def test_calls_are_written_within_a_second_without_being_asked(game):
    pairs(game)
    game.ask(GIVE)
    until(lambda: len(rows(game)) == 4)
    assert call_log.WRITTEN_WITHIN < 1


def test_after_closing_nothing_of_the_log_runs(only_when_told, game):
    """A thread that waits for more calls ends at once, not when its pause is over."""
    game._clerk.close()
    other = game.store.clerk(game.campaign.id)
    other.hear(call_log.CallRecord("manage_inventory", GIVE).with_answer({"ok": True, "text": "", "rev": 1}))
    thread = other._thread
    assert thread is not None and thread.is_alive()
    other.close()
    assert not thread.is_alive() and not other._waiting


def test_a_game_that_is_closed_ends_the_log_of_one_that_was_let_go(only_when_told, tmp_path):
    with open_campaign(tmp_path / "calls.db", "Lost", new=True) as other:
        other.ask(CREATE, "manage_character")
    with open_campaign(tmp_path / "calls.db", "Kept", new=True) as game:
        lost = game.sibling("Lost")
        game.let_go(lost)
        lost.ask(GIVE)
        thread = lost._clerk._thread
    assert not thread.is_alive()
    with open_campaign(tmp_path / "calls.db", "Lost") as again:
        assert [row["operation"] for row in rows(again)] == ["create"] * 2 + ["give"] * 2


def test_closing_writes_what_waits(tmp_path):
    with open_campaign(tmp_path / "calls.db") as game:
        game.ask(CREATE, "manage_character")
    with open_campaign(tmp_path / "calls.db") as game:
        assert [row["kind"] for row in rows(game)] == ["call", "result"]


def full(*_: object) -> None:
    raise PoolTimeout


@pytest.mark.parametrize(("tries", "said"), [(call_log.TRIES - 1, 0), (call_log.TRIES, 1), (3 * call_log.TRIES, 1)])
def test_a_failed_writing_fails_no_answer_and_is_said_once_when_it_lasts(only_when_told, game, monkeypatch, caplog, tries, said):
    pairs(game)
    with monkeypatch.context() as broken:
        broken.setattr(call_log, "_write", full)
        with caplog.at_level(logging.WARNING, "rpg_lite"):
            for _ in range(tries):
                assert game.ask(GIVE)["ok"]
                game._clerk.write()
    assert len([r for r in caplog.records if "tool calls" in r.message]) == said
    assert len(pairs(game)) == 1 + tries, "what could not be written waits on"


@pytest.mark.slow
@pytest.mark.sqlite("one lock for all; on PostgreSQL the calls wait for no campaign")
def test_what_found_the_database_in_use_is_written_though_nobody_calls_any_more(tmp_path, caplog):
    with open_campaign(tmp_path / "calls.db") as game:
        game.ask(CREATE, "manage_character")
        # The same library: two copies of SQLite in one process do not see each other's locks.
        with closing(driver()[0].connect(tmp_path / "calls.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            until(lambda: game._clerk._in_vain > 0)
            assert rows(game) == []
        until(lambda: len(rows(game)) == 2)
        until(lambda: game._clerk._thread is None)
    assert "not complete" not in caplog.text


@pytest.mark.slow
def test_players_who_write_without_a_pause_do_not_keep_the_calls_from_being_written(tmp_path, caplog):
    """They share one line with them, and with no other."""
    with open_campaign(tmp_path / "calls.db") as game:
        game.ask(CREATE, "manage_character")
        made, some_are_written, is_over = list[int](), Event(), patience()

        def play() -> None:
            while not some_are_written.is_set() and not is_over():
                assert game.ask(GIVE)["ok"]
                made.append(1)
                if len(game._clerk._waiting) < len(made):
                    some_are_written.set()

        with ThreadPoolExecutor(8) as players:
            for played in [players.submit(play) for _ in range(8)]:
                played.result()
        assert some_are_written.is_set(), "none was written while they played"
        until(lambda: len(rows(game)) == 2 * (1 + len(made)))
    assert "not complete" not in caplog.text


@pytest.mark.sqlite("its files")
def test_waiting_calls_are_written_once_the_file_is_back(tmp_path):
    file = tmp_path / "calls.db"
    with open_campaign(file) as game:
        game.ask(CREATE, "manage_character")
        file.rename(tmp_path / "elsewhere.db")
        with pytest.raises(StoreFault):
            game.ask(GIVE)
        game._clerk.write()
        (tmp_path / "elsewhere.db").rename(file)
        assert [came["code"] for _, came in pairs(game)] == [None, "database_replaced"]


def test_what_waits_is_bounded(only_when_told, game, monkeypatch, caplog):
    monkeypatch.setattr(call_log, "MOST_WAITING", 5)
    monkeypatch.setattr(call_log, "_write", full)
    clerk = game.store.clerk(game.campaign.id)
    clerk._waiting = type(clerk._waiting)(maxlen=5)
    for _ in range(9):
        hearing = call_log.CallRecord("manage_inventory", GIVE)
        clerk.hear(hearing.with_answer({"ok": True, "text": "", "rev": 1}))
    assert len(clerk._waiting) == 5


def test_what_no_database_takes_holds_up_no_other(only_when_told, game, caplog):
    pairs(game)
    hearings = [call_log.CallRecord("manage_inventory", GIVE) for _ in range(5)]
    heard = [hearing.with_answer({"ok": True, "text": "", "rev": 1}) for hearing in hearings]
    for n, call in enumerate(heard):
        game._clerk.hear(replace(call, item="\ud800" if n == 2 else call.item))
    with caplog.at_level(logging.WARNING, "rpg_lite"):
        written = {call["id"] for call, _ in pairs(game)}
    assert written & {c.id for c in heard} == {c.id for c in heard if c is not heard[2]}
    assert not game._clerk._waiting, "nor does it wait for ever"
    assert len([r for r in caplog.records if "tool calls" in r.message]) == 1


@pytest.mark.parametrize("bad", ["\ud800", "\x00", "a\x00b\ud800"])
@pytest.mark.parametrize("key", ["characterName", "characterId", "itemName", "itemId", "template"])
def test_letters_that_no_database_keeps_are_left_out(game, key, bad):
    before = len(pairs(game))
    answer = game.ask({"characterName": "Thorin", "operation": "remove", "itemName": "Dagger", key: bad})
    assert not answer["ok"] and "Nothing was changed." in answer["text"]
    assert len(pairs(game)) == before + 1


def test_calls_stand_beside_the_revs(game):
    rev = game.store.rev(game.campaign.id)
    game.ask({"operation": "fly"})
    game._clerk.write()
    assert game.store.rev(game.campaign.id) == rev
