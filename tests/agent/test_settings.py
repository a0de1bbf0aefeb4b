"""The settings of the game master, and `rpg-lite gm --check`."""

import os
import sys
from pathlib import Path

import pytest

from rpg_lite.cli import app
from rpg_lite.server import settings
from rpg_lite.server.settings_loading import load_settings
from rpg_lite.terminal.command_io import Stop

WHOLE = """
[agent]
name = "Old Marra"
model = "test"
context_tokens = 4000

[[servers]]
id = "map"
transport = "http"
url = "http://127.0.0.1:9/mcp"

[[servers]]
id = "holler"
transport = "stdio"
command = ["uvx", "holler"]

[sandbox]
mode = "prefer"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable in list(os.environ):
        if variable.startswith(settings.PREFIX):
            monkeypatch.delenv(variable)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_whole_file_is_read_and_the_environment_goes_over_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S170, S171."""
    (folder / "rpg-lite.toml").write_text(WHOLE)
    monkeypatch.setenv("RPG_LITE_AGENT__STEPS", "3")
    found = load_settings().settings
    assert (found.agent.name, found.agent.context_tokens, found.agent.steps) == ("Old Marra", 4000, 3)
    assert [(server.id, server.transport) for server in found.servers] == [("map", "http"), ("holler", "stdio")]
    assert found.sandbox.mode == "prefer"


@pytest.mark.parametrize(
    "text, said",
    [
        ("[agent]\nmodle = 'test'", "agent.modle"),
        ("[agent]\nmodel = 'claude'", "anthropic:NAME, openai:NAME, ollama:NAME"),
        ("[agent]\ncontext_tokens = 10", "agent.context_tokens"),
        ("[[servers]]\nid = 'x'\ntransport = 'http'", "url takes an address"),
        ("[[servers]]\nid = 'x'\ntransport = 'stdio'", "command takes the program"),
        ("[[servers]]\nid = 'x y'\ntransport = 'stdio'\ncommand = ['a']", "id"),
        ("[[servers]]\nid = 'x'\ntransport = 'sse'", "transport"),
        ("[sandbox]\nmode = 'on'", "sandbox.mode"),
        ("[sandbox]\nnetwork = ['example.org']", "sandbox.network"),
    ],
)
def test_a_slip_is_told_with_file_and_key(folder: Path, text: str, said: str) -> None:
    (folder / "rpg-lite.toml").write_text(text)
    with pytest.raises(Stop) as stop:
        load_settings()
    assert said in str(stop.value) and "rpg-lite.toml" in str(stop.value)


def test_check_says_what_would_run_with_what(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "rpg-lite.toml").write_text(WHOLE)
    assert app.main(["gm", "--check"]) == 0
    told = capsys.readouterr().out
    assert "model      test" in told and "4,000 tokens" in told and "holler: uvx holler" in told and "sandbox    prefer" in told
    assert not list(folder.glob("*.db"))


def test_check_names_what_is_missing(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    assert app.main(["gm", "--check", "--model", "ollama:llama3.1"]) == 2
    assert "rpg-lite[gm-openai]" in capsys.readouterr().err
