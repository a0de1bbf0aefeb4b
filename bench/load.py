"""An evening at many tables: clients mostly look, sometimes change something and rarely send a batch. For comparison, a tool that does
nothing is called in the same run on the same server. The program writes a table and a picture into docs/bench/.

python bench/load.py [--db URL] [--brief] [--out FOLDER]

`--db`: a database to fill, by path or SQLAlchemy URL; without it, a temporary SQLite file. The run creates its own campaigns, "load …",
which stay. `--brief`: a hundredth of the calls, to check that the program runs; the numbers mean little.
"""

import argparse
import json
import statistics
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import heroes
import plot
import served
import workers
from rows import Row
from run import Json, machine
from sqlalchemy import text

from rpg_lite import open_campaign
from rpg_lite.game import Game

CLIENTS: Final = (1, 8, 16, 64)
CHUNKS: Final = 10
"""The number of parts of the run that watches memory, after a first part for warming up."""
CAMPAIGNS: Final = 8
AT_WORKERS: Final = 16
"""The number of clients in the comparison of workers."""
CROWDS: Final = (100, 1_000_000)
PER_CHEST: Final = 1_000
_CROWD: Final = """
INSERT INTO thing (campaign_id, id, parent_id, kind, name, name_key, quantity, available, body, created_at, updated_at)
WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :count)
SELECT CAST(:campaign AS VARCHAR), 'c9.' || i, CASE WHEN i % :each = 0 THEN 'w' ELSE 'c9.' || (i - i % :each) END,
  CASE WHEN i % :each = 0 THEN 'chest' ELSE 'item' END, 'Thing ' || i, 'thing ' || i, 1, :available, '{}', 0, 0 FROM n
"""


@dataclass(frozen=True)
class Size:
    """The size of a run."""

    rounds: int
    seconds: float
    calls: int
    crowds: tuple[int, int]
    views: int


WHOLE: Final = Size(rounds=5, seconds=3.0, calls=100_000, crowds=CROWDS, views=200)
BRIEF: Final = Size(rounds=2, seconds=0.3, calls=1_000, crowds=(100, 10_000), views=20)

# ── the calls ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def mix(name: str) -> list[Json]:
    """Two hundred calls: 80 % look, 15 % change one thing, 5 % are batches of 20. The list can be started at any of its calls."""
    view = {"operation": "view", "characterName": name}
    one, other = ({"operation": "equip", "characterName": name, "itemName": i} for i in ("Shield", "Shield +1"))
    batch = {"batch": [{"operation": o, "characterName": name, "itemName" if o == "remove" else "template": "Torch"} for o in LOOT]}
    changes = [one, other] * 15
    return [batch if n % 20 == 10 else changes.pop() if n % 20 in (3, 8, 16) else view for n in range(200)]


LOOT: Final = ("give",) * 10 + ("remove",) * 10


def playing(count: int) -> list[Json]:
    """Start each client at another call, because they should not all do the same at the same time."""
    return [{"tool": "manage_inventory", "payloads": (2 * mix(f"Hero {n}"))[at : at + 200]} for n in range(count) for at in (n * 37 % 200,)]


def idling(count: int) -> list[Json]:
    return [{"tool": "no_op", "payloads": [{"operation": "view", "characterName": f"Hero {n}"}]} for n in range(count)]


def putting_on(count: int) -> list[Json]:
    """Let each client put on one shield of its own hero after another, which is a durable change each time."""
    return [
        {
            "tool": "manage_inventory",
            "payloads": [{"operation": "equip", "characterName": f"Hero {n}", "itemName": i} for i in ("Shield", "Shield +1")],
        }
        for n in range(count)
    ]


def settled(database: str, campaign: str, heroes_of: Iterable[int] | None = None) -> None:
    """Open a campaign with a hero for each client, in full gear and with a torch in the pack."""
    with open_campaign(database, campaign, new=True) as game:
        for n in heroes_of or range(max(CLIENTS)):
            document = {**heroes.DOCUMENT, "character": {**heroes.CHARACTER, "name": f"Hero {n}"}, "carried": ["Torch", "Shield"]}
            _done(game.ask({"operation": "import", "document": document}, tool="manage_character"))


# ── measurements ──────────────────────────────────────────────────────────────────────────────────────────────────────


def measured(database: str, size: Size) -> Json:
    campaign = f"load {time.time_ns()}"
    settled(database, campaign)
    with served.server("serve", database, campaign) as ours:
        levels = [_level(ours.port, count, size) for count in CLIENTS]
        changes = [
            {
                "equip": served.faultless(ours.port, putting_on(8), size.seconds),
                "no_op": served.faultless(ours.port, idling(8), size.seconds),
            }
            for _ in range(size.rounds)
        ]
        memory = list(_memory(ours, size))
        with served.server("bare") as bare:
            floors = [
                {kind: served.faultless(s.port, idling(8), size.seconds) for kind, s in _both(ours, bare)} for _ in range(size.rounds)
            ]
    return {
        "machine": machine(),
        "size": asdict(size),
        "levels": levels,
        "changes": changes,
        "memory": memory,
        "floors": floors,
        "crowd": crowd(database, size),
        "workers": _workers(database, size) if "://" in database else None,
    }


