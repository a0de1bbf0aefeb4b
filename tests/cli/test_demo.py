"""The demo plays the main job in one go: it succeeds only if every answer is the expected one."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from rich.console import Console

from rpg_lite.cli import demo_runner
from rpg_lite.cli.demo_runner import Unexpected
from rpg_lite.cli.demo_steps import Step

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_demo_plays_and_ends_well():
    elsewhere = {"RPG_LITE_DB": "no/such/folder/party.db", "RPG_LITE_CAMPAIGN": "elsewhere"}
    done = subprocess.run(
        [sys.executable, "-m", "rpg_lite", "demo"], cwd=ROOT, env=os.environ | elsewhere, capture_output=True, encoding="utf-8", timeout=60
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    assert "\x1b" not in done.stdout and max(map(len, done.stdout.splitlines())) <= 80
    for shown in (
        "the same before and after",
        "does not work until",
        "Refused",
        "used up",
        "taken back",
        "AC 22",
        "Elara casts Fireball (slot 3, 1 of 2 left)",
        "DEX save DC 15",
        "Thorin uses Second Wind",
        "level 6 wizard",
        "slots 4/3/2 of 4/3/3",
        "Every answer was as expected",
    ):
        assert shown in done.stdout


def test_a_refusal_that_does_not_come_is_told():
    with pytest.raises(Unexpected, match="attunement_limit"):
        demo_runner._hold(Step("", {}, refused="attunement_limit"), "Thorin is attuned.", None)


def test_a_refusal_that_nobody_expects_is_told():
    with pytest.raises(Unexpected, match="no refusal"):
        demo_runner._hold(Step("", {}), "Refused.", "item_unknown")


def test_an_answer_without_its_words_is_told():
    with pytest.raises(Unexpected, match="AC 21"):
        demo_runner._hold(Step("", {}, ("AC 21",)), "AC 20", None)


def test_a_piece_that_is_lost_is_told():
    with pytest.raises(Unexpected, match="Shield"):
        demo_runner._compare(Console(quiet=True), [Counter(Shield=1), Counter(), Counter()], [Counter(), Counter(), Counter()])


def test_a_server_that_does_not_start_is_told_with_its_own_words(monkeypatch, capsys):
    monkeypatch.setattr(demo_runner.sys, "executable", str(ROOT / "no-such-python"))
    assert demo_runner.run() is False
    assert "The server failed" in capsys.readouterr().out
