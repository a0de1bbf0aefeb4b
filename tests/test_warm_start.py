"""A warm start is a start: what a process is given, tells and becomes is the same as from nothing."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests import warm_start
from tests.waiting import PATIENCE_S

ITEMS = [sys.executable, "-m", "rpg_lite", "items", "list"]
pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands a child on")]


@pytest.fixture(scope="module", autouse=True)
def alone() -> Any:
    """A warm process of this module, whatever the session has."""
    with warm_start.warm():
        yield


def cold(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", "import runpy; runpy.run_module('rpg_lite', run_name='__main__', alter_sys=True)", *words], **options
    )


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (("items", "list"), b""),
        (("nothing",), b""),
        (("sheet", "-"), b'{"character": {"name": "Th\xc3\xb3rin", "classes": ["fighter 5"]}}'),
        (("sheet", "-"), b"\xff"),
    ],
)
def test_it_says_what_a_start_from_nothing_says(tmp_path: Path, words: tuple[str, ...], stdin: bytes) -> None:
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": warm_start._root(), "RPG_LITE_LOG__LEVEL": "error"}
    options = {"input": stdin, "capture_output": True, "env": env, "cwd": tmp_path, "timeout": PATIENCE_S}
    warm, plain = subprocess.run([sys.executable, "-m", "rpg_lite", *words], **options), cold(*words, **options)
    assert (warm.returncode, warm.stdout, warm.stderr) == (plain.returncode, plain.stdout, plain.stderr)


def test_it_is_a_child_that_is_killed_and_waited_for(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "rpg_lite", "serve", "--http", "127.0.0.1:0", "--ready", "--db", str(tmp_path / "p.db")]
    for deadly, code in ((signal.SIGKILL, -signal.SIGKILL), (signal.SIGTERM, 0)):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            assert process.stdout is not None and process.stdout.readline().startswith(b'{"ready"')
            assert os.readlink(f"/proc/{process.pid}/exe") == os.path.realpath(sys.executable)
            assert f"\nPPid:\t{os.getpid()}\n" in Path(f"/proc/{process.pid}/status").read_text()
            process.send_signal(deadly)
            assert process.wait(PATIENCE_S) == code


async def test_an_event_loop_starts_it_too() -> None:
    process = await asyncio.create_subprocess_exec(*ITEMS, stdout=asyncio.subprocess.PIPE)
    told, _ = await process.communicate()
    assert process.returncode == 0 and b"Longsword" in told


@pytest.mark.parametrize(
    "options",
    [
        {"env": {**os.environ, "LANG": "xx"}},
        {"env": {**os.environ, "PYTHONPATH": "/nowhere"}},
        {"env": {**os.environ, "PYTHONWARNINGS": "error"}},
        {"env": {**os.environ, "OTEL_SERVICE_NAME": "x"}},
        {"start_new_session": True},
        {"preexec_fn": os.getpid},
        {"cwd": "/nowhere"},
    ],
)
def test_what_an_import_or_a_fork_would_not_carry_out_begins_from_nothing(monkeypatch: pytest.MonkeyPatch, options: dict[str, Any]) -> None:
    monkeypatch.setattr(warm_start.WarmProcess, "start", lambda *_: pytest.fail("it is warm"))
    try:
        assert b"rpg-lite" in subprocess.run([*ITEMS[:3], "--help"], capture_output=True, **options, timeout=PATIENCE_S).stdout
    except FileNotFoundError as missing:
        assert missing.filename == options["cwd"]
