"""rpg-lite context, and the same in play."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rpg_lite import open_campaign


def run(db: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rpg_lite", "context", *words, "--db", str(db)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def prepared(db: Path) -> str:
    with open_campaign(str(db), seed=1) as game:
        hero = {"operation": "create", "name": "Thorin", "character": {"classes": ["fighter 5"], "party": True}}
        assert game.ask(hero, tool="manage_character")["ok"]
        return str(game.ask({"operation": "context"}, tool="read_campaign")["text"])


@pytest.mark.slow
def test_two_processes_tell_the_same_at_the_same_rev(tmp_path: Path) -> None:
    """There is no session: whoever is started anew goes on from the same text."""
    text = prepared(db := tmp_path / "game.db")
    first, second = run(db), run(db)
    assert first.returncode == 0, first.stderr
    assert first.stdout == second.stdout
    assert first.stdout.strip() == text


@pytest.mark.slow
def test_a_program_gets_the_layers_and_a_small_budget_is_refused(tmp_path: Path) -> None:
    prepared(db := tmp_path / "game.db")
    answer = json.loads(run(db, "--budget", "500", "--for", "Thorin", "--json").stdout)
    assert answer["results"][0]["budget"] == 500
    assert answer["results"][0]["layers"][0]["name"] == "manner"
    refused = run(db, "--budget", "199")
    assert refused.returncode == 1 and "budget" in refused.stdout + refused.stderr
