"""One client has a few calls at work at once; its others wait in order, and other clients do not wait for them."""

import asyncio
from typing import Any

import pytest
from fastmcp import Client

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server.calls_at_work import CallsAtWork
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import Limits


async def _until_idle() -> None:
    for _ in range(50):
        await asyncio.sleep(0)  # it yields, and takes no time


async def test_the_calls_beyond_those_at_work_wait_in_order() -> None:
    calls, begun, let_go = CallsAtWork(2), list[str](), asyncio.Event()

    async def call(client: str, name: str) -> None:
        async with calls.of(client):
            begun.append(name)
            await let_go.wait()

    waiting = [asyncio.create_task(call("a", f"a{n}")) for n in range(5)]
    await _until_idle()
    assert begun == ["a0", "a1"]
    other = asyncio.create_task(call("b", "b0"))
    await _until_idle()
    assert begun == ["a0", "a1", "b0"]
    let_go.set()
    await asyncio.gather(*waiting, other)
    assert begun == ["a0", "a1", "b0", "a2", "a3", "a4"]
    assert not calls._turns


async def test_a_call_that_fails_or_is_given_up_frees_its_turn() -> None:
    calls = CallsAtWork(1)

    async def hold(wait: asyncio.Event) -> None:
        async with calls.of("a"):
            await wait.wait()

    async def fail() -> None:
        async with calls.of("a"):
            raise ValueError("failed")

    held, given_up = (asyncio.create_task(hold(asyncio.Event())) for _ in range(2))
    await _until_idle()
    given_up.cancel()
    held.cancel()
    await asyncio.gather(held, given_up, return_exceptions=True)
    with pytest.raises(ValueError, match="failed"):
        await fail()
    assert not calls._turns


async def test_a_server_keeps_the_calls_of_a_client_to_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    at_work = most = 0
    asked = Game.ask_async

    async def counted(self: Game, *args: Any) -> Any:
        nonlocal at_work, most
        at_work += 1
        most = max(most, at_work)
        await _until_idle()
        answer = await asked(self, *args)
        at_work -= 1
        return answer

    monkeypatch.setattr(Game, "ask_async", counted)
    with open_campaign(":memory:") as game:
        async with Client(server(game)) as client:
            answers = await asyncio.gather(*(client.call_tool("read_campaign", {"operation": "party"}) for _ in range(30)))
    assert len(answers) == 30 and 1 < most <= Limits().calls
