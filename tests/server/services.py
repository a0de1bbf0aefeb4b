"""The server as a process of its own."""

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bench.ports import free_port
from tests.server.clients import ROOT, _wait_for, environment
from tests.server.posting import STATELESS, call

PATIENCE_S = 10


@dataclass
class Service:
    address: str
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    def calls(self) -> list[dict[str, Any]]:
        lines = [json.loads(line) for line in self.log.read_text("utf-8").splitlines()]
        return [line for line in lines if "tool" in line]

    def connection(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE_S)


@contextmanager
def serving(
    folder: Path, *options: str, db: str | None = None, host: str = "127.0.0.1", port: int | None = None, **settings: object
) -> Iterator[Service]:
    """`settings`: LIMITS__RATE=5 and the like."""
    port = port or free_port()
    named = f"[{host}]" if ":" in host else host
    command = [sys.executable, "-m", "rpg_lite", "serve", "--http", f"{named}:{port}", "--db", db or str(folder / "party.db")]
    own = environment() | {f"RPG_LITE_{key}": str(value) for key, value in settings.items()} | {"RPG_LITE_LOG__FORMAT": "json"}
    log = folder / "server.log"
    with log.open("wb") as errors:
        process = subprocess.Popen(
            [*command, *options], cwd=ROOT, env=own, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors
        )
        try:
            _wait_for(f"http://{named}:{port}/health", process)
            yield Service(f"http://{named}:{port}", port, process, log)
        finally:
            process.kill()
            process.wait(PATIENCE_S)


def posted(service: Service, arguments: dict[str, Any], tool: str = "read_campaign", **headers: str) -> httpx2.Response:
    return httpx2.post(
        f"{service.address}/mcp", json=call(tool, arguments), headers={**STATELESS, "mcp-name": tool, **headers}, timeout=PATIENCE_S
    )


PARTY = {"operation": "party"}


@pytest.fixture
def many_sockets() -> Iterator[None]:
    """For this process, which opens a thousand connections; the server keeps its usual limit of open files."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < 4096:
        resource.setrlimit(resource.RLIMIT_NOFILE, (4096 if hard == resource.RLIM_INFINITY else min(hard, 4096), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def children(process: subprocess.Popen[bytes]) -> list[int]:
    """The workers as the system lists them, without the helper process of multiprocessing."""
    found = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(pid) for pid in found if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]
