"""Commands that are typed twice, or with several words."""

from pathlib import Path

import pytest

from rpg_lite import open_campaign
from rpg_lite.cli import app


def told(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = app.main(list(words))
    out = capsys.readouterr()
    return code, out.out + out.err


@pytest.mark.parametrize("adventure", ["bitter_spring", "salt_toll"])
def test_an_adventure_is_laid_once(tmp_path: Path, capsys: pytest.CaptureFixture[str], adventure: str) -> None:
    db = str(tmp_path / "p.db")
    assert told(capsys, "import", adventure, "--db", db)[0] == 0
    with open_campaign(db) as game:
        before = game.store.rev(game.campaign.id)
    code, text = told(capsys, "import", adventure, "--db", db)
    assert code == 1 and "is in this campaign already; it begins in" in text, text
    with open_campaign(db) as game:
        assert game.store.rev(game.campaign.id) == before


def test_a_map_of_ones_own_may_be_laid_twice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "own.txt").write_text("# Cellars\n\n## Cellar\nA cellar.\n", "utf-8")
    for _ in range(2):
        assert told(capsys, "import", str(tmp_path / "own.txt"), "--db", str(tmp_path / "p.db"))[0] == 0


def test_pages_are_found_by_words_without_quotes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "falling.md").write_text("# Falling off a cliff\n\nRoll 1d6.\n", "utf-8")
    for words in (["falling", "cliff"], ["falling cliff"], ["cliff"]):
        code, text = told(capsys, "lore", "find", *words, "--lore", str(tmp_path))
        assert code == 0 and "Falling off a cliff" in text, text
    code, text = told(capsys, "lore", "find", "--lore", str(tmp_path))
    assert code == 2 and "find what?" in text
    assert "1 page, 0 faults." in told(capsys, "lore", "check", "--lore", str(tmp_path))[1]
    (tmp_path / "rules" / "two.md").write_text("# Two\n\n[gone](gone.md)\n", "utf-8")
    assert "2 pages, 1 fault." in told(capsys, "lore", "check", "--lore", str(tmp_path))[1]
