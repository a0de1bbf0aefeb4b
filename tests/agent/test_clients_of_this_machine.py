"""ACP over HTTP and WebSocket, and one character over A2A: clients of this machine, and nobody else."""

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from a2a.client import ClientConfig, create_client
from a2a.client.errors import A2AClientError
from a2a.helpers.proto_helpers import get_stream_response_text, new_text_message
from a2a.types import Role, SendMessageRequest
from acp import connect_to_agent, text_block
from acp.http import create_http_stream
from acp.ws import create_websocket_stream

from rpg_lite import open_campaign
from rpg_lite.cli.app import main
from tests.agent.adapter_evening import EVENING, SCRIPT, Editor, in_process, words


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "script.json"
    file.write_text(json.dumps({**SCRIPT, "@Marra Good evening": [{"say": "What do you want?"}]}), "utf-8")
    return file


@asynccontextmanager
async def serving(*command: str) -> AsyncIterator[str]:
    """The address that the program prints once it listens."""
    process = await asyncio.create_subprocess_exec(sys.executable, *command, stdout=asyncio.subprocess.PIPE, env=dict(os.environ))
    try:
        assert process.stdout
        line = (await process.stdout.readline()).decode()
        yield re.findall(r"http://[\w.:/]+", line)[0]
    finally:
        process.terminate()
        await process.wait()


def run(work: Any) -> Any:
    return asyncio.run(asyncio.wait_for(work, 90))


# ── ACP ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


async def played(transport: Any) -> Editor:
    editor = Editor()
    agent: Any = connect_to_agent(editor, transport)  # type: ignore[arg-type]
    await agent.initialize(protocol_version=1)
    session = await agent.new_session(cwd="/", mcp_servers=[])
    while not editor.told:
        await asyncio.sleep(0.02)
    for line in EVENING:
        assert (await agent.prompt(session_id=session.session_id, prompt=[text_block(line)])).stop_reason == "end_turn"
    await agent.close()
    return editor


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["http", "ws"])
def test_a_client_over_the_network_of_this_machine_sees_the_same_evening(tmp_path: Path, script: Path, kind: str) -> None:
    """S142."""

    async def work() -> Editor:
        async with serving(*words(tmp_path / "acp.db", script, "--http", "0")) as address:
            if kind == "ws":
                return await played(await create_websocket_stream(address.replace("http", "ws")))
            async with httpx.AsyncClient(timeout=None) as client:
                return await played(create_http_stream(address, client=client))

    editor = run(work())
    assert editor.told[1:] == in_process(tmp_path / "plain.db", script)
    assert [update.size for update in editor.of("usage_update")] == [8000, 8000]
    calls, answers = editor.of("tool_call"), editor.of("tool_call_update")
    assert calls and all(call.raw_input is None for call in calls), "the arguments are the game master's, and others may play here"
    assert answers and not any(answer.content for answer in answers)


@pytest.mark.slow
def test_two_clients_play_at_one_table_and_each_is_asked_itself(tmp_path: Path, script: Path) -> None:
    async def work() -> tuple[Editor, Editor]:
        async with serving(*words(tmp_path / "acp.db", script, "--http", "0")) as address:
            editors = Editor(), Editor()
            agents: list[Any] = [connect_to_agent(e, await create_websocket_stream(address.replace("http", "ws"))) for e in editors]  # type: ignore[arg-type]
            for agent in agents:
                await agent.initialize(protocol_version=1)
            first, second = [(await agent.new_session(cwd="/", mcp_servers=[])).session_id for agent in agents]
            await agents[0].prompt(session_id=first, prompt=[text_block("hero Brenna fighter")])
            await agents[1].prompt(session_id=second, prompt=[text_block("party")])
            await agents[0].prompt(session_id=first, prompt=[text_block("gc purge")])
            await agents[0].close()
            await agents[1].prompt(session_id=second, prompt=[text_block("who")])
            await agents[1].close()
            return editors

    _, other = run(work())
    assert "Brenna" in other.told[-2] and "Brenna" in other.told[-1] and not other.asked


