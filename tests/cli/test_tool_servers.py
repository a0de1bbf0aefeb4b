"""Tool servers on the command line: a real server answers over a real connection (adrs/0055)."""

import json
import socket
import subprocess
import sys

import pytest

from bench.ports import kept_port
from rpg_lite import open_campaign
from rpg_lite.cli import tool_server_client
from rpg_lite.cli.app import main
from rpg_lite.world.world_model import Ref
from tests.waiting import PATIENCE_S, until

SERVER = """
import sys
from fastmcp import FastMCP

server = FastMCP("holler")
for name in sys.argv[2:]:
    server.tool(lambda prompt: prompt, name=name, description=f"Makes a {name}.")
if sys.argv[1] == "stdio":
    server.run(show_banner=False, log_level="ERROR")
else:
    server.run("http", host="127.0.0.1", port=int(sys.argv[1]), show_banner=False, log_level="ERROR")
"""
PATIENTLY = ("--wait", str(PATIENCE_S))
SILENT = "import time; time.sleep(3600)"


@pytest.fixture
def holler(tmp_path):
    """The command of a server with these tools."""
    file = tmp_path / "holler.py"
    file.write_text(SERVER, "utf-8")
    return lambda where, *tools: [sys.executable, str(file), str(where), *tools]


@pytest.fixture
def db(tmp_path):
    with open_campaign(tmp_path / "c.db"):
        return tmp_path / "c.db"


@pytest.fixture
def said(db, capfd):
    """Runs `servers`; (exit code, standard output, standard error)."""

    def run(*tokens: str) -> tuple[int, str, str]:
        code = main(["servers", tokens[0], "--db", str(db), *tokens[1:]])
        return code, *capfd.readouterr()

    return run


def tools(db) -> dict[str, bool]:
    """Qualified name → whether it is available, of all tools that are not our own."""
    with open_campaign(db) as game:
        world = game.store.read(game.campaign.id, lambda at: at.load([Ref("qualified", None, "*")]))
    return {t.qualified_name: t.available for t in world.things.values() if t.kind == "tool" and t.parent_id[0] == "m"}


@pytest.mark.slow
def test_a_server_on_standard_input_and_output_joins_with_its_tools(said, db, holler):
    code, out, _ = said("connect", "holler", *PATIENTLY, "--", *holler("stdio", "sample", "play"))
    assert (code, out) == (0, "holler is connected; its tools: play, sample. New: play, sample.\n")
    assert tools(db) == {"holler:sample": True, "holler:play": True}
    assert said("list")[1] == "holler (connected): sample, play\n"
    (row,) = json.loads(said("list", "--json")[1])
    assert row["tools"][0] == {"name": "sample", "qualifiedName": "holler:sample", "available": True, "description": "Makes a sample."}
    with open_campaign(db) as game:
        assert game.ask({"operation": "undo"})["ok"]
    assert tools(db) == {}


def is_answered(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@pytest.mark.slow
def test_a_server_at_a_url_joins_with_its_tools(said, db, holler):
    with kept_port() as port, subprocess.Popen(holler(port, "sample")) as running:
        try:
            until(lambda: is_answered(port))
            code, *_ = said("connect", "holler", *PATIENTLY, f"http://127.0.0.1:{port}/mcp")
        finally:
            running.kill()
    assert (code, tools(db)) == (0, {"holler:sample": True})


@pytest.mark.slow
def test_a_try_in_vain_leaves_a_connected_server_as_it_was(said, db, monkeypatch):
    async def heard(where, wait):
        return {"sample": "Makes a sound."}

    with monkeypatch.context() as patched:
        patched.setattr(tool_server_client, "_tools", heard)
        assert said("connect", "holler", "there")[0] == 0
    code, out, err = said("connect", "holler", "--wait", "0.5", "--", sys.executable, "-c", SILENT)
    assert (code, out) == (1, "")
    assert "holler does not answer: no answer within 0.5 s. Nothing was changed: as before, holler (connected): sample." in err
    assert "servers disconnect holler" in err
    assert tools(db) == {"holler:sample": True}
    assert said("disconnect", "holler")[0] == 0
    code, _, err = said("connect", "holler", "no-such-command-anywhere")
    assert (code, "as before, holler (not available): sample." in err) == (1, True)


@pytest.mark.parametrize(
    "where",
    [
        ["no-such-command-anywhere"],
        ["--", sys.executable, "-c", "print('hello')"],
        ["--", sys.executable, "-c", "raise SystemExit(1)"],
        ["http://127.0.0.1:9/mcp"],
    ],
)
def test_a_server_that_never_answered_is_not_recorded(said, db, where):
    code, out, err = said("connect", "holler", *where)
    assert (code, out) == (1, "")
    assert "rpg-lite: holler does not answer: " in err and "nothing was changed" in err
    assert "Traceback" not in err
    assert said("list")[1] == "No server has been connected yet.\n"


def test_a_reason_gives_no_address_away():
    error = ExceptionGroup("all", [RuntimeError("Client failed to connect: 401 for url 'https://you:key@example.org/mcp?k=1'.\nmore")])
    assert tool_server_client._reason(error) == "401 for url 'its address'"


@pytest.mark.parametrize(
    ("offered", "told"), [({"a b": ""}, "the tool name 'a b'"), ({f"t{n}": "" for n in range(1001)}, "more than 1000 tools")]
)
def test_what_a_server_offers_is_bounded(said, db, monkeypatch, offered, told):
    async def heard(where, wait):
        return offered

    monkeypatch.setattr(tool_server_client, "_tools", heard)
    code, _, err = said("connect", "holler", "there")
    assert code == 1 and f"holler offers something that cannot be stored: {told}. Nothing was changed." in err


def test_disconnecting_keeps_the_tools(said, db, monkeypatch):
    async def heard(where, wait):
        return {"sample": ""}

    monkeypatch.setattr(tool_server_client, "_tools", heard)
    assert said("connect", "holler", "there")[0] == 0
    assert said("disconnect", "holler")[0] == 0
    assert tools(db) == {"holler:sample": False}
    assert said("disconnect", "nobody")[0] == 1


@pytest.mark.parametrize("tokens", [("connect", "a:b", "there"), ("connect", "holler"), ("disconnect", "a__b")])
def test_wrong_usage_is_told(said, tokens):
    code, out, err = said(*tokens)
    assert (code, out) == (2, "") and err.startswith("rpg-lite: ")


def test_descriptions_are_kept_in_letters_that_every_database_knows():
    assert tool_server_client._clean("a\x00b\ud800") == "ab?"
