"""The record of what the tests call: the same twice, and a changed answer is found."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import recorded_calls

ROOT = Path(__file__).parents[1]
ONE_TEST = "tests/operations/test_turn_card.py::test_without_the_flag_nothing_is_added"


def record(path: Path) -> subprocess.CompletedProcess[str]:
    asked = [sys.executable, "-m", "pytest", "-q", "--record", str(path), ONE_TEST]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, timeout=120)


@pytest.mark.slow
def test_two_runs_write_the_same_and_a_change_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    first, second = tmp_path / "first.tsv", tmp_path / "second.tsv"
    for path in (first, second):
        done = record(path)
        assert done.returncode == 0, done.stdout
    assert first.read_text() and recorded_calls.main([str(first), str(second)]) == 0
    *lines, last = second.read_text().splitlines()
    second.write_text("\n".join([*lines, last[:-1] + ("0" if last[-1] != "0" else "1")]) + "\n")
    assert recorded_calls.main([str(first), str(second)]) == 1
    assert f"{ONE_TEST}: line {len(lines) + 1}: came of it" in capsys.readouterr().out
    second.write_text("\n".join(lines) + "\n")
    assert recorded_calls.main([str(first), str(second)]) == 1


def test_workers_cannot_share_a_record(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(pytestconfig.option, "record", tmp_path / "record.tsv")
    monkeypatch.setattr(pytestconfig.pluginmanager, "hasplugin", lambda name: name == "dsession")
    with pytest.raises(pytest.UsageError, match="--record needs one process"):
        recorded_calls.begin(pytestconfig)
    assert not (tmp_path / "record.tsv").exists()


def test_the_first_line_that_differs_is_named():
    was = [("a", "b"), ("c", "d")]
    assert recorded_calls.first_difference(was, was) is None
    assert recorded_calls.first_difference(was, [("a", "b"), ("x", "d")]) == "line 2: asked"
    assert recorded_calls.first_difference(was, [("a", "x"), ("c", "d")]) == "line 1: came of it"
    assert recorded_calls.first_difference(was, was[:1]) == "line 2: is missing after"
