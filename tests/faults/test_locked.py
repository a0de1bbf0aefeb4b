"""Another program locks the campaign longer than anybody waits: the refusal says so, and the same request succeeds afterwards."""

from collections.abc import Callable
from pathlib import Path

import httpx2
import pytest

import rpg_lite
from tests.faults.served import code_of, sent, served
from tests.operations.table import Table
from tests.store.worlds import kept_busy
from tests.waiting import PATIENCE_S, until

BATCH = {
    "batch": [
        {"operation": "give", "characterName": "Thorin", "template": "Dagger"},
        {"operation": "give", "characterName": "Thorin", "template": "Torch"},
    ],
    "requestId": "supplies",
}
CALLS = {"operation": "history", "tools": True, "last": 40}
VIEW = {"operation": "view", "characterName": "Thorin"}


@pytest.mark.slow
@pytest.mark.faults
def test_a_server_whose_file_is_locked_says_so_and_goes_on_afterwards(tmp_path: Path):
    file = tmp_path / "party.db"
    with rpg_lite.open_campaign(file) as game:
        Table(game).did("create", name="Thorin")
    with served(file) as server, httpx2.Client(timeout=PATIENCE_S) as client:
        with kept_busy(file):
            refused = sent(client, server.address, BATCH)
            assert code_of(refused) == "database_locked"
            assert "Nothing was changed." in refused["content"][0]["text"]
            seen = sent(client, server.address, VIEW)
            assert not seen.get("isError") and "Dagger" not in seen["content"][0]["text"]
            assert client.get(f"{server.address}/health").status_code == 200
        done = sent(client, server.address, BATCH)["structuredContent"]
        assert done["ok"] and "repeated" not in done
        until_written_down(lambda: sent(client, server.address, CALLS, "read_campaign")["content"][0]["text"])
    with rpg_lite.open_campaign(file) as game:
        assert Table(game).bag("Thorin") == {"Dagger": 1, "Torch": 1}


def until_written_down(told: Callable[[], str]) -> None:
    """The refused call, as soon as the lock is gone."""
    until(lambda: "database_locked" in told(), told)
