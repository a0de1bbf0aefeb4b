"""A server for programs that start it: any free port, one line when it listens, and a clean end."""

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.waiting import PATIENCE_S

pytestmark = pytest.mark.service


def test_it_says_where_it_listens_and_ends_cleanly(tmp_path: Path) -> None:
    """S179."""
    words = ["serve", "--http", "127.0.0.1:0", "--ready", "--db", str(tmp_path / "p.db")]
    server = subprocess.Popen([sys.executable, "-m", "rpg_lite", *words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    try:
        assert server.stdout
        address = json.loads(server.stdout.readline())["ready"]
        with urllib.request.urlopen(f"{address}/health", timeout=PATIENCE_S) as answer:
            assert answer.status == 200
    finally:
        server.send_signal(signal.SIGTERM)
    assert server.wait(PATIENCE_S) == 0


@pytest.mark.parametrize("words", [[], ["--http", "127.0.0.1:0", "--workers", "2", "--db", "postgresql://127.0.0.1:1/x"]])
def test_it_needs_an_address_and_one_process(tmp_path: Path, words: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rpg_lite", "serve", "--ready", *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=PATIENCE_S,
        check=False,
    )
    assert done.returncode == 2 and "--ready needs --http and one process" in done.stderr
