"""The same evening through each adapter: in the process, over ACP on standard input and output, and over telnet."""

import asyncio
import json
import os
import re
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from acp import spawn_agent_process, text_block
from acp.schema import HttpMcpServer, McpServerStdio, SseMcpServer

from rpg_lite import open_campaign
from rpg_lite.agent import adapter_loading
from rpg_lite.agent.acp_adapter import AcpAdapter
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.terminal.command_io import Stop
from tests.agent.adapter_evening import EVENING, SCRIPT, Editor, in_process, over_acp, words
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parents[2]
TELNET = ROOT / "examples" / "telnet_adapter.py"


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "script.json"
    file.write_text(json.dumps(SCRIPT), "utf-8")
    return file


@pytest.fixture
def transcript(tmp_path: Path, script: Path) -> list[str]:
    return in_process(tmp_path / "plain.db", script)


def test_an_editor_sees_the_same_evening(tmp_path: Path, script: Path, transcript: list[str]) -> None:
    """S110, S141, S145: commands after the answer, calls, usage, and the words of the game."""
    editor = over_acp(tmp_path / "acp.db", script, EVENING)
    assert editor.told[1:] == transcript
    assert editor.updates[0].session_update == "available_commands_update"
    assert {"look", "attack", "cast"} <= {command.name for command in editor.updates[0].available_commands}
    (start,), (end,) = editor.of("tool_call"), editor.of("tool_call_update")
    assert start.title == "keep_journal" and start.raw_input["text"] == "The ferryman saw a bow." and end.status == "completed"
    assert [(update.size, 0 < update.used < 8000) for update in editor.of("usage_update")] == [(8000, True)] * 2


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
    """S143."""

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
    """What cannot come back needs the client's word."""
    for line, allows, told in (
        ("gc purge", False, "Nothing was deleted"),
        ("gc purge", True, "Deleted for good"),
        ("gc purge --yes", False, "Nothing was deleted"),
    ):
        editor = over_acp(tmp_path / f"{allows}.db", script, [line], allows=allows)
        assert [asked.kind for asked in editor.asked] == ["delete"] and told in editor.told[-1]
        assert "--yes" not in editor.told[-1], "the answer names nothing that changes nothing"


def test_servers_of_a_client_are_joined_or_told(tmp_path: Path, script: Path) -> None:
    """S144."""
    (tmp_path / "sky.py").write_text(
        "from fastmcp import FastMCP\nm = FastMCP('s')\nm.tool(lambda: 'Rain.', name='weather')\nm.run(show_banner=False)\n"
    )
    script.write_text(json.dumps({"Is it raining here": [{"call": "sky__weather"}, {"say": "It rains."}]}), "utf-8")
    sky = McpServerStdio(name="sky", command=sys.executable, args=[str(tmp_path / "sky.py")], env=[])
    sse = SseMcpServer(name="old", url="http://127.0.0.1:1/sse", headers=[], type="sse")
    joined = over_acp(tmp_path / "j.db", script, ["Is it raining here"], servers=[sky, sse])
    assert "Not connected: old (only HTTP and stdio are supported here)" in joined.told[0] and "sky" not in joined.told[0]
    assert [end.status for end in joined.of("tool_call_update")] == ["completed"] and joined.told[-1] == "It rains."
    editor = over_acp(
        tmp_path / "p.db", script, (), servers=[HttpMcpServer(name="map", url="http://127.0.0.1:1/mcp", headers=[], type="http")]
    )
    assert "Not connected: map" in editor.told[0]


def test_a_server_of_a_client_replaces_the_one_of_the_settings(tmp_path: Path, script: Path) -> None:
    """S144: both are called sky; a turn that asks for the weather hears the client's."""
    for said in ("Rain", "Snow"):
        (tmp_path / f"{said}.py").write_text(
            f"from fastmcp import FastMCP\nm = FastMCP('s')\nm.tool(lambda: '{said}.', name='weather')\nm.run(show_banner=False)\n"
        )
    config = tmp_path / "sky.toml"
    config.write_text(
        f'[[servers]]\nid = "sky"\ntransport = "stdio"\ncommand = {json.dumps([sys.executable, str(tmp_path / "Rain.py")])}\n'
    )
    script.write_text(json.dumps({"Is it raining here": [{"call": "sky__weather"}, {"say": "Look up."}]}), "utf-8")
    sky = McpServerStdio(name="sky", command=sys.executable, args=[str(tmp_path / "Snow.py")], env=[])
    for servers, heard in (((), "Rain."), ((sky,), "Snow.")):
        editor = over_acp(tmp_path / "j.db", script, ["Is it raining here"], "--config", str(config), servers=servers)
        (end,) = editor.of("tool_call_update")
        assert end.status == "completed" and end.content[0].content.text == heard


# ── adapters from a file ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "code, said",
    [
        (None, "adapter.py does not exist: name a Python file with async def main(gm), such as examples/telnet_adapter.py"),
        ("1 +", "does not load: SyntaxError"),
        ("def main(gm): pass", "async def main(gm)"),
    ],
)
def test_an_adapter_that_is_none_is_refused(tmp_path: Path, code: str | None, said: str) -> None:
    file = tmp_path / "adapter.py"
    if code is not None:
        file.write_text(code, "utf-8")
    with pytest.raises(Stop, match=re.escape(said)):
        adapter_loading.load(file)


