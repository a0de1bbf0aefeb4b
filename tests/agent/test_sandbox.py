"""The sandbox from inside: an adapter that probes what it can reach."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rpg_lite.agent import sandbox
from rpg_lite.server.agent_settings import Sandbox
from rpg_lite.terminal.command_io import Stop

PROBES = """
import json, os, pathlib, socket

def tried(work):
    try:
        work()
    except (OSError, MemoryError) as error:
        return type(error).__name__
    return "done"

async def main(gm):
    print(json.dumps({
        "users": tried(lambda: open("/etc/passwd").read()),
        "other": tried(lambda: os.listdir("/var")),
        "beside": os.path.exists("BESIDE"),
        "write_usr": tried(lambda: open("/usr/x", "w")),
        "write_own": tried(lambda: pathlib.Path("own.txt").write_text("x")),
        "loopback": tried(lambda: socket.create_connection(("127.0.0.1", 9), 2)),
        "name": tried(lambda: socket.getaddrinfo("example.org", 80)),
        "processes": len([p for p in os.listdir("/proc") if p.isdigit()]),
        "secret": os.environ.get("SECRET_OF_THE_HOST"),
        "memory": tried(lambda: bytearray(3_000_000_000)),
        "status": gm.capabilities()["sandbox"],
        "answer": [o.text async for o in gm.process("look")],
    }))
"""
needs_bwrap = pytest.mark.skipif(bool(sandbox.hindrance()), reason=f"no sandbox here: {sandbox.hindrance()}")


def gm(tmp_path: Path, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "probes.py").write_text(PROBES.replace("BESIDE", str(tmp_path / "beside")), "utf-8")
    command = [
        sys.executable,
        "-m",
        "rpg_lite",
        "gm",
        "--db",
        str(tmp_path / "home" / "p.db"),
        "--adapter",
        str(tmp_path / "probes.py"),
        *words,
    ]
    told = {**os.environ, "SECRET_OF_THE_HOST": "x", **env}
    return subprocess.run(command, capture_output=True, text=True, timeout=90, env=told, check=False)


@needs_bwrap
def test_nothing_of_the_machine_is_within_reach(tmp_path: Path) -> None:
    (tmp_path / "beside").write_text("mine", "utf-8")
    done = gm(tmp_path, "--sandbox", "require")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["users"] != "done" and found["other"] == "FileNotFoundError" and not found["beside"]
    assert found["write_usr"] == "OSError" and found["write_own"] == "done" and (tmp_path / "home" / "own.txt").exists()
    assert found["loopback"] != "done" and found["name"] == "gaierror"
    assert found["processes"] <= 3 and found["secret"] is None and found["memory"] == "MemoryError"
    assert found["status"]["isolated"] and "Lobby" in found["answer"][0]


@needs_bwrap
def test_the_evening_is_the_same_inside(tmp_path: Path) -> None:
    outside, inside = (json.loads(gm(tmp_path, *mode).stdout)["answer"] for mode in ((), ("--sandbox", "require")))
    assert outside == inside


def test_without_bubblewrap_require_ends_and_prefer_warns(tmp_path: Path) -> None:
    bare = str(Path(sys.executable).parent)
    required = gm(tmp_path, "--sandbox", "require", PATH=bare)
    assert required.returncode == 1 and "there is no program bwrap" in required.stderr and "install bubblewrap" in required.stderr
    preferred = gm(tmp_path, "--sandbox", "prefer", PATH=bare)
    assert preferred.returncode == 0 and "no sandbox: there is no program bwrap" in preferred.stderr
    assert json.loads(preferred.stdout)["status"] == {
        "isolated": False,
        "pid": json.loads(preferred.stdout)["status"]["pid"],
        "why": "there is no program bwrap",
    }


def test_a_model_that_needs_the_network_is_told(tmp_path: Path) -> None:
    done = gm(tmp_path, "--sandbox", "require", "--model", "ollama:llama")
    assert done.returncode == 2 and 'sandbox.network = "all"' in done.stderr


def test_require_without_a_sandbox_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "hindrance", lambda: "there is no program bwrap")
    with pytest.raises(Stop, match="install bubblewrap"):
        sandbox.enter(Sandbox(mode="require"), [], [], [])
