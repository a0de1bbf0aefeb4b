"""`rpg-lite gm` at a terminal: the prompt of `play`, with a model's story between the lines."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from rpg_lite.agent.gm_agent import create_gm
from rpg_lite.agent.reply_parts import Output
from rpg_lite.cli import gm_prompt
from rpg_lite.game import Game
from rpg_lite.server.settings import Settings
from tests.copies import begun
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[PipeInput]:
    """What is typed; the history lies in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    with create_pipe_input() as typed, create_app_session(input=typed, output=DummyOutput()):
        yield typed


def plays(game: Game, **agent: Any) -> None:
    async def evening() -> None:
        gm = create_gm(game, Settings.model_validate({"agent": agent}))
        await gm.start()
        try:
            await gm_prompt.main(gm)
        finally:
            await gm.stop()

    asyncio.run(asyncio.wait_for(evening(), PATIENCE_S))


def test_verbs_are_answered_and_ctrl_d_ends(keys: PipeInput, capsys: pytest.CaptureFixture[str]) -> None:
    keys.send_text("hero Brenna fighter\rlook\r\x04")
    with begun() as game:
        plays(game)
    said = capsys.readouterr().out
    assert "No model is configured" in said and "Here: Brenna" in said


def test_a_model_tells_the_story(keys: PipeInput, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "story.json"
    script.write_text(json.dumps({"*": [{"say": "The rain stops."}]}))
    keys.send_text("I wait for the sun.\rquit\r")
    with begun() as game:
        plays(game, model=f"script:{script}")
    assert "The rain stops." in capsys.readouterr().out


def test_ctrl_c_clears_a_line_and_nothing_is_said(keys: PipeInput, capsys: pytest.CaptureFixture[str]) -> None:
    keys.send_text("spawn 40 goblins\x03look\r\x04")
    with begun() as game:
        plays(game)
        assert "goblin" not in game.ask({"operation": "who"}, "read_campaign")["text"].casefold()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
def test_an_interrupted_turn_is_given_up_and_the_evening_goes_on(
    keys: PipeInput, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with begun() as game:
        gm = create_gm(game, Settings())
        inner = gm.process

        async def process(line: str, *more: Any) -> AsyncIterator[Output]:
            if line == "think":
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.Event().wait()
            async for output in inner(line, *more):
                yield output

        monkeypatch.setattr(gm, "process", process)
        keys.send_text("think\rlook\r\x04")
        asyncio.run(asyncio.wait_for(gm_prompt.main(gm), PATIENCE_S))
    said = capsys.readouterr().out
    assert "Given up. What the calls did stands." in said and "Lobby" in said.partition("Given up")[2]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="a pty is of Unix")
def test_a_real_terminal_gets_the_prompt_and_no_protocol(tmp_path: Path) -> None:
    import pty

    leader, follower = pty.openpty()
    env = os.environ | {"TERM": "xterm", "XDG_DATA_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "rpg_lite", "gm", "--sandbox", "off", "--db", str(tmp_path / "p.db")]
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdin=follower, stdout=follower, stderr=follower)
    os.close(follower)
    seen = ""
    try:
        while "Lobby>" not in seen:
            seen += os.read(leader, 4096).decode(errors="replace")
        os.write(leader, b"\x1b[1;1R\x04")  # where the cursor is, as a terminal answers; then the end
        assert process.wait(PATIENCE_S) == 0, seen
    finally:
        process.kill()
        process.wait()
        os.close(leader)
    assert "Traceback" not in seen and "JSON-RPC" not in seen
