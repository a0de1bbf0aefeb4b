"""A server to measure and the clients that measure it, each in its own process."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import starting
from ports import kept_port

QUIET = {"RPG_LITE_LOG__LEVEL": "warning"}
LOAD = str(Path(__file__).parent / "http_load.py")


@dataclass(frozen=True)
class Served:
    port: int
    process: int


@contextmanager
def server(*arguments: str) -> Iterator[Served]:
    """Run `http_load.py serve` or `bare` during the block, with a port before the arguments."""
    kind, *rest = arguments
    with kept_port() as port, process(port, LOAD, kind, str(port), *rest) as served:
        yield served


@contextmanager
def process(port: int, *arguments: str) -> Iterator[Served]:
    """Run Python with these arguments during the block, which begins when the process listens on the port; its log is quiet."""
    command = [sys.executable, *arguments]
    begun = subprocess.Popen(command, env=starting.ENVIRONMENT | QUIET, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        _wait_for(port, begun)
        yield Served(port, begun.pid)
    finally:
        begun.terminate()
        try:
            begun.wait(timeout=10)
        except subprocess.TimeoutExpired:
            begun.kill()
            begun.wait(timeout=10)


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while process.poll() is None and time.monotonic() < deadline:
        try:
            with urlopen(f"http://127.0.0.1:{port}/health", timeout=5):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server for the load never answered")


def load(port: int, clients: list[dict[str, Any]], seconds: float, calls: int | None = None) -> dict[str, Any]:
    """Run the clients for some seconds, or until each has made its calls, whichever is sooner; return counts and times."""
    asked = json.dumps({"port": port, "seconds": seconds, "calls": calls, "clients": clients})
    done = subprocess.run([sys.executable, LOAD, "load"], input=asked, capture_output=True, text=True, timeout=seconds + 60)
    if done.returncode:
        raise RuntimeError(done.stderr)
    return dict(json.loads(done.stdout))


def faultless(port: int, clients: list[dict[str, Any]], seconds: float, calls: int | None = None) -> dict[str, Any]:
    """Run the clients, and fail on a refusal, which would make the numbers meaningless."""
    counted = load(port, clients, seconds, calls)
    if counted["errors"]:
        raise RuntimeError(f"{counted['errors']} refused, the first: {counted['first_error']}")
    return counted
