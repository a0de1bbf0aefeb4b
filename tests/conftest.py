import gc
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import long_tests, on_postgres, recorded_calls
from tests.examples import register_profiles
from tests.postgres import NewDatabase, server
from tests.warm_start import warm

register_profiles()

SELDOM = (100_000, 20, 20)
"""Tests leave hardly any garbage that refers to itself: to look for it as often as Python does takes a fifth of their time."""


def pytest_addoption(parser: pytest.Parser) -> None:
    help = "where the tests' campaigns lie; memory: those of pure tests in memory, all others in SQLite"
    recorded_calls.add_options(parser)
    long_tests.add_options(parser)
    parser.addoption("--on", choices=["memory", "sqlite", "postgres"], default="memory", help=help)


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A script's shell makes what it puts into the background deaf to interrupts, and all that is started from there.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    recorded_calls.begin(config)
    long_tests.begin(config)
    config.addinivalue_line("markers", "pure: decided in memory; with --on sqlite or postgres, in a database like all others")
    config.addinivalue_line("markers", "stored: opens a database in a module whose other tests are pure")


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Iterator[None]:
    """Nothing of what is collected is ever garbage: to look for it there, again and again, takes a tenth of the time of all tests."""
    gc.disable()
    yield
    gc.freeze()
    gc.set_threshold(*SELDOM)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Leave the garbage to the end of the process. pytest looks for it ten times before a worker of xdist ends: with all that the tests leave,
    one look takes up to a minute, and all of them longer than xdist waits before it interrupts the worker.
    """
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the long tests before `-m` chooses, and skip tests about SQLite by name where there is no SQLite: `-rs --no-fold-skipped` prints each."""
    long_tests.mark(items)
    if config.getoption("--on") != "postgres":
        return
    for item in items:
        if about := item.get_closest_marker("sqlite"):
            item.add_marker(pytest.mark.skip(reason="SQLite's alone: " + "".join(about.args)))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int, config: pytest.Config) -> None:
    """Leave a record of the run's end for continuous integration, which tries a few failed tests again, but only after a whole run."""
    if hasattr(config, "workerinput") or not config.pluginmanager.hasplugin("cacheprovider"):
        return  # a worker of xdist also has a summary, but knows only its own share of the tests
    stats = terminalreporter.stats
    broken = [*stats.get("failed", ()), *stats.get("error", ())]
    uncollected = sorted({report.nodeid for report in broken if isinstance(report, pytest.CollectReport)})
    failed = sorted({report.nodeid for report in broken} - {*uncollected})
    record = {"exit": int(exitstatus), "passed": len(stats.get("passed", ())), "failed": failed, "uncollected": uncollected}
    config.cache.set("rpg_lite/run", record)


@pytest.fixture(scope="session", autouse=True)
def home_of_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Without a path, a campaign lies in a folder of the tests, never among those of whoever runs them."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data_home")))
        yield


@pytest.fixture(scope="session", autouse=True)
def warm_starts() -> Iterator[None]:
    """The program starts from a process that has imported it, where the system can hand such a child on."""
    if sys.platform != "linux":
        yield
        return
    with warm():
        yield


@pytest.fixture(scope="session")
def new_database() -> Iterator[NewDatabase]:
    """Makes a fresh PostgreSQL database: its URL. The server starts when the first test asks."""
    with server() as new:
        yield new


@pytest.fixture(scope="session", autouse=True)
def database_of_all(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """With `--on postgres`, every campaign is there."""
    if request.config.getoption("--on") != "postgres":
        yield
        return
    new: NewDatabase = request.getfixturevalue("new_database")
    with on_postgres.everything(new(), tmp_path_factory.mktemp("hook")):
        yield


@pytest.fixture(autouse=True)
def put_away(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if request.config.getoption("--on") == "postgres":
        folder: Path | None = request.node.funcargs.get("tmp_path")
        on_postgres.put_away(folder)
