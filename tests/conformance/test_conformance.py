"""Both official checks of an MCP server: the conformance suite, in both eras, and the strict listing of the Inspector.

They come with Node from npm's registry, once, into build/. Where they cannot be fetched, the tests say so and are skipped.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bench.ports import kept_port
from rpg_lite.messages.tool_purposes import PURPOSES
from tests.server.clients import ROOT, over_http, running

pytestmark = [pytest.mark.conformance, pytest.mark.slow, pytest.mark.timeout(600)]

HERE = Path(__file__).parent
PAGE = (ROOT / "docs" / "promises.md").read_text("utf-8")
FOLDER = ROOT / "build" / "conformance"
FETCHING_S, CHECKING_S = 300, 200
Arguments = tuple[str, ...]
PASSED = re.compile(r"^✓ (\S+): ([1-9]\d*) passed, 0 failed$", re.MULTILINE)


@pytest.fixture(scope="module")
def suite() -> Path:
    """The folder of the programs; fetch them if they are missing or differ from package.json."""
    wanted = (HERE / "package.json").read_text(encoding="utf-8")
    ready = FOLDER / ".ready"
    if not ready.is_file() or ready.read_text(encoding="utf-8") != wanted:
        _fetch(wanted)
        ready.write_text(wanted, encoding="utf-8")
    return FOLDER


def _fetch(wanted: str) -> None:
    npm = shutil.which("npm")
    if not npm:
        pytest.skip("npm is not installed: nothing to fetch the suite with")
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    (FOLDER / "package.json").write_text(wanted, encoding="utf-8")
    try:
        done = subprocess.run(
            [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--loglevel=error"],
            cwd=FOLDER,
            capture_output=True,
            text=True,
            timeout=FETCHING_S,
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"npm has not fetched the suite in {FETCHING_S} s")
    if done.returncode:
        pytest.skip(f"npm cannot fetch the suite: {' '.join(done.stderr.split())[:300]}")


def checked(suite: Path, program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    programs = suite / "node_modules"
    command = [str(programs / "node" / "bin" / "node"), str(programs / ".bin" / program), *arguments]
    home = {"HOME": str(suite)}  # the Inspector keeps its settings there
    return subprocess.run(command, cwd=suite, env=os.environ | home, capture_output=True, text=True, timeout=CHECKING_S)


@pytest.mark.parametrize(
    ("revision", "scenarios", "served", "known"),
    [
        ("2026-07-28", 37, (), ()),
        ("2025-11-25", 30, ("sessions",), ()),
        ("2025-11-25", 25, (), ("--expected-failures", str(HERE / "without_sessions.yml"))),
    ],
    ids=["2026-07-28", "2025-11-25 with sessions", "2025-11-25 as shipped"],
)
def test_the_official_suite_passes(
    suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], revision: str, scenarios: int, served: Arguments, known: Arguments
):
    server = ("-m", "tests.conformance.server")
    with kept_port() as port, running(port, *server, str(port), str(tmp_path / "party.db"), *served) as address:
        done = checked(suite, "conformance", "server", "--url", f"{address}/mcp", "--requirements", revision, *known)
    summary, _, not_scored = done.stdout.partition("=== SUMMARY ===")[2].partition("Not scored")
    assert done.returncode == 0, summary or done.stderr
    passed = {name: int(checks) for name, checks in PASSED.findall(summary) if f" {name} (" not in not_scored}
    assert len(passed) == scenarios
    assert re.search(rf"\b{scenarios} (scenarios|of 30), {sum(passed.values())} checks", PAGE), "the page quotes another run"
    with capsys.disabled():
        print(f"\nconformance {revision} {' '.join(served)}: {len(passed)} scenarios passed, {sum(passed.values())} checks")


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_the_inspector_finds_no_fault_in_our_tools(suite: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], era: str):
    with over_http(tmp_path / "party.db") as address:
        asked = ("--server-url", f"{address}/mcp", "--transport", "http", "--protocol-era", era)
        done = checked(suite, "mcp-inspector", "--cli", *asked, "--method", "tools/list", "--strict")
    assert (done.returncode, done.stderr) == (0, "")
    listed = [tool["name"] for tool in json.loads(done.stdout)["tools"]]
    assert listed == list(PURPOSES)
    assert f"{len(listed)} tools, no complaint" in PAGE
    with capsys.disabled():
        print(f"\ninspector --strict, {era}: {len(listed)} tools, nothing to say")
