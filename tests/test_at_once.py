"""Answers on the event loop: the same as on a thread, and only for calls that need not wait."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import rpg_lite
from rpg_lite.content import lore_folder, lore_watch
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.server import mcp
from rpg_lite.server.campaign_router import CampaignRouter
from rpg_lite.server.scene_tracking import ONLY_GLOBAL
from rpg_lite.server.settings import DEFAULT_LISTING
from rpg_lite.store import call_log, sqlite_driver_selection
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.write_queue import WriteQueue
from rpg_lite.store.writer_turns import WriterBusy, in_turn
from tests.evenings import FIGHTER, evening
from tests.operations.table import Table
from tests.store import known

pytestmark = pytest.mark.sqlite("where the database is a server's, threads wait for it")


@pytest.fixture(autouse=True)
def calls_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread writes the record of calls beside a test: while it does, nothing is done at once."""
    monkeypatch.setattr(call_log, "WRITTEN_WITHIN", 10_000)


READS = [
    ("manage_inventory", {"operation": "view", "characterName": "Thorin"}),
    ("manage_inventory", {"operation": "view", "characterName": "Thorin", "detail": "full"}),
    ("manage_inventory", {"operation": "view", "characterName": "Thorin", "forPlayers": True}),
    ("manage_inventory", {"operation": "view", "characterName": "Nobody"}),
    ("read_campaign", {"operation": "party"}),
    ("read_campaign", {"operation": "character", "characterName": "Thorin"}),
    ("read_campaign", {"operation": "character", "characterName": "Thorin", "stats": ["ac"]}),
    ("manage_room", {"operation": "look"}),
]