CALLS_OF_PAGES: list[tuple[dict[str, str], str, int]] = [
    ({"host": "evil.example"}, "/acp", 403),
    ({"origin": "https://evil.example"}, "/acp", 403),
    ({"origin": "http://127.0.0.1"}, "/acp", 403),
    ({}, "/", 403),
    ({"host": "localhost"}, "/acp", 400),
    ({"host": "[::1]:80"}, "/acp", 400),
]


@pytest.mark.slow
def test_a_page_of_another_site_stays_out(tmp_path: Path, script: Path) -> None:
    async def work() -> list[int]:
        async with serving(*words(tmp_path / "acp.db", script, "--http", "0")) as address, httpx.AsyncClient() as client:
            url, kind = address.removesuffix("/acp"), {"content-type": "application/json"}
            return [(await client.post(url + path, content="{", headers=kind | own)).status_code for own, path, _ in CALLS_OF_PAGES]

    assert run(work()) == [status for _, _, status in CALLS_OF_PAGES]


# ── A2A ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def inn(tmp_path: Path) -> Path:
    """A campaign with Marra, a hero, and a secret of the game master."""
    file = tmp_path / "inn.db"
    with open_campaign(file) as game:
        assert game.ask({"operation": "create", "name": "Brenna", "character": {"party": True}}, "manage_character")["ok"]
        assert game.ask({"operation": "create", "name": "Marra", "character": {}}, "manage_character")["ok"]
    return file


@pytest.mark.slow
def test_another_agent_talks_with_a_character(inn: Path, script: Path) -> None:
    """S157: the answer is the character's, and both halves of the talk are in the journal."""

    async def work() -> tuple[str, list[str]]:
        async with serving(*words(inn, script, "--npc", "Marra", "--a2a", "0")) as address:
            client = await create_client(address, ClientConfig(streaming=False))
            told = []
            for said in ("Good evening", "What of the duke?"):
                request = SendMessageRequest(message=new_text_message(said, role=Role.ROLE_USER))
                told.append("".join([get_stream_response_text(event) async for event in client.send_message(request)]))
            card = httpx.get(f"{address}/.well-known/agent-card.json").json()
            return card["name"], told

    name, told = run(work())
    assert name == "Marra" and told == ["What do you want?", "The fog does not answer."]
    with open_campaign(inn) as game:
        journal = str(game.ask({"operation": "journal"}, "read_campaign")["text"])
    assert "Good evening" in journal and "What do you want?" in journal and "Marra" in journal


@pytest.mark.slow
def test_a_page_of_another_site_does_not_talk(inn: Path, script: Path) -> None:
    async def work() -> list[int]:
        async with serving(*words(inn, script, "--npc", "Marra", "--a2a", "0")) as address, httpx.AsyncClient() as client:
            evil = {"origin": "https://evil.example"}
            answers = [await client.post(f"{address}/a2a", json={}, headers=evil), await client.get(f"{address}/health")]
            with pytest.raises(A2AClientError):
                await create_client(f"{address}/elsewhere")
            return [answer.status_code for answer in answers]

    assert run(work()) == [403, 403]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--npc", "Marra"], "--npc NAME and --a2a PORT go together"),
        (["--a2a", "4001"], "--npc NAME and --a2a PORT go together"),
        (["--npc", "Marra", "--a2a", "4001"], "without a model"),
        (["--npc", "Mara", "--a2a", "4001", "--model", "test"], "Marra"),
        (["--npc", "Marra", "--a2a", "4001", "--http", "4002", "--model", "test"], "choose one of them"),
        (["--http", "70000"], "65535"),
        (["--http", "4002", "--sandbox", "prefer"], 'sandbox.network = "all"'),
    ],
)
def test_options_that_do_not_go_together_are_told(
    inn: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    monkeypatch.chdir(inn.parent)
    assert main(["gm", "--db", str(inn), *options]) == 2
    out, err = capsys.readouterr()
    assert said in out + err


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--http", "4002"], "ACP over HTTP, port 4002 on this machine"),
        (["--npc", "Marra", "--a2a", "4001", "--model", "test"], "Marra over A2A, port 4001 on this machine"),
    ],
)
def test_check_says_where_people_play(
    inn: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    monkeypatch.chdir(inn.parent)
    assert main(["gm", "--check", "--db", str(inn), *options]) == 0
    assert f"adapter    {said}" in capsys.readouterr().out
