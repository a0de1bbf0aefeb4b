"""The played evening: an adventure from session zero to its boss, by the scripted model."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from rpg_lite import open_campaign

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_scripted_model_plays_to_the_boss() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "evening" / "run.py"), "--budget", "2000"],
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    found = done.stdout.splitlines()[-1].split()
    assert "defeated" in found, done.stdout
    lines, calls, refused, repaired, false = (int(cell.replace(",", "")) for cell in found[1:6])
    assert lines > 30 and calls > 200
    assert refused == 0 and repaired > 3 and false == 0, done.stdout


@pytest.mark.slow
def test_a_model_that_does_nothing_is_praised_for_nothing() -> None:
    """It repeats what it hears: no adventure, no boss, no call; it would have read the definitions of the tools nevertheless."""
    words = [sys.executable, str(ROOT / "bench" / "evening" / "run.py"), "--model", "test", "--budget", "2000"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=200, check=True)
    found = done.stdout.splitlines()[-1]
    lines, calls, *_, tokens = (int(cell.replace(",", "")) for cell in found.split()[1:7])
    assert "not met" in found and "defeated" not in found and calls == 0, done.stdout
    assert tokens > 5_000 * lines, "each line reads the definitions"


@pytest.mark.parametrize(("fate", "payloads"), [
    ("not met", []),
    ("stands", ["create"]),
    ("defeated", ["create", "damage"]),
    ("stands", ["create", "wound"]),
    ("not met", ["create", "retire"]),
])  # fmt: skip
def test_only_a_boss_that_was_there_is_defeated(fate: str, payloads: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "bench" / "evening"))
    scripted_model = importlib.import_module("scripted_model")
    deeds = {
        "create": ("manage_character", {"operation": "create", "template": "Goblin", "name": "Silverbrow"}),
        "damage": ("execute_action", {"operation": "damage", "characterName": "Silverbrow", "amount": 50, "damageType": "fire"}),
        "wound": ("execute_action", {"operation": "damage", "characterName": "Silverbrow", "amount": 1, "damageType": "fire"}),
        "retire": ("manage_character", {"operation": "retire", "characterName": "Silverbrow"}),
    }
    with open_campaign(":memory:", seed=1) as game:
        for named in payloads:
            tool, payload = deeds[named]
            assert game.ask(payload, tool)["ok"]
        assert scripted_model.fate_of(scripted_model.whole(game), "Silverbrow") == fate
