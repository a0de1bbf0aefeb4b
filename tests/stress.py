"""Run a command beside processes that do nothing but keep the machine busy, so that a test that depends on its speed shows.

Usage: python -m tests.stress [--busy 4] [--minutes 40] COMMAND ...
"""

import argparse
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

LATE: Final = 124
"""The exit code of a command that did not end in time, as `timeout` has it."""
_SPIN: Final = """
import os, sys
while os.getppid() == int(sys.argv[1]):
    for _ in range(1_000_000):
        pass
"""
"""A busy process ends by itself with the process that began it, even if that one is killed."""


def main(words: Sequence[str]) -> int:
    """Return the exit code of the command, or `LATE` if it had to be ended."""
    parser = argparse.ArgumentParser(prog="python -m tests.stress", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--busy", type=int, default=4, help="the number of busy processes; 4 by default")
    parser.add_argument("--minutes", type=float, default=40, help="the time after which the command is ended; 40 by default")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    asked = parser.parse_args(words)
    if not asked.command:
        parser.error("name the command to run, such as make test")
    began = time.monotonic()
    with busy(asked.busy):
        code = run(asked.command, asked.minutes * 60)
    print(f"{' '.join(asked.command)}: exit code {code}, {time.monotonic() - began:.0f} s beside {asked.busy} busy processes", flush=True)
    return code


@contextmanager
def busy(count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many processes, each of which keeps a core busy; they end with the block."""
    spinning = [subprocess.Popen([sys.executable, "-S", "-c", _SPIN, str(os.getpid())]) for _ in range(count)]
    try:
        yield spinning
    finally:
        for process in spinning:
            process.kill()
        for process in spinning:
            process.wait()


def run(command: Sequence[str], seconds: float) -> int:
    """The exit code of the command. It and all that it has started are ended after this time, or when this process is interrupted or ended."""
    process: subprocess.Popen[bytes] | None = None
    ends = False

    def end(*_: object) -> None:
        """End with the command; before the command has begun, as soon as it has, so that it is never left alone."""
        nonlocal ends
        ends = True
        if process is not None:
            sys.exit(128 + signal.SIGTERM)

    before = signal.signal(signal.SIGTERM, end)
    try:
        process = subprocess.Popen(command, start_new_session=True)
        if ends:
            sys.exit(128 + signal.SIGTERM)
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return LATE
    finally:
        signal.signal(signal.SIGTERM, before)
        if process is not None and process.poll() is None:
            os.killpg(process.pid, 9)
            process.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
