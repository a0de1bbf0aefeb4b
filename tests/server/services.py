"""The server as a process of its own."""

import json
import re
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

from tests.server.clients import PATIENT, ROOT, environment, ready
from tests.server.posting import STATELESS, call
from tests.waiting import PATIENCE_S, until

__all__ = ["PATIENCE_S"]


def program_with(*lines: str) -> tuple[str, str]:
    """The program after these lines of Python, which may set its constants."""
    return "-c", "\n".join((*lines, "from rpg_lite.cli.app import main", "raise SystemExit(main())"))


PROGRAM = ("-m", "rpg_lite")
PATIENT_AT_THE_END = program_with("from rpg_lite.server import http_server", f"http_server.PATIENCE_S = {PATIENCE_S}")
"""A program that waits for what runs and for streams as long as it takes: on a busy machine that may be longer than usual."""


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
    folder: Path,
    *options: str,
    db: str | None = None,
    host: str = "127.0.0.1",
    port: int = 0,
    program: tuple[str, ...] = PROGRAM,
    **settings: object,
) -> Iterator[Service]:
    """`port`: 0 for any that is free; `settings`: LIMITS__RATE=5 and the like."""
    named = f"[{host}]" if ":" in host else host
    command = [sys.executable, *program, "serve", "--http", f"{named}:{port}", "--db", db or str(folder / "party.db"), *options]
    own = environment() | PATIENT | {f"RPG_LITE_{key}": str(value) for key, value in settings.items()} | {"RPG_LITE_LOG__FORMAT": "json"}
    log, workers = folder / "server.log", int(options[options.index("--workers") + 1]) if "--workers" in options else 1
    if workers == 1:
        command.append("--ready")
    with (
        log.open("wb") as errors,
        subprocess.Popen(command, cwd=ROOT, env=own, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors) as process,
    ):
        try:
            address = ready(process) if workers == 1 else _ready_by_log(log, workers, process)
            yield Service(address, int(address.rpartition(":")[2]), process, log)
        finally:
            process.kill()


def _ready_by_log(log: Path, workers: int, process: subprocess.Popen[bytes]) -> str:
    """The address of several workers, as soon as each of them listens."""

    def told() -> list[str]:
        return re.findall(r"^.*serving the campaign .* at (http://\S+): clients at", log.read_text("utf-8"), re.MULTILINE)

    until(lambda: len(told()) == workers, process=process)
    return told()[0]


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
    return [int(pid) for pid in found if b"spawn_main" in _command(pid)]


def _command(pid: str) -> bytes:
    """The command line of a process; nothing if it has ended since it was listed."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
