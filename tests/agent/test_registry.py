"""The servers of the settings: one index, whichever of them answer."""

import asyncio
import json
import logging
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.agent.model_turn import LONGEST_ANSWER, shortened
from rpg_lite.agent.registry import Registry, Unavailable
from rpg_lite.rules.tokens import estimate
from rpg_lite.server.agent_settings import ToolServer

SERVER = '''
import os, sys, time
from fastmcp import FastMCP, Context
mcp = FastMCP("s")

@mcp.tool
def weather(place: str) -> str:
    """Tell the weather of a place."""
    return f"Rain in {place}."

@mcp.tool
def long() -> str:
    """A very long answer."""
    return "x" * 10_000_000

@mcp.tool
def hang() -> str:
    """Never answer."""
    time.sleep(60)
    return ""

@mcp.tool
def fail() -> str:
    """Fail."""
    raise ValueError("the well is dry")

@mcp.tool
def leave() -> str:
    """Go away in the middle of a call."""
    os._exit(1)

@mcp.tool
async def talk(ctx: Context) -> str:
    """Log a line."""
    await ctx.info("a line of the server")
    return "said"

@mcp.resource("tale://{name}")
def tale(name: str) -> str:
    return f"The tale of {name}."

@mcp.resource("tale://well")
def well() -> str:
    """The tale of the well."""
    return "Once there was a well."

@mcp.prompt
def greet(name: str) -> str:
    """Greet somebody."""
    return f"Greet {name}."

mcp.run(show_banner=False)
'''


@pytest.fixture
def server(tmp_path: Path) -> Callable[..., ToolServer]:
    file = tmp_path / "server.py"
    file.write_text(SERVER, "utf-8")
    return lambda id, **more: ToolServer(id=id, transport="stdio", command=(sys.executable, str(file)), **more)


def run(servers: list[ToolServer], work: Callable[[Registry], Awaitable[Any]], wait: float = 20) -> Any:
    async def inside() -> Any:
        async with Registry(servers, wait) as registry:
            return await work(registry)

    return asyncio.run(asyncio.wait_for(inside(), 60))


DOWN = ToolServer(id="down", transport="stdio", command=(sys.executable, "-c", "raise SystemExit(1)"))
ABSENT = ToolServer(id="absent", transport="http", url="http://127.0.0.1:9/mcp")


def test_one_that_is_down_leaves_the_others(server: Callable[..., ToolServer]) -> None:
    """S147, S148."""

    async def work(registry: Registry) -> None:
        states = registry.states()
        assert states["sky"] == states["sea"] == "ready" and states["down"].startswith("no answer")
        assert await registry.execute("sea__weather", {"place": "Ford"}) == "Rain in Ford."
        with pytest.raises(Unavailable, match="there is no server 'down' that answers"):
            await registry.execute("down__weather")

    run([server("sky"), DOWN, server("sea")], work)


def test_an_address_where_nobody_listens_is_left_out() -> None:
    async def work(registry: Registry) -> None:
        assert registry.states()["absent"].startswith("no answer") and not registry.offers()
        assert "127.0.0.1" not in registry.states()["absent"]

    run([ABSENT], work, 5)


def test_tools_resources_and_prompts_are_one_index(server: Callable[..., ToolServer]) -> None:
    """S149 to S151."""

    async def work(registry: Registry) -> None:
        assert {"tool", "resource", "prompt"} == {offer.kind for offer in registry.offers()}
        assert registry.search("weather of a place")[0].name == "sky__weather"
        assert registry.search("greet", ["prompt"])[0].name == "greet"
        assert await registry.read("sky", "tale://well") == "Once there was a well."
        assert await registry.get("sky", "greet", {"name": "Pip"}) == "Greet Pip."
        with pytest.raises(Unavailable, match="offers no resource 'tale://x'; it offers tale://well"):
            await registry.read("sky", "tale://x")

    run([server("sky")], work)


def test_what_is_discovered_stays_within_its_tokens(server: Callable[..., ToolServer]) -> None:
    """S152."""

    async def work(registry: Registry) -> None:
        whole = registry.discover("a long weather tale of a server line", 10_000)
        assert whole.count("\n") >= 2
        for tokens in range(1, estimate(whole) + 1, 7):
            assert estimate(registry.discover("a long weather tale of a server line", tokens)) <= max(tokens, estimate(""))

    run([server("sky")], work)


def test_only_the_wanted_tools_are_there(server: Callable[..., ToolServer]) -> None:
    async def work(registry: Registry) -> None:
        assert [offer.name for offer in registry.offers(["tool"])] == ["sky__weather"]

    run([server("sky", tools=("wea*",))], work)


def test_a_server_comes_and_goes(server: Callable[..., ToolServer]) -> None:
    """S153: members change; one that was away is asked again."""

    async def work(registry: Registry) -> None:
        await registry.add(server("sea"))
        assert registry.states() == {"sky": "ready", "sea": "ready"}
        await registry.remove("sky")
        assert registry.states() == {"sea": "ready"}
        with pytest.raises(Unavailable, match=r"has gone|did not answer"):
            await registry.execute("sea__leave")
        assert registry.states() == {"sea": "no answer"}
        await registry.refresh()
        assert registry.states() == {"sea": "ready"}

    run([server("sky")], work)


def test_one_that_hangs_is_left_out_of_the_turn(server: Callable[..., ToolServer]) -> None:
    async def work(registry: Registry) -> None:
        with pytest.raises(Unavailable, match="did not answer"):
            await registry.execute("sky__hang")
        assert registry.states() == {"sky": "no answer"}

    run([server("sky")], work, 4)


def test_a_long_answer_is_cut_before_a_model_reads_it(server: Callable[..., ToolServer]) -> None:
    async def work(registry: Registry) -> None:
        text = shortened(await registry.execute("sky__long"))
        assert len(text) < LONGEST_ANSWER + 100 and text.endswith("(cut: 10,000,000 characters)")

    run([server("sky")], work)


def test_hooks_hear_the_calls_and_our_log_its_lines(server: Callable[..., ToolServer], caplog: pytest.LogCaptureFixture) -> None:
    """S154, S155."""
    heard: list[Any] = []

    async def hook(*told: Any) -> None:
        heard.append(told)

    async def work(registry: Registry) -> None:
        registry.on_request = registry.on_response = hook
        await registry.execute("sky__talk")

    with caplog.at_level(logging.INFO, "rpg_lite.agent.servers"):
        run([server("sky")], work)
    assert heard == [("sky", "talk", None), ("sky", "talk", "said")]
    assert any("a line of the server" in json.dumps(record.getMessage()) for record in caplog.records)