def _workers(database: str, size: Size) -> Json:
    """Compare a server with one worker and one with two, with clients in several campaigns, because each has one writer at a time."""
    campaigns = [f"load {time.time_ns()} {n}" for n in range(CAMPAIGNS)]
    for n, campaign in enumerate(campaigns):
        settled(database, campaign, range(n, AT_WORKERS, CAMPAIGNS))
    return workers.compared(database, campaigns, playing(AT_WORKERS), size.rounds, size.seconds)


def _level(port: int, count: int, size: Size) -> Json:
    """Alternate between the mix and the tool that does nothing; return the medians of all rounds and of their ratio."""
    rounds = []
    for n in range(size.rounds + 1):
        both = {"mix": served.load(port, playing(count), size.seconds), "no_op": served.load(port, idling(count), size.seconds)}
        if n:  # the first round warms up
            rounds.append(both)
        print(f"{count:2} clients, round {n}: {both['mix']['per_second']:.0f}/s of {both['no_op']['per_second']:.0f}/s", flush=True)
    middle = {
        kind: {key: statistics.median(r[kind][key] for r in rounds) for key in ("per_second", "p50_ms", "p99_ms", "mean_ms", "longest_ms")}
        | {key: sum(r[kind][key] for r in rounds) for key in ("calls", "errors")}
        for kind in ("mix", "no_op")
    }
    ratio = statistics.median(r["mix"]["per_second"] / r["no_op"]["per_second"] for r in rounds)
    return {"clients": count, "ratio": ratio, "first_error": next((r["mix"]["first_error"] for r in rounds), ""), **middle}


def _both(ours: served.Served, bare: served.Served) -> tuple[tuple[str, served.Served], ...]:
    return (("ours", ours), ("bare", bare))


