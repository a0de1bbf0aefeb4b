"""The machine's clock goes backwards, as clocks do when they are set: the order of things is that of the revs."""

from itertools import count

import pytest

from tests.commands.table import Table
from tests.test_bad_input import furnished


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Table:
    back = count(2_000_000_000_000, -60_000)
    monkeypatch.setattr("rpg_lite.store.record.now", lambda: next(back))
    for module in ("store", "calls"):
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
