"""The calls that wait on an event loop to change one campaign. They are carried out in the order in which they came. Short ones that wait
together share one transaction; each has its own rev and its own answer or refusal.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from math import ceil
from threading import Event
from time import perf_counter
from typing import Any, Final, TypeVar

from rpg_lite.store.call_log import CallLogger, CallRecord
from rpg_lite.store.store import Store
from rpg_lite.store.store_faults import StoreFault
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.store.write_queue import WriteQueue
from rpg_lite.store.writer_turns import WriterBusy

T = TypeVar("T")

Json = dict[str, Any]

MOST_WAITING: Final = 500
"""The number of calls that may wait in one campaign; the next one is told to try again."""
MOST_TOGETHER: Final = 24
"""The maximum number of commands in one transaction. Between two transactions, everybody else on the loop gets a turn."""
TRIES: Final = 20
TRIES_AFTER_S: Final = 0.001
LETS_THROUGH_S: Final = 0.003
LETS_WAIT_S: Final = 0.1
_WEIGHT: Final = 1 / 16
_LETTING: Final = WriteQueue()
_log = logging.getLogger("rpg_lite")


@dataclass(frozen=True, slots=True)
class ShortWrite:
    """A call that may share a transaction. `work` returns None if it has to be alone; `size`: the number of its commands."""

    work: Callable[[Writing], Json | None]
    record: CallRecord
    size: int


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer. `is_whole`: it is already logged, and a refusal already suggests a call."""

    answer: Json
    is_whole: bool


@dataclass(eq=False, slots=True)
class _Waiting:
    """A call in the queue. `ask` answers it alone, on a thread."""

    ask: Callable[[], Json]
    short: ShortWrite | None
    done: asyncio.Future[Answered]


class WaitingWrites:
    """The queue of one campaign. It belongs to the loop of the calls that wait in it; a call from another loop does not wait here."""

    def __init__(self, store: Store, campaign_id: str, clerk: CallLogger) -> None:
        self._store, self._campaign_id, self._clerk = store, campaign_id, clerk
        self._waiting: deque[_Waiting] = deque()
        self._draining: asyncio.Task[None] | None = None
        self._usual_s = 0.0

    async def answer(self, ask: Callable[[], Json], short: ShortWrite | None = None) -> Answered:
        """The answer to a call, when its turn comes. Raises StoreFault when too many calls wait, and whatever `ask` raises."""
        loop = asyncio.get_running_loop()
        if self._draining is not None and self._draining.get_loop() is not loop:
            return Answered(await asyncio.to_thread(ask), is_whole=True)
        if len(self._waiting) >= MOST_WAITING:
            raise StoreFault("busy", f"{len(self._waiting)} calls wait to change this campaign: send it again in {self._wait_s()} s.")
        waiting = _Waiting(ask, short, loop.create_future())
        self._waiting.append(waiting)
        if self._draining is None:
            self._draining = loop.create_task(self._drain(), context=Context())
        return await waiting.done

    def _wait_s(self) -> int:
        """The seconds after which half of the calls that wait now are done."""
        return max(1, ceil(len(self._waiting) * self._usual_s / 2))

    async def _drain(self) -> None:
        try:
            while group := self._next_group():
                began = perf_counter()
                await (self._answer_together(group) if group[0].short else self._answer_alone(group[0]))
                self._usual_s += ((perf_counter() - began) / len(group) - self._usual_s) * _WEIGHT
                await asyncio.sleep(0)  # let reading calls have their turn
        finally:
            self._draining = None
            while self._waiting:  # the loop is closing
                self._waiting.popleft().done.cancel()

    def _next_group(self) -> list[_Waiting]:
        """The calls at the head of the queue that share a transaction, or the one that has to be alone; calls whose callers have gone away
        are left out.
        """
        group, size = list[_Waiting](), 0
        while self._waiting:
            first = self._waiting[0]
            more = first.short.size if first.short else MOST_TOGETHER
            if group and size + more > MOST_TOGETHER:
                break
            self._waiting.popleft()
            if not first.done.done():
                group.append(first)
                size += more
        return group

    async def _answer_alone(self, one: _Waiting) -> None:
        try:
            answer = await run_on_thread(self._store, one.ask)
        except Exception as error:
            _settle(one, error)
        else:
            _settle(one, Answered(answer, is_whole=True))

    async def _answer_together(self, group: Sequence[_Waiting]) -> None:
        shorts = [one.short for one in group if one.short]
        try:
            answers = await self._write([short.work for short in shorts])
        except StoreFault as fault:
            for one, short in zip(group, shorts, strict=True):
                self._clerk.hear(short.record.with_error(fault))
                _settle(one, fault)
            return
        except Exception as error:
            if len(group) == 1:
                self._clerk.hear(shorts[0].record.with_error(error))
                _settle(group[0], error)
                return
            _log.info("a shared transaction failed, and each of its %s calls has one of its own: %r", len(group), error)
            answers = []
        for one, answer in zip(group, answers, strict=False):
            _settle(one, Answered(answer, is_whole=False))
        if len(answers) < len(group):  # the next one has to be alone, and those after it wait for it
            self._waiting.extendleft(reversed(group[len(answers) + 1 :]))
            await self._answer_alone(group[len(answers)])

    async def _write(self, works: Sequence[Callable[[Writing], Json | None]]) -> list[Json]:
        """The answers up to the first work that has to be alone."""
        if self._store.is_near:
            for _ in range(TRIES):
                try:
                    if (written := self._store.write_at_once(self._campaign_id, works)) is not None:
                        return written
                    break
                except WriterBusy:
                    await asyncio.sleep(TRIES_AFTER_S)
        elif (written := await self._store.write_on_loop(self._campaign_id, works)) is not None:
            return written
        return await run_on_thread(self._store, partial(self._store.write_together, self._campaign_id, works))


def _settle(one: _Waiting, result: Answered | Exception) -> None:
    """Hand over the answer, unless the caller has gone away."""
    if one.done.done():
        return
    if isinstance(result, Exception):
        one.done.set_exception(result)
    else:
        one.done.set_result(result)


async def run_on_thread(store: Store, work: Callable[[], T]) -> T:
    """Run work that may wait, on a thread."""
    return await asyncio.to_thread(partial(_let_through, asyncio.get_running_loop(), work) if store.is_near else work)


def _let_through(loop: asyncio.AbstractEventLoop, work: Callable[[], T]) -> T:
    """Run a thread's work while the event loop pauses for a moment. A thread that writes gives up the interpreter at every statement, and a
    busy loop would give it back only after five milliseconds each time. Threads take turns, as they do for writing; between two turns the
    loop goes on, and a thread that waits too long for its turn works without pausing the loop."""
    if not _LETTING.enter(LETS_WAIT_S):
        return work()
    done = Event()
    try:
        loop.call_soon_threadsafe(done.wait, LETS_THROUGH_S)
        return work()
    finally:
        done.set()
        _LETTING.leave()
