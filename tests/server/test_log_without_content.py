"""The log never holds what a client typed or what it was answered: refusals of prompts, resources and tools leave no words and no traceback."""

import contextlib
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from fastmcp import Client
from fastmcp.exceptions import McpError, ToolError

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.server import call_log_lines
from rpg_lite.server.mcp import server
from rpg_lite.server.settings import Log
from tests.server.clients import ROOT, environment
from tests.waiting import PATIENCE_S

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


@pytest.mark.parametrize("form", ["text", "json"])
def test_standard_input_and_output_log_no_words_either(form: str, tmp_path: Path) -> None:
    """As a client sees it: the server process answers each mistake, and its standard error repeats none of them."""
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    kinds = {"get_prompt": "prompts/get", "read_resource": "resources/read", "call_tool": "tools/call"}
    sent = [{"id": 0, "method": "initialize", "params": hello}, {"method": "notifications/initialized"}]
    sent += [{"id": n, "method": kinds[call], "params": given} for n, (call, given) in enumerate(MISTAKES, 1)]
    lines = "".join(json.dumps({"jsonrpc": "2.0", **one}) + "\n" for one in sent).encode()
    command = [sys.executable, "-m", "rpg_lite", "serve", "--db", str(tmp_path / "party.db")]
    env = environment() | {"RPG_LITE_LOG__FORMAT": form}
    with subprocess.Popen(command, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin and process.stdout and process.stderr
        process.stdin.write(lines)
        process.stdin.flush()
        answers = [json.loads(process.stdout.readline()) for _ in range(len(MISTAKES) + 1)]
        process.stdin.close()
        err = process.stderr.read().decode()
        assert process.wait(PATIENCE_S) == 0
    assert {one["id"] for one in answers} == {*range(len(MISTAKES) + 1)}
    assert TYPED not in err and "Traceback" not in err, err
