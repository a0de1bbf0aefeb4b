"""History by actor, room, text and time, and the tool calls beside it."""

import re

import pytest

from rpg_lite.store import history
from rpg_lite.world.events import Rolled
from tests.operations.table import Table, chronicle


@pytest.fixture
def played(table: Table) -> Table:
    """Revs 3 to 6, and a refused call."""
    table.did("give", "Thorin", template="Dagger")
    table.did("give", "Elara", template="Torch")
    table.refused("item_unknown", "equip", "Elara", itemName="Crown")
    table.did("transfer", "Thorin", itemName="Dagger", toCharacterName="Elara")
    table.did("remove", "Elara", itemName="Dagger")
    return table


def revs(table: Table, **fields: object) -> list[int]:
    return [int(rev) for rev in re.findall(r"^rev (\d+):", table.did("history", **fields)["text"], re.MULTILINE)]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, [6, 5, 4, 3, 2, 1]),
        ({"since": 4}, [6, 5]),
        ({"since": 3, "last": 2}, [6, 5]),
        ({"actorName": "Thorin"}, [5, 3, 1]),
        ({"actorName": "elara"}, [6, 5, 4, 2]),
        ({"itemName": "Torch"}, [4]),
        ({"itemName": "dagger"}, [6, 5, 3]),
        ({"actorName": "Elara", "since": 4}, [6, 5]),
        ({"actorName": "Elara", "last": 1}, [6]),
        ({"roomName": "Lobby"}, [6, 5, 4, 3, 2, 1]),
        ({"roomName": "Lobby", "actorName": "Thorin", "itemName": "Torch"}, []),
    ],
)
def test_history_shows_what_is_asked_for(played: Table, fields: dict[str, object], expected: list[int]):
    assert revs(played, **fields) == expected


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("character_unknown", {"actorName": "Thorinn"}),
        ("bag_unknown", {"roomName": "Loby"}),
        ("calls_have_no_rev", {"tools": True, "atRev": 3}),
    ],
)
def test_a_history_of_nobody_is_refused(played: Table, code: str, fields: dict[str, object]):
    answer = played.refused(code, "history", **fields)
    assert code == "calls_have_no_rev" or answer["error"]["near"]


def test_the_last_tool_calls_are_told_with_age_time_and_outcome(played: Table):
    lines = played.did("history", tools=True, last=3)["text"].splitlines()
    assert len(lines) == 3
    assert re.fullmatch(r"\d+ s ago manage_inventory remove Elara ✓ rev 6, 0\.\d{3} s: \{.*", lines[0])
    assert "equip Elara ✗ item_unknown" in lines[2] and "Crown" in lines[2]


def test_tool_calls_go_by_who_and_what_too(played: Table):
    who = played.did("history", tools=True, actorName="Thorin")["text"].splitlines()
    assert [line.split()[4] for line in who] == ["transfer", "give", "create"]
    assert len(played.did("history", tools=True, itemName="Torch")["text"].splitlines()) == 1
    assert len(played.did("history", tools=True, since=5)["text"].splitlines()) >= 1


@pytest.mark.parametrize(("since", "told"), [(3, True), (4, True), (5, False), (99, False)])
def test_a_refused_call_stands_where_it_was_made(played: Table, since: int, told: bool):
    """It led to no rev; it came after rev 4 and before rev 5."""
    assert ("Crown" in played.did("history", tools=True, since=since)["text"]) == told
    assert ("equip" in played.did("history", stats=True, since=since)["text"]) == told


def test_a_call_that_gave_the_id_is_found_by_the_name(played: Table):
    played.did("transfer", "Elara", itemId=played.id("Torch"), toName="floor")
    assert "transfer" in played.did("history", tools=True, itemName="Torch")["text"]


def test_stats_count_each_operation_with_its_errors_and_seconds(played: Table):
    lines = played.did("history", stats=True)["text"].splitlines()
    assert re.fullmatch(r"manage_inventory give: 2 calls \(29 %\), 0 % errors, 0\.\d{3} s", lines[1])
    assert any(re.fullmatch(r"manage_inventory equip: 1 call \(14 %\), 100 % errors, .*", line) for line in lines)


def test_calls_and_stats_are_data_when_full(played: Table):
    answer = played.send({"operation": "history", "tools": True, "stats": True, "last": 1}, "read_campaign", "full")
    (result,) = answer["results"]
    assert result["calls"][0].items() >= {"tool": "manage_inventory", "operation": "remove", "kind": "result", "rev": 6}.items()
    assert {s["operation"]: (s["calls"], s["errors"]) for s in result["stats"]}["equip"] == (1, 1)


