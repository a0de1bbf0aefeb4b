"""What ACP says that it can, and does: servers over HTTP, with headers, and with variables; and a question before an old deed is taken back."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from acp.schema import EnvVariable, HttpHeader, HttpMcpServer, McpServerStdio, SseMcpServer

from rpg_lite import open_campaign
from rpg_lite.agent import tool_server_registry
from rpg_lite.agent.acp_adapter import AcpAdapter
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.agent.tool_server_registry import Registry
from rpg_lite.game import Game
from rpg_lite.mud.session import NOTHING_TAKEN_BACK, Session
from rpg_lite.server.agent_settings import ToolServer
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
SECRET = "zqx-secret"


class Connecting:
    """A game master that keeps what it was asked to connect."""

    def __init__(self) -> None:
        self.settings = SimpleNamespace(agent=SimpleNamespace(name="Game master"))
        self.asked: list[tuple[ToolServer, Mapping[str, str]]] = []

    async def connect(self, server: ToolServer, secrets: Mapping[str, str]) -> str:
        self.asked.append((server, secrets))
        return "ready"


async def test_a_client_is_told_that_servers_over_http_are_joined() -> None:
    told = await AcpAdapter(Connecting()).initialize(1)  # type: ignore[arg-type]
    can = told.agent_capabilities
    assert can and can.mcp_capabilities and can.mcp_capabilities.http is True and not can.mcp_capabilities.sse


@pytest.mark.parametrize("secrets", [{}, {"KEY": SECRET}, {"KEY": SECRET, "OTHER": "x"}])
async def test_each_kind_of_server_that_is_announced_is_joined_with_its_secrets(secrets: dict[str, str]) -> None:
    gm = Connecting()
    adapter = AcpAdapter(gm)  # type: ignore[arg-type]
    variables = [EnvVariable(name=name, value=value) for name, value in secrets.items()]
    headers = [HttpHeader(name=name, value=value) for name, value in secrets.items()]
    assert await adapter._joined(McpServerStdio(name="sky map", command="sky", args=["--x"], env=variables)) == "ready"
    assert await adapter._joined(HttpMcpServer(name="map", url="http://127.0.0.1:1/mcp", headers=headers, type="http")) == "ready"
    assert [(server.id, server.transport, given) for server, given in gm.asked] == [("sky-map", "stdio", secrets), ("map", "http", secrets)]
    assert SECRET not in str([server for server, _ in gm.asked]), "the settings keep no secret"
    assert "only HTTP and stdio" in await adapter._joined(SseMcpServer(name="old", url="http://127.0.0.1:1/sse", headers=[], type="sse"))


async def test_secrets_reach_the_server_and_nobody_else(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    made: list[Any] = []

    def refusing(*words: Any, **named: Any) -> Any:
        made.append((words, named))
        raise OSError(f"no server {SECRET}")

    monkeypatch.setattr(tool_server_registry, "StdioTransport", refusing)
    monkeypatch.setattr(tool_server_registry, "StreamableHttpTransport", refusing)
    async with Registry([], 1.0, PATIENCE_S) as registry:
        await registry.add(ToolServer(id="sky", transport="stdio", command=("true",)), {"KEY": SECRET})
        await registry.add(ToolServer(id="map", transport="http", url="http://127.0.0.1:1/mcp"), {"Authorization": SECRET})
        assert made[0][1]["env"] == {"KEY": SECRET} and made[1][1]["headers"] == {"Authorization": SECRET}
        assert SECRET not in f"{registry.states()} {registry.away()} {caplog.text}"


@pytest.fixture
def played() -> Any:
    with open_campaign(":memory:", seed=1) as game:
        session = Session(game)
        for line in ("hero Brenna fighter 3", "say One", "say Two"):
            session.hear(line)
        yield game, session


@pytest.mark.parametrize("line", ["undo 2", "call manage_room undo rev=2", "call manage_room undo toRev=1", "undo 1"])
def test_a_rev_that_the_line_names_is_asked_about(played: tuple[Game, Session], line: str) -> None:
    game, session = played
    asked: list[str] = []
    session.sure = lambda question: bool(asked.append(question)) or line == "agree"
    rev = game.store.rev(game.campaign.id)
    assert session.hear(line) == NOTHING_TAKEN_BACK and game.store.rev(game.campaign.id) == rev
    (question,) = asked
    assert question.startswith("Take back") and ("toRev" in line or "It was: " in question)
    session.sure = lambda question: True
    assert "taken back" in str(session.hear(line)).lower() or "blocked" in str(session.hear(line)).lower()


def test_the_last_deed_is_taken_back_without_a_question(played: tuple[Game, Session]) -> None:
    _, session = played
    session.sure = lambda question: pytest.fail(question)
    assert "It was: Brenna says: Two" in str(session.hear("undo"))
    assert "restored" in str(session.hear("redo"))


async def test_lines_are_no_calls_of_the_past() -> None:
    """The plan of the quests is read at each line, and nobody called for it."""
    with open_campaign(":memory:", seed=1) as game:
        gm = create_gm(game)
        plans = []
        for line in ("hero Bo fighter", "call quest name=Spring public=true", "quests Spring done", "look"):
            plans += [output.details["quests"] async for output in gm.process(line) if output.kind == "plan"]
        told = [output.text async for output in gm.process("history --tools")]
    assert "ago quests ✓" not in told[0] and "ago look" in told[0]
    assert plans[0] == [{"name": "Spring", "status": "pending"}] and plans[-1] == [{"name": "Spring", "status": "done"}]


@pytest.mark.parametrize("of", ["input", "output"])
def test_acp_with_a_file_is_refused_in_a_sentence(tmp_path: Path, of: str) -> None:
    (tmp_path / "in").write_text("{}\n", "utf-8")
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "rpg_lite", "gm", "--db", str(tmp_path / "p.db")]
    with (tmp_path / "in").open() as read, (tmp_path / "out").open("w") as written:
        streams: dict[str, Any] = {"stdin": read} if of == "input" else {"stdin": subprocess.DEVNULL, "stdout": written}
        streams.setdefault("stdout", subprocess.PIPE)
        done = subprocess.run(command, stderr=subprocess.PIPE, text=True, timeout=90, env=env, check=False, **streams)
    assert done.returncode == 2 and f"standard {of} is a file" in done.stderr and len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise ValueError('one\\ntwo')", "does not load: ValueError: one two"),
        ("async def main(gm):\n    raise ValueError('one\\ntwo')", "failed: ValueError: one two. The campaign is saved."),
        ("async def main(gm):\n    raise ValueError", "failed: ValueError. The campaign is saved."),
        ("import asyncio\nasync def main(gm):\n    async with asyncio.TaskGroup() as t:\n        t.create_task(gm.nothing())", "failed: AttributeError"),
        ("async def main(gm):\n    await gm.process('look')", "failed: TypeError"),
        ("async def main(gm:", "does not load: SyntaxError"),
        ("import nowhere_at_all", "does not load: ModuleNotFoundError"),
    ],
)  # fmt: skip
def test_an_adapter_that_raises_ends_in_a_sentence(tmp_path: Path, body: str, said: str) -> None:
    from rpg_lite.cli import app

    (tmp_path / "boom.py").write_text(body, "utf-8")
    told: list[str] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("rpg_lite.terminal.command_io.say", lambda text, code=0: told.append(text) or code)
        patched.setattr("rpg_lite.cli.app.say", lambda text, code=0: told.append(text) or code, raising=False)
        code = app.main(["gm", "--db", str(tmp_path / "p.db"), "--adapter", str(tmp_path / "boom.py")])
    assert code in (1, 2) and len(told) == 1 and said in told[0] and "\n" not in told[0]
