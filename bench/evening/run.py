"""Play an evening of The Bitter Spring with a model, from session zero to the boss, once for each budget; print calls, tokens and time.

python bench/evening/run.py                          the scripted model
python bench/evening/run.py --model ollama:llama3.1  a model of your own, with the same players
"""

import argparse
import asyncio
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Final

from scripted_model import ScriptedModel, fate_of, standing, whole
from story import BEGIN, BOSS, FIGHT_ON, TURNS

from rpg_lite import open_campaign
from rpg_lite.agent import llm_agent
from rpg_lite.agent.gm_agent import GM, create_gm
from rpg_lite.agent.model_factory import model_of
from rpg_lite.game import Game
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings
from rpg_lite.world import clock

BUDGETS: Final = (2_000, 8_000, 32_000)
MOST_LINES_OF_A_FIGHT: Final = 60
HEAD: Final = ("budget", "lines", "calls", "refused", "repaired", "still false", "tokens read", "largest", "boss", "seconds")


async def evening(model: str, budget: int, folder: Path) -> list[str]:
    """The row of one evening."""
    counted: Counter[str] = Counter()
    began = time.perf_counter()
    with open_campaign(folder / f"{budget}.db", seed=1) as game:
        own = ScriptedModel(game)
        if model == "script":
            llm_agent.model_of = lambda name, key="": own.model if name and not key else model_of(name, key)  # type: ignore[assignment]
        gm = create_gm(game, Settings(agent=Agent(model="test" if model == "script" else model, context_tokens=budget)))
        await gm.start()
        try:
            async for line in lines(game):
                await play(gm, line, counted, is_stand_in=model in ("script", "test"))
        finally:
            await gm.stop()
        boss = fate_of(whole(game), BOSS)
    told = [
        budget,
        counted["lines"],
        counted["calls"],
        counted["refused"],
        counted["repaired"],
        counted["false"],
        counted["tokens"],
        counted["largest"],
    ]
    return [*(f"{number:,}" for number in told), boss, f"{time.perf_counter() - began:.0f}"]


async def lines(game: Game) -> AsyncIterator[str]:
    """Yield the players' lines, one after the other; fights take as many lines as they need."""
    for line, _ in BEGIN:
        yield line
    for line, _, foes in TURNS:
        yield line
        for _ in range(MOST_LINES_OF_A_FIGHT):
            if not (there := standing(whole(game), foes)):
                break
            yield f"{FIGHT_ON}: {', '.join(there)}"
        if foes and clock.fight(whole(game)):
            yield "end"


async def play(gm: GM, line: str, counted: Counter[str], *, is_stand_in: bool) -> None:
    """Count what a line brings. `is_stand_in`: the model reads no definitions of tools, which every real model does and counts."""
    counted["lines"] += 1
    async for output in gm.process(line):
        counted["calls"] += output.kind == "call"
        counted["refused"] += output.kind == "called" and not output.details["ok"]
        counted["repaired"] += output.details.get("repaired", 0)
        counted["false"] += output.kind == "refusal" and "does not agree" in output.text
        if output.kind == "usage":
            read = output.details["used"] + (output.details["tools"] if is_stand_in else 0)
            counted["tokens"] += read
            counted["largest"] = max(counted["largest"], read)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--model", default="script", help="a model as in rpg-lite gm --model; by default the scripted one")
    asked.add_argument("--budget", type=int, action="append", help="tokens of context; may be given several times")
    given = asked.parse_args()
    rows = [list(HEAD)]
    with tempfile.TemporaryDirectory() as folder:
        for budget in given.budget or BUDGETS:
            print(f"budget {budget:,} ...", flush=True)
            rows.append(asyncio.run(evening(given.model, budget, Path(folder))))
    wide = [max(len(row[n]) for row in rows) for n in range(len(HEAD))]
    for row in rows:
        print("  ".join(cell.rjust(width) for cell, width in zip(row, wide, strict=True)))


if __name__ == "__main__":
    main()
