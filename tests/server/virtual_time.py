"""A clock for tests of what waits: it stands still while anything is to be done, and then jumps to the next moment that something waits for."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, ParamSpec

P = ParamSpec("P")


class _Jumping(selectors.DefaultSelector):
    def __init__(self) -> None:
        super().__init__()
        self.now = 3600.0  # as on a machine that has run for a while

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            return super().select()
        found = super().select(0)
        if not found:
            self.now += max(0.0, timeout)
        return found


class _Loop(asyncio.SelectorEventLoop):
    def __init__(self) -> None:
        self._clock = _Jumping()
        super().__init__(self._clock)

    def time(self) -> float:
        return self._clock.now


def in_virtual_time(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """A test on a loop with such a clock. It is for what happens on the loop alone: the clock does not wait for threads or processes."""

    @wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> None:
        with asyncio.Runner(loop_factory=_Loop) as runner:
            runner.run(test(*given, **named))

    return run
