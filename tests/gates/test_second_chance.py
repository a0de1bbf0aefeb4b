"""Continuous integration tries a few failed tests once more, alone, and nothing else: shown with small suites made to fail."""

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests import conftest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / ".ci" / "second_chance.py"
BEGINNING = "import os, signal, pathlib, pytest\nRUNS = pathlib.Path(__file__).with_name('runs')\nIN_COMPANY = 'PYTEST_XDIST_WORKER' in os.environ\n"
ONCE = "    first = not RUNS.exists()\n    RUNS.touch()\n"


@dataclass(frozen=True)
class Run:
    code: int
    told: str
    once: list[str]

    @property
    def tries(self) -> int:
        """How often pytest was started."""
        return self.told.count("started")


def ci(folder: Path, tests: str, options: str = "-n 2") -> Run:
    """Run a target of these tests as continuous integration does."""
    (folder / "test_it.py").write_text(BEGINNING + tests, "utf-8")
    (folder / "conftest.py").write_text("import pytest\n\n" + inspect.getsource(conftest.pytest_terminal_summary), "utf-8")
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n    slow: x\n", "utf-8")
    (folder / "Makefile").write_text(f"test:\n\t@echo started\n\t@{sys.executable} -m pytest -p xdist {options} -q $(AGAIN)\n", "utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "MAKE", "MFLAGS"))}
    clean |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # with all of them, each of some sixty runs of pytest would take two seconds more
    command = [sys.executable, str(SCRIPT), "once", "make", "test"]
    ran = subprocess.run(command, cwd=folder, env=clean, capture_output=True, text=True, timeout=100, stdin=subprocess.DEVNULL, check=False)
    once = folder / "once"
    return Run(ran.returncode, ran.stdout + ran.stderr, once.read_text("utf-8").splitlines() if once.exists() else [])


MEND = "failed once, passed alone: mend: test_it.py::"
PASS = "def test_well():\n    pass\n\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "tests",
    [
        pytest.param("def test_bad():\n" + ONCE + "    assert not first\n", id="only the first time"),
        pytest.param("def test_bad():\n    assert not IN_COMPANY\n", id="only in company"),
        pytest.param("def test_bad():\n" + ONCE + "    if first:\n        os._exit(3)\n", id="takes its worker away"),
        pytest.param("@pytest.fixture\ndef it():\n    assert not IN_COMPANY\n\ndef test_bad(it):\n    pass\n", id="in what it needs"),
        pytest.param(
            "@pytest.fixture\ndef it():\n    yield\n    assert not IN_COMPANY\n\ndef test_bad(it):\n    pass\n", id="when it is put away"
        ),
    ],
)
def test_a_test_that_passes_alone_is_named_and_nothing_is_red(tmp_path: Path, tests: str) -> None:
    run = ci(tmp_path, PASS + tests)
    assert (run.code, run.tries, run.once) == (0, 2, [f"{MEND}test_bad"]), run.told
    assert "1 passed" in run.told.rpartition("started")[2], "only what failed runs again"


