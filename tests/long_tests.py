"""The tests that take their time, by measure: `make test` leaves them to `make slow`.

`long_tests.txt` names them. `pytest --measure-long -m …`, over the tests of both targets, writes it anew: a test function that computes for longer
than `LONGEST` seconds, all of its rows together, is a long one. Processor time is counted, so a busy machine makes no test longer.
"""

import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Final

import pytest

LIST: Final = Path(__file__).with_suffix(".txt")
LONGEST: Final = 0.2
KEPT: Final = ("tests/gates/", "rpg_lite/")
"""What holds the shape of the code stays in `make test`, however long it reads, and so do the examples in docstrings."""
_BEGUN: Final = pytest.StashKey[float]()
_TAKEN: Final = "processor seconds"


@cache
def names() -> frozenset[str]:
    """The functions, each as `path::name`, without its rows."""
    return frozenset(LIST.read_text(encoding="utf-8").split("\n")) - {""} if LIST.is_file() else frozenset()


def add_options(parser: pytest.Parser) -> None:
    parser.addoption("--measure-long", action="store_true", help=f"write tests/{LIST.name}: the tests that `make test` leaves to `make slow`")


def begin(config: pytest.Config) -> None:
    if config.getoption("--measure-long"):
        config.pluginmanager.register(Measuring(), "long_tests")


def mark(items: list[pytest.Item]) -> None:
    for item in items:
        if function_of(item.nodeid) in names():
            item.add_marker(pytest.mark.long)


def function_of(nodeid: str) -> str:
    return nodeid.partition("[")[0]


class Measuring:
    """The plugin that counts: each worker its own tests, and the process that hears of all of them writes the list."""

    def __init__(self) -> None:
        self._seconds = Counter[str]()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        item.stash[_BEGUN] = time.process_time()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> None:
        item.user_properties.append((_TAKEN, time.process_time() - item.stash[_BEGUN]))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "teardown":
            self._seconds[function_of(report.nodeid)] += sum(float(str(value)) for name, value in report.user_properties if name == _TAKEN)

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if hasattr(session.config, "workerinput"):
            return
        long = sorted(name for name, taken in self._seconds.items() if taken > LONGEST and not name.startswith(KEPT))
        LIST.write_text("".join(f"{name}\n" for name in long), encoding="utf-8")