def _memory(server: served.Served, size: Size) -> Iterator[Json]:
    """Measure the memory of the server's process after the first calls and after each later part."""
    status, calls = Path(f"/proc/{server.process}/status"), 0
    if not status.is_file():
        return  # only Linux reports it
    for _ in range(CHUNKS + 1):
        part = served.load(server.port, playing(8), 600, size.calls // CHUNKS // 8)
        calls += part["calls"]
        kib = next(int(line.split()[1]) for line in status.read_text("ascii").splitlines() if line.startswith("VmRSS:"))
        print(f"{calls} calls: {kib / 1024:.1f} MiB", flush=True)
        yield {"calls": calls, "errors": part["errors"], "MiB": kib / 1024}


def crowd(database: str, size: Size) -> list[Json]:
    """Time a view of forty things among many others, without the answer cache."""
    few, many = (_crowded(database, count) for count in size.crowds)
    clock = time.perf_counter if "://" in database else time.process_time  # only this process reads a file
    took: list[list[float]] = [[], []]
    with few, many:
        for _ in range(size.views):
            for game, seconds in zip((few, many), took, strict=True):
                game._fast.forget()
                game.store._memories.clear()
                began = clock()
                _done(game.ask({"operation": "view", "characterName": "Thorin"}, detail="brief"))
                seconds.append(clock() - began)
    return [{"things": count, "ms": statistics.median(seconds) * 1e3} for count, seconds in zip(size.crowds, took, strict=True)]


def _crowded(database: str, count: int) -> Game:
    game = open_campaign(database, f"load {count} things {time.time_ns()}", new=True)
    _done(game.ask({"operation": "create", "name": "Thorin", "character": heroes.CHARACTER}, tool="manage_character"))
    for at in (0, 20):
        _done(game.ask({"batch": heroes.gives("Thorin", 40)[at : at + 20]}))
    with game.store._database.writer.connect() as connection:
        connection.execute(text(_CROWD), {"campaign": game.campaign.id, "count": count, "each": PER_CHEST, "available": True})
        connection.exec_driver_sql("ANALYZE")
        connection.commit()
    return game


def _done(answer: Json) -> Json:
    if not answer["ok"]:
        raise RuntimeError(answer["text"])
    return answer


# ── aims ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


AIMS: Final = {"sqlite": (0.75, 5), "postgresql": (0.5, 10)}
"""For each database: the least mixed load with eight clients, relative to the tool that does nothing, and the largest ratio of p99 to p50."""


def rows(found: Json) -> Iterator[Row]:
    by = {level["clients"]: level for level in found["levels"]}
    eight, sixteen, most = by[8], by[16], by[64]
    share, spread = AIMS[found["database"]]
    beside = f"{eight['mix']['per_second']:.0f}/s against {eight['no_op']['per_second']:.0f}/s"
    yield Row("mixed load, one campaign, 8 clients, calls per second against a no-op tool's", eight["ratio"], "≥", share, beside)
    p50, p99 = sixteen["mix"]["p50_ms"], sixteen["mix"]["p99_ms"]
    yield Row("mixed load, 16 clients, p99 against p50", p99 / p50, "≤", spread, f"{p99:.1f} ms against {p50:.1f} ms")
    mean, longest = most["mix"]["mean_ms"], most["mix"]["longest_ms"]
    yield Row(
        "mixed load, 64 clients, the longest wait against the mean", longest / mean, "≤", 10, f"{longest:.0f} ms against {mean:.0f} ms"
    )
    yield Row("mixed load, 64 clients, errors", most["mix"]["errors"], "≤", 0, f"of {most['mix']['calls']} calls")
    equip, idle = (statistics.median(c[kind]["per_second"] for c in found["changes"]) for kind in ("equip", "no_op"))
    ratio = statistics.median(c["equip"]["per_second"] / c["no_op"]["per_second"] for c in found["changes"])
    yield Row("a durable equip, 8 clients, calls per second against a no-op tool's", ratio, "≥", 0.5, f"{equip:.0f}/s against {idle:.0f}/s")
    if memory := found["memory"]:
        first, last = memory[0], memory[-1]
        beside = f"{first['MiB']:.0f} → {last['MiB']:.0f} MiB over {last['calls'] - first['calls']} calls"
        yield Row("memory of the server after many calls, against before", last["MiB"] / first["MiB"], "≤", 1.1, beside)
    ours, bare = (statistics.median(f[kind]["per_second"] for f in found["floors"]) for kind in ("ours", "bare"))
    ratio = statistics.median(f["ours"]["per_second"] / f["bare"]["per_second"] for f in found["floors"])
    yield Row("no-op tool, 8 clients, against a bare FastMCP server's", ratio, "≥", 0.95, f"{ours:.0f}/s against {bare:.0f}/s")
    few, many = found["crowd"]
    beside = f"{many['ms']:.2f} ms against {few['ms']:.2f} ms"
    yield Row(f"view of 40 things among {many['things']}, against {few['things']}", many["ms"] / few["ms"], "≤", 1.2, beside)

    if both := found.get("workers"):
        one, two = (statistics.median(r[n] for r in both["rounds"]) for n in ("1", "2"))
        ratio = statistics.median(r["2"] / r["1"] for r in both["rounds"])
        name = f"two workers against one over {both['campaigns']} campaigns, {both['clients']} clients"
        yield Row(name, ratio, "≥", 1.4, f"{two:.0f}/s against {one:.0f}/s")


def report(found: Json, asked: list[Row]) -> str:
    on = found["machine"]
    lines = [
        f"# Load on {found['database']}",
        "",
        "`make load` writes this page: 80 % views, 15 % single changes, 5 % batches of 20, over HTTP on one machine that also runs the",
        f"clients ({on['cores']} cores, {on['memoryGiB']} GiB, {on['system']}, Python {on['python']}, SQLite {on['sqlite']}).",
        f"Each number of clients plays {found['size']['rounds']} rounds of {found['size']['seconds']:g} s; the table shows the median round.",
        "",
        f"![Calls per second, latencies and memory]({found['database']}.svg)",
        "",
        "| | what | measured | aim | of |",
        "|---|---|--:|--:|---|",
        *(f"| {'✓' if r.ok else '✗'} | {r.name} | {r.measured:.2f} | {r.sign} {r.limit:g} | {r.beside} |" for r in asked),
        "",
        "| clients | calls/s | p50 ms | p99 ms | errors | of calls | no-op calls/s | p50 ms | p99 ms |",
        "|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
        *(
            f"| {one['clients']} | {_cells(one['mix'])} | {one['mix']['errors']} | {one['mix']['calls']} | {_cells(one['no_op'])} |"
            for one in found["levels"]
        ),
    ]
    return "\n".join(lines) + "\n"


def _cells(counted: Json) -> str:
    return f"{counted['per_second']:.0f} | {counted['p50_ms']:.1f} | {counted['p99_ms']:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--db")
    parser.add_argument("--brief", action="store_true")
    parser.add_argument("--out", type=Path, default=Path(__file__).parents[1] / "docs" / "bench")
    given = parser.parse_args()
    with TemporaryDirectory(prefix="rpg-lite-load-") as folder:
        database = given.db or str(Path(folder) / "load.db")
        found = measured(database, BRIEF if given.brief else WHOLE)
    found["database"] = "postgresql" if database.startswith("postgresql") else "sqlite"
    asked = list(rows(found))
    given.out.mkdir(parents=True, exist_ok=True)
    file = given.out / found["database"]
    whole = {**found, "rows": [{**asdict(r), "ok": r.ok} for r in asked]}
    file.with_suffix(".json").write_text(json.dumps(whole, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    file.with_suffix(".svg").write_text(plot.drawn(found), encoding="utf-8")
    file.with_suffix(".md").write_text(report(found, asked), encoding="utf-8")
    print(report(found, asked))


if __name__ == "__main__":
    main()
