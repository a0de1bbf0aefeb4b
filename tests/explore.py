"""Try the laws with examples that nobody has tried yet, for a while, and print what fails as something to paste into the tests.

Usage: python -m tests.explore [--minutes 10] [--seed N] [PYTEST OPTIONS ...]

The laws run round after round, each with a seed of its own; a law that has failed is left out of the later rounds. `--seed` plays the one
round of this seed again. The tests of `make test` and `make slow` always try the same examples; this is the only run that does not.
"""

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from tests.stress import LATE, run

LAWS: Final = "hypothesis and not (service or browser or postgres or faults or conformance)"
RECORD: Final = Path(".pytest_cache", "v", "rpg_lite", "run")
BROKEN: Final = 2
NO_TESTS: Final = 5
"""The exit code of pytest if every law has failed, or none fits the options."""
REPRODUCE: Final = "@reproduce_failure"
"""Told by Hypothesis at the end of each example that it can build again."""


def main(words: Sequence[str], clock: Callable[[], float] = time.monotonic) -> int:
    """Return 0 if no law failed, 1 if one did, 2 if the laws could not be run."""
    parser = argparse.ArgumentParser(prog="python -m tests.explore", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10, help="10 by default")
    parser.add_argument("--seed", type=int, help="play the one round of this seed")
    asked, options = parser.parse_known_args(words)
    ends = clock() + asked.minutes * 60
    failed: list[str] = []
    rounds = 0
    while (began := clock()) < ends and (rounds == 0 or asked.seed is None):
        seed = asked.seed if asked.seed is not None else random.SystemRandom().randrange(2**32)
        print(f"round {rounds + 1}, seed {seed}", flush=True)
        code, broken = play(seed, ends - began, [*options, *(f"--deselect={law}" for law in failed)])
        if code == NO_TESTS:
            break
        if code == BROKEN:
            return BROKEN
        failed += broken
        rounds += 1
    print(f"{rounds} rounds; {len(failed)} laws failed" + "".join(f"\n  {law}" for law in failed), flush=True)
    return 1 if failed else 0


def play(seed: int, seconds: float, options: Sequence[str]) -> tuple[int, list[str]]:
    """One round: (pytest's exit code, the laws that failed). At the end of the time the round is broken off, which counts as no failure."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        laws = [
            sys.executable,
            "-m",
            "pytest",
            "-n",
            "2",
            "-q",
            "--no-header",
            "--no-summary",
            "--timeout=0",
            "-m",
            LAWS,
            f"--junit-xml={report}",
        ]
        RECORD.unlink(missing_ok=True)
        code = run([*laws, "--hypothesis-profile=explore", f"--hypothesis-seed={seed}", *options], max(seconds, 1))
        if code == LATE:
            print("the time is over in the middle of this round", flush=True)
            return 0, []
        failed = json.loads(RECORD.read_text("utf-8"))["failed"] if RECORD.is_file() else []
        for name, text in failures(report):
            print(f"\n{name} fails with seed {seed}. Again: python -m tests.explore --seed {seed} -k {name}\n{text}\n", flush=True)
    return (code if code != 1 else 0), failed


def failures(report: Path) -> list[tuple[str, str]]:
    """The name of each failed test, and the example as Hypothesis tells it, or else the whole traceback."""
    cases = ElementTree.parse(report).iter("testcase") if report.is_file() else ()
    return [(case.get("name", ""), _case(part)) for case in cases for part in case if part.tag in ("failure", "error")]


def _case(part: ElementTree.Element) -> str:
    said = part.get("message", "")
    return said if REPRODUCE in said else part.text or said


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
