"""The table's own pages in read_campaign context: for the game master alone, and as they are now."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.campaign_setup import LoreMissing
from rpg_lite.content import lore_watch
from rpg_lite.game import Game
from rpg_lite.operations.callers import GM, Caller

CALLERS = (Caller("player", characters=("Thorin",)), Caller("viewer"), Caller("gm", aloud=True))
PAGES = {
    "RULES.md": "Nobody dies by zqxrules.",
    "rules/tide.md": "---\nkeywords: [flood]\n---\nThe zqxtide comes at noon.",
    "regions/lobby.md": "No steel in the zqxlobby.",
    "regions/vault/RULES.md": "---\nrooms: [Lob*]\n---\nThe zqxvault smokes.",
    "regions/market.md": "The zqxmarket is loud.",
    "skills/chase/SKILL.md": "---\nname: chase\ndescription: When somebody flees.\n---\nFive zqxzones.",
    "handouts/letter.md": "The zqxletter.",
}


def write(folder: Path, **pages: str) -> None:
    for path, text in {**PAGES, **pages}.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    monkeypatch.setattr(lore_watch, "LOOKS_S", 0)
    write(tmp_path)
    with open_campaign(":memory:", seed=1, lore=tmp_path) as game:
        hero = {"operation": "create", "name": "Thorin", "character": {"classes": ["fighter 5"], "party": True}}
        assert game.ask(hero, "manage_character")["ok"]
        yield game


def context(game: Game, caller: Caller = GM, **fields: Any) -> dict[str, Any]:
    answer = game.ask({"operation": "context", **fields}, "read_campaign", "full", caller)
    assert answer["ok"], answer["text"]
    return answer


def test_the_game_master_has_the_rules_the_place_and_the_names_of_the_skills(evening: Game) -> None:
    text = context(evening)["text"]
    assert "Rules in force:\nNobody dies by zqxrules." in text
    assert "Rules of this place:\nLobby (regions/lobby.md):\nNo steel in the zqxlobby.\nVault (regions/vault/RULES.md):" in text
    assert "skill:chase: When somebody flees." in text
    assert not [word for word in ("zqxtide", "zqxzones", "zqxmarket", "zqxletter") if word in text]
    assert "Nobody dies by zqxrules." in evening.wrap().system_prompt


@pytest.mark.parametrize("caller", CALLERS, ids=lambda c: f"{c.role} {c.aloud}")
def test_nobody_else_reads_a_page_there(evening: Game, caller: Caller) -> None:
    context(evening)  # the game master's answer is kept by now
    assert "zqx" not in str(context(evening, caller)) and "skill:" not in str(context(evening, caller))


def test_no_character_knows_a_page(evening: Game) -> None:
    assert "zqx" not in str(context(evening, forName="Thorin")) and "zqx" not in evening.wrap(for_name="Thorin").system_prompt


def test_an_edit_is_in_the_next_answer_although_the_campaign_is_the_same(evening: Game, tmp_path: Path) -> None:
    before = context(evening)
    assert context(evening) == before
    write(tmp_path, **{"RULES.md": "Everybody dies by zqxnews."})
    after = context(evening)
    assert after["rev"] == before["rev"] and "zqxnews" in after["text"] and "zqxrules" not in after["text"]


def test_a_fault_is_in_the_context_because_nobody_would_miss_the_rule(evening: Game, tmp_path: Path) -> None:
    (tmp_path / "rules" / "bad.md").write_bytes(b"\xff")
    (tmp_path / "rules" / "worse.md").write_bytes(b"\0")
    assert "Not all of the table's pages can be read: rules/bad.md:1: it is not UTF-8 and 1 more." in context(evening)["text"]
    assert "bad.md" not in context(evening, CALLERS[0])["text"]


def test_a_campaign_in_the_same_database_has_the_same_pages(tmp_path: Path) -> None:
    write(folder := tmp_path / "lore")
    file = tmp_path / "game.db"
    with open_campaign(file, "other", new=True):
        pass
    with open_campaign(file, "first", new=True, lore=folder) as game:
        other = game.sibling("other")
        assert other and "zqxrules" in context(other)["text"]


def test_a_missing_folder_is_refused_before_a_database_is_made(tmp_path: Path) -> None:
    with pytest.raises(LoreMissing, match=r"nowhere is missing: name the folder that holds RULES.md"):
        open_campaign(tmp_path / "game.db", lore=tmp_path / "nowhere")
    assert not (tmp_path / "game.db").exists()
