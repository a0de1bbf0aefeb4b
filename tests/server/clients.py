"""Real clients of a real server, over each transport and in each era."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from fastmcp.client.transports import StdioTransport

from bench.ports import free_port

ROOT = Path(__file__).parents[2]


ERAS = {"auto": "2026-07-28", "legacy": "2025-11-25"}


def environment() -> dict[str, str]:
    """The environment of this process without a database or campaign of the person who runs the tests."""
    path = os.environ.get("PYTHONPATH", str(ROOT))
    return {k: v for k, v in os.environ.items() if not k.startswith("RPG_LITE_")} | {"PYTHONPATH": path}


def over_stdio(database: Path, *options: str) -> StdioTransport:
    arguments = ["-m", "rpg_lite", "serve", "--db", str(database), *options]
    return StdioTransport(sys.executable, arguments, env=environment(), cwd=str(ROOT), keep_alive=False)


@contextmanager
def over_http(database: Path, *options: str, host: str = "127.0.0.1") -> Iterator[str]:
    """The address of a server in a process of its own, which ends with the block."""
    port = free_port()
    with running(port, "-m", "rpg_lite", "serve", "--http", f"{host}:{port}", "--db", str(database), *options) as address:
        yield address


@contextmanager
def running(port: int, *arguments: str) -> Iterator[str]:
    """The address of a Python program that serves on this port as long as the block lasts."""
    process = subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
    )
    try:
        _wait_for(f"http://127.0.0.1:{port}/health", process)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=10)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urlopen(url, timeout=5):
                return
        except OSError:
            time.sleep(0.05)
    raise AssertionError(f"the server never answered at {url}; exit code {process.poll()}")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with over_http(tmp_path_factory.mktemp("era") / "party.db") as found:
        yield found
