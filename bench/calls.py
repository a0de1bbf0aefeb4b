"""Count the calls of Python functions, which are the same on every machine."""

import gc
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager


def python_calls(work: Callable[[], object]) -> int:
    """The number of Python functions that the work calls in this thread."""
    count = 0

    def heard(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    with _nothing_collected():
        sys.setprofile(heard)
        try:
            work()
        finally:
            sys.setprofile(None)
    return count


@contextmanager
def calls_so_far() -> Iterator[Callable[[], int]]:
    """Yield what tells how many Python functions this thread, and every thread that it starts in the block, has called in the block."""
    counts = Counter[int]()

    def heard(frame: object, event: str, argument: object) -> None:
        if event == "call":
            counts[threading.get_ident()] += 1

    with _nothing_collected():
        threading.setprofile(heard)
        sys.setprofile(heard)
        try:
            yield counts.total
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


@contextmanager
def _nothing_collected() -> Iterator[None]:
    """Garbage is collected whenever earlier work has left enough of it, and calls functions such as those of Hypothesis."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
