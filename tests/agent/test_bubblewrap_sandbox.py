"""The sandbox from inside: an adapter that probes what it can reach."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rpg_lite import open_campaign
from rpg_lite.agent import bubblewrap_sandbox
from rpg_lite.server.agent_settings import Sandbox
from rpg_lite.terminal.command_io import Stop
from tests.agent.adapter_evening import EVENING, SCRIPT, in_process, over_acp

pytestmark = pytest.mark.slow

PROBES = """
import ctypes, json, os, pathlib, socket, sys

def tried(work):
    try:
        work()
    except (OSError, MemoryError) as error:
        return type(error).__name__
    return "done"

def of_the_sandbox():
    told = [pathlib.Path("/proc", p, "environ").read_bytes() for p in os.listdir("/proc") if p.isdigit()]
    rights = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("CapEff"))
    program = str(pathlib.Path(sys.prefix)).encode()
    remounted = ctypes.CDLL(None).mount(None, program, None, 0x1020, None) == 0
    return {"secrets": sum(b"SECRET_OF_THE_HOST" in one for one in told), "rights": int(rights, 16), "remounted": remounted}

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
        **(of_the_sandbox() if gm.capabilities()["sandbox"]["isolated"] else {}),
        "memory": tried(lambda: bytearray(3_000_000_000)),
        "status": gm.capabilities()["sandbox"],
        "answer": [o.text async for o in gm.process("look")],
    }))
