"""Claude Code from npm in an empty environment: `connect claude-code --write` is all that it needs. Its model is a stub on loopback."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bench.ports import kept_port
from tests.conformance.stub_model import CONNECTING
from tests.waiting import until

ROOT = Path(__file__).parents[2]
FETCHING_S = 180
STUB = Path(__file__).with_name("stub_model.py")
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("mcp__rpg-lite__manage_character", {
        "operation": "create", "name": "Brenna", "method": "standard_array", "kit": True,
        "character": {"classes": ["fighter 1"], "race": "dwarf", "party": True},
    }),
    ("mcp__rpg-lite__manage_room", {"operation": "import_map", "adventure": "salt_toll"}),
    ("mcp__rpg-lite__manage_room", {"operation": "join", "toName": "Ford"}),
    ("mcp__rpg-lite__read_campaign", {"operation": "party"}),
]  # fmt: skip

pytestmark = [pytest.mark.conformance, pytest.mark.timeout(FETCHING_S + 120)]


@pytest.fixture(scope="module")
def claude(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, fetched with npm into build/, once."""
    npm, folder = shutil.which("npm"), ROOT / "build" / "claude_code"
    program = folder / "node_modules" / ".bin" / "claude"
    if program.exists():
        return program
    if not npm:
        pytest.skip("npm is not installed: nothing to fetch Claude Code with")
    folder.mkdir(parents=True, exist_ok=True)
    command = [npm, "install", "--silent", "--no-audit", "--no-fund", "--prefix", str(folder), "@anthropic-ai/claude-code@2"]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=FETCHING_S, check=False)
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm has not fetched Claude Code in {FETCHING_S} s")
    if done.returncode or not program.exists():
        pytest.skip(f"npm cannot fetch Claude Code: {' '.join(done.stderr.split())[:300]}")
    return program


@pytest.fixture
def model(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of the stub, and its log."""
    log = tmp_path / "model.jsonl"
    with kept_port() as port, subprocess.Popen([sys.executable, str(STUB), str(port), json.dumps(CALLS), str(log)]) as process:
        try:
            until(lambda: _answers(port), lambda: "the stub never answered", process)
            yield f"http://127.0.0.1:{port}", log
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    try:
        httpx2.get(f"http://127.0.0.1:{port}/")
    except httpx2.TransportError:
        return False
    return True


def test_a_campaign_is_begun_in_claude_code(claude: Path, model: tuple[str, Path], tmp_path: Path) -> None:
    address, log = model
    home, work = tmp_path / "home", tmp_path / "work"
    home.mkdir()
    work.mkdir()
    path = os.pathsep.join((str(Path(sys.executable).parent), str(claude.parent), os.environ["PATH"]))
    environment = {
        "HOME": str(home), "PATH": path, "ANTHROPIC_BASE_URL": address, "ANTHROPIC_API_KEY": "none", "DISABLE_AUTOUPDATER": "1",
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    }  # fmt: skip

    def run(*command: str) -> str:
        done = subprocess.run(
            command, cwd=work, env=environment, capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    run(sys.executable, "-m", "rpg_lite", "connect", "claude-code", "--write")
    said = run(str(claude), "-p", "Begin a campaign with me.", "--allowedTools", "mcp__rpg-lite")
    assert "Brenna" in said and "AC 18" in said and "in Ford" in said, said
    turns = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
    answered = [result for result in turns[-1]["results"] if CONNECTING not in json.dumps(result)]
    assert {name for name, _ in CALLS} <= {*turns[-1]["tools"]} and len(answered) == len(CALLS)
