"""`python -m tests.faults.clocked serve …`: the program on a machine with a clock that the test sets; the file CLOCK has the offset in seconds."""

import os
import time
from pathlib import Path

_time, _time_ns = time.time, time.time_ns


def _off() -> int:
    return int(Path(os.environ["CLOCK"]).read_text())


if __name__ == "__main__":
    time.time = lambda: _time() + _off()
    time.time_ns = lambda: _time_ns() + _off() * 10**9

    from rpg_lite.cli.app import main

    os.environ["RPG_LITE_LIMITS__RATE"] = "100"
    main()