def test_no_folder_of_pages_is_looked_at_on_the_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A look at a changed folder reads files; players are shown none of them, and never wait for one."""
    (tmp_path / "lore").mkdir()
    (tmp_path / "lore" / "RULES.md").write_text("No dying.")
    looks: list[Path] = []
    listed = lore_folder.list_files
    monkeypatch.setattr(lore_folder, "list_files", lambda folder: (looks.append(folder), listed(folder))[1])
    with closing(rpg_lite.open_campaign(tmp_path / "party.db", lore=tmp_path / "lore")) as game:
        asked = {"operation": "party"}, "read_campaign", "brief"
        whole = game.ask(*asked)
        assert game.at_once(*asked, GM) == whole
        seen = len(looks)
        monkeypatch.setattr(lore_watch, "LOOKS_S", 0)
        assert game.at_once(*asked, GM) is None and len(looks) == seen
        assert game.ask(*asked) == whole and len(looks) == seen + 1
        player = Caller("player", characters=("Thorin",))
        game.ask(*asked, player)
        assert game.at_once(*asked, player)["ok"]


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
        assert game.at_once(payload, tool, "brief", GM) == (asked if asked["ok"] else None)
        game._fast.forget()
        if (found := game.at_once(payload, tool, "brief", GM)) is not None:
            assert found == asked
            assert payload["operation"] == "view"


def nested(levels: int) -> list[Any]:
    found: list[Any] = []
    for _ in range(levels):
        found = [found]
    return found


LONG = {
    "a dry run": ("manage_inventory", {"operation": "view", "characterName": "Thorin", "dryRun": True}),
    "an undo": ("manage_inventory", {"operation": "undo"}),
    "a room": ("manage_room", {"operation": "create", "name": "Vault"}),
    "calls": ("read_campaign", {"operation": "history", "tools": True}),
    "many things": ("manage_inventory", {"operation": "give", "characterName": "Thorin", "template": "Torch", "quantity": 21}),
    "many letters": ("manage_inventory", {"operation": "give", "characterName": "Thorin", "template": "Torch", "nickname": "T" * 4_000}),
    "many levels": ("manage_inventory", nested(80)),
    "no tool": ("no_tool", {"operation": "view"}),
    "no payload": ("manage_inventory", "view"),
}


@pytest.mark.parametrize(("tool", "payload"), [*LONG.values()], ids=[*LONG])
def test_what_may_take_long_is_not_told_at_once(in_file: Table, tool: str, payload: Any):
    in_file.game.ask({"operation": "view", "characterName": "Thorin"})
    in_file.game.ask(payload, tool, "brief")
    before = in_file.now
    assert in_file.game.at_once(payload, tool, "brief", GM) is None
    assert in_file.now == before


@pytest.mark.parametrize("said", ["T" * 5_000, nested(2_000), {1j: 1}], ids=["letters", "levels", "no JSON"])
def test_what_is_long_is_not_even_parsed(in_file: Table, said: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("rpg_lite.fast_path._parse_once", None)  # who calls it, fails
    assert in_file.game.at_once({"operation": "view", "characterName": said}, "manage_inventory", "brief", GM) is None


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
    "several": {"batch": [{"operation": "give", "template": "Torch"}, {"operation": "remove", "itemName": "Torch"}] * 10, **THORIN},
    "with a number of its own": {"operation": "give", **THORIN, "template": "Torch", "requestId": "a"},
    "of one's own": {"operation": "give", **THORIN, "item": {"name": "Odd Cap", "type": "wondrous", "weight": 1}},
    "one of two refused": {
        "batch": [{"operation": "remove", **THORIN, "itemName": name} for name in ("Moon", "Chain Shirt")],
        "onError": "continue",
    },
}


ACTS = {
    "a potion": ("manage_inventory", {"operation": "use", **THORIN, "itemName": "Potion of Healing"}),
    "a feature": ("execute_action", {"operation": "act", **THORIN, "act": "Second Wind"}),
    "a spell": ("execute_action", {"operation": "cast", **THORIN, "spell": "Shield", "force": True}),
    "a turn": ("execute_action", {"operation": "next_turn"}),
}


@pytest.mark.parametrize(("tool", "payload"), [*ACTS.values()], ids=[*ACTS])
@pytest.mark.parametrize("fights", [False, True], ids=["in peace", "in a fight"])
def test_an_act_is_done_at_once_as_asking_does(
    in_file: Table, tmp_path: Path, tool: str, payload: dict[str, Any], fights: bool, monkeypatch: pytest.MonkeyPatch
):
    """The first call loads what the act touches, the second finds it known."""
    monkeypatch.setattr("rpg_lite.store.commit_latency.QUICK_S", 60)
    with played(tmp_path / "beside.db") as other:
        beside = Table(other)
        for table in (in_file, beside):
            table.did("give", "Thorin", template="Potion of Healing", quantity=3)
            table.did("create", name="Ori", character=FIGHTER)
            table.did("update", "Thorin", character={"hp": 1})
            if fights:
                table.did("start_fight", names=["Thorin", "Ori"], seed=1)
        first = in_file.send(payload, tool), beside.send(payload, tool)
        assert first[0] == first[1]
        for table in (in_file, beside):
            table.did("update", "Thorin", unset=["spent"])
        done, told = in_file.game.at_once(payload, tool, "brief", GM), beside.send(payload, tool)
        assert done == (None if "error" in told else told)
        assert (done is None) == (tool == "execute_action" and payload["operation"] == "next_turn" and not fights)
        assert in_file.now == beside.now
    assert known.is_true(in_file.game)


@pytest.mark.parametrize("payload", [*WRITES.values()], ids=[*WRITES])
def test_what_is_done_at_once_is_what_asking_does(in_file: Table, tmp_path: Path, payload: dict[str, Any]):
    with played(tmp_path / "beside.db") as other:
        beside = Table(other)
        for table in (in_file, beside):
            table.did("view", "Thorin")
        for _ in range(3):
            done, told = in_file.game.at_once(payload, "manage_inventory", "brief", GM), beside.send(payload)
            assert done == (None if "error" in told else told)
        assert in_file.now == beside.now
    assert known.is_true(in_file.game)


def test_a_refusal_is_not_told_at_once_for_its_proposal_is_looked_for(in_file: Table):
    in_file.did("view", "Thorin")
    before = in_file.now
    assert in_file.game.at_once({"operation": "equip", **THORIN, "itemName": "Moon"}, "manage_inventory", "brief", GM) is None
    assert in_file.now == before


def test_nothing_is_done_at_once_and_nobody_waits_while_somebody_writes(in_file: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Whoever waited here, for a thread or for another program, would wait longer than any test may take."""
    monkeypatch.setattr(WriteQueue.enter, "__defaults__", (150,))
    with in_turn(in_file.game.store._database) as writer:
        writer.exec_driver_sql("PRAGMA busy_timeout=150000")
    rev, turns = in_file.did("view", "Thorin")["rev"], in_file.game.store._database.turns
    assert turns is not None and turns.enter()
    with pytest.raises(WriterBusy):
        in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM)
    turns.leave()
    with closing(sqlite_driver_selection.driver()[0].connect(tmp_path / "party.db")) as another_program:
        another_program.execute("BEGIN IMMEDIATE")
        assert in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM) is None
    assert in_file.did("view", "Thorin")["rev"] == rev
    answer = in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM)
    assert answer is not None and answer["rev"] == rev + 1


