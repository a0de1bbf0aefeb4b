"""The start of the sandbox, with a stand-in for bubblewrap: what it is told, with which variables it starts, and what is refused before."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.agent import bubblewrap_sandbox
from rpg_lite.server.agent_settings import Sandbox

ROOT = Path(__file__).parents[2]
SECRETS = {"SECRET_OF_THE_HOST": "zqx-host", "LD_PRELOAD_OF_THE_HOST": "zqx-preload", "AWS_SECRET_ACCESS_KEY": "zqx-cloud"}
LENT = {"OPENAI_API_KEY": "zqx-model", "RPG_LITE_AGENT__NAME": "Zqx", "MAP_TOKEN": "zqx-token"}
STAND_IN = """#!/bin/sh
for last; do :; done
if [ "$last" = true ]; then exit 0; fi
env -0 > FOLDER/variables
printf '%s\\0' "$@" > FOLDER/words
"""


def started(monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox) -> tuple[list[str], dict[str, str]]:
    """The command line and the variables with which bubblewrap replaces the program."""
    told: list[Any] = []
    for name, value in {**SECRETS, **LENT}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(bubblewrap_sandbox, "hindrance", lambda: "")
    monkeypatch.setattr(bubblewrap_sandbox.resource, "setrlimit", lambda what, limit: None)
    monkeypatch.setattr(os, "execve", lambda *words: told.extend(words))
    bubblewrap_sandbox.enter(sandbox, ["gm", "--db", "p.db"], [], [], ["MAP_TOKEN"])
    return told[1], told[2]


@pytest.mark.parametrize("network", ["none", "all"])
@pytest.mark.parametrize("mode", ["require", "prefer"])
def test_bubblewrap_itself_starts_with_the_lent_variables_alone(monkeypatch: pytest.MonkeyPatch, mode: Any, network: Any) -> None:
    """It is a process inside, so its own environment can be read there; its command line can be read by the whole machine."""
    words, variables = started(monkeypatch, Sandbox(mode=mode, network=network))
    assert LENT.items() <= variables.items() and not SECRETS.keys() & variables.keys()
    assert "zqx" not in " ".join(words)
    assert variables[bubblewrap_sandbox.INSIDE] and variables["PATH"] == "/usr/bin:/bin"


@pytest.mark.parametrize("user", [0, 1000])
def test_no_capability_is_kept_whoever_starts_it(monkeypatch: pytest.MonkeyPatch, user: int) -> None:
    monkeypatch.setattr(os, "getuid", lambda: user)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    words, _ = started(monkeypatch, Sandbox(mode="require"))
    at = words.index("--cap-drop")
    assert words[at + 1] == "ALL" and at < words.index("--ro-bind") and "--unshare-all" in words


def gm(tmp_path: Path, *words: str, config: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    """The program as a shell starts it, with a stand-in for bubblewrap that keeps what it was started with."""
    home = tmp_path / "home"
    (tmp_path / "bin").mkdir(exist_ok=True), home.mkdir(exist_ok=True)  # type: ignore[func-returns-value]
    bwrap = tmp_path / "bin" / "bwrap"
    bwrap.write_text(STAND_IN.replace("FOLDER", str(tmp_path)), "utf-8")
    bwrap.chmod(0o755)
    (tmp_path / "own.toml").write_text(config, "utf-8")
    told = {**os.environ, "PATH": f"{bwrap.parent}:/usr/bin:/bin", "PYTHONPATH": str(ROOT), **env}
    command = [sys.executable, "-m", "rpg_lite", "gm", "--db", str(home / "p.db"), "--config", str(tmp_path / "own.toml"), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=90, env=told, cwd=home, check=False, stdin=subprocess.DEVNULL)


def test_the_program_starts_it_so(tmp_path: Path) -> None:
    server = '[[servers]]\nid = "map"\ntransport = "http"\nurl = "http://127.0.0.1:9/mcp"\ntoken_env = "MAP_TOKEN"\n'
    done = gm(tmp_path, "--sandbox", "require", config=f'{server}[sandbox]\nnetwork = "all"\n', **SECRETS, **LENT)
    assert done.returncode == 0, done.stderr
    variables = dict(line.split("=", 1) for line in (tmp_path / "variables").read_text().split("\0") if line)
    assert LENT.items() <= variables.items() and not SECRETS.keys() & variables.keys()
    words = (tmp_path / "words").read_text().split("\0")
    assert "zqx" not in " ".join(words) and words[words.index("--cap-drop") + 1] == "ALL"


@pytest.mark.parametrize("outside", ["program", "script", "on the path", "relative", "link"])
def test_a_server_that_the_sandbox_does_not_hold_is_refused_with_its_name(tmp_path: Path, outside: str) -> None:
    away = tmp_path / "away"
    away.mkdir()
    (away / "map.py").write_text("x = 1\n", "utf-8")
    (away / "mapper").write_text("#!/bin/sh\n", "utf-8")
    (away / "mapper").chmod(0o755)
    commands = {
        "program": [str(away / "mapper")],
        "script": [sys.executable, str(away / "map.py")],
        "on the path": ["mapper-here"],
        "link": [sys.executable, "link.py"],
        "relative": [sys.executable, "../away/map.py"],
    }
    command = commands[outside]
    (tmp_path / "home").mkdir(), (tmp_path / "bin").mkdir()  # type: ignore[func-returns-value]
    (tmp_path / "home" / "link.py").symlink_to(away / "map.py")
    (tmp_path / "bin" / "mapper-here").symlink_to("/bin/true")
    config = f'[[servers]]\nid = "map"\ntransport = "stdio"\ncommand = {json.dumps(command)}\n'
    done = gm(tmp_path, "--sandbox", "require", config=config)
    assert done.returncode == 2 and not (tmp_path / "words").exists(), done.stderr
    assert f"server map: the sandbox does not hold {command[-1]}" in done.stderr and "sandbox.write" in done.stderr
    assert len(done.stderr.splitlines()) == 1
    if outside != "on the path":
        lent = gm(tmp_path, config=f'{config}[sandbox]\nmode = "require"\nwrite = ["{away}"]\n')
        assert lent.returncode == 0 and (tmp_path / "words").exists(), lent.stderr


OWN = (
    "import asyncio, sys\nasync def main(gm):\n    await asyncio.start_server(lambda r, w: None, '127.0.0.1', 0)\n    print('listening')\n"
)


@pytest.mark.parametrize("adapter", ["telnet", "own"])
def test_a_port_that_nobody_could_reach_is_refused_when_it_is_opened(tmp_path: Path, adapter: str) -> None:
    """Inside, as the variable says; network none is a network of its own."""
    (tmp_path / "own.py").write_text(OWN, "utf-8")
    file = ROOT / "examples" / "telnet_adapter.py" if adapter == "telnet" else tmp_path / "own.py"
    inside = {bubblewrap_sandbox.INSIDE: "1", "TELNET_PORT": "0"}
    done = gm(tmp_path, "--sandbox", "require", "--adapter", str(file), **inside)
    assert done.returncode == 2 and 'nobody could reach it: set sandbox.network = "all"' in done.stderr, (done.stdout, done.stderr)
    assert "istening" not in done.stdout and len(done.stderr.splitlines()) == 1


def test_a_port_is_opened_where_the_network_is_shared(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN, "utf-8")
    open_to_all = '[sandbox]\nmode = "require"\nnetwork = "all"\n'
    done = gm(tmp_path, "--adapter", str(tmp_path / "own.py"), config=open_to_all, **{bubblewrap_sandbox.INSIDE: "1"})
    assert done.stdout == "listening\n", done.stderr
    assert gm(tmp_path, "--adapter", str(tmp_path / "own.py")).stdout == "listening\n", "without a sandbox"
