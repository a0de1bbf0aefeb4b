"""Another program keeps the file to itself for longer than anybody waits: it is said, and the same request goes through afterwards."""

from pathlib import Path

import httpx2
import pytest

import rpg_lite
from tests.commands.table import Table
from tests.faults.served import code_of, sent, served
from tests.store.test_faults import held

BATCH = {
    "batch": [
        {"operation": "give", "characterName": "Thorin", "template": "Dagger"},
        {"operation": "give", "characterName": "Thorin", "template": "Torch"},
    ],
    "requestId": "supplies",
}
VIEW = {"operation": "view", "characterName": "Thorin"}


@pytest.mark.slow
@pytest.mark.faults
def test_a_server_whose_file_is_locked_says_so_and_goes_on_afterwards(tmp_path: Path):
    file = tmp_path / "party.db"
    with rpg_lite.open_campaign(file) as game:
        Table(game).did("create", name="Thorin")
    with served(file) as server, httpx2.Client(timeout=60) as client:
        with held(file, "BEGIN IMMEDIATE"):
            refused = sent(client, server.address, BATCH)
            assert code_of(refused) == "database_locked"
            assert "Nothing was changed." in refused["content"][0]["text"]
            seen = sent(client, server.address, VIEW)
            assert not seen.get("isError") and "Dagger" not in seen["content"][0]["text"]
            assert client.get(f"{server.address}/health").status_code == 200
        done = sent(client, server.address, BATCH)["structuredContent"]
        assert done["ok"] and "repeated" not in done
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        assert table.bag("Thorin") == {"Dagger": 1, "Torch": 1}
        told = table.send({"operation": "history", "tools": True, "last": 9}, "read_campaign")["text"]
        assert "database_locked" in told or "in use" in told  # the refused call was written down when the lock was gone
