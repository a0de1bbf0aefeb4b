"""Run several processes behind one address. Each process can serve any client, because only the database keeps state between calls."""

import multiprocessing
import signal
import socket
import time
from dataclasses import dataclass
from itertools import chain
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from typing import Final

from rpg_lite.server import campaign_from_options
from rpg_lite.server.listening_sockets import dealt
from rpg_lite.server.settings import Settings
from rpg_lite.terminal.command_io import DONE, REFUSED, Stop, say

PATIENCE_S: Final = 15
"""Seconds to wait for workers to stop after the signal to do so."""
TOO_SOON_S: Final = 5
"""A worker that stops within this many seconds of its start is not replaced, because it would stop again."""
LOOKS_S: Final = 0.2


@dataclass(frozen=True, slots=True)
class Worker:
    process: SpawnProcess
    since: float
    bound: list[socket.socket]


class WorkerPool:
    """A pool that replaces lost workers until it is stopped."""

    def __init__(self, settings: Settings, bound: list[list[socket.socket]]) -> None:
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
                code = say("rpg-lite: a worker stopped right after its start; its own message is above.", REFUSED)
                break
            workers = [self._start(w.bound) if w in gone else w for w in workers]
        return max(code, self._ended(workers))

    def _start(self, bound: list[socket.socket]) -> Worker:
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


def serve_in_workers(settings: Settings) -> int:
    """Serve until stopped; the campaign already exists, at the current schema."""
    sockets = dealt(*(settings.address or ("", 0)), settings.workers)
    try:
        return WorkerPool(settings, sockets).run()
    finally:
        for each in chain(*sockets):
            each.close()


def work(settings: Settings, bound: list[socket.socket]) -> None:
    """Run one worker in its own process."""
    from rpg_lite.server import serving  # imported here because the parent process needs no server

    try:
        with campaign_from_options.open_game(None, None, settings=settings) as game:
            serving.serve(game, settings, bound)
    except Stop as stop:
        raise SystemExit(say(f"rpg-lite: {stop}", stop.code)) from None
