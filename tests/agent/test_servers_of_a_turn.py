"""Other servers in a turn of the model: what it calls, what it reads, and what a server that fails leaves behind."""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from rpg_lite import open_campaign
from rpg_lite.agent import tool_server_registry
from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.agent.model_turn import LONGEST_ANSWER
from rpg_lite.agent.reply_parts import Output
from rpg_lite.server.agent_settings import Agent, ToolServer
from rpg_lite.server.settings import Settings
from tests.agent.other_servers import DOWN, SERVER
from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool_server_registry.Registry.__init__, "__defaults__", (PATIENCE_S, PATIENCE_S))


def plays(tmp_path: Path, tool: str, hook: tool_server_registry.Hook | None = None) -> tuple[str, list[Output]]:
    """The welcome, and the outputs of a turn in which the model calls this tool of the server sky."""
    (tmp_path / "server.py").write_text(SERVER, "utf-8")
    turn = [{"call": f"sky__{tool}"}, {"say": "So be it."}]
    (tmp_path / "script.json").write_text(json.dumps({"I wait": turn}), "utf-8")
    sky = ToolServer(id="sky", transport="stdio", command=(sys.executable, str(tmp_path / "server.py")), patience=PATIENCE_S)
    settings = Settings(agent=Agent(model=f"script:{tmp_path / 'script.json'}"), servers=(sky, DOWN))

    async def run() -> tuple[str, list[Output]]:
        with open_campaign(tmp_path / "p.db") as game:
            gm = create_gm(game, settings)
            await gm.start()
            try:
                assert gm.servers
                gm.servers.on_request = gm.servers.on_response = hook
                return gm.welcome(), [output async for output in gm.process("I wait")]
            finally:
                await gm.stop()

    return asyncio.run(asyncio.wait_for(run(), 90))


def answer(outputs: list[Output]) -> Output:
    return next(output for output in outputs if output.kind == "called")


def test_a_welcome_names_the_servers_that_are_left_out(tmp_path: Path) -> None:
    welcome, outputs = plays(tmp_path, "talk")
    assert welcome.splitlines()[-1].startswith("Not connected: down (no answer") and "sky" not in welcome
    assert answer(outputs).text == "said"


def test_an_adapter_hears_each_call(tmp_path: Path) -> None:
    """S153."""
    heard: list[Any] = []

    async def hook(*told: Any) -> None:
        heard.append(told)

    plays(tmp_path, "talk", hook)
    assert heard == [("sky", "talk", {}), ("sky", "talk", "said")]


def test_ten_megabytes_are_cut_before_the_model_reads_them(tmp_path: Path) -> None:
    text = answer(plays(tmp_path, "long")[1]).text
    assert len(text) < LONGEST_ANSWER + 100 and text.endswith("(cut: 10,000,000 characters)")


@pytest.mark.parametrize(
    ("tool", "said"),
    [("hang", "sky did not answer within 5 seconds"), ("leave", "it is left out of this turn"), ("fail", "the well is dry")],
)
def test_a_server_that_fails_leaves_the_turn_its_story(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tool: str, said: str) -> None:
    monkeypatch.setattr(tool_server_registry.Registry.__init__, "__defaults__", (5.0, PATIENCE_S))
    outputs = plays(tmp_path, tool)[1]
    assert said in answer(outputs).text and not answer(outputs).details["ok"]
    assert [output.text for output in outputs if output.kind == "narration"] == ["So be it."]
