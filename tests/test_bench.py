"""The bench still runs: its servers start and answer once, and it measures sizes. No test looks at a clock."""

import socket
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

BENCH = Path(__file__).parents[1] / "bench"

pytestmark = pytest.mark.slow


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.syspath_prepend(str(BENCH))
    import run

    yield run
    for name in (
        "run",
        "load",
        "served",
        "plot",
        "heroes",
        "looking_back",
        "game_master",
        "starting",
        "mazes",
        "workers",
        "fights",
        "measured",
        "rows",
    ):
        sys.modules.pop(name, None)


def test_the_server_of_the_load_answers_its_clients(run, tmp_path: Path):
    from rpg_lite import open_campaign

    with open_campaign(tmp_path / "load.db") as game:
        game.ask({"operation": "create", "name": "Hero", "character": {"classes": ["fighter"]}}, tool="manage_character")
    payload = {"operation": "view", "characterName": "Hero"}
    clients = [{"tool": tool, "payloads": [payload]} for tool in ("no_op", "manage_inventory")]
    with run.served.server("serve", str(tmp_path / "load.db")) as server:
        assert run.served.faultless(server.port, clients, 60, calls=3)["per_second"] > 0
    with pytest.raises(OSError), socket.create_connection(("127.0.0.1", server.port), timeout=1):
        pass


def test_every_size_is_within_its_aim(run):
    assert all(row.ok for row in run.sizes())


def test_the_bare_server_answers_the_tool_that_does_nothing(run):
    clients = [{"tool": "no_op", "payloads": [{"operation": "view", "characterName": "Hero"}]}]
    with run.served.server("bare") as server:
        assert run.served.load(server.port, clients, 60, calls=3)["calls"] == 3


def test_what_is_refused_is_counted(run, tmp_path: Path):
    clients = [{"tool": "manage_inventory", "payloads": [{"operation": "view", "characterName": "Nobody"}]}]
    with run.served.server("serve", str(tmp_path / "load.db")) as server:
        counted = run.served.load(server.port, clients, 60, calls=2)
        assert (counted["calls"], counted["errors"]) == (2, 2)
        assert "Nobody" in counted["first_error"]
        with pytest.raises(RuntimeError, match="refused, the first"):
            run.served.faultless(server.port, clients, 60, calls=1)


def test_calls_of_measured_fights_are_compared(run, tmp_path: Path):
    assert [row.limit for row in run.measured.rows(tmp_path)] == [1.2, 1.5, 1.3, 1.0, 2.0, 1, 5, 20, 10, 30]


def test_a_look_is_compared_in_rooms_of_as_many_ways(run, tmp_path: Path):
    told = []
    for rooms in (run.FEW_ROOMS, 1_000):
        game, _ = run.mazes.dug(tmp_path / f"{rooms}.db", rooms, run.mazes.ancestor(rooms, 1))
        with game:
            told.append(run.mazes.look(game))
    first, second = (text.count("Room ") for text in told)
    assert first == second == 5  # this one, and where its four ways lead


def test_a_map_of_the_bench_is_brought_in(run, tmp_path: Path):
    (row,) = run.a_map(tmp_path)
    assert row.beside.startswith("35 rooms")


@pytest.fixture
def load(run):
    import load

    return load


def test_the_mix_is_what_it_is_called(load):
    kinds = Counter("batch" if "batch" in payload else payload["operation"] for payload in load.mix("Hero 0"))
    assert kinds == {"view": 160, "equip": 30, "batch": 10}
    assert {len(payload["batch"]) for payload in load.mix("Hero 0") if "batch" in payload} == {20}


@pytest.mark.parametrize("cut", [0, 4, 11, 17])
def test_the_mix_may_begin_again_wherever_it_was_cut_off(load, tmp_path: Path, cut: int, monkeypatch: pytest.MonkeyPatch):
    from rpg_lite import open_campaign

    monkeypatch.setattr(load, "CLIENTS", (1,))
    load.settled(str(tmp_path / "load.db"), "load")
    with open_campaign(tmp_path / "load.db", "load") as game:
        calls = load.mix("Hero 0")
        answers = [game.ask(payload, detail="brief") for payload in (*calls[:cut], *calls[:40])]
        assert [a["text"] for a in answers if not a["ok"]] == []
        assert answers[-1]["rev"] >= 6


def test_a_crowd_lies_about_and_not_in_the_pack(load, tmp_path: Path):
    from sqlalchemy import text

    with load._crowded(str(tmp_path / "crowd.db"), 2_500) as game, game.store._database.reader.connect() as connection:
        count = connection.scalar(text("SELECT COUNT(*) FROM thing WHERE id LIKE 'c9.%'"))
        viewed = game.ask({"operation": "view", "characterName": "Thorin", "detail": "full"})
    assert count == 2_500
    assert len(viewed["results"][0]["inventory"]) == 40


@pytest.mark.parametrize("memory", [[], [{"calls": 1_000 * n, "errors": 0, "MiB": 120.0 + n} for n in range(1, 12)]])
def test_the_page_says_what_was_asked_and_the_picture_can_be_drawn(load, memory: list[dict[str, float]]):
    speed = {"per_second": 500.0, "p50_ms": 2.0, "p99_ms": 9.0, "mean_ms": 3.0, "longest_ms": 12.0, "calls": 400, "errors": 0}
    found = {
        "machine": load.machine(),
        "database": "sqlite",
        "size": {"rounds": 1, "seconds": 0.5},
        "levels": [{"clients": n, "ratio": 0.4, "first_error": "", "mix": speed, "no_op": speed} for n in load.CLIENTS],
        "memory": memory,
        "changes": [{"equip": speed, "no_op": speed}],
        "floors": [{"ours": speed, "bare": speed}],
        "crowd": [{"things": 100, "ms": 1.0}, {"things": 1_000_000, "ms": 1.1}],
    }
    asked = list(load.rows(found))
    assert [row.ok for row in asked] == [False, *[True] * (6 + bool(memory))]
    assert load.report(found, asked).count("| ✗ |") == 1
    both = {"campaigns": 8, "clients": 16, "rounds": [{"1": 100.0, "2": 150.0}, {"1": 200.0, "2": 240.0}, {"1": 50.0, "2": 70.0}]}
    *same, workers = load.rows(found | {"workers": both})
    assert same == asked and workers.ok and workers.measured == 1.4
    lines = ElementTree.fromstring(load.plot.drawn(found)).findall(".//{*}polyline")
    assert len(lines) == 6 + bool(memory)
