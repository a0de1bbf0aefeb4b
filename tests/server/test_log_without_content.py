"""The log never holds what a client typed or what it was answered: refusals of prompts, resources and tools leave no words and no traceback."""

import contextlib
import logging
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.exceptions import McpError, ToolError

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server import call_log_lines
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import Log

TYPED = "zqxAssassin"
NAMES = ("rpg_lite", *call_log_lines._OTHERS)


@pytest.fixture
def game() -> Iterator[Game]:
    with open_campaign(":memory:", seed=1) as opened:
        assert opened.ask({"operation": "create", "name": "Thorin", "character": {"hpMax": 9}}, tool="manage_character")["ok"]
        yield opened


@pytest.fixture(params=["text", "json"])
def logged(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[StringIO]:
    """What a server logs as it sets its log up; afterwards the loggers are as before."""
    written = StringIO()
    monkeypatch.setattr("sys.stderr", written)
    loggers = [logging.getLogger(name) for name in NAMES]
    before = [(one, one.handlers, one.propagate, one.level) for one in loggers]
    call_log_lines.set_up(Log(format=request.param, level="info"))
    yield written
    for one, handlers, propagate, level in before:
        one.handlers, one.propagate = handlers, propagate
        one.setLevel(level)


MISTAKES: list[tuple[str, dict[str, Any]]] = [
    ("get_prompt", {"name": "npc", "arguments": {"name": TYPED}}),
    ("get_prompt", {"name": "continue", "arguments": {"budget": TYPED}}),
    ("get_prompt", {"name": "begin", "arguments": {"ruleset": TYPED}}),
    ("read_resource", {"uri": f"rpg://character/{TYPED}"}),
    ("read_resource", {"uri": "rpg://character/c99.1"}),
    ("call_tool", {"name": "read_campaign", "arguments": {"operation": "character", "characterName": TYPED}}),
    ("call_tool", {"name": "read_campaign", "arguments": {"operation": TYPED}}),
    ("call_tool", {"name": "execute_action", "arguments": {"operation": "check", "dc": TYPED}}),
]


@pytest.mark.parametrize("era", ["auto", "legacy"])
@pytest.mark.parametrize(("call", "arguments"), MISTAKES, ids=lambda v: v if isinstance(v, str) else str(v)[:40])
async def test_a_mistake_of_a_client_leaves_no_words(game: Game, logged: StringIO, era: Any, call: str, arguments: dict[str, Any]) -> None:
    async with Client(server(game), mode=era) as client:
        with contextlib.suppress(McpError, ToolError):
            await getattr(client, call)(**arguments)
    err = logged.getvalue()
    assert TYPED not in err and "Thorin" not in err and "Traceback" not in err, err


async def test_an_error_of_the_program_keeps_its_traceback(game: Game, logged: StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(Game, "ask", broken)
    async with Client(server(game)) as client:
        with pytest.raises(McpError):
            await client.get_prompt("continue", {})
    assert "RuntimeError: broken" in logged.getvalue()
