"""Calls that wait together to change a campaign: one transaction, and for each its own rev, answer and refusal, as if it had been alone."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

import rpg_lite
from rpg_lite import waiting_writes
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.store import migrate
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from tests.examples import examples
from tests.operations.table import Table
from tests.store import known

Payload = dict[str, Any]
THORIN = {"characterName": "Thorin"}
VIEW = {"operation": "view", **THORIN}
TORCH = {"operation": "give", **THORIN, "template": "Torch"}
SHIELD = {"operation": "equip", **THORIN, "itemName": "Shield"}


def own(name: str) -> Payload:
    """A gift that can be told apart."""
    return {"operation": "give", **THORIN, "item": {"name": name, "type": "adventuring_gear"}}


DOOR = {"operation": "create", "name": "Vault", "direction": "north"}


def opened(where: Path | str, name: str = "default") -> Game:
    """A campaign with one hero, whose slice is known, as it is after a first call."""
    game = rpg_lite.open_campaign(where, name, seed=7, new=True)
    table = Table(game)
    table.did("create", name="Thorin", character={"classes": ["fighter 5"], "race": "dwarf"})
    table.did("give", "Thorin", template="Shield")
    table.did("view", "Thorin")
    return game


@pytest.fixture
def game(where: Path | str) -> Iterator[Game]:
    with opened(where) as game:
        yield game


def together(game: Game, *payloads: Payload | tuple[str, Payload]) -> list[Any]:
    """The answers to calls that come at the same moment; a fault in place of an answer."""

    async def asked() -> list[Any]:
        calls = [call if isinstance(call, tuple) else ("manage_inventory", call) for call in payloads]
        return await asyncio.gather(*(game.ask_async(payload, tool, "brief") for tool, payload in calls), return_exceptions=True)

    return asyncio.run(asked())


def commits(game: Game) -> list[str]:
    """The transactions from here on, as the store commits them."""
    found: list[str] = []
    commit = game.store._commit

    def counted(connection: Any) -> None:
        found.append("commit")
        commit(connection)

    game.store._commit = counted  # type: ignore[method-assign]  # it counts
    return found


def rows(game: Game) -> dict[str, list[Any]]:
    """All rows of the campaign but the calls and the times."""
    found = {}
    with game.store._database.reader.connect() as connection:
        for table in ("thing", "equipped", "exit", '"commit"', "event"):
            each = connection.execute(text(f"SELECT * FROM {table}")).mappings()
            told = [{k: _read(v) for k, v in row.items() if not k.endswith("_at") and k not in ("at", "campaign_id")} for row in each]
            found[table] = sorted(json.dumps(row, sort_keys=True, default=str) for row in told)
    return found


def _read(value: Any) -> Any:
    """A value as both databases give it: one of them hands out JSON as text."""
    if isinstance(value, str) and value[:1] in ("{", "["):
        return json.loads(value)
    return bool(value) if value in (0, 1) else value


def test_each_has_its_own_rev_in_the_order_in_which_it_came(game: Game):
    made, rev = commits(game), game.ask(VIEW)["rev"]
    answers = together(game, *(own(f"Torch {n}") for n in range(12)))
    assert [a["rev"] for a in answers] == [*range(rev + 1, rev + 13)]
    assert all(f"Torch {n}" in a["text"] for n, a in enumerate(answers))
    assert len(made) == 1
    assert known.is_true(game)
    assert game.ask({"operation": "undo", "rev": rev + 3})["ok"]


MIXED: list[Payload | tuple[str, Payload]] = [
    TORCH,
    SHIELD,
    {"operation": "equip", **THORIN, "itemName": "Sheild of Nobody"},
    {**TORCH, "quantity": 3},
    {"operation": "remove", **THORIN, "itemName": "Torch", "all": True},
    ("manage_condition", {"operation": "apply", **THORIN, "condition": "prone"}),
    ("execute_action", {"operation": "roll", "dice": "3d6"}),
    {"operation": "undo"},
    ("manage_room", DOOR),
    {"batch": [TORCH, {"operation": "unequip", **THORIN, "itemName": "Shield"}]},
    ("execute_action", {"operation": "damage", **THORIN, "amount": 5, "damageType": "fire"}),
    {"operation": "give", **THORIN, "template": "Chain Shirt", "equip": True},
    ("manage_character", {"operation": "rest", "kind": "short", **THORIN}),
    {"operation": "remove", **THORIN, "itemName": "Shield"},
    TORCH,
]


def test_together_they_do_what_they_do_one_after_another(where: Path | str, tmp_path: Path):
    with opened(where) as game, opened(tmp_path / "alone.db") as alone:
        made = commits(game)
        one_by_one = [alone.ask(p[1], p[0], "brief") if isinstance(p, tuple) else alone.ask(p, detail="brief") for p in MIXED]
        assert together(game, *MIXED) == one_by_one
        assert [a["ok"] for a in one_by_one].count(False) == 1, [a["text"] for a in one_by_one if not a["ok"]]
        assert rows(game) == rows(alone)
        assert len(made) < len(MIXED) - 3
        assert known.is_true(game)


NAMES = ("Thorin", "Ori", "Nobody")
LOOT = ("Torch", "Shield", "Longsword", "Plate Armor")
named = st.sampled_from(NAMES).map(lambda name: {"characterName": name})
of_items = st.builds(
    lambda operation, who, item, more: {"operation": operation, **who, "template" if operation == "give" else "itemName": item, **more},
    st.sampled_from(("give", "equip", "unequip", "remove")),
    named,
    st.sampled_from(LOOT),
    st.sampled_from(({}, {}, {"requestId": "one"}, {"requestId": "two"})),
)
handed_over = st.builds(
    lambda who, item, to: {"operation": "transfer", **who, "itemName": item, "toName": to},
    named,
    st.sampled_from(LOOT),
    st.sampled_from(NAMES),
)
deeds = st.builds(
    lambda operation, who: (
        "execute_action",
        {"operation": operation, **who, "amount": 3} | ({"damageType": "fire"} if operation == "damage" else {}),
    ),
    st.sampled_from(("damage", "heal")),
    named,
)
attacks = st.builds(lambda who, to: ("execute_action", {"operation": "attack", **who, "targetName": to}), named, st.sampled_from(NAMES))
others = st.sampled_from((
    {"operation": "undo"},
    ("manage_room", DOOR),
    ("manage_room", {"operation": "go", "direction": "north"}),
    ("manage_condition", {"operation": "apply", "characterName": "Ori", "condition": "prone"}),
    ("manage_character", {"operation": "retire", "characterName": "Ori"}),
    ("manage_character", {"operation": "create", "name": "Ori", "character": {}}),
    {"batch": [TORCH, SHIELD]},
    {"batch": [TORCH, {"operation": "equip", "characterName": "Nobody", "itemName": "Torch"}], "onError": "continue"},
))  # fmt: skip


@given(st.lists(st.one_of(of_items, of_items, handed_over, deeds, attacks, others), min_size=2, max_size=12))
@settings(max_examples=examples(120), deadline=None)
def test_whatever_comes_together_does_what_it_does_one_after_another(calls: list[Any]):
    with opened(":memory:") as game, opened(":memory:") as alone:
        for each in (game, alone):
            Table(each).did("create", name="Ori", character={"classes": ["wizard 5"]})
            Table(each).did("view", "Ori")
        one_by_one = [alone.ask(p[1], p[0], "brief") if isinstance(p, tuple) else alone.ask(p, detail="brief") for p in calls]
        assert [_decided(a) for a in together(game, *calls)] == [_decided(a) for a in one_by_one]
        assert rows(game) == rows(alone)
        assert known.is_true(game) >= 0


def _decided(answer: Any) -> Any:
    """An answer without the call that it proposes, which is looked for last, when those who waited beside it have changed more."""
    return {k: answer["error"].get(k) for k in ("code", "field", "details")} if "error" in answer else answer


def test_what_one_makes_and_the_next_one_removes_can_be_taken_back(game: Game):
    rev = game.ask(VIEW)["rev"]
    made, removed = together(game, own("Brand"), {"operation": "remove", **THORIN, "itemName": "Brand"})
    assert (made["rev"], removed["rev"]) == (rev + 1, rev + 2)
    assert game.ask({"operation": "undo"})["ok"]
    assert "Brand" in game.ask(VIEW)["text"]
    with game.store._database.reader.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM thing WHERE name = 'Brand'")).scalar() == 1


def test_a_refused_one_leaves_no_trace_and_is_led_on(game: Game):
    rev = game.ask(VIEW)["rev"]
    first, refused, last = together(game, TORCH, {**SHIELD, "itemName": "Shieldd"}, TORCH)
    assert not refused["ok"] and "Shield" in refused["text"]
    assert (first["rev"], last["rev"]) == (rev + 1, rev + 2)
    made = commits(game)
    assert not any(a["ok"] for a in together(game, *[{**SHIELD, "itemName": "Nothing"}] * 3)) and not made
    assert game.ask(VIEW)["rev"] == rev + 2


def test_a_repeated_request_among_them_is_answered_once(game: Game):
    rev = game.ask(VIEW)["rev"]
    first, again = together(game, {**TORCH, "requestId": "one"}, {**TORCH, "requestId": "one"})
    assert first["rev"] == again["rev"] == rev + 1 and again["repeated"]


def test_who_goes_away_while_waiting_changes_nothing(game: Game):
    rev = game.ask(VIEW)["rev"]

    async def asked() -> list[Any]:
        tasks = [asyncio.create_task(game.ask_async(own(f"Torch {n}"))) for n in range(3)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        return await asyncio.gather(*tasks, return_exceptions=True)

    first, gone, last = asyncio.run(asked())
    assert isinstance(gone, asyncio.CancelledError)
    assert (first["rev"], last["rev"]) == (rev + 1, rev + 2)
    assert "Torch 1" not in game.ask(VIEW)["text"]


def test_a_long_one_keeps_its_place(game: Game):
    """A map takes a thread; those who came later see its rooms."""
    plan = {"name": "Halls", "rooms": [{"name": f"Hall {n}"} for n in range(30)]}
    before, long, after = together(
        game,
        TORCH,
        ("manage_room", {"operation": "import_map", "document": plan}),
        ("manage_room", {"operation": "create", "name": "Hall 3"}),
    )
    assert before["ok"] and long["ok"], long["text"]
    assert before["rev"] + 1 == long["rev"]
    assert not after["ok"] and "Hall 3" in after["text"]


def test_a_full_queue_says_when_to_come_again(game: Game, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(waiting_writes, "MOST_WAITING", 4)
    rev = game.ask(VIEW)["rev"]
    answers = together(game, *[TORCH] * 6)
    assert [a["rev"] for a in answers[:4]] == [*range(rev + 1, rev + 5)]
    for fault in answers[4:]:
        assert isinstance(fault, StoreFault) and fault.code == "busy" and "again in 1 s" in str(fault)
    assert game.ask(VIEW)["rev"] == rev + 4


def test_a_failure_of_one_is_its_own(game: Game, monkeypatch: pytest.MonkeyPatch):
    rev, shown = game.ask(VIEW)["rev"], game._show

    def show(call: Any, *more: Any) -> Any:
        if call.asked.commands[0].operation == "equip":
            raise TypeError("a fault of ours")
        return shown(call, *more)

    monkeypatch.setattr(game, "_show", show)
    first, failed, last = together(game, TORCH, SHIELD, TORCH)
    assert isinstance(failed, TypeError)
    assert (first["rev"], last["rev"]) == (rev + 1, rev + 2)
    assert known.is_true(game)
    told = game.ask({"operation": "history", "tools": True}, "read_campaign")["text"]
    assert sum("internal" in line for line in told.splitlines()) == 1


def test_those_who_read_have_their_share(game: Game):
    """A hundred changes do not keep a reader waiting until all are done."""
    order: list[str] = []

    async def told(name: str, payload: Payload) -> None:
        await game.ask_async(payload, detail="brief")
        order.append(name)

    async def asked() -> None:
        await game.ask_async(VIEW, detail="brief")  # opens what a loop needs
        writers = [asyncio.create_task(told("write", own(f"T{n}"))) for n in range(100)]
        await asyncio.sleep(0)
        await asyncio.gather(told("read", VIEW), *writers)

    asyncio.run(asked())
    assert order.index("read") < 75


def test_players_wait_in_the_same_queue(game: Game):
    rev = game.ask(VIEW)["rev"]

    async def asked() -> list[Any]:
        player = Caller("player", "pat", characters=("Thorin",))
        return await asyncio.gather(
            game.ask_async(TORCH), game.ask_async({**SHIELD}, caller=player), game.ask_async(TORCH), return_exceptions=True
        )

    first, own, last = asyncio.run(asked())
    assert own["ok"], own["text"]
    assert [a["rev"] for a in (first, own, last)] == [rev + 1, rev + 2, rev + 3]


def test_another_loop_is_served_as_well(game: Game):
    rev = game.ask(VIEW)["rev"]
    assert [together(game, TORCH)[0]["rev"] for _ in range(3)] == [rev + 1, rev + 2, rev + 3]


def test_a_newer_schema_refuses_all_of_them(game: Game):
    rev = game.ask(VIEW)["rev"]
    with game.store._database.writer.connect() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        connection.commit()
    assert {getattr(fault, "code", fault) for fault in together(game, TORCH, TORCH)} == {"database_newer"}
    with game.store._database.writer.connect() as connection:
        connection.execute(text(f"UPDATE alembic_version SET version_num = '{migrate.HEAD}'"))
        connection.commit()
    assert [a["rev"] for a in together(game, TORCH, TORCH)] == [rev + 1, rev + 2]


@pytest.mark.sqlite("PostgreSQL has the row of the campaign for that")
def test_a_lock_of_another_program_is_waited_for_or_told(tmp_path: Path):
    file = tmp_path / "party.db"
    opened(file).close()
    with Store.open(file, busy_ms=300) as store, rpg_lite.open_campaign(file) as other:
        game = Game(store, store.campaigns()[0], other.book)
        game.ask(VIEW)
        with other.store._database.writer.connect() as connection:
            connection.execute(text("SELECT 1"))
            assert {getattr(fault, "code", fault) for fault in together(game, TORCH, TORCH, TORCH)} == {"database_locked"}
        assert all(answer["ok"] for answer in together(game, TORCH, TORCH))
