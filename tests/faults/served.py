"""A server in its own process that a test may kill and restart, and clients that repeat a call until they get an answer."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx2

from bench.ports import kept_port
from tests.server.clients import ROOT, environment
from tests.server.posting import STATELESS, call
from tests.waiting import PATIENCE_S

Answer = dict[str, Any]

ASKED_AGAIN_AFTER_S: Final = 0.02


class Server:
    """`rpg-lite serve --http` on one port and one database, however often it dies."""

    def __init__(self, database: Path | str, port: int, program: tuple[str, ...]) -> None:
        self._database, self._port, self._program = str(database), port, program
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        command = [sys.executable, *self._program, "serve", "--http", f"127.0.0.1:{self._port}", "--db", self._database]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(lambda: httpx2.get(f"{self.address}/health", timeout=PATIENCE_S), self.process)

    def kill(self) -> None:
        """As the power fails: no handler runs, nothing is flushed."""
        if self.process is not None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None


@contextmanager
def served(database: Path | str, program: tuple[str, ...] = ("-m", "rpg_lite")) -> Iterator[Server]:
    with kept_port() as port:
        server = Server(database, port, program)
        server.start()
        try:
            yield server
        finally:
            server.kill()


def until(work: Any, process: subprocess.Popen[bytes] | None = None) -> Any:
    """Repeat `work` until it gets an answer, and return that."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        try:
            return work()
        except httpx2.TransportError as lost:
            gone = process is not None and process.poll() is not None
            assert not gone and time.monotonic() < deadline, f"nobody answered: {lost!r}"
            time.sleep(ASKED_AGAIN_AFTER_S)


def sent(client: httpx2.Client, address: str, payload: Answer, tool: str = "manage_inventory") -> Answer:
    """The result of one independent tools/call. Raises TransportError if nobody answers."""
    headers = {**STATELESS, "mcp-name": tool}
    answer = client.post(f"{address}/mcp", content=json.dumps(call(tool, payload)), headers={**headers, "content-type": "application/json"})
    assert answer.status_code == 200, answer.text
    found: Answer = answer.json()["result"]
    return found


def code_of(result: Mapping[str, Any]) -> str:
    code: str = result["_meta"]["rpg-lite/error"]["code"]
    return code
