"""What an exported hero keeps of conditions and effects, as the page about heroes says."""

import json
from pathlib import Path

from rpg_lite.campaign_opening import open_campaign
from tests.cli.command_line import ROOT, run


def test_the_files_keep_what_the_page_says(tmp_path: Path) -> None:
    db = tmp_path / "p.db"
    with open_campaign(db) as game:
        game.ask({"operation": "create", "name": "Ada", "character": {"party": True, "classes": ["fighter"]}}, tool="manage_character")
        for word in ({"effect": "Bless"}, {"condition": "poisoned"}):
            game.ask({"operation": "apply", "characterName": "Ada", **word}, tool="manage_condition")
    files = {kind: tmp_path / kind for kind in ("sheet", "html", "foundry")}
    told = {kind: run("heroes", "export", "Ada", f"--{kind}", file, "--db", db) for kind, file in files.items()}
    sheet = json.loads(files["sheet"].read_text())
    assert "Bless" in json.dumps(sheet) and "poisoned" in json.dumps(sheet)
    assert "Bless" in files["html"].read_text()
    assert "Bless" not in files["foundry"].read_text() and "the effect Bless" in told["foundry"].stdout + told["foundry"].stderr
    page = (ROOT / "docs" / "heroes.md").read_text()
    assert "stay out of the actor" in page and "The sheet document keeps conditions and effects" in page
