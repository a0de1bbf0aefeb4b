"""The runs that look for what a quiet run of the same examples does not show: beside busy processes, and with new examples."""

import inspect
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest

from tests import conftest, explore, stress
from tests.waiting import PATIENCE_S

ROOT = Path(__file__).parents[2]
LAWS = """
from hypothesis import given, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

@given(st.integers())
def test_false(n):
    assert n < 77

@given(st.integers())
def test_true(n):
    assert n == n

class Machine(RuleBasedStateMachine):
    @rule(n=st.just(5))
    def five(self, n):
        assert n != 5

TestMachine = Machine.TestCase

def test_no_law():
    raise SystemExit
"""


def test_a_command_ends_as_it_ends_beside_busy_processes() -> None:
    assert stress.main(["--busy", "1", sys.executable, "-c", "raise SystemExit(3)"]) == 3


def test_a_command_that_takes_too_long_is_ended_with_what_it_started() -> None:
    forever = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'while True: pass'])"
    assert stress.main(["--busy", "0", "--minutes", "0.01", sys.executable, "-c", forever]) == stress.LATE


def test_an_ended_run_ends_its_command() -> None:
    """The command has the pipe of its output, which comes to its end with the last process that has it."""
    told = "print('begun', flush=True); import time; time.sleep(1000)"
    with subprocess.Popen(
        [sys.executable, "-m", "tests.stress", "--busy", "0", sys.executable, "-c", told], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as run:
        assert run.stdout is not None and run.stdout.readline() == "begun\n"
        run.terminate()
        assert run.communicate(timeout=PATIENCE_S)[0] == ""
    assert run.returncode == 143


def test_tests_in_the_background_hear_an_interrupt(pytestconfig: pytest.Config) -> None:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        conftest.pytest_configure(pytestconfig)
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_busy_processes_end_with_the_block() -> None:
    with stress.busy(2) as spinning:
        assert all(process.poll() is None for process in spinning)
    assert all(process.poll() is not None for process in spinning)


def test_a_failed_law_is_left_out_of_later_rounds(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    played: list[list[str]] = []

    def play(seed: int, seconds: float, options: Sequence[str]) -> tuple[int, list[str]]:
        played.append([*options])
        return 0, ["test_it.py::test_false"] if len(played) == 1 else []

    monkeypatch.setattr(explore, "play", play)
    assert explore.main(["--minutes", "1", "-x"], clock=iter(count(0, 16)).__next__) == 1
    assert played == [["-x"], *[["-x", "--deselect=test_it.py::test_false"]] * 2]
    assert "3 rounds; 1 laws failed\n  test_it.py::test_false" in capsys.readouterr().out


@pytest.mark.slow
def test_what_fails_is_printed_with_its_seed_and_a_case_to_paste(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(LAWS, "utf-8")
    profiles = "from tests.examples import register_profiles\n\nregister_profiles()\n\nimport pytest\n\n"
    (tmp_path / "conftest.py").write_text(profiles + inspect.getsource(conftest.pytest_terminal_summary), "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = service browser postgres faults conformance\n", "utf-8")
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")} | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "tests.explore", "--seed", "7"]
    ran = subprocess.run(command, cwd=tmp_path, env=clean, capture_output=True, text=True, timeout=100, check=False)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert "round 1, seed 7" in ran.stdout and "1 rounds; 2 laws failed" in ran.stdout
    assert "test_false fails with seed 7. Again: python -m tests.explore --seed 7 -k test_false" in ran.stdout
    assert "n=77" in ran.stdout and "@reproduce_failure" in ran.stdout
    assert "state = Machine()\nstate.five(n=5)\nstate.teardown()" in ran.stdout
    assert "test_true fails" not in ran.stdout
