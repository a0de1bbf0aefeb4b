"""A new player with only the verbs in `help` gets from the start through a fight to a chest."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MOST_BLOWS = 400
"""A longsword against three rats: chance does not make it as many."""


class Player:
    """Types into a real process and reads each answer, which ends with an empty line."""

    def __init__(self, db: Path) -> None:
        clean = {k: v for k, v in os.environ.items() if not k.startswith("RPG_LITE_")} | {"PYTHONUTF8": "1"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rpg_lite", "play", "--db", str(db)],
            cwd=ROOT, env=clean, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.typed: list[str] = []
        self.welcome = self._read()

    def types(self, line: str) -> str:
        self.typed.append(line)
        assert self.process.stdin
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return self._read().partition("\n")[2]

    def _read(self) -> str:
        lines: list[str] = []
        assert self.process.stdout
        while line := self.process.stdout.readline().rstrip("\n"):
            lines.append(line)
        return "\n".join(lines)


@pytest.fixture
def player(tmp_path):
    one = Player(tmp_path / "new.db")
    yield one
    one.process.stdin.close()
    one.process.kill()
    one.process.wait()
    one.process.stdout.close()


@pytest.mark.slow
def test_a_new_player_comes_from_the_start_to_a_chest_that_was_fought_over(player: Player):
    first, then = re.findall(r"(hero .+?), then: (\w+ \w+)\.", player.welcome)[0]
    shown = "\n".join(player.types(f"help {group}") for group in ("looking", "going", "things", "fighting", "playing", "game master"))
    assert "Brenna" in player.types(first)
    player.types("grant Longsword")
    assert "mainhand" in player.types("equip Longsword")
    assert "Here: Brenna." in player.types(then)
    for way in ("north", "north", "west"):
        told = player.types(f"go {way}")
    rats = re.findall(r"Giant Rat \d", told.partition("Here: ")[2])
    assert len(rats) == 3 and "Footlocker" in told
    assert "Giant Rat 1" in player.types("fight")
    blows = 0
    for rat in rats:
        while "dead" not in (told := player.types(f"attack {rat}")) and blows < MOST_BLOWS:
            blows += 1
        assert "dead" in told, told
    player.types("end")
    assert "Shortsword" in player.types("look in Footlocker")
    taken = player.types("take all from Footlocker")
    assert "Shortsword" in taken and "Refused" not in taken
    assert "Shortsword" in player.types("sheet")
    used = {line.split()[0] for line in player.typed}
    assert all(f"\n  {verb}" in f"\n{shown}" for verb in used - {"help"})
    assert player.types("quit") == "Everything is saved."
    assert player.process.wait(20) == 0
