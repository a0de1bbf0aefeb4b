"""What is answered on the event loop: the same as on a thread, and only what takes no waiting."""

import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.commands.permissions import GM, Caller
from rpg_lite.game import Game
from rpg_lite.store import engine
from rpg_lite.store.faults import StoreFault
from rpg_lite.store.turns import in_turn
from tests.commands.table import Table
from tests.store import known
from tests.test_game import FIGHTER, evening

pytestmark = pytest.mark.sqlite("where the database is a server's, threads wait for it")

READS = [
    ("manage_inventory", {"operation": "view", "characterName": "Thorin"}),
    ("manage_inventory", {"operation": "view", "characterName": "Thorin", "detail": "full"}),
    ("manage_inventory", {"operation": "view", "characterName": "Thorin", "forPlayers": True}),
    ("manage_inventory", {"operation": "view", "characterName": "Nobody"}),
    ("read_campaign", {"operation": "party"}),
    ("read_campaign", {"operation": "character", "characterName": "Thorin"}),
    ("manage_room", {"operation": "look"}),
]


@pytest.fixture
def in_file(tmp_path: Path) -> Iterator[Table]:
    with played(tmp_path / "party.db") as game:
        yield Table(game)


def played(file: Path) -> Game:
    """Two of the same are alike, and have the same dice before them."""
    game = rpg_lite.open_campaign(file, seed=7)
    table = Table(game)
    table.did("create", name="Thorin", character=FIGHTER)
    evening(table)
    return game


@pytest.mark.parametrize(("tool", "payload"), READS)
def test_at_once_is_told_what_asking_tells(in_file: Table, tool: str, payload: dict[str, Any]):
    game = in_file.game
    for happens in (None, *(("give", n) for n in range(3))):
        if happens:
            in_file.did("give", "Thorin", template="Torch")
        asked = game.ask(payload, tool, "brief")
        assert game.at_once(payload, tool, "brief", GM) == asked
        game._answers.forget()
        if (found := game.at_once(payload, tool, "brief", GM)) is not None:
            assert found == asked
            assert payload["operation"] == "view"


@pytest.mark.parametrize(
    ("tool", "payload"),
    [
        (
            "manage_inventory",
            {"operation": "give", "characterName": "Thorin", "item": {"name": "Odd Cap", "type": "wondrous", "weight": 1}},
        ),
        ("manage_inventory", {"batch": [{"operation": "give", "characterName": "Thorin", "item": {"template": "Torch"}}]}),
        ("manage_inventory", {"batch": [{"operation": "view", "characterName": "Thorin"}] * 21}),
        ("manage_inventory", {"batch": ["view"]}),
        ("manage_inventory", {"operation": "undo"}),
        ("manage_inventory", {"operation": "view", "characterName": "Thorin", "dryRun": True}),
        ("manage_inventory", {"operation": "view", "characterName": 1}),
        ("manage_room", {"operation": "create", "name": "Vault"}),
        ("read_campaign", {"operation": "history", "tools": True}),
        ("read_campaign", {"operation": ["view"]}),
        ("read_campaign", {"operation": "character", "characterName": "Thorin", "stats": ["ac"]}),
        ("manage_inventory", {"operation": "view", "characterName": "T" * 1000}),
        ("no_tool", {"operation": "view"}),
        ("manage_inventory", "view"),
    ],
)
def test_what_may_take_long_is_not_told_at_once(in_file: Table, tool: str, payload: Any):
    in_file.game.ask({"operation": "view", "characterName": "Thorin"})
    in_file.game.ask(payload, tool, "brief")
    before = in_file.now
    assert in_file.game.at_once(payload, tool, "brief", GM) is None
    assert in_file.now == before


