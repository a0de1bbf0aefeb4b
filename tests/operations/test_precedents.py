"""Decisions that answer a question: told when the question comes again, and never taken as the answer by themselves."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from rpg_lite.store import precedents

OTHERS = (Caller("player", characters=("Thorin",)), Caller("viewer"), Caller("gm", aloud=True))
TORCH, SWIM = "Does a torch burn under water?", "May a hero swim in plate armor?"


def ask(game: Game, tool: str, operation: str, caller: Caller = GM, detail: Any = "brief", **fields: Any) -> dict[str, Any]:
    return game.ask({"operation": operation, **fields}, tool, detail, caller)


def decide(game: Game, text: str, question: str | None = None, **fields: Any) -> dict[str, Any]:
    asked = {"question": question} if question else {}
    answer = ask(game, "keep_journal", "decide", text=text, **asked, **fields)
    assert answer["ok"], answer["text"]
    return answer


def rules(game: Game, **fields: Any) -> dict[str, Any]:
    return ask(game, "read_campaign", "rules", **fields)


@pytest.fixture
def evening() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as game:
        ask(game, "manage_character", "create", name="Thorin", character={"classes": ["fighter 5"], "party": True})
        decide(game, "No; it hisses and goes out.", TORCH)
        decide(game, "Yes, at half speed.", SWIM)
        yield game


def test_a_question_in_other_words_finds_the_decision(evening: Game) -> None:
    answer = rules(evening, query="Can I carry my torch through the water?")
    assert answer["text"] == f'The game master decided before (rev 2, day 1 08:00), on "{TORCH}": No; it hisses and goes out.'
    data = rules(evening, query="torch", detail="full")["results"][0]
    assert [(e["rev"], e["question"]) for e in data["decided"]] == [(2, TORCH)] and data["pages"] == []


def test_the_same_question_comes_first_and_without_words_the_newest_does(evening: Game) -> None:
    decide(evening, "A torch under water water water, torch torch.", "What lies at the bottom?")
    assert rules(evening, query="does a TORCH burn under water")["text"].startswith("The game master decided before (rev 2, day 1 08:00)")
    assert f"Decided before (read_campaign rules with query): What lies at the bottom? / {SWIM} / {TORCH}" in rules(evening)["text"]


def test_the_same_question_again_is_told_and_replaces_the_older_decision(evening: Game) -> None:
    answer = decide(evening, "Yes, if it is magical.", "does a torch burn under water")
    assert "was decided before (rev 2): No; it hisses and goes out. From now on this decision applies." in answer["text"]
    text = rules(evening, query="torch")["text"]
    assert "magical" in text and "hisses" not in text
    assert "hisses" in ask(evening, "read_campaign", "journal", query="torch")["text"]
    ask(evening, "keep_journal", "undo")
    assert "hisses" in rules(evening, query="torch")["text"]


def test_a_near_question_changes_nothing_by_itself(evening: Game) -> None:
    answer = decide(evening, "No.", "Does a lantern burn under water?")
    assert "decided before" not in answer["text"]
    assert len(rules(evening, query="burn under water", detail="full")["results"][0]["decided"]) == 2


def test_a_decision_without_a_question_answers_none(evening: Game) -> None:
    decide(evening, "We rest by the torch.")
    assert "rest by" not in rules(evening, query="torch")["text"]


def test_the_journal_shows_the_question_and_finds_it_by_its_words(evening: Game) -> None:
    text = ask(evening, "read_campaign", "journal", query="plate armor")["text"]
    assert f'decides, for the game master only: "{SWIM}" Yes, at half speed.' in text
    entries = ask(evening, "read_campaign", "journal", detail="full")["results"][0]["journal"]
    assert [e.get("question") for e in entries] == [TORCH, SWIM]


def test_pages_come_before_decisions(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "torches.md").write_text("A torch burns for an hour.")
    with open_campaign(":memory:", seed=1, lore=tmp_path) as game:
        decide(game, "No.", TORCH)
        text = rules(game, query="torch")["text"]
        assert text.index("A torch burns for an hour.") < text.index("decided before")
        assert "decided before" not in rules(game, name="torches")["text"]


def test_three_decisions_at_most_answer_a_question(evening: Game) -> None:
    for n in range(5):
        decide(evening, "No.", f"Does torch number {n} burn?")
    assert len(rules(evening, query="torch", detail="full")["results"][0]["decided"]) == 3


def test_a_long_decision_is_cut_and_the_call_for_the_rest_is_named(evening: Game) -> None:
    decide(evening, "word " * 700 + "end", "How long is a chase?")
    text = rules(evening, query="chase")["text"]
    assert len(text) < 1_300 and "end" not in text.split("word", 1)[1]
    whole = {"operation": "journal", "entry": "decide", "since": 3}
    assert text.endswith('(whole: read_campaign {"operation":"journal","entry":"decide","since":3})')
    assert "word end" in evening.ask(whole, "read_campaign")["text"]
    assert len(decide(evening, "Short.", "How long is a chase?")["text"]) < 500


def test_an_old_decision_is_in_the_journal_alone(evening: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(precedents, "LOOKED_THROUGH", 1)
    assert rules(evening, query="torch")["error"]["code"] == "lore_missing"
    assert rules(evening, query="plate")["ok"]


@pytest.mark.parametrize("caller", OTHERS, ids=lambda c: f"{c.role} {c.aloud}")
def test_nobody_else_learns_what_was_decided(evening: Game, caller: Caller) -> None:
    for tool, operation, fields in (
        ("read_campaign", "rules", {"query": "torch"}),
        ("read_campaign", "journal", {"query": "torch"}),
        ("read_campaign", "context", {}),
        ("keep_journal", "decide", {"text": "Yes.", "question": TORCH}),
    ):
        answer = json.dumps(ask(evening, tool, operation, caller, "full", **fields))
        assert "hisses" not in answer and "decided before" not in answer


@pytest.mark.parametrize("question", ["", "x" * 401, 7])
def test_a_question_has_a_length(evening: Game, question: Any) -> None:
    answer = ask(evening, "keep_journal", "decide", text="No.", question=question)
    assert answer["error"]["code"] == "argument_invalid" and "question" in answer["text"]


def test_only_a_decision_answers_a_question(evening: Game) -> None:
    assert not ask(evening, "keep_journal", "note", text="No.", question="Why?")["ok"]
