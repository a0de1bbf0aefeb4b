"""The played evening: an adventure from session zero to its boss, by the scripted model."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_scripted_model_plays_to_the_boss() -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "bench" / "evening" / "run.py"), "--budget", "2000"],
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    found = done.stdout.splitlines()[-1].split()
    assert "defeated" in found, done.stdout
    lines, calls, refused, repaired, false = (int(cell.replace(",", "")) for cell in found[1:6])
    assert lines > 30 and calls > 200
    assert refused == 0 and repaired > 3 and false == 0, done.stdout
