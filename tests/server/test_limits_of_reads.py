"""Resources and prompts count as calls do: in the rate of a client, in the size of a request, in its calls at work, and in the length of a text."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import httpx2
import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server.calls_at_work import CallsAtWork
from rpg_lite.server.limits import Rates
from rpg_lite.server.mcp import http_app, server
from rpg_lite.server.settings import Limits
from rpg_lite.server.text_length import MOST_BYTES
from tests.server.posting import META, STATELESS

READS: dict[str, Callable[[Client[Any]], Awaitable[Any]]] = {
    "the context": lambda client: client.read_resource("rpg://context"),
    "a template": lambda client: client.read_resource("item://Dagger"),
    "the prompt continue": lambda client: client.get_prompt("continue"),
    "the prompt npc": lambda client: client.get_prompt("npc", {"name": "Ola"}),
    "a call": lambda client: client.call_tool("read_campaign", {"operation": "party"}),
}
REQUESTS: dict[str, dict[str, Any]] = {
    "resources/read": {"uri": "rpg://context"},
    "prompts/get": {"name": "continue"},
    "tools/call": {"name": "read_campaign", "arguments": {"operation": "party"}},
}


def played() -> Game:
    game = open_campaign(":memory:")
    assert game.ask({"operation": "create", "name": "Ola", "character": {"party": True}}, "manage_character")["ok"]
    return game


@pytest.mark.parametrize("read", READS)
async def test_each_takes_a_turn_among_the_calls_of_its_client(read: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = list[str]()
    of = CallsAtWork.of

    def counted(self: CallsAtWork, client: str) -> Any:
        taken.append(client)
        return of(self, client)

    monkeypatch.setattr(CallsAtWork, "of", counted)
    with played() as game:
        async with Client(server(game)) as client:
            await READS[read](client)
    assert len(taken) == 1


async def test_those_of_a_client_wait_for_its_calls_at_work() -> None:
    """All at once, and each is answered: a read that asked for two turns would stand in its own way."""
    with played() as game:
        async with Client(server(game)) as client:
            answers = await asyncio.gather(*(READS[read](client) for read in READS for _ in range(Limits().calls + 1)))
    assert len(answers) == len(READS) * (Limits().calls + 1)


@pytest.mark.parametrize("method", REQUESTS)
async def test_each_counts_in_the_rate_and_in_the_size(method: str) -> None:
    async def post(client: httpx2.AsyncClient, **more: Any) -> httpx2.Response:
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**REQUESTS[method], **more, "_meta": META}}
        return await client.post(
            "/mcp", content=json.dumps(body), headers={**STATELESS, "mcp-method": method, "content-type": "application/json"}
        )

    with played() as game:
        app = http_app(game, rates=Rates(0.001, 4), limits=Limits(body_bytes=5000))
        async with app.lifespan(app), httpx2.AsyncClient(transport=httpx2.ASGITransport(app), base_url="http://127.0.0.1") as client:
            large = await post(client, more="a" * 6000)
            assert large.status_code == 413 and "larger than the 5000 bytes" in large.text
            found = [(await post(client)).status_code for _ in range(6)]
    assert 429 not in found[:3] and found[3:] == [429] * 3


async def test_a_long_text_is_cut_as_that_of_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Game.ask

    def long(self: Game, *args: Any, **more: Any) -> Any:
        return {**ask(self, *args, **more), "text": "A line.\n" * 20_000}

    with played() as game:
        monkeypatch.setattr(Game, "ask", long)
        async with Client(server(game)) as client:
            (content,) = await client.read_resource("rpg://context")
            prompt = await client.get_prompt("continue")
    said = prompt.messages[0].content.text
    for text in (content.text, said):
        assert "Cut here" in text and len(text.encode()) <= MOST_BYTES + 200
