"""Work counted instead of timed: the calls of Python functions are the same on every machine."""

import sys
from collections.abc import Callable


def python_calls(work: Callable[[], object]) -> int:
    count = 0

    def heard(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(heard)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