def test_an_adapter_that_raises_ends_with_a_sentence_and_keeps_what_was_done(tmp_path: Path) -> None:
    file = tmp_path / "adapter.py"
    file.write_text(
        "async def main(gm):\n    [o async for o in gm.process('hero Brenna fighter')]\n    raise KeyError('seat 4')\n", "utf-8"
    )
    words = [sys.executable, "-m", "rpg_lite", "gm", "--db", str(tmp_path / "p.db"), "--adapter", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 1 and done.stderr.splitlines()[-1] == (
        f"rpg-lite: --adapter: {file} failed: KeyError: 'seat 4'. The campaign is saved."
    )
    with open_campaign(tmp_path / "p.db") as game:
        assert "Brenna" in game.ask({"operation": "party"}, "read_campaign")["text"]


SLEEPER = """
import asyncio
from fastmcp import FastMCP

mcp = FastMCP("s")
async def sleep() -> str:
    await asyncio.sleep(3600)
mcp.tool(sleep)
mcp.run(show_banner=False)
"""


@pytest.fixture
def asleep(tmp_path: Path) -> list[str]:
    """Options with which the first turn makes a call and then waits for a server that sleeps."""
    (tmp_path / "sleeper.py").write_text(SLEEPER, "utf-8")
    roll = {"call": "execute_action", "with": {"operation": "roll", "dice": "1d6"}}
    (tmp_path / "slow.json").write_text(json.dumps({"*": [roll, {"call": "s__sleep"}, {"say": "Never."}]}), "utf-8")
    command = json.dumps([sys.executable, str(tmp_path / "sleeper.py")])
    (tmp_path / "slow.toml").write_text(f'[[servers]]\nid = "s"\ntransport = "stdio"\ncommand = {command}\n', "utf-8")
    return words(tmp_path / "p.db", tmp_path / "slow.json", "--config", str(tmp_path / "slow.toml"))


@asynccontextmanager
async def in_mid_turn(command: list[str], editor: Editor) -> AsyncIterator[tuple[Any, Any, str, asyncio.Task[Any]]]:
    """The agent, its process, the session, and the line that is being played, once its first call is done."""
    async with spawn_agent_process(editor, sys.executable, *command, env=dict(os.environ)) as (agent, process):  # type: ignore[arg-type]
        await agent.initialize(protocol_version=1)
        id = (await agent.new_session(cwd="/", mcp_servers=[])).session_id
        line = asyncio.create_task(agent.prompt(session_id=id, prompt=[text_block("I whistle at the moon")]))
        while not (editor.of("tool_call_update") and len(editor.of("tool_call")) == 2):
            await asyncio.sleep(0.02)
        yield agent, process, id, line


def journal(tmp_path: Path) -> str:
    with open_campaign(tmp_path / "p.db") as game:
        return str(game.ask({"operation": "history"}, "read_campaign")["text"])


def test_a_client_that_goes_away_in_mid_turn_ends_the_program_and_what_was_done_stays(tmp_path: Path, asleep: list[str]) -> None:
    async def run() -> int:
        async with in_mid_turn(asleep, Editor()) as (_, process, _, line):
            process.stdin.close()
            code: int = await asyncio.wait_for(process.wait(), PATIENCE_S)
            await asyncio.gather(line, return_exceptions=True)
            return code

    assert asyncio.run(asyncio.wait_for(run(), 90)) == 0
    told = journal(tmp_path)
    assert "I whistle at the moon" in told and "Rolled 1d6" in told and "Never." not in told


def test_a_turn_that_the_client_cancels_ends_and_the_next_one_is_played(tmp_path: Path, asleep: list[str]) -> None:
    async def run() -> tuple[str, str]:
        editor = Editor()
        async with in_mid_turn(asleep, editor) as (agent, _, id, line):
            await agent.cancel(session_id=id)
            stopped = (await asyncio.wait_for(line, PATIENCE_S)).stop_reason
            await agent.prompt(session_id=id, prompt=[text_block("look")])
            return stopped, editor.told[-1]

    stopped, told = asyncio.run(asyncio.wait_for(run(), 90))
    assert stopped == "cancelled" and "Lobby" in told
    assert "Rolled 1d6" in journal(tmp_path) and "Never." not in journal(tmp_path)


async def test_two_lines_at_once_are_both_answered() -> None:
    with open_campaign(":memory:") as game:
        editor, adapter = Editor(), AcpAdapter(create_gm(game))
        adapter.on_connect(editor)
        answers = await asyncio.gather(*(adapter.prompt("s", [text_block(line)]) for line in ("hero Brenna fighter", "party")))
    assert [answer.stop_reason for answer in answers] == ["end_turn", "end_turn"] and "Brenna" in editor.told[-1]


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("RPG_LITE_CONFIG", raising=False)
    yield
