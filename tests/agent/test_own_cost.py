"""The cost of the game master beside the calls that it makes: ratios of one run."""

import asyncio
import json
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.agent.game_master import create_gm
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings

pytestmark = pytest.mark.slow
LINE = "I wait for the moon"
CALL = {"operation": "roll", "dice": "1d6"}
QUIET = "async def main(gm):\n    [o async for o in gm.process('look')]\n"


def timed(work: Any, times: int = 7) -> float:
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return median(taken)


def test_a_turn_costs_at_most_three_times_its_context_and_calls(tmp_path: Path) -> None:
    script = tmp_path / "s.json"
    script.write_text(json.dumps({LINE: [{"call": "execute_action", "with": CALL}, {"say": "Nothing stirs."}]}), "utf-8")
    with open_campaign(tmp_path / "p.db") as game:
        game.ask({"operation": "create", "name": "Brenna", "character": {"party": True, "classes": ["fighter 3"]}}, "manage_character")

        def by_hand() -> None:
            game.wrap(8000)
            game.ask({"operation": "say", "text": LINE}, "keep_journal")
            game.ask(CALL, "execute_action")
            game.ask({"operation": "tell", "text": "Nothing stirs."}, "keep_journal")
            game.find_contradictions("Nothing stirs.")

        async def by_gm() -> float:
            gm = create_gm(game, Settings(agent=Agent(model=f"script:{script}")))
            await gm.start()
            taken = []
            for _ in range(8):
                began = time.perf_counter()
                assert [o.kind async for o in gm.process(LINE)][-1] == "usage"
                taken.append(time.perf_counter() - began)
            await gm.stop()
            return median(taken[1:])

        own, hand = asyncio.run(by_gm()), timed(by_hand)
    print(f"a turn: {own / hand:.1f} of its context and calls by hand ({own * 1000:.0f} ms)")
    assert own <= 3 * hand or own < 0.05, (own, hand)


def test_it_starts_without_a_model_about_as_fast_as_play(tmp_path: Path) -> None:
    (tmp_path / "quiet.py").write_text(QUIET, "utf-8")

    def ran(*words: str) -> None:
        subprocess.run(
            [sys.executable, "-m", "rpg_lite", *words, "--db", str(tmp_path / "p.db")],
            input="look\n",
            text=True,
            capture_output=True,
            check=True,
        )

    play = timed(lambda: ran("play"), 3)
    gm = timed(lambda: ran("gm", "--adapter", str(tmp_path / "quiet.py")), 3)
    print(f"gm starts in {gm / play:.2f} of play")
    assert gm <= 1.5 * play, (gm, play)


def test_the_whole_stack_fits_in_250_mb(tmp_path: Path) -> None:
    measure = (
        "from pathlib import Path\nfrom rpg_lite.agent import acp_adapter\n"
        "async def main(gm):\n    [o async for o in gm.process('I wait')]\n"
        # not ru_maxrss, which a new program inherits from the process that starts it
        "    print(Path('/proc/self/status').read_text().partition('VmHWM:')[2].split()[0])\n"
    )
    (tmp_path / "measure.py").write_text(measure, "utf-8")
    words = [
        sys.executable,
        "-m",
        "rpg_lite",
        "gm",
        "--model",
        "test",
        "--db",
        str(tmp_path / "p.db"),
        "--adapter",
        str(tmp_path / "measure.py"),
    ]
    used = int(subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[-1]) // 1024
    print(f"the whole stack: {used} MB")
    assert used <= 250
