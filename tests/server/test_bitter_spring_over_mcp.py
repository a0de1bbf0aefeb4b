"""The second adventure, played from its gate to its end over MCP: each call is a call of a tool by a real client over HTTP."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.decision.callers import GM, Caller
from rpg_lite.game import Game
from tests.mud import test_bitter_spring
from tests.server.clients import over_http
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.slow


class OverMcp:
    """A game whose calls go over MCP. Calls of players are asked in this process: the server without tokens knows only game masters."""

    def __init__(self, game: Game, address: str) -> None:
        self._game = game
        self.store, self.campaign, self.book = game.store, game.campaign, game.book
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._client = Client(f"{address}/mcp")
        self._wait(self._client.__aenter__())
        self.calls = 0

    def _wait(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE_S)

    def ask(self, payload: dict[str, Any], tool: str, caller: Caller = GM) -> dict[str, Any]:
        if caller is not GM:
            return self._game.ask(payload, tool=tool, caller=caller)
        self.calls += 1
        result = self._wait(self._client.call_tool(tool, payload, raise_on_error=False))
        text = result.content[0].text
        if result.is_error:
            return {"ok": False, "text": text, "error": (result.meta or {}).get("rpg-lite/error", {"code": ""})}
        return dict(result.structured_content)

    def close(self) -> None:
        self._wait(self._client.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)
        self._loop.close()


@pytest.fixture
def play(tmp_path: Path) -> Iterator[test_bitter_spring.Play]:
    """The heroes have more hit points than luck can take, because the server's dice have no seed."""
    database = tmp_path / "evening.db"
    with open_campaign(database, seed=1) as game, over_http(database) as address:
        over = OverMcp(game, address)
        made = test_bitter_spring.Play(over)  # type: ignore[arg-type]
        for name, (character, gear) in test_bitter_spring.HEROES.items():
            made.do("manage_character", "create", name=name, character={**character, "party": True, "hpMax": 300})
            for item in gear:
                made.do("manage_inventory", "give", characterName=name, template=item, equip=True)
        made.do("manage_inventory", "give", characterName="Mira", template="Arrow", quantity=200)
        made.do("manage_inventory", "give", characterName="Brenna", item="gp", quantity=100)
        made.do("manage_room", "import_map", adventure="bitter_spring")
        made.do("manage_room", "join", toName="Bridge Gate")
        try:
            yield made
            assert over.calls > 150
        finally:
            over.close()


def test_it_is_played_to_its_end_over_mcp(play: test_bitter_spring.Play) -> None:
    for part in ("trade", "mill", "keepers", "quarry", "waterworks"):
        getattr(test_bitter_spring, part)(play)
    test_bitter_spring.hall(play)
    assert not play.standing((test_bitter_spring.BOSS,))
    for quest in ("Calm or kill Silverbrow", "The Bitter Spring", "The Missing Apprentice", "The Toll of the Deep Cut"):
        play.quest(quest)
