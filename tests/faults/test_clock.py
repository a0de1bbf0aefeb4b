"""The machine's clock goes backwards, as clocks do when somebody sets them: revs keep the order."""

from itertools import count
from pathlib import Path

import httpx2
import pytest

import rpg_lite
from rpg_lite.store import call_log
from rpg_lite.store.leftover_rows import DAY_MS
from tests.faults.served import sent, served
from tests.furnished import furnished
from tests.operations.table import Table
from tests.waiting import PATIENCE_S


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    back = count(2_000_000_000_000, -60_000)
    monkeypatch.setattr("rpg_lite.store.world_writer.now", lambda: next(back))
    for module in ("store", "call_log"):
        monkeypatch.setattr(f"rpg_lite.store.{module}.now", lambda: next(back))
    return furnished()


def test_history_and_undo_go_by_the_rev_and_not_by_the_clock(table: Table):
    before = table.now
    for n in range(5):
        table.did("give", "Thorin", item={"name": f"Relic {n}", "type": "tool"})
    told = table.send({"operation": "history", "last": 5}, "read_campaign")["text"]
    places = [told.index(f"Relic {n}") for n in range(5)]
    assert places in (sorted(places), sorted(places, reverse=True))
    for rev in range(table.rev, before.rev, -1):
        table.did("undo", rev=rev)
    assert table.now.world == before.world
    table.game.close()


# ── what goes by time ───────────────────────────────────────────────────────────────────────────────────────────────


def test_calls_are_told_in_the_order_in_which_they_came(table: Table):
    for n in range(4):
        table.send({"operation": "view", "characterName": f"Nobody {n}"})
    told = table.send({"operation": "history", "tools": True, "last": 4}, "read_campaign")["text"]
    places = [told.index(f"Nobody {n}") for n in range(4)]
    assert places == sorted(places, reverse=True), told
    table.game.close()


@pytest.mark.parametrize(("off", "goes"), [(-400 * DAY_MS, False), (-DAY_MS, False), (0, False), (8 * DAY_MS, True)])
def test_nothing_young_is_deleted_for_good_because_the_clock_went_back(monkeypatch: pytest.MonkeyPatch, off: int, goes: bool):
    table = furnished()
    table.did("give", "Thorin", item={"name": "Relic", "type": "tool"})
    table.did("remove", "Thorin", itemName="Relic")
    table.game._clerk.write()
    store, campaign = table.game.store, table.game.campaign.id
    right = call_log.now()
    monkeypatch.setattr("rpg_lite.store.store.now", lambda: right + off)
    assert any(store.stale(campaign, 7).values()) is goes
    assert any(store.purge(campaign, 7).values()) is goes
    table.game.close()


@pytest.mark.slow
@pytest.mark.faults
def test_a_server_plays_on_when_its_clock_is_set_back_a_month(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    clock, file = tmp_path / "clock", tmp_path / "party.db"
    monkeypatch.setenv("CLOCK", str(clock))
    clock.write_text("0")
    relics = [
        {"operation": "give", "characterName": "Thorin", "item": {"name": f"Relic {n}", "type": "tool"}, "requestId": f"{n}"}
        for n in range(6)
    ]
    with served(file, ("-m", "tests.faults.clocked")) as server, httpx2.Client(timeout=PATIENCE_S) as client:
        born = sent(client, server.address, {"operation": "create", "name": "Thorin"}, "manage_character")["structuredContent"]["rev"]
        before = [sent(client, server.address, relic) for relic in relics[:3]]
        clock.write_text(str(-30 * 86_400))
        again = sent(client, server.address, relics[2])["structuredContent"]
        assert again["repeated"] and again["rev"] == before[2]["structuredContent"]["rev"]
        for relic in relics[3:]:  # nor is a client of a minute ago one of next month, who asked too often
            assert not sent(client, server.address, relic).get("isError")
        history = {"operation": "history", "last": 6}
        for more in ({}, {"tools": True}):
            told = sent(client, server.address, history | more, "read_campaign")["content"][0]["text"]
            places = [told.index(f"Relic {n}") for n in range(3, 6)]
            assert places in (sorted(places), sorted(places, reverse=True)), told
        health = client.get(f"{server.address}/health").json()
        assert health["ok"] and 0 <= health["uptime"] < 86_400  # and not a month
        assert not sent(client, server.address, {"operation": "undo", "toRev": born}).get("isError")
    with rpg_lite.open_campaign(file) as game:
        assert Table(game).bag("Thorin") == {}
