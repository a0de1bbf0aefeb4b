"""The servers of the settings: one index, whichever of them answer."""

import asyncio
import json
import logging
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastmcp.exceptions import ToolError

from rpg_lite.agent.model_turn import LONGEST_ANSWER, shortened
from rpg_lite.agent.tool_server_registry import Registry, Unavailable
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.server.agent_settings import ToolServer
from tests.agent.other_servers import DOWN, SERVER
from tests.waiting import PATIENCE_S, until

pytestmark = pytest.mark.slow


@pytest.fixture
def server(tmp_path: Path) -> Callable[..., ToolServer]:
    file = tmp_path / "server.py"
    file.write_text(SERVER, "utf-8")
    return lambda id, **more: ToolServer(id=id, transport="stdio", command=(sys.executable, str(file)), **{"patience": PATIENCE_S, **more})


def run(servers: list[ToolServer], work: Callable[[Registry], Awaitable[Any]], wait: float = PATIENCE_S) -> Any:
    async def inside() -> Any:
        async with Registry(servers, wait, PATIENCE_S) as registry:
            return await work(registry)

    return asyncio.run(inside())


ABSENT = ToolServer(id="absent", transport="http", url="http://127.0.0.1:9/mcp")


def test_one_that_is_down_leaves_the_others(server: Callable[..., ToolServer]) -> None:
    """S152."""

    async def work(registry: Registry) -> None:
        states = registry.states()
        assert states["sky"] == states["sea"] == "ready" and states["down"].startswith("no answer")
        assert await registry.execute("sea__weather", {"place": "Ford"}) == "Rain in Ford."
        with pytest.raises(Unavailable, match="there is no server 'down' that answers"):
            await registry.execute("down__weather")

    run([server("sky"), DOWN, server("sea")], work)


def is_answered(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def sky_over_http(tmp_path: Path) -> Iterator[str]:
    """The address of the same server over HTTP, which asks for a token."""
    file = tmp_path / "server.py"
    file.write_text(SERVER, "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = subprocess.Popen([sys.executable, str(file), str(port)], stderr=subprocess.DEVNULL)
    try:
        until(lambda: is_answered(port))
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        process.kill()
        process.wait()


def test_a_server_over_http_gets_its_token(sky_over_http: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """S155: the same calls as on standard input and output; without the token the server stays out, and says what is missing."""
    sky = ToolServer(id="sky", transport="http", url=sky_over_http, token_env="SKY_TOKEN")

    async def called(registry: Registry) -> None:
        assert await registry.execute("sky__weather", {"place": "Ford"}) == "Rain in Ford."

    async def missing(registry: Registry) -> None:
        assert registry.away() == {"sky": "the variable SKY_TOKEN is not set"}

    async def refused(registry: Registry) -> None:
        assert registry.away()["sky"].startswith("no answer")

    monkeypatch.setenv("SKY_TOKEN", "open sesame")
    run([sky], called)
    monkeypatch.setenv("SKY_TOKEN", "open barley")
    run([sky], refused)
    monkeypatch.delenv("SKY_TOKEN")
    run([sky], missing)


def test_an_address_where_nobody_listens_is_left_out() -> None:
    async def work(registry: Registry) -> None:
        assert registry.states()["absent"].startswith("no answer") and not registry.offers()
        assert "127.0.0.1" not in registry.states()["absent"]

    run([ABSENT], work)


def test_tools_resources_and_prompts_are_one_index(server: Callable[..., ToolServer]) -> None:
    """S147 to S149."""

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
    """S150."""

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
    """S151: members change; one that was away is asked again."""

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
        registry._wait = 0.5
        with pytest.raises(Unavailable, match="did not answer"):
            await registry.execute("sky__hang")
        assert registry.states() == {"sky": "no answer"}

    run([server("sky")], work)


def test_a_long_answer_is_cut_before_a_model_reads_it(server: Callable[..., ToolServer]) -> None:
    async def work(registry: Registry) -> None:
        text = shortened(await registry.execute("sky__long"))
        assert len(text) < LONGEST_ANSWER + 100 and text.endswith("(cut: 10,000,000 characters)")

    run([server("sky")], work)


def test_hooks_hear_the_calls_and_our_log_its_lines(server: Callable[..., ToolServer], caplog: pytest.LogCaptureFixture) -> None:
    """S153, S154."""
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


def test_no_server_samples_our_model(server: Callable[..., ToolServer]) -> None:
    """S154."""

    async def work(registry: Registry) -> None:
        with pytest.raises(ToolError, match=r"(?i)sampl"):
            await registry.execute("sky__sample")
        assert registry.states() == {"sky": "ready"}

    run([server("sky")], work)
