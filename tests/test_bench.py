"""The bench still runs: its server is started and asked once, its sizes are taken. No test looks at a clock."""

import socket
import sys
from pathlib import Path

import pytest

BENCH = Path(__file__).parents[1] / "bench"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import run

    yield run
    for name in ("run", "heroes", "starting"):
        sys.modules.pop(name, None)


def test_the_server_of_the_load_answers_its_clients(run, tmp_path: Path):
    from rpg_lite import open_campaign

    with open_campaign(tmp_path / "load.db") as game:
        game.ask({"operation": "create", "name": "Hero", "character": {"classes": ["fighter"]}}, tool="manage_character")
    payload = {"operation": "view", "characterName": "Hero"}
    clients = [{"tool": tool, "payloads": [payload]} for tool in ("no_op", "manage_inventory")]
    with run._server(tmp_path / "load.db") as port:
        assert run._load(port, clients, 0.2)["per_second"] > 0
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        pass


def test_every_size_is_within_its_aim(run):
    assert all(row.ok for row in run.sizes())
