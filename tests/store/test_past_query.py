"""The past as rows: each filter, the filters together, and what a chain refuses."""

from collections.abc import Iterator
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.store import past_query


def did(game: Game, tool: str, operation: str, **fields: Any) -> None:
    answer = game.ask({"operation": operation, **fields}, tool)
    assert answer["ok"], answer["text"]


@pytest.fixture(scope="module")
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as opened:
        for name in ("Thorin", "Elara"):
            did(opened, "manage_character", "create", name=name, character={"hpMax": 20, "party": True})
        did(opened, "keep_journal", "say", characterName="Thorin", text="Who goes there?")
        did(opened, "manage_inventory", "give", characterName="Thorin", item="Torch", quantity=2)
        did(opened, "keep_journal", "checkpoint", name="Before the boss")
        did(opened, "keep_journal", "tell", text="A bell rings.")
        did(opened, "keep_journal", "say", characterName="Elara", text="Run!")
        did(opened, "execute_action", "damage", characterName="Thorin", amount=4, damageType="fire")
        yield opened


def texts(rows: past_query.PastRows) -> list[str]:
    return [row.text.split(".")[0] for row in rows]


def test_without_a_filter_there_is_the_whole_past_oldest_first(game: Game) -> None:
    rows = list(game.rows())
    assert [row.rev for row in rows] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [row.kind for row in rows] == ["deed", "deed", "say", "deed", "checkpoint", "tell", "say", "deed"]
    assert (rows[2].by, rows[2].text, rows[5].by) == ("Thorin", "Who goes there?", None)


def test_each_filter_keeps_its_rows(game: Game) -> None:
    rows = game.rows()
    assert texts(rows.by("elara").kinds("say")) == ["Run!"]
    assert texts(rows.by("gm").kinds("tell")) == ["A bell rings"]
    assert texts(rows.kinds("say", "tell")) == ["Who goes there?", "A bell rings", "Run!"]
    assert {row.kind for row in rows.tools()} == {"deed"} and len(list(rows.tools())) == 4
    assert texts(rows.since("before the boss")) == texts(rows.since(5)) == ["A bell rings", "Run!", "Thorin takes 4 fire damage"]


def test_a_deed_is_by_whoever_acted(game: Game) -> None:
    assert texts(game.rows().by("Thorin").tools().since("Before the boss")) == ["Thorin takes 4 fire damage"]
    assert texts(game.rows().by("Elara").tools().since("Before the boss")) == []


def test_a_chain_is_a_value_and_a_filter_changes_no_other(game: Game) -> None:
    every = game.rows()
    said = every.kinds("say")
    assert len(list(said.by("Elara"))) == 1 and len(list(said)) == 2 and len(list(every)) == 8


def test_the_newest_rows_fill_the_tokens(game: Game) -> None:
    said = game.rows().kinds("say", "tell")
    newest = estimate("Run!") + estimate("A bell rings.")
    assert texts(said.tokens(newest)) == ["A bell rings", "Run!"]
    assert texts(said.tokens(newest - 1)) == ["Run!"] and texts(said.tokens(0)) == []
    assert len(list(said.tokens(100_000))) == 3


def test_a_filter_that_means_nothing_is_refused(game: Game) -> None:
    with pytest.raises(ValueError, match=r"No row is of the kind 'song'; kinds: say, tell, note, .*deed"):
        game.rows().kinds("song")
    with pytest.raises(ValueError, match="Nobody is called 'elrara'; did you mean Elara"):
        list(game.rows().by("Elrara"))
    with pytest.raises(ValueError, match="No checkpoint is called 'boss'; checkpoints: before the boss"):
        list(game.rows().since("boss"))
    with pytest.raises(ValueError, match="0 or more"):
        game.rows().tokens(-1)


def test_no_more_than_the_newest_rows_are_read(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(past_query, "MOST_ROWS", 2)
    assert [row.rev for row in game.rows()] == [6, 7, 8]