@pytest.mark.slow
def test_ten_are_tried_again_with_the_options_of_the_target(tmp_path: Path) -> None:
    many = "@pytest.mark.parametrize('n', range(10))\ndef test_bad(n):\n    assert not IN_COMPANY\n\n"
    run = ci(tmp_path, many + "@pytest.mark.slow\ndef test_slow():\n    assert False\n", options="-n 2 -m 'not slow'")
    assert (run.code, run.tries) == (0, 2), run.told
    assert sorted(run.once) == [f"{MEND}test_bad[{n}]" for n in range(10)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tests", "tries", "why"),
    [
        pytest.param("def test_bad():\n    assert False\n", 2, "not all of them passed alone", id="twice"),
        pytest.param(
            "def test_bad():\n    assert IN_COMPANY or pytest.skip()\n    assert False\n",
            2,
            "not all of them passed alone",
            id="skipped the second time",
        ),
        pytest.param(
            "@pytest.mark.parametrize('n', range(11))\ndef test_bad(n):\n    assert not IN_COMPANY\n",
            1,
            "11 tests failed, more than 10",
            id="too many",
        ),
        pytest.param("import nothing_that_is_there\n", 1, "could not be collected", id="no collection"),
        pytest.param("def test_end():\n    os.kill(os.getppid(), signal.SIGKILL)\n", 1, "left no record", id="killed"),
        pytest.param(
            "def test_end():\n    os.kill(os.getppid(), signal.SIGINT)\n    signal.pause()\n", 1, "the run is not whole", id="interrupted"
        ),
    ],
)
def test_all_else_is_red(tmp_path: Path, tests: str, tries: int, why: str) -> None:
    """Also where an earlier run has left a record of a failure that would pass now."""
    cache = tmp_path / ".pytest_cache" / "test" / "v"
    for name, left in {
        "cache/lastfailed": {"test_it.py::test_well": True},
        "rpg_lite/run": {"exit": 1, "failed": ["test_it.py::test_well"]},
    }.items():
        (cache / name).parent.mkdir(parents=True)
        (cache / name).write_text(json.dumps(left), "utf-8")
    run = ci(tmp_path, PASS + tests)
    assert (run.code != 0, run.tries, run.once) == (True, tries, []), run.told
    assert why in run.told


@pytest.mark.slow
def test_a_run_without_a_record_is_red(tmp_path: Path) -> None:
    run = ci(tmp_path, "def test_bad():\n    assert not IN_COMPANY\n", options="-n 2 -p no:cacheprovider")
    assert (run.code != 0, run.tries) == (True, 1) and "left no record" in run.told


@pytest.mark.slow
def test_what_passes_in_company_is_not_tried_alone(tmp_path: Path) -> None:
    run = ci(tmp_path, "def test_bad():\n    assert IN_COMPANY\n")
    assert (run.code, run.tries, run.once) == (0, 1, [])


def test_every_target_of_tests_is_one_run_that_can_be_tried_again() -> None:
    """With two runs in a target, the second would never start once the first has failed."""
    recipes = re.findall(r"^([\w-]+):[^\n]*\n((?:\t[^\n]*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    tested = {name: recipe for name, recipe in recipes if "-m pytest" in recipe}
    assert {name for name, recipe in tested.items() if recipe.count("-m pytest") != 1 or not recipe.endswith(" $(AGAIN)\n")} == set()
    run = (ROOT / ".ci" / "run").read_text("utf-8")
    made = {target: chance for chance, target in re.findall(r"^ *(with_a_second_chance )?make ([\w-]+)(?: .*)?$", run, re.MULTILINE)}
    assert {target for target, chance in made.items() if bool(chance) != (target in tested)} == set()
    assert {*made} == {*tested, "check", "docs"} - {"faults", "suite-postgres", "sqlite"}


TARGETS = ("test", "slow", "browser", "conformance", "service", "postgres", "check", "docs")


@pytest.mark.slow
@pytest.mark.parametrize("bad", [None, *TARGETS])
def test_a_run_is_red_if_one_of_its_targets_is(tmp_path: Path, bad: str | None) -> None:
    """Also if that one runs beside the others: what it says is printed in any case, and nothing goes on after the end of the run."""
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    (tmp_path / "bin").mkdir()
    made = f'#!/bin/sh\necho "made $1" | tee -a made\n[ "$1" != "{bad}" ] && exit 0\necho "$1 is bad"; exit 3\n'
    for name, text in {"make": made, "chromium": "", "chromedriver": ""}.items():
        (tmp_path / "bin" / name).write_text(text, "utf-8")
        (tmp_path / "bin" / name).chmod(0o755)
    found = os.environ | {"PATH": f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}", "PYTHON": sys.executable}
    ran = subprocess.run([str(tmp_path / ".ci" / "run")], env=found, capture_output=True, text=True, timeout=100, check=False)
    assert (ran.returncode == 0) == (bad is None), ran.stdout + ran.stderr
    assert bad is None or f"{bad} is bad" in ran.stdout
    done = (tmp_path / "made").read_text("utf-8").split()[1::2]
    assert {*done} == {*TARGETS} if bad is None else bad in done
    assert all(f"made {target}\n" in ran.stdout for target in done)
