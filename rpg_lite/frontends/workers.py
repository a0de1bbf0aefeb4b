"""Several processes behind one address. Each serves any client, because nothing is kept between calls but in the database."""

import multiprocessing
import signal
import socket
import sys
import time
from dataclasses import dataclass
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Final

from rpg_lite.frontends import campaigns
from rpg_lite.frontends.config import Settings
from rpg_lite.frontends.console import DONE, REFUSED, Stop, say

PATIENCE_S: Final = 15
"""How long workers that are told to end are waited for."""
TOO_SOON_S: Final = 5
"""A worker that ends so soon would end again."""
LOOKS_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class Worker:
    process: SpawnProcess
    since: float
    bound: socket.socket


class Crew:
    """Keeps as many workers at it as there should be, until it is told to end."""

    def __init__(self, settings: Settings, bound: list[socket.socket]) -> None:
        self._settings, self._bound = settings, bound
        self._ending = False

    def run(self) -> int:
        for told in (signal.SIGTERM, signal.SIGINT):
            signal.signal(told, self._end)
        workers = [self._start(bound) for bound in self._bound]
        code = DONE
        while not self._ending:
            wait([w.process.sentinel for w in workers], LOOKS_S)
            gone = [w for w in workers if not w.process.is_alive()]
            if self._ending:
                break
            if any(time.monotonic() - w.since < TOO_SOON_S for w in gone):
                code = say("rpg-lite: a worker ended as soon as it began; its own words stand above.", REFUSED)
                break
            workers = [self._start(w.bound) if w in gone else w for w in workers]
        return max(code, self._ended(workers))

    def _start(self, bound: socket.socket) -> Worker:
        process = multiprocessing.get_context("spawn").Process(target=work, args=(self._settings, bound))
        process.start()
        return Worker(process, time.monotonic(), bound)

    def _end(self, *_: object) -> None:
        self._ending = True

    def _ended(self, workers: list[Worker]) -> int:
        for worker in workers:
            worker.process.terminate()
        until = time.monotonic() + PATIENCE_S
        for worker in workers:
            worker.process.join(max(0.0, until - time.monotonic()))
        late = [w for w in workers if w.process.is_alive()]
        for worker in late:
            worker.process.kill()
        return REFUSED if late else DONE


def serve(settings: Settings) -> int:
    """Until it is stopped; the campaign is there already, at today's schema."""
    bound = _bound(*(settings.address or ("", 0)), settings.workers)
    try:
        return Crew(settings, bound).run()
    finally:
        for each in bound:
            each.close()


def work(settings: Settings, bound: socket.socket) -> None:
    """One worker, from here on in its own process."""
    from rpg_lite.frontends import mcp  # only here: the process that watches needs no server

    try:
        with campaigns.opened(None, None, settings=settings) as game:
            mcp.serve(game, settings, [bound])
    except Stop as stop:
        raise SystemExit(say(f"rpg-lite: {stop}", stop.code)) from None


def _bound(host: str, port: int, workers: int) -> list[socket.socket]:
    """One for each worker: Linux deals out connections among those of one port. Elsewhere one for all, of whom the first to wake takes all that wait."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        alone = socket.create_server((host, port), family=family, backlog=128)
        if sys.platform != "linux":
            return [alone] * workers
        with alone:  # tells whether the port is taken, which those that share it would not
            address = alone.getsockname()
        return [socket.create_server(address[:2], family=family, backlog=128, reuse_port=True) for _ in range(workers)]
    except OSError as error:
        raise Stop(REFUSED, f"{host}:{port} cannot be listened on: {(error.strerror or 'unknown').lower()}.") from error
