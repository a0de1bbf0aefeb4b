"""Checkpoints: moments with names, from which the journal, the history and the context are read."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game

ALOUD = Caller("gm", aloud=True)
THORIN = Caller("player", characters=("Thorin",))


@pytest.fixture
def evening() -> Iterator[Game]:
    """Words before the checkpoint "The Boss", and words and a deed after it."""
    with open_campaign(":memory:", seed=1) as game:
        hero = {"classes": ["fighter 5"], "party": True}
        assert ask(game, "manage_character", "create", name="Thorin", character=hero)["ok"]
        assert say(game, "zqxbefore")["ok"]
        assert mark(game, "The Boss")["ok"]
        assert say(game, "zqxafter")["ok"]
        assert ask(game, "manage_inventory", "give", characterName="Thorin", template="Longsword")["ok"]
        yield game


def ask(game: Game, tool: str, operation: str, caller: Caller = GM, **fields: Any) -> dict[str, Any]:
    return game.ask({"operation": operation, **fields}, tool, "full", caller)


def say(game: Game, text: str) -> dict[str, Any]:
    return ask(game, "keep_journal", "say", text=text, characterName="Thorin")


def mark(game: Game, name: str, caller: Caller = GM, **fields: Any) -> dict[str, Any]:
    return ask(game, "keep_journal", "checkpoint", caller, name=name, **fields)


def read(game: Game, operation: str, caller: Caller = GM, **fields: Any) -> str:
    answer = ask(game, "read_campaign", operation, caller, **fields)
    assert answer["ok"], answer["text"]
    return str(answer["text"])


def test_the_past_is_read_since_a_checkpoint(evening: Game) -> None:
    for since in ("The Boss", "the boss", 3, "3"):
        journal, history, context = (read(evening, operation, since=since) for operation in ("journal", "history", "context"))
        assert all("zqxafter" in text and "zqxbefore" not in text for text in (journal, history, context))
        assert "Longsword" in history and "Longsword" in context
        calls = read(evening, "history", since=since, tools=True, last=50)
        assert "zqxafter" in calls and "zqxbefore" not in calls
    wrapped = evening.wrap(since="the boss").text
    assert "zqxafter" in wrapped and "zqxbefore" not in wrapped


def test_an_unknown_checkpoint_is_refused_with_the_call_that_lists_them(evening: Game) -> None:
    for operation in ("journal", "history", "context"):
        refused = ask(evening, "read_campaign", operation, since="The End")
        assert refused["error"]["code"] == "checkpoint_unknown" and refused["error"]["field"] == "since"
        assert refused["error"]["try"] == {"operation": "journal", "entry": "checkpoint"}
        assert "The Boss" not in str(refused)
    assert read(evening, "journal", entry="checkpoint").endswith("The game master sets a checkpoint, for the game master only: The Boss")
    with pytest.raises(ValueError, match="there is no checkpoint 'The End'"):
        evening.wrap(since="The End")


def test_two_checkpoints_never_have_one_name(evening: Game) -> None:
    refused = mark(evening, "THE BOSS")
    assert refused["error"]["code"] == "checkpoint_taken" and refused["error"]["field"] == "name"
    twice = [{"operation": "checkpoint", "name": name} for name in ("End", "end")]
    batch = evening.ask({"batch": twice}, "keep_journal", "full")
    assert not batch["ok"] and "checkpoint_taken" in str(batch)
    assert "nd" not in {line[-2:] for line in read(evening, "journal", entry="checkpoint").split("\n")}
    for bad in ("", "  ", "12", "x" * 81):
        assert not mark(evening, bad)["ok"]


def test_an_undo_frees_the_name(evening: Game) -> None:
    assert mark(evening, "End")["ok"]
    assert ask(evening, "keep_journal", "undo")["ok"]
    assert ask(evening, "read_campaign", "journal", since="End")["error"]["code"] == "checkpoint_unknown"
    assert mark(evening, "End")["ok"]


def test_players_neither_set_nor_read_checkpoints(evening: Game) -> None:
    assert mark(evening, "End", THORIN)["error"]["code"] == "not_allowed"
    for operation in ("journal", "context"):
        refused = ask(evening, "read_campaign", operation, THORIN, since="The Boss")
        assert refused["error"]["code"] == "checkpoint_unknown"
    for caller in (THORIN, ALOUD):
        assert "The Boss" not in read(evening, "journal", caller) + read(evening, "context", caller)
    assert "The Boss" not in read(evening, "history", ALOUD)
    assert "zqxbefore" not in read(evening, "journal", ALOUD, since="The Boss")


@pytest.mark.parametrize("bad", [-1, True, 1.5, ""])
def test_since_takes_a_rev_or_a_name(evening: Game, bad: object) -> None:
    refused = ask(evening, "read_campaign", "journal", since=bad)
    assert not refused["ok"] and "Refused: since: is " in refused["text"]


def test_a_name_that_is_a_number_is_refused_with_the_reason(evening: Game) -> None:
    refusal = mark(evening, "17")
    assert refusal["error"]["code"] == "argument_invalid"
    assert "a number alone means a rev" in refusal["text"]