# ── dice ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def fell(table: Table, **fields: object) -> dict[str, dict[str, object]]:
    """The full data about each die."""
    answer = table.send({"operation": "history", "stats": True, **fields}, "read_campaign", "full")
    return {die.pop("die"): die for die in answer["results"][0]["dice"]}


@pytest.fixture
def rolled(table: Table) -> Table:
    """Revs 3 to 5: three d20, one of them not counted, and four d6 that nobody rolled."""
    table.did("check", "Thorin", ability="str")
    table.did("check", "Elara", ability="int", mode="advantage")
    table.did("roll", dice="4d6-1")
    return table


def faces_of(table: Table) -> tuple[list[int], list[int]]:
    """(of the d20, of the d6)"""
    first, second, third = (e.faces for e in chronicle(table.game) if isinstance(e, Rolled))
    return [*first, *second], [*third]


def test_stats_tell_of_each_die_how_often_it_fell_and_its_mean(rolled: Table):
    twenties, sixes = faces_of(rolled)
    assert rolled.did("history", stats=True)["text"].splitlines()[-2:] == [
        f"d6: rolled 4 times, mean {sum(sixes) / 4:.2f} (3.5 expected)",
        f"d20: rolled 3 times, mean {sum(twenties) / 3:.2f} (10.5 expected)",
    ]


def test_the_share_of_each_face_is_data_when_full(rolled: Table):
    _, sixes = faces_of(rolled)
    assert fell(rolled)["d6"] == {
        "times": 4, "mean": sum(sixes) / 4, "expected": 3.5, "shares": {str(face): sixes.count(face) / 4 for face in sorted({*sixes})},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("fields", "dice"),
    [
        ({"since": 3}, {"d6": 4, "d20": 2}),
        ({"since": 5}, {}),
        ({"actorName": "Thorin"}, {"d20": 1}),
        ({"actorName": "Elara"}, {"d20": 2}),
        ({"actorName": "Thorin", "since": 3}, {}),
        ({"roomName": "Lobby"}, {"d20": 3}),
        ({"itemName": "Torch"}, {}),
    ],
)
def test_dice_go_by_who_where_and_since_when_like_the_calls(rolled: Table, fields: dict[str, object], dice: dict[str, int]):
    assert {die: told["times"] for die, told in fell(rolled, **fields).items()} == dice


def test_dice_that_were_taken_back_have_fallen_once(rolled: Table):
    for _ in range(2):
        rolled.did("undo")
    assert fell(rolled)["d6"]["times"] == 4


def test_a_dry_run_throws_no_dice(rolled: Table):
    rolled.did("roll", dice="1d8", dryRun=True)
    assert "d8" not in fell(rolled)


def test_calls_alone_say_nothing_of_dice(rolled: Table):
    assert "fell" not in rolled.did("history", tools=True)["text"]


def test_only_the_last_revs_are_looked_through_and_that_is_said(rolled: Table, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(history, "DICE_OF", 2)
    lines = rolled.did("history", stats=True)["text"].splitlines()
    assert lines[-3:-1] == ["Dice of the last 2 revs:", lines[-2]]
    assert (lines[-2].split(",")[0], lines[-1].split(",")[0]) == ("d6: rolled 4 times", "d20: rolled 2 times")
    assert "last 2 revs" not in rolled.did("history", stats=True, since=3)["text"]


def test_history_lists_the_most_thrown_kinds_of_dice(table: Table):
    for size in range(2, 22):
        table.did("roll", dice=f"1d{size}")
    lines = table.did("history", stats=True)["text"].splitlines()
    assert lines[-2].startswith("d13: rolled once, ") and lines[-1] == "and 8 other kinds of dice"
    assert len(fell(table)) == 20


def test_an_answer_about_calls_is_never_a_kept_one(played: Table):
    first = played.did("history", stats=True)["text"]
    assert "history" not in first and "history: 1 call" in played.did("history", stats=True)["text"]


def test_a_batch_shows_each_history_as_long_as_asked(played: Table):
    answer = played.send({"operation": "history", "batch": [{"last": 1}, {"last": 3}]}, "read_campaign", "full")
    assert [len(r["history"]) for r in answer["results"]] == [1, 3]
