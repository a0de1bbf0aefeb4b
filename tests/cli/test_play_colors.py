"""The colors of `play`: the text stays the same, and a pipe or NO_COLOR gets none."""

import re

import pytest

from rpg_lite.cli import play_colors

ANSWERS = (
    "Brenna attacks Goblin with Longsword: 17, a hit: 3 slashing. Rolled 1d20+4: 13+4 = 17. Goblin: HP 7 → 4 (of 7).",
    "Osric heals Brenna. HP 4 → 11 (of 22).",
    "Refused: targetName: Goblin is dead. Nothing was changed.",
    "Round 2: Brenna's turn (HP 22/22; Longsword +4).",
    "Brenna falls unconscious and prone at 0 hit points.",
    "Guard Room. Three bunks.\nHere: Brenna.\nExits: north: an open passage.",
)


@pytest.mark.parametrize("answer", ANSWERS)
def test_the_text_stays_the_same(answer: str) -> None:
    shown = play_colors.colored(answer)
    assert shown != answer and re.sub(r"\x1b\[\d+m", "", shown) == answer
    assert shown.count("\x1b[0m") >= 1 and not re.search(r"\x1b\[(?!0m)\d+m[^\x1b]*$", shown)


def test_what_hurts_is_red_and_what_heals_is_green() -> None:
    assert "\x1b[31mHP 7 → 4" in play_colors.colored(ANSWERS[0]) and "\x1b[32mHP 4 → 11" in play_colors.colored(ANSWERS[1])


@pytest.mark.parametrize(
    ("tty", "environment", "wanted"),
    [(True, {}, True), (False, {}, False), (True, {"NO_COLOR": "1"}, False), (True, {"TERM": "dumb"}, False)],
)
def test_only_a_terminal_that_wants_them_gets_colors(
    monkeypatch: pytest.MonkeyPatch, tty: bool, environment: dict[str, str], wanted: bool
) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(play_colors.sys.stdout, "isatty", lambda: tty, raising=False)
    assert play_colors.wants_color() is wanted
