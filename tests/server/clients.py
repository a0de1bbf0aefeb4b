"""Real clients of a real server, over each transport and in each era."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest
from fastmcp.client.transports import StdioTransport

from tests.waiting import PATIENCE_S, until

ROOT = Path(__file__).parents[2]


ERAS = {"auto": "2026-07-28", "legacy": "2025-11-25"}


def environment() -> dict[str, str]:
    """The environment of this process without a database or campaign of the person who runs the tests."""
    path = os.environ.get("PYTHONPATH", str(ROOT))
    return {k: v for k, v in os.environ.items() if not k.startswith("RPG_LITE_")} | {"PYTHONPATH": path}


PATIENT = {"RPG_LITE_LIMITS__IDLE_SECONDS": "3600", "RPG_LITE_LIMITS__REQUEST_SECONDS": "3600"}
"""For a server that drops no client because the machine is busy."""


def over_stdio(database: Path, *options: str) -> StdioTransport:
    arguments = ["-m", "rpg_lite", "serve", "--db", str(database), *options]
    return StdioTransport(sys.executable, arguments, env=environment(), cwd=str(ROOT), keep_alive=False)


@contextmanager
def over_http(database: Path, *options: str, host: str = "127.0.0.1") -> Iterator[str]:
    """The address of a server in a process of its own, which ends with the block."""
    arguments = ("-m", "rpg_lite", "serve", "--http", f"{host}:0", "--ready", "--db", str(database), *options)
    with _process(*arguments, stdout=subprocess.PIPE) as process:
        yield ready(process)


@contextmanager
def running(port: int, *arguments: str) -> Iterator[str]:
    """The address of a Python program that serves on this port as long as the block lasts."""
    with _process(*arguments, stdout=subprocess.DEVNULL) as process:
        until(lambda: _answers(f"http://127.0.0.1:{port}/health"), process=process)
        yield f"http://127.0.0.1:{port}"


def ready(process: subprocess.Popen[bytes]) -> str:
    """The address of a server that was started with --ready, as soon as it listens."""
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, f"the server ended before it listened, with {process.wait(PATIENCE_S)}"
    address: str = json.loads(line)["ready"]
    return address


@contextmanager
def _process(*arguments: str, stdout: int) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, *arguments]
    with subprocess.Popen(command, cwd=ROOT, env=environment() | PATIENT, stdin=subprocess.DEVNULL, stdout=stdout) as process:
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE_S)
            except subprocess.TimeoutExpired:
                process.kill()


def _answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=PATIENCE_S):
            return True
    except OSError:
        return False


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with over_http(tmp_path_factory.mktemp("era") / "party.db") as found:
        yield found
