"""What a game master prints for a player holds nothing that players do not read."""

from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign

Json = dict[str, Any]
HERO: Json = {"classes": ["fighter 3"], "description": "A tall smith.", "secret": "zyx pays the toll", "party": True}
UNKNOWN = ("Ring of Protection", "Flame Tongue Longsword", "Berserker Greataxe")
"""Things whose names and numbers nobody at the table knows."""


@pytest.mark.parametrize("in_party", [True, False])
def test_the_printed_sheet_is_the_players(tmp_path: Path, said: Any, in_party: bool) -> None:
    db = tmp_path / "p.db"
    with open_campaign(db, "Bay", new=True) as game:
        made = game.ask({"operation": "create", "name": "Ada", "character": HERO | {"party": in_party}}, "manage_character")
        assert made["ok"], made
        for name in UNKNOWN:
            given = {"operation": "give", "characterName": "Ada", "template": name, "identified": False}
            assert game.ask(given, "manage_inventory")["ok"], name
    assert said("heroes", "export", "Ada", "--html", tmp_path / "a.html", "--db", db, "--campaign", "Bay")[0] == 0
    page = (tmp_path / "a.html").read_text("utf-8")
    assert "A tall smith." in page and "Fighter 3, level 3" in page
    assert "zyx" not in page and "game master" not in page
    assert not [name for name in UNKNOWN if name in page]