"""
needs_bwrap = pytest.mark.skipif(bool(bubblewrap_sandbox.hindrance()), reason=f"no sandbox here: {bubblewrap_sandbox.hindrance()}")


def gm(tmp_path: Path, *words: str, probes: str = PROBES, **env: str) -> subprocess.CompletedProcess[str]:
    (tmp_path / "home").mkdir(exist_ok=True)
    (tmp_path / "probes.py").write_text(probes.replace("BESIDE", str(tmp_path / "beside")), "utf-8")
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
    return subprocess.run(command, capture_output=True, text=True, timeout=90, env=told, cwd=tmp_path / "home", check=False)


@needs_bwrap
def test_nothing_of_the_machine_is_within_reach(tmp_path: Path) -> None:
    (tmp_path / "beside").write_text("mine", "utf-8")
    done = gm(tmp_path, "--sandbox", "require")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["users"] != "done" and found["other"] == "FileNotFoundError" and not found["beside"]
    assert found["write_usr"] == "OSError" and found["write_own"] == "done" and (tmp_path / "home" / "own.txt").exists()
    assert found["loopback"] != "done" and found["name"] == "gaierror"
    assert found["processes"] <= 3 and found["secret"] is None and found["secrets"] == 0 and found["memory"] == "MemoryError"
    assert found["rights"] == 0 and not found["remounted"]
    assert found["status"]["isolated"] and "Lobby" in found["answer"][0]


@needs_bwrap
def test_what_is_named_is_read_and_written_and_no_list_of_addresses_is_taken(tmp_path: Path) -> None:
    """S166."""
    lent, kept = tmp_path / "lent", tmp_path / "kept"
    lent.mkdir(), kept.mkdir()
    (tmp_path / "probes.toml").write_text(f'[sandbox]\nmode = "require"\nwrite = ["{lent}"]\n', "utf-8")
    write = "import json, pathlib\nasync def main(gm):\n    print(json.dumps([written(p) for p in FOLDERS]))\n"
    write += "def written(folder):\n    try:\n        pathlib.Path(folder, 'x').write_text('x')\n    except OSError:\n        return False\n    return True\n"
    done = gm(tmp_path, "--config", str(tmp_path / "probes.toml"), probes=write.replace("FOLDERS", repr([str(lent), str(kept)])))
    assert json.loads(done.stdout) == [True, False], done.stderr
    assert (lent / "x").exists() and not (kept / "x").exists()
    (tmp_path / "probes.toml").write_text('[sandbox]\nmode = "require"\nnetwork = ["example.org"]\n', "utf-8")
    refused = gm(tmp_path, "--config", str(tmp_path / "probes.toml"))
    assert refused.returncode == 2 and "sandbox.network" in refused.stderr and "allowed: none, all" in refused.stderr


@needs_bwrap
def test_the_evening_is_the_same_inside(tmp_path: Path) -> None:
    """S146, S169: a client of the protocol plays it on standard input and output, with calls of a model."""
    script = tmp_path / "script.json"
    script.write_text(json.dumps(SCRIPT), "utf-8")
    inside = over_acp(tmp_path / "inside.db", script, (*EVENING, "status"), "--sandbox", "require")
    assert inside.told[1:-1] == in_process(tmp_path / "plain.db", script)
    assert [update.status for update in inside.of("tool_call_update")] == ["completed"] and "sandbox: isolated" in inside.told[-1]


MEETING = "async def main(gm):\n    print([o.text async for o in gm.process('hero Brenna fighter')])\n"


@needs_bwrap
@pytest.mark.parametrize("place", ["named", "home", "data"])
def test_a_path_means_the_same_inside(tmp_path: Path, place: str) -> None:
    """Files are named from the folder where the program starts; without --db, the campaign is in the data folder of the user."""
    (tmp_path / "own").mkdir()
    (tmp_path / "meeting.py").write_text(MEETING, "utf-8")
    (tmp_path / "own" / "script.json").write_text(json.dumps(SCRIPT), "utf-8")
    words = ["gm", "--sandbox", "require", "--adapter", "meeting.py", "--model", "script:own/script.json"]
    env = {name: value for name, value in os.environ.items() if name != "XDG_DATA_HOME"} | {"HOME": str(tmp_path)}
    expected = tmp_path / ".local" / "share" / "rpg-lite" / "campaign.db"
    match place:
        case "named":
            words += ["--db", "own/p.db"]
            expected = tmp_path / "own" / "p.db"
        case "data":
            env["XDG_DATA_HOME"] = str(tmp_path / "data")
            expected = tmp_path / "data" / "rpg-lite" / "campaign.db"
    done = subprocess.run([sys.executable, "-m", "rpg_lite", *words], capture_output=True, text=True, env=env, cwd=tmp_path, check=False)
    assert done.returncode == 0 and "Brenna" in done.stdout, done.stderr
    with open_campaign(expected) as game:
        assert "Brenna" in game.ask({"operation": "party"}, "read_campaign")["text"]


@needs_bwrap
def test_a_server_in_the_sandbox_gets_its_token_and_needs_the_network(tmp_path: Path) -> None:
    probes = "import os\nasync def main(gm):\n    print(os.environ.get('MAP_TOKEN'))\n"
    server = '[[servers]]\nid = "map"\ntransport = "http"\nurl = "http://127.0.0.1:9/mcp"\ntoken_env = "MAP_TOKEN"\n'
    config = tmp_path / "probes.toml"
    config.write_text(f'{server}[sandbox]\nmode = "require"\nnetwork = "all"\n', "utf-8")
    assert gm(tmp_path, "--config", str(config), probes=probes, MAP_TOKEN="t").stdout == "t\n"
    config.write_text(f'{server}[sandbox]\nmode = "require"\n', "utf-8")
    refused = gm(tmp_path, "--config", str(config), probes=probes)
    assert refused.returncode == 2 and 'server map needs the network: set sandbox.network = "all"' in refused.stderr


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


def test_a_machine_without_user_namespaces_is_told_as_bubblewrap_says_it(tmp_path: Path) -> None:
    bwrap = tmp_path / "bin" / "bwrap"
    bwrap.parent.mkdir()
    bwrap.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n", "utf-8")
    bwrap.chmod(0o755)
    said = "bwrap does not run: bwrap: No permissions to create new namespace"
    required = gm(tmp_path, "--sandbox", "require", PATH=f"{bwrap.parent}:/usr/bin:/bin")
    assert required.returncode == 1 and said in required.stderr and "allow user namespaces" in required.stderr and not required.stdout
    preferred = gm(tmp_path, "--sandbox", "prefer", PATH=f"{bwrap.parent}:/usr/bin:/bin")
    assert preferred.returncode == 0 and f"no sandbox: {said}" in preferred.stderr
    assert json.loads(preferred.stdout)["status"]["why"] == said


def test_a_model_that_needs_the_network_is_told(tmp_path: Path) -> None:
    done = gm(tmp_path, "--sandbox", "require", "--model", "ollama:llama")
    assert done.returncode == 2 and 'sandbox.network = "all"' in done.stderr


def test_require_without_a_sandbox_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap_sandbox, "hindrance", lambda: "there is no program bwrap")
    with pytest.raises(Stop, match="install bubblewrap"):
        bubblewrap_sandbox.enter(Sandbox(mode="require"), [], [], [])
