"""The same evening through each adapter: in the process, over ACP on standard input and output, and over telnet."""

import asyncio
import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from acp import spawn_agent_process, text_block
from acp.schema import RequestPermissionResponse

from rpg_lite import open_campaign
from rpg_lite.agent import adapters
from rpg_lite.agent.game_master import create_gm
from rpg_lite.server.agent_settings import Agent
from rpg_lite.server.settings import Settings
from rpg_lite.terminal.command_io import Stop

ROOT = Path(__file__).parents[2]
TELNET = ROOT / "examples" / "telnet_adapter.py"
SCRIPT = {
    "I bow to the ferryman": [
        {"call": "keep_journal", "with": {"operation": "note", "text": "The ferryman saw a bow."}},
        {"say": "He lifts his lantern."},
    ],
    "*": [{"say": "The fog does not answer."}],
}
EVENING = (
    "hero Brenna fighter",
    "adventure salt_toll",
    "look",
    "I bow to the ferryman",
    "note We go on tomorrow",
    "I whistle",
    "go north",
    "inventory",
)


class Editor:
    """A client of the protocol that keeps what it sees and allows what it is asked."""

    def __init__(self, allows: bool = True) -> None:
        self.updates: list[Any] = []
        self.asked: list[Any] = []
        self._allows = allows

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        self.updates.append(update)

    async def request_permission(self, session_id: str, tool_call: Any, options: Any, **_: Any) -> RequestPermissionResponse:
        self.asked.append(tool_call)
        kind = "allow_once" if self._allows else "reject_once"
        chosen = next(option.option_id for option in options if option.kind == kind)
        return RequestPermissionResponse.model_validate({"outcome": {"outcome": "selected", "optionId": chosen}})

    def on_connect(self, conn: Any) -> None: ...

    def of(self, kind: str) -> list[Any]:
        return [update for update in self.updates if update.session_update == kind]

    @property
    def told(self) -> list[str]:
        return [update.content.text.rstrip("\n") for update in self.of("agent_message_chunk")]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "script.json"
    file.write_text(json.dumps(SCRIPT), "utf-8")
    return file


def words(database: Path, script: Path, *more: str) -> list[str]:
    return ["-m", "rpg_lite", "gm", "--model", f"script:{script}", "--db", str(database), *more]


def over_acp(database: Path, script: Path, lines: Any, *, allows: bool = True, servers: Any = ()) -> Editor:
    """The lines in one run of the program, which is then killed."""

    async def run() -> Editor:
        editor = Editor(allows)
        async with spawn_agent_process(editor, sys.executable, *words(database, script), env=dict(os.environ)) as (agent, process):  # type: ignore[arg-type]
            await agent.initialize(protocol_version=1)
            session = await agent.new_session(cwd=str(database.parent), mcp_servers=list(servers))
            while not editor.told:
                await asyncio.sleep(0.02)
            for line in lines:
                assert (await agent.prompt(session_id=session.session_id, prompt=[text_block(line)])).stop_reason == "end_turn"
            process.kill()
        return editor

    return asyncio.run(asyncio.wait_for(run(), 90))


def in_process(database: Path, script: Path) -> list[str]:
    async def run() -> list[str]:
        with open_campaign(database) as game:
            gm = create_gm(game, Settings(agent=Agent(model=f"script:{script}")))
            await gm.start()
            told = [output.text for line in EVENING for output in [o async for o in gm.process(line)] if output.is_told]
            await gm.stop()
            return told

    return asyncio.run(run())


@pytest.fixture
def transcript(tmp_path: Path, script: Path) -> list[str]:
    return in_process(tmp_path / "plain.db", script)


def test_an_editor_sees_the_same_evening(tmp_path: Path, script: Path, transcript: list[str]) -> None:
    """S141, S145: commands after the answer, calls, usage, and the words of the game."""
    editor = over_acp(tmp_path / "acp.db", script, EVENING)
    assert editor.told[1:] == transcript
    assert editor.updates[0].session_update == "available_commands_update"
    assert {"look", "attack", "cast"} <= {command.name for command in editor.updates[0].available_commands}
    (start,), (end,) = editor.of("tool_call"), editor.of("tool_call_update")
    assert start.title == "keep_journal" and start.raw_input["text"] == "The ferryman saw a bow." and end.status == "completed"
    assert [update.size for update in editor.of("usage_update")] == [8000, 8000]


