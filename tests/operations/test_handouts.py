"""Handouts: pages of the table that players read once they are given, and never before."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.content import lore_watch
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game

THORIN, ELARA = Caller("player", characters=("Thorin",)), Caller("player", characters=("Elara",))
ALOUD = Caller("gm", aloud=True)
PAGES = {
    "handouts/letter.md": "---\ntitle: A sealed letter\nkeywords: [zqxkeyword]\n---\nMeet me at the zqxmill.\n\nM.",
    "handouts/map.md": "The zqxroad goes north.",
    "handouts/old/map.md": "The zqxroad goes south.",
    "rules/tide.md": "---\nkeywords: [flood]\n---\nThe zqxtide comes at noon.",
}


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    monkeypatch.setattr(lore_watch, "LOOKS_S", 0)
    for path, text in PAGES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    with open_campaign(":memory:", seed=1, lore=tmp_path) as game:
        for name in ("Thorin", "Elara"):
            ask(game, "manage_character", "create", name=name, character={"classes": ["fighter 5"], "party": True})
        yield game


def ask(game: Game, tool: str, operation: str, caller: Caller = GM, **fields: Any) -> dict[str, Any]:
    return game.ask({"operation": operation, **fields}, tool, "full", caller)


def give(game: Game, name: str, caller: Caller = GM, **fields: Any) -> dict[str, Any]:
    return ask(game, "keep_journal", "handout", caller, name=name, **fields)


def journal(game: Game, caller: Caller, **fields: Any) -> str:
    return str(ask(game, "read_campaign", "journal", caller, **fields)["text"])


def test_players_read_a_handout_once_it_is_given(evening: Game) -> None:
    for caller in (THORIN, ELARA, ALOUD):
        assert "zqx" not in journal(evening, caller)
    answer = give(evening, "letter")
    told = "The game master hands out: A sealed letter · Meet me at the zqxmill. ·  · M."
    assert answer["ok"] and answer["text"].startswith(told)
    for caller in (THORIN, ELARA, ALOUD, GM):
        assert told in journal(evening, caller, entry="handout") and told in journal(evening, caller)
    assert "zqxkeyword" not in journal(evening, THORIN)
    assert "zqxmill" in ask(evening, "read_campaign", "context")["text"]
    assert "zqxmill" in ask(evening, "read_campaign", "history", ALOUD)["text"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("# The Mill\n\nIt burns.", "The Mill · It burns."),
        ("---\ntitle: Mill\n---\n# The Mill\nIt burns.", "Mill · # The Mill · It burns."),
        ("It burns.\n# The Mill", "The Mill · It burns. · # The Mill"),
    ],
)
def test_the_title_is_told_once(evening: Game, tmp_path: Path, text: str, told: str) -> None:
    (tmp_path / "handouts" / "letter.md").write_text(text)
    assert f"hands out: {told} (" in give(evening, "handouts/letter.md")["text"]


def test_a_handout_for_all_is_known_to_the_party_alone(evening: Game) -> None:
    ask(evening, "manage_character", "create", name="Marra")
    give(evening, "letter")
    for name in ("Thorin", "Elara", "Marra"):
        assert ("zqxmill" in ask(evening, "read_campaign", "context", forName=name)["text"]) == (name != "Marra")


def test_a_handout_for_all_is_read_by_a_hero_who_joins_later(evening: Game) -> None:
    give(evening, "letter")
    give(evening, "A sealed letter", toName="Elara")
    ask(evening, "manage_character", "create", name="Wren", character={"classes": ["bard 1"], "party": True})
    wren = Caller("player", characters=("Wren",))
    assert journal(evening, wren).count("zqxmill") == 1
    for caller in (GM, wren, THORIN):
        assert [w["to"] for w in evening.table(caller=caller)["words"]] == [""]


def test_a_handout_for_one_is_read_by_that_one(evening: Game) -> None:
    assert "hands out to Thorin: A sealed letter" in give(evening, "A sealed letter", toName="Thorin")["text"]
    assert "zqxmill" in journal(evening, THORIN) and "zqxmill" not in journal(evening, ELARA)
    assert "zqxmill" in ask(evening, "read_campaign", "context", forName="Thorin")["text"]
    assert "zqxmill" not in ask(evening, "read_campaign", "context", forName="Elara")["text"]


def test_an_undo_takes_it_back_and_a_changed_page_changes_no_handout(evening: Game, tmp_path: Path) -> None:
    give(evening, "letter")
    (tmp_path / "handouts" / "letter.md").write_text("Other zqxwords.")
    assert "zqxmill" in journal(evening, THORIN) and "zqxwords" not in journal(evening, THORIN)
    ask(evening, "keep_journal", "undo")
    assert "zqxmill" not in journal(evening, THORIN)


def test_a_context_has_the_beginning_and_the_journal_all(evening: Game, tmp_path: Path) -> None:
    (tmp_path / "handouts" / "map.md").write_text("zqxlong " * 400 + "zqxend")
    give(evening, "handouts/map.md")
    text = ask(evening, "read_campaign", "context")["text"]
    assert "hands out: Map · zqxlong" in text and "zqxend" not in text and "zqxend" in journal(evening, THORIN)


@pytest.mark.parametrize("caller", [THORIN, Caller("viewer")], ids=["player", "viewer"])
def test_a_player_gives_and_finds_no_page(evening: Game, caller: Caller) -> None:
    for name in ("letter", "lettre", "tide"):
        answer = give(evening, name, caller)
        assert answer["error"]["code"] == "not_allowed" and "zqx" not in str(answer)


@pytest.mark.parametrize(
    ("fields", "code", "told"),
    [
        ({"name": "tide"}, "handout_unknown", "handouts/letter.md"),
        ({"name": "rules/tide.md"}, "handout_unknown", "handouts/letter.md"),
        ({"name": "sealed leter"}, "handout_unknown", "handouts/letter.md"),
        ({"name": ""}, "argument_invalid", "name"),
        ({"name": "letter", "toName": "Nobody"}, "character_unknown", "Nobody"),
        ({}, "argument_invalid", "name"),
    ],
    ids=str,
)
def test_what_cannot_be_given_is_refused_and_changes_nothing(evening: Game, fields: Any, code: str, told: str) -> None:
    before = ask(evening, "read_campaign", "party")["rev"]
    answer = ask(evening, "keep_journal", "handout", **fields)
    assert answer["error"]["code"] == code and told in answer["text"], answer["text"]
    assert "zqxtide" not in str(answer) and ask(evening, "read_campaign", "party")["rev"] == before


def test_a_near_name_is_proposed(evening: Game) -> None:
    assert give(evening, "sealed leter")["error"]["try"] == {"operation": "handout", "name": "handouts/letter.md"}


def test_several_pages_of_one_name_are_listed(evening: Game, tmp_path: Path) -> None:
    assert "goes north" in give(evening, "map")["text"]
    (tmp_path / "handouts" / "new").mkdir()
    (tmp_path / "handouts" / "map.md").rename(tmp_path / "handouts" / "new" / "map.md")
    with open_campaign(":memory:", lore=tmp_path) as game:
        answer = give(game, "map")
        assert answer["error"]["allowed"] == ["handouts/new/map.md", "handouts/old/map.md"]


def test_a_page_that_is_too_long_is_refused(evening: Game, tmp_path: Path) -> None:
    (tmp_path / "handouts" / "book.md").write_text("x" * 4_000)
    with open_campaign(":memory:", lore=tmp_path) as game:
        answer = give(game, "book")
        assert answer["error"]["code"] == "handout_too_long" and "4005" in answer["text"]


def test_without_a_folder_there_is_nothing_to_give() -> None:
    with open_campaign(":memory:") as game:
        assert give(game, "letter")["error"]["code"] == "lore_missing"


def test_the_page_shows_a_handout_once_however_often_it_was_given(evening: Game) -> None:
    for to in ({"toName": "Elara"}, {}, {"toName": "Elara"}):
        assert give(evening, "letter", **to)["ok"]

    def shown(**how: Any) -> list[str]:
        return [word["to"] for word in evening.table(**how)["words"] if word["text"].startswith("A sealed letter")]

    assert (shown(caller=ELARA), shown(caller=THORIN), shown()) == (["Elara"], [""], [""])
    assert shown(everything=True) == ["Elara", ""]
