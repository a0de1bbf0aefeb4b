"""The settings of the game master, and `rpg-lite gm --check`."""

import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from rpg_lite import open_campaign
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
network = "all"
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


def test_check_names_a_token_that_is_not_set(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "rpg-lite.toml").write_text(
        '[[servers]]\nid = "map"\ntransport = "http"\nurl = "http://127.0.0.1:9/mcp"\ntoken_env = "MAP_TOKEN"'
    )
    assert app.main(["gm", "--check"]) == 0
    assert "map: http://127.0.0.1:9/mcp (the variable MAP_TOKEN is not set)" in capsys.readouterr().out
    monkeypatch.setenv("MAP_TOKEN", "t")
    assert app.main(["gm", "--check"]) == 0
    assert "MAP_TOKEN" not in capsys.readouterr().out
    (folder / "rpg-lite.toml").write_text('[[servers]]\nid = "map"\ntransport = "stdio"\ncommand = ["no-such-program", "x"]')
    assert app.main(["gm", "--check"]) == 0
    assert "map: no-such-program x (there is no program no-such-program)" in capsys.readouterr().out


def test_check_says_where_it_would_be_played(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for is_terminal, where in ((True, "this terminal"), (False, "ACP on standard input and output")):
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(isatty=lambda is_terminal=is_terminal: is_terminal))
        monkeypatch.setattr(sys.stdout, "isatty", lambda is_terminal=is_terminal: is_terminal, raising=False)
        assert app.main(["gm", "--check", "--db", ":memory:"]) == 0
        assert f"adapter    {where}" in capsys.readouterr().out


def test_check_names_what_is_missing(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openai", None)
    assert app.main(["gm", "--check", "--model", "ollama:llama3.1"]) == 2
    assert "[gm-openai]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--db", "none.db", "--campaign", "Keep"], "There is no database"),
        (["--db", "p.db", "--campaign", "Keep"], "There is no campaign 'Keep'. Campaigns: 'campaign'. Add --new to create it."),
        (["--db", "p.db", "--npc", "Nobody", "--a2a", "4001", "--model", "test"], "--npc: Refused: characterName: there is no character"),
        (["--npc", "Marra", "--a2a", "4001", "--model", "test"], "--npc: a campaign that is not there yet has no Marra"),
        (["--db", "p.db", "--sandbox", "require"], "there is no program bwrap"),
    ],
)
def test_check_ends_where_the_start_would_end(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str], said: str
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    monkeypatch.setenv("XDG_DATA_HOME", str(folder))
    with open_campaign("p.db"):
        pass
    before = sorted(folder.rglob("*.db"))
    assert app.main(["gm", "--check", *words]) != 0
    out, err = capsys.readouterr()
    assert said in err and not out, (out, err)
    assert sorted(folder.rglob("*.db")) == before


def test_check_names_the_campaign(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with open_campaign("p.db", "Keep", new=True):
        pass
    assert app.main(["gm", "--check", "--db", "p.db"]) == 0
    assert "p.db, campaign 'Keep'" in capsys.readouterr().out
    assert app.main(["gm", "--check", "--db", "p.db", "--campaign", "Tower", "--new"]) == 0
    assert "p.db, created or upgraded at the start" in capsys.readouterr().out


def test_two_servers_with_one_id_are_refused(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = '[[servers]]\nid = "map"\ntransport = "stdio"\ncommand = ["a"]\n'
    (folder / "rpg-lite.toml").write_text(one + one)
    assert app.main(["gm", "--check"]) == 2
    assert "several have the id 'map': give each server an id of its own" in capsys.readouterr().err