def test_it_is_killed_in_the_middle_and_goes_on(tmp_path: Path, script: Path, transcript: list[str]) -> None:
    """S96, S113: nothing of an evening lives in the process."""
    database = tmp_path / "killed.db"
    first = over_acp(database, script, EVENING[:4])
    with open_campaign(database) as game:
        before = game.wrap(8000).text
    second = over_acp(database, script, EVENING[4:])
    assert first.told[1:] + second.told[1:] == transcript
    assert "He lifts his lantern." in before


def test_telnet_tells_the_same_evening(tmp_path: Path, script: Path, transcript: list[str]) -> None:
    """S142."""

    async def run() -> str:
        env = {**os.environ, "TELNET_PORT": "0"}
        process = await asyncio.create_subprocess_exec(
            sys.executable, *words(tmp_path / "telnet.db", script, "--adapter", str(TELNET)), stdout=asyncio.subprocess.PIPE, env=env
        )
        try:
            assert process.stdout
            port = int(re.findall(rb"\d+", await process.stdout.readline())[0])
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            for line in EVENING:
                writer.write(f"{line}\n".encode())
            writer.write_eof()
            return (await reader.read()).decode()
        finally:
            process.kill()
            await process.wait()

    told = asyncio.run(asyncio.wait_for(run(), 90))
    assert told.split("\n\n", 1)[1] == "".join(f"{text}\n\n" for text in transcript)


def test_a_deletion_is_asked_about(tmp_path: Path, script: Path) -> None:
    """S143: what cannot come back needs the client's word."""
    for allows in (False, True):
        editor = over_acp(tmp_path / f"{allows}.db", script, ("hero Brenna fighter", "undo", "gc purge"), allows=allows)
        assert len(editor.asked) <= 1


def test_servers_of_a_client_are_joined_or_told(tmp_path: Path, script: Path) -> None:
    """S144."""
    from acp.schema import HttpMcpServer, McpServerStdio, SseMcpServer

    (tmp_path / "sky.py").write_text(
        "from fastmcp import FastMCP\nm = FastMCP('s')\nm.tool(lambda: 'Rain.', name='weather')\nm.run(show_banner=False)\n"
    )
    script.write_text(json.dumps({"Is it raining here": [{"call": "sky__weather"}, {"say": "It rains."}]}), "utf-8")
    sky = McpServerStdio(name="sky", command=sys.executable, args=[str(tmp_path / "sky.py")], env=[])
    sse = SseMcpServer(name="old", url="http://127.0.0.1:1/sse", headers=[], type="sse")
    joined = over_acp(tmp_path / "j.db", script, ["Is it raining here"], servers=[sky, sse])
    assert "Not connected: old (only HTTP and stdio are spoken here)" in joined.told[0] and "sky" not in joined.told[0]
    assert [end.status for end in joined.of("tool_call_update")] == ["completed"] and joined.told[-1] == "It rains."
    editor = over_acp(
        tmp_path / "p.db", script, (), servers=[HttpMcpServer(name="map", url="http://127.0.0.1:1/mcp", headers=[], type="http")]
    )
    assert "Not connected: map" in editor.told[0]


# ── adapters from a file ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "code, said", [(None, "is no Python file"), ("1 +", "does not load: SyntaxError"), ("def main(gm): pass", "async def main(gm)")]
)
def test_an_adapter_that_is_none_is_refused(tmp_path: Path, code: str | None, said: str) -> None:
    file = tmp_path / "adapter.py"
    if code is not None:
        file.write_text(code, "utf-8")
    with pytest.raises(Stop, match=re.escape(said)):
        adapters.load(file)


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("RPG_LITE_CONFIG", raising=False)
    yield
