"""The examples run: the bot answers with the rights of each author, the campaign folder has no fault, the properties hold."""

import asyncio
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from rpg_lite import open_campaign
from rpg_lite.cli import app

EXAMPLES = Path(__file__).parents[1] / "examples"


def test_the_bot_acts_with_the_rights_of_who_writes() -> None:
    bot = runpy.run_path(str(EXAMPLES / "chat_bot.py"), run_name="example")

    async def talk(table) -> list[str | None]:
        lines = [
            ("ann", "good evening"),
            ("ann", "!dance"),
            ("ann", "!attack Goblin"),
            ("ann", "!sheet"),
            ("ben", "!inventory"),
            ("eve", "!say hi"),
        ]
        return [await table.hear(*line) for line in lines]

    with open_campaign(":memory:", seed=1) as game:
        bot["begin"](game)
        silent, help_, attack, sheet, carried, stranger = asyncio.run(talk(bot["Table"](game)))
    assert silent is None and help_ == bot["HELP"]
    assert attack and attack.startswith("Brenna attacks Goblin") and sheet and "Brenna" in sheet
    assert carried and carried.startswith("Pip carries") and stranger and stranger.startswith("Refused")


@pytest.mark.slow
def test_the_bot_talks_on_the_terminal(tmp_path: Path) -> None:
    command = [sys.executable, str(EXAMPLES / "chat_bot.py"), str(tmp_path / "party.db")]
    for _ in range(2):  # the second time, the heroes are there
        done = subprocess.run(command, input="ann: !look\nann:!roll 2d6\n!sheet\n", capture_output=True, text=True, timeout=60)
        assert done.returncode == 0 and done.stdout.count("Here: Brenna, Pip, Goblin") == 1 and "Rolled 2d6" in done.stdout, done.stderr
        assert "such as ann: !look." in done.stdout and "Begin the line with a name, such as ann: !sheet" in done.stdout


@pytest.mark.parametrize("command", [["lore", "check", "--lore", "lantern_street/lore"], ["items", "check", "lantern_street/items"]])
def test_the_campaign_folder_has_no_fault(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main([*command[:-1], str(EXAMPLES / command[-1])]) == 0, capsys.readouterr().out


def test_the_properties_of_the_example_hold() -> None:
    tests = {name: test for name, test in runpy.run_path(str(EXAMPLES / "test_homebrew.py")).items() if name.startswith("test_")}
    assert len(tests) == 2
    for test in tests.values():
        test()
