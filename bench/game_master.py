"""Measure what the game master costs beside the calls that it makes."""

import asyncio
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rpg_lite import open_campaign
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.game import Game
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings

LINE: Final = "I wait for the moon"
STORY: Final = "Nothing stirs."
CALL: Final = {"operation": "roll", "dice": "1d6"}
TURNS: Final = 15


def turn_and_calls(folder: Path, clock: Callable[[], float] = time.perf_counter) -> tuple[float, float]:
    """The medians, by this clock, of a turn of a scripted model and of its context and calls by hand, in turns."""
    script = folder / "script.json"
    script.write_text(json.dumps({LINE: [{"call": "execute_action", "with": CALL}, {"say": STORY}]}), "utf-8")
    with open_campaign(folder / "turns.db") as game:
        _ask(game, "manage_character", {"operation": "create", "name": "Brenna", "character": {"party": True, "classes": ["fighter 3"]}})
        return asyncio.run(_in_turns(game, Settings(agent=Agent(model=f"script:{script}")), clock))


async def _in_turns(game: Game, settings: Settings, clock: Callable[[], float]) -> tuple[float, float]:
    gm = create_gm(game, settings)
    await gm.start()
    own, hand = list[float](), list[float]()
    for _ in range(TURNS):
        began = clock()
        if [output.kind async for output in gm.process(LINE)][-1] != "usage":
            raise RuntimeError("the game master did not tell its story")
        between = clock()
        _by_hand(game)
        own.append(between - began)
        hand.append(clock() - between)
    await gm.stop()
    return statistics.median(own[1:]), statistics.median(hand[1:])


def _by_hand(game: Game) -> None:
    game.wrap(8000)
    _ask(game, "keep_journal", {"operation": "say", "text": LINE})
    _ask(game, "execute_action", CALL)
    _ask(game, "keep_journal", {"operation": "tell", "text": STORY})
    game.find_contradictions(STORY)


def _ask(game: Game, tool: str, payload: dict[str, Any]) -> None:
    answer = game.ask(payload, tool)
    if not answer["ok"]:
        raise RuntimeError(answer["text"])
