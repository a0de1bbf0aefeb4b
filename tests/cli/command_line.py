"""Run the command line in this process."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run(*tokens: object, stdin: str | bytes = "", **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("RPG_LITE_")}
    done = subprocess.run(
        [sys.executable, "-m", "rpg_lite", *map(str, tokens)],
        cwd=ROOT, env=clean | environment, input=stdin.encode() if isinstance(stdin, str) else stdin, capture_output=True, timeout=60,
    )  # fmt: skip
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err, err
    return subprocess.CompletedProcess(done.args, done.returncode, out, err)
