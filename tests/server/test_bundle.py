"""The folder of a one-click bundle: what is in it, and that its server starts from there."""

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rpg_lite.messages.tool_purposes import PURPOSES
from rpg_lite.server import bundle
from rpg_lite.server.settings import Settings
from rpg_lite.server.settings_loading import load_settings
from tests.waiting import PATIENCE_S

FIRST = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}},
}


def test_the_manifest_names_the_program_and_its_tools() -> None:
    project = tomllib.loads((bundle.ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    told = bundle.manifest()
    assert (told["version"], told["server"]["type"], told["manifest_version"]) == (project["version"], "uv", "0.4")
    assert [tool["name"] for tool in told["tools"]] == [*PURPOSES]
    assert told["server"]["mcp_config"]["args"][-2] in project["scripts"]


def test_the_manifest_asks_for_the_settings_of_a_table() -> None:
    """Campaign and own files: each is a setting of the server, and whoever leaves it empty gets the server without it."""
    told = bundle.manifest()
    env = told["server"]["mcp_config"]["env"]
    assert env == {f"RPG_LITE_{key.upper()}": f"${{user_config.{key}}}" for key in told["user_config"]}
    assert {"campaign", "items"} <= told["user_config"].keys() <= Settings.model_fields.keys()
    assert all(asked["default"] == "" and asked["title"] and asked["description"] for asked in told["user_config"].values())


def test_empty_answers_leave_the_settings_as_they_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    for name in bundle.manifest()["server"]["mcp_config"]["env"]:
        monkeypatch.setenv(name, "")
    empty = load_settings(None).settings
    assert (empty.campaign, empty.items, empty.lore) == (None, (), None)
    monkeypatch.setenv("RPG_LITE_ITEMS", str(tmp_path))
    assert load_settings(None).settings.items == (tmp_path,)


def test_the_icon_is_a_square_picture() -> None:
    data = (bundle.ROOT / "rpg_lite" / "server" / bundle.manifest()["icon"]).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(data[16:20]) == int.from_bytes(data[20:24]) == 256


@pytest.mark.slow
def test_the_server_starts_from_the_folder_and_no_dependency_is_in_it(tmp_path: Path) -> None:
    folder = tmp_path / "bundle"
    bundle.write(folder)
    assert json.loads((folder / "manifest.json").read_text("utf-8")) == bundle.manifest()
    assert {p.name for p in folder.iterdir()} == {*bundle.PACKED, "manifest.json", bundle.ICON}
    assert not [p for p in folder.rglob("*") if p.name in ("__pycache__", "site-packages", ".venv")]
    assert (folder / bundle.manifest()["server"]["entry_point"]).is_file()
    env = {**os.environ, "PYTHONPATH": str(folder), "RPG_LITE_DB": str(tmp_path / "party.db"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-c", "import sys; from rpg_lite.cli import app; sys.exit(app.main(['serve']))"]
    done = subprocess.run(command, cwd=folder, env=env, input=json.dumps(FIRST) + "\n", capture_output=True, text=True, timeout=PATIENCE_S)
    assert json.loads(done.stdout.splitlines()[0])["result"]["serverInfo"]["name"], done.stderr