def test_a_file_that_was_taken_away_is_not_told_of_at_once(in_file: Table, tmp_path: Path):
    view = {"operation": "view", "characterName": "Thorin"}
    assert in_file.send(view)["ok"]
    (tmp_path / "party.db").rename(tmp_path / "elsewhere.db")
    assert in_file.game.at_once(view, "manage_inventory", "brief", GM) is None
    with pytest.raises(StoreFault):
        in_file.send(view)
    (tmp_path / "elsewhere.db").rename(tmp_path / "party.db")


THORIN = {"characterName": "Thorin"}
WRITES = {
    "a gift": {"operation": "give", **THORIN, "template": "Torch"},
    "off": {"operation": "unequip", **THORIN, "itemName": "Plate Armor"},
    "drunk": {"operation": "use", **THORIN, "itemName": "Potion of Healing"},
    "several": {"batch": [{"operation": "give", "template": "Torch"}, {"operation": "remove", "itemName": "Torch"}] * 10, **THORIN},
    "with a number of its own": {"operation": "give", **THORIN, "template": "Torch", "requestId": "a"},
    "refused": {"operation": "equip", **THORIN, "itemName": "Moon"},
    "one of two refused": {
        "batch": [{"operation": "remove", **THORIN, "itemName": name} for name in ("Moon", "Chain Shirt")],
        "onError": "continue",
    },
}


@pytest.mark.parametrize("payload", [*WRITES.values()], ids=[*WRITES])
def test_what_is_done_at_once_is_what_asking_does(in_file: Table, tmp_path: Path, payload: dict[str, Any]):
    with played(tmp_path / "beside.db") as other:
        beside = Table(other)
        for table in (in_file, beside):
            table.did("view", "Thorin")
        for _ in range(3):
            done = in_file.game.at_once(payload, "manage_inventory", "brief", GM)
            assert done is not None
            assert done == beside.send(payload)
        assert in_file.now == beside.now
    assert known.is_true(in_file.game)


def test_where_somebody_writes_nothing_is_done_at_once_and_nobody_waits(in_file: Table, tmp_path: Path):
    in_file.did("view", "Thorin")
    rev, turns = in_file.did("view", "Thorin")["rev"], in_file.game.store._database.turns
    assert turns is not None and turns.enter()
    began = time.monotonic()
    assert in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM) is None
    assert in_file.game.is_written
    turns.leave()
    with closing(engine.driver()[0].connect(tmp_path / "party.db")) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        assert in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM) is None
    assert time.monotonic() - began < 1
    assert not in_file.game.is_written
    assert in_file.did("view", "Thorin")["rev"] == rev
    with in_turn(in_file.game.store._database) as writer:
        assert writer.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5000  # who comes next is as patient as before
    answer = in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM)
    assert answer is not None and answer["rev"] == rev + 1


def test_only_the_master_changes_a_small_part_of_the_world_at_once(in_file: Table, monkeypatch: pytest.MonkeyPatch):
    in_file.did("view", "Thorin")
    player = Caller("player", "pat", characters=("c1.1",))
    assert in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", player) is None
    monkeypatch.setattr("rpg_lite.game.MOST_AT_ONCE", 2)
    assert in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM) is None


def test_where_the_disk_is_slow_nothing_is_done_at_once(in_file: Table, monkeypatch: pytest.MonkeyPatch):
    in_file.did("view", "Thorin")
    monkeypatch.setattr("rpg_lite.store.pace.QUICK_S", 0)
    done = [in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM) for _ in range(3)]
    assert [answer is not None for answer in done] == [True, False, False]  # the first looks whether it is


def test_what_fails_at_once_is_heard_and_leaves_nothing(in_file: Table, monkeypatch: pytest.MonkeyPatch):
    rev = in_file.did("view", "Thorin")["rev"]
    with monkeypatch.context() as during:
        during.setattr(in_file.game, "_told", None)
        with pytest.raises(TypeError):
            in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM)
    assert in_file.did("view", "Thorin")["rev"] == rev
    assert known.is_true(in_file.game)
    told = in_file.send({"operation": "history", "tools": True}, "read_campaign")["text"]
    assert sum("internal" in line for line in told.splitlines()) == 1