def test_the_next_writer_is_as_patient_as_before(in_file: Table):
    def pragmas() -> list[Any]:
        with in_turn(in_file.game.store._database) as writer:
            return [writer.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("busy_timeout", "wal_autocheckpoint")]

    before = pragmas()
    in_file.did("view", "Thorin")
    assert in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM)
    assert pragmas() == before == [5000, 1000]


def test_what_a_player_touches_is_never_changed_at_once(in_file: Table):
    """Its slice may be known, but the answer is also a view."""
    in_file.did("view", "Thorin")
    player = Caller("player", "pat", characters=("c1.1",))
    words = {"operation": "say", **THORIN, "text": "Hello there"}
    assert in_file.game.ask(words, "keep_journal", "brief", player)["ok"]
    assert in_file.game.at_once(words, "keep_journal", "brief", player) is None
    assert in_file.game.at_once(words, "keep_journal", "brief", GM) is None  # nobody has asked for this slice yet
    assert in_file.game.ask(words, "keep_journal", "brief", GM)["ok"]
    assert in_file.game.at_once(words, "keep_journal", "brief", GM)


@pytest.mark.parametrize("bound", ["MOST_AT_ONCE", "MOST_BY_ALL"])
def test_a_slice_of_many_things_is_not_changed_at_once(in_file: Table, bound: str, monkeypatch: pytest.MonkeyPatch):
    in_file.did("view", "Thorin")
    monkeypatch.setattr(f"rpg_lite.fast_path.{bound}", len(in_file.now.things) * len(WRITES["several"]["batch"]))
    assert in_file.game.at_once(WRITES["several"], "manage_inventory", "brief", GM)
    monkeypatch.setattr(f"rpg_lite.fast_path.{bound}", 3)
    assert in_file.game.at_once(WRITES["several"], "manage_inventory", "brief", GM) is None


def test_what_another_program_changed_is_not_read_at_once_to_be_changed(in_file: Table, tmp_path: Path):
    in_file.did("view", "Thorin")
    with rpg_lite.open_campaign(tmp_path / "party.db") as other:
        rev = Table(other).did("give", "Thorin", template="Caltrops")["rev"]
    assert in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM) is None
    assert in_file.did("give", "Thorin", template="Torch")["rev"] == rev + 1
    assert in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM)


async def test_a_call_during_a_write_is_done_at_once_after_it(in_file: Table):
    in_file.did("view", "Thorin")
    turns = in_file.game.store._database.turns
    assert turns is not None and turns.enter()
    asyncio.get_running_loop().call_later(0.005, turns.leave)
    with patch.object(Game, "ask"):  # nobody may
        result = await mcp.tools(CampaignRouter(in_file.game), DEFAULT_LISTING, "gm", ONLY_GLOBAL)["manage_inventory"].run(WRITES["a gift"])
    assert not result.is_error
    told = in_file.send({"operation": "history", "tools": True}, "read_campaign")["text"]
    assert sum("give" in line and "Torch" in line for line in told.splitlines()) == 1


def test_nothing_is_done_at_once_on_a_slow_disk(in_file: Table, monkeypatch: pytest.MonkeyPatch):
    in_file.did("view", "Thorin")
    monkeypatch.setattr("rpg_lite.store.commit_latency.QUICK_S", 0)
    done = [in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM) for _ in range(3)]
    assert [answer is not None for answer in done] == [True, False, False]  # the first looks whether it is


def test_what_fails_at_once_is_heard_and_leaves_nothing(in_file: Table, monkeypatch: pytest.MonkeyPatch):
    rev = in_file.did("view", "Thorin")["rev"]
    with monkeypatch.context() as during:
        during.setattr(in_file.game, "_show", None)
        with pytest.raises(TypeError):
            in_file.game.at_once(WRITES["a gift"], "manage_inventory", "brief", GM)
    assert in_file.did("view", "Thorin")["rev"] == rev
    assert known.is_true(in_file.game)
    told = in_file.send({"operation": "history", "tools": True}, "read_campaign")["text"]
    assert sum("internal" in line for line in told.splitlines()) == 1
