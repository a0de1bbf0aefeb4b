#!/usr/bin/env python3
"""Make a target that runs pytest; if a few of its tests fail, run those once more, alone in one process.

Usage: second_chance.py NAMES make TARGET

A test that fails once and then passes alone does not fail the run, because it depends on other tests or on how busy the machine is, and says
nothing about the change. It is a bug of the test all the same, so its name goes into the file NAMES, which the run prints at its end.
All else is red: more than `MOST` failures, a test that fails twice or is skipped the second time, an error of collection, a run that broke off.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

MOST: Final = 10
"""The failures that are tried again. More of them have a cause in common, and it lies in the change."""
TESTS_FAILED: Final = 1
"""The exit code of pytest after a whole run in which tests failed; it has others for a run that was interrupted or had nothing to run."""
ALONE: Final = "-n 0 --last-failed --last-failed-no-failures none"
MEND: Final = "failed once, passed alone: mend"


def main(names: Path, command: Sequence[str]) -> int:
    """Return the exit code of the target, or 0 if each of its failures passes alone."""
    cache = Path(".pytest_cache", command[-1])  # its own, for targets may run side by side
    (cache / "v" / "cache" / "lastfailed").unlink(missing_ok=True)  # or the failures of an earlier run would be tried again
    code, run = _make(command, cache)
    if code == 0:
        return 0
    failed = [] if run is None else run["failed"]
    if why := _hindrance(run):
        print(f"{' '.join(command)}: no second try: {why}", flush=True)
        return code
    print(f"{' '.join(command)}: {len(failed)} failed; once more, alone: {', '.join(failed)}", flush=True)
    code, again = _make(command, cache, ALONE)
    if code == 0 and again is not None and again["passed"] == len(failed):
        with names.open("a", encoding="utf-8") as file:
            file.writelines(f"{MEND}: {test}\n" for test in failed)
        return 0
    print(f"{' '.join(command)}: not all of them passed alone", flush=True)
    return code or 1


def _make(command: Sequence[str], cache: Path, options: str = "") -> tuple[int, dict[str, Any] | None]:
    """Run the target. Return its exit code, and the record of pytest's run: None if pytest did not reach its end."""
    record = cache / "v" / "rpg_lite" / "run"  # written by tests/conftest.py at the end of a run
    record.unlink(missing_ok=True)  # a run that is killed writes none, and an earlier record would stand for it
    code = subprocess.run([*command, f"AGAIN=-o cache_dir={cache} {options}".rstrip()], check=False).returncode
    return code, json.loads(record.read_text("utf-8")) if record.is_file() else None


def _hindrance(run: dict[str, Any] | None) -> str:
    """Say why the tests are not tried again; nothing if they are."""
    if run is None:
        return "the run left no record of its end"
    if run["exit"] != TESTS_FAILED or run["uncollected"]:
        return "the run is not whole: it broke off, or some tests could not be collected"
    if not run["failed"]:
        return "no test failed"
    if len(run["failed"]) > MOST:
        return f"{len(run['failed'])} tests failed, more than {MOST}"
    return ""


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2:]))
