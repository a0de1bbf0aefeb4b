"""Measure the page under many watchers: how soon they see a change, and how much they slow down everybody else's calls.

python bench/watchers.py [--watchers 200] [--seconds 6]

One client calls as fast as it can; every tenth call is a change. It runs without watchers and with them, in turn. The watchers run in a
process of their own on the same machine, so on two processors a part of the slowdown is due to that process.
"""

import argparse
import asyncio
import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from fastmcp import Client
from ports import kept_port
from served import process

ROUNDS: Final = 3
EVERY: Final = 10
"""One call out of this many is a change."""


async def watch(port: int, count: int) -> None:
    """Hold the streams open; at the end of the input, print for each rev the seconds since the epoch at which the last stream told it."""
    seen: dict[int, float] = {}

    async def one() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
        writer.write(f"GET /events HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
        while line := await reader.readline():
            if line.startswith(b"data: "):
                seen[int(line[line.index(b'"rev": ') + 7 : line.index(b",")])] = time.time()

    watching = [asyncio.create_task(one()) for _ in range(count)]
    await asyncio.sleep(2)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in watching:
        task.cancel()
    print(json.dumps(seen), flush=True)


async def call(port: int, seconds: float) -> tuple[float, dict[int, float]]:
    """(calls per second, rev → seconds since the epoch at which its answer came)."""
    told: dict[int, float] = {}
    async with Client(f"http://127.0.0.1:{port}/mcp") as client:
        began, calls = time.monotonic(), 0
        while time.monotonic() - began < seconds:
            calls += 1
            if calls % EVERY:
                await client.call_tool("manage_room", {"operation": "look"})
            else:
                hit = {"operation": "check", "characterName": "Thorin", "skill": "perception"}
                answer = await client.call_tool("execute_action", hit)
                told[answer.structured_content["rev"]] = time.time()
        return calls / (time.monotonic() - began), told


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--watchers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--watch", type=int, help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.watch:
        asyncio.run(watch(asked.watch, asked.watchers))
        return
    with TemporaryDirectory() as folder, kept_port() as port:
        run(Path(folder), port, asked.watchers, asked.seconds)


def run(folder: Path, port: int, count: int, seconds: float) -> None:
    (folder / "settings.toml").write_text(
        f"[limits]\nstreams = {2 * count}\nconnections = {4 * count}\nper_address = {4 * count}\n", "utf-8"
    )
    options = ("--db", str(folder / "party.db"), "--config", str(folder / "settings.toml"))
    with process(port, "-m", "rpg_lite", "serve", "--http", f"127.0.0.1:{port}", *options):
        asyncio.run(_prepare(port))
        alone, watched, late = [], [], []
        for _ in range(ROUNDS):
            alone.append(asyncio.run(call(port, seconds))[0])
            rate, delays = _with_watchers(port, count, seconds)
            watched.append(rate)
            late += delays
    ratio = statistics.median(watched) / statistics.median(alone)
    print(f"calls per second: {statistics.median(alone):.0f} alone, {statistics.median(watched):.0f} with {count} watchers: {ratio:.2f}")
    print(f"a change is on every page after {statistics.median(late):.2f} s (median), {max(late):.2f} s (slowest of {len(late)})")


async def _prepare(port: int) -> None:
    async with Client(f"http://127.0.0.1:{port}/mcp") as client:
        hero = {"party": True, "classes": ["wizard 5"], "abilities": {"int": 16, "dex": 12, "con": 14}}
        for name in ("Thorin", "Elara", "Pip", "Osric"):
            await client.call_tool("manage_character", {"operation": "create", "name": name, "character": hero})
        await client.call_tool("manage_room", {"operation": "import_map", "adventure": "salt_toll"})


def _with_watchers(port: int, count: int, seconds: float) -> tuple[float, list[float]]:
    """(calls per second, for each change the seconds until the last watcher saw it or a later one)."""
    command = [sys.executable, __file__, "--watch", str(port), "--watchers", str(count)]
    watchers = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert watchers.stdout is not None
    watchers.stdout.readline()
    rate, told = asyncio.run(call(port, seconds))
    time.sleep(2)
    seen = {int(rev): at for rev, at in json.loads(watchers.communicate("")[0]).items()}
    return rate, [max(0.0, min(at for rev, at in seen.items() if rev >= wrote) - when) for wrote, when in told.items()]


if __name__ == "__main__":
    main()
