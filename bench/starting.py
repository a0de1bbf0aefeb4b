"""Measure the time that people and chat programs wait before anything happens."""

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

HERE = Path(__file__).parent
PATHS = os.pathsep.join(filter(None, [str(HERE.parent), os.environ.get("PYTHONPATH")]))
ENVIRONMENT = os.environ | {"PYTHONPATH": PATHS, "PYTHONDONTWRITEBYTECODE": ""}
CLIENT = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
CONVERSATION = (
    {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": CLIENT},
    {"jsonrpc": "2.0", "method": "notifications/initialized"},
    {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
    {"jsonrpc": "2.0", "id": 3, "method": "tools/call", "params": {"name": "read_campaign", "arguments": {"operation": "party"}}},
)


def in_turns(times: int, *works: Callable[[], float]) -> list[float]:
    """The median seconds of each, measured in turns, because then a slow machine slows all of them alike."""
    for work in works:
        work()  # compile files and warm the disk cache for all of them
    took = [[work() for work in works] for _ in range(times)]
    return [statistics.median(column) for column in zip(*took, strict=True)]


def help_of_ours() -> float:
    return _whole_run(sys.executable, "-m", "rpg_lite", "--help")


def help_of_the_bare_program() -> float:
    return _whole_run(sys.executable, str(HERE / "bare_cli.py"), "--help")


def first_answer_of_ours(database: Path) -> float:
    return _conversation(sys.executable, "-m", "rpg_lite", "serve", "--db", str(database))


def first_answer_of_a_bare_server() -> float:
    return _conversation(sys.executable, str(HERE / "bare_server.py"))


LOADING = """
import time, rpg_lite
from rpg_lite.content import catalog
began = time.process_time()
rpg_lite.rulebook("5.1"), rpg_lite.rulebook("5.2")
print(time.process_time() - began)
"""


def loading_both_rulebooks() -> float:
    """The processor seconds for loading both rulebooks, without the imports."""
    done = subprocess.run([sys.executable, "-c", LOADING], env=ENVIRONMENT, check=True, capture_output=True, text=True, timeout=60)
    return float(done.stdout)


def sheets_of(file: Path) -> float:
    """The processor seconds of `rpg-lite sheet` for all documents of a file, including its start."""
    before = os.times()
    command = [sys.executable, "-m", "rpg_lite", "sheet", str(file)]
    subprocess.run(command, cwd=HERE.parent, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL, timeout=300)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def _whole_run(*command: str) -> float:
    began = time.perf_counter()
    subprocess.run(command, cwd=HERE.parent, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL, timeout=60)
    return time.perf_counter() - began


def _conversation(*command: str) -> float:
    """The seconds from the start of the process to the answer to its first call."""
    began = time.perf_counter()
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, cwd=HERE.parent, env=ENVIRONMENT, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        for message in CONVERSATION:
            process.stdin.write(json.dumps(message).encode() + b"\n")
            process.stdin.flush()
            if "id" in message:
                answer = json.loads(process.stdout.readline())
                if "result" not in answer or answer["result"].get("isError"):
                    raise RuntimeError(f"{command} answered {answer}")
        return time.perf_counter() - began
    finally:
        process.stdin.close()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(timeout=10)
        process.stdout.close()
