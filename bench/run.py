"""The table of speeds and sizes. It gives ratios within one run, because these mean the same on every machine. `--json` is for programs."""

import json
import os
import platform
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import fights
import game_master
import heroes
import looking_back
import mazes
import measured
import served
import starting
from rich.console import Console
from rich.table import Table
from rows import Row

from rpg_lite import effective, open_campaign, rulebook
from rpg_lite.content import map_files
from rpg_lite.decision.outcome import Rejected
from rpg_lite.game import Game
from rpg_lite.operations.rooms.route import Route, decide_route
from rpg_lite.rules import conditions
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.store import sqlite_driver_selection
from rpg_lite.store.store import Reading
from rpg_lite.views.maps.svg import map_svg
from rpg_lite.views.maps.text import map_text
from rpg_lite.views.stats_json import breakdowns, sheet_json, stats_json

HERE = Path(__file__).parent
CLIENTS, ROUNDS, SECONDS = 8, 3, 1.0
SHEETS = 10_000
FEW_ROOMS, ROOMS = 100, 1_000_000
BYTES_PER_TOKEN = 3.5

Json = dict[str, Any]


# ── numbers and their answer ──────────────────────────────────────────────────────────────────────────────────────────


def pipeline() -> Iterator[Row]:
    book = rulebook("5.1")
    at = situation(SheetDocument.model_validate(heroes.DOCUMENT), book)
    stats = at.stats(book)
    if stats.errors:
        raise RuntimeError(f"the hero's document has errors: {stats.errors}")

    def computed() -> None:
        at.stats(book)

    def written() -> None:
        json.dumps({**stats_json(stats), "breakdown": breakdowns(stats)}, ensure_ascii=False)

    changes = (
        *(g.item.passive for g in at.gear),
        *(e.modifiers for e in at.effects),
        *(conditions.changes(a, book) for a in at.conditions),
    )
    modifiers = sum(map(len, changes)) + len(at.sheet.modifiers)
    compute, write = _in_turns(15, 40, computed, written)
    beside = f"{compute * 1e6:.0f} µs against {write * 1e6:.0f} µs; {len(at.gear)} worn, {modifiers} modifiers"
    yield Row("effective with reasons, against writing it as JSON", compute / write, "≤", 1.0, beside)


def a_caster() -> Iterator[Row]:
    """Compare computing the numbers of a caster of level 20 with writing them, both with its sheet at hand, as in a campaign, and with
    reading its document.
    """
    book = rulebook("5.1")
    at = situation(SheetDocument.model_validate(heroes.CASTER), book)
    stats = at.stats(book)

    def written() -> None:
        json.dumps({**stats_json(stats), "breakdown": breakdowns(stats)}, ensure_ascii=False)

    known, read, write = _in_turns(15, 20, lambda: at.stats(book), lambda: effective(heroes.CASTER, book), written)
    for name, took in (("sheet at hand", known), ("document", read)):
        beside = f"{took * 1e6:.0f} µs against {write * 1e6:.0f} µs; wizard 8, cleric 5, sorcerer 4, warlock 3"
        yield Row(f"effective of a caster of level 20 from its {name}, against writing it as JSON", took / write, "≤", 2, beside)


def many_sheets(folder: Path) -> Iterator[Row]:
    """Compare `rpg-lite sheet`, which reads, checks, computes and prints, with only computing and printing."""
    documents = heroes.documents(SHEETS)
    file = folder / "sheets.jsonl"
    file.write_text("".join(json.dumps(d) + "\n" for d in documents), encoding="utf-8")
    book = rulebook("5.1")
    ready = [situation(SheetDocument.model_validate(d), book) for d in documents[: SHEETS // 10]]
    began = time.process_time()
    for at in ready:
        json.dumps(sheet_json(at, book), ensure_ascii=False)
    alone = (time.process_time() - began) / len(ready)
    whole = starting.sheets_of(file) / SHEETS
    beside = f"{1 / whole:.0f}/s against {1 / alone:.0f}/s of the processor's time, {SHEETS} documents"
    yield Row("rpg-lite sheet over JSON Lines, against effective and JSON alone", alone / whole, "≥", 0.5, beside)


def _in_turns(rounds: int, times: int, *works: Any) -> list[float]:
    """The median processor seconds for one run of each function; they are run in turns."""
    took: list[list[float]] = []
    for _ in range(rounds):
        row = []
        for work in works:
            began = time.process_time()
            for _ in range(times):
                work()
            row.append((time.process_time() - began) / times)
        took.append(row)
    return [statistics.median(column) for column in zip(*took, strict=True)]


# ── over HTTP ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def over_http(folder: Path) -> Iterator[Row]:
    database = folder / "http.db"
    names = [f"Hero {n}" for n in range(CLIENTS)]
    with open_campaign(database) as game:
        for name in names:
            document = {**heroes.DOCUMENT, "character": {**heroes.CHARACTER, "name": name}}
            _done(game.ask({"operation": "import", "document": document}, tool="manage_character"))
    view = [{"tool": "manage_inventory", "payloads": [{"operation": "view", "characterName": n}]} for n in names]
    nothing = [{"tool": "no_op", "payloads": c["payloads"]} for c in view]
    equip = [
        {
            "tool": "manage_inventory",
            "payloads": [{"operation": o, "characterName": n, "itemName": "Shield +1"} for o in ("unequip", "equip")],
        }
        for n in names
    ]
    with served.server("serve", str(database)) as server:
        works = {"no_op": nothing, "view": view, "equip": equip}
        for clients in works.values():
            served.faultless(server.port, clients, 0.3)
        took = {name: [] for name in works}
        for _ in range(ROUNDS):
            for name, clients in works.items():
                took[name].append(served.faultless(server.port, clients, SECONDS))
    for name, limit in (("view", 0.6), ("equip", 0.3)):
        ratio = statistics.median(a["per_second"] / b["per_second"] for a, b in zip(took[name], took["no_op"], strict=True))
        fsync = f"; one fsync {_fsync(folder) * 1e3:.2f} ms" if name == "equip" else ""
        beside = f"{_speed(took[name])} against {_speed(took['no_op'])}{fsync}"
        yield Row(f"{name} over HTTP, {CLIENTS} clients, against a no-op tool", ratio, "≥", limit, beside)


def _speed(loads: list[Json]) -> str:
    def middle(key: str) -> float:
        return statistics.median(one[key] for one in loads)

    return f"{middle('per_second'):.0f}/s (p50 {middle('p50_ms'):.1f}, p99 {middle('p99_ms'):.0f} ms)"


def _fsync(folder: Path) -> float:
    """The median seconds for an fsync of one page on this disk."""
    took = []
    with open(folder / "fsync", "wb", buffering=0) as file:
        for _ in range(50):
            file.write(b"x" * 4096)
            began = time.perf_counter()
            os.fsync(file.fileno())
            took.append(time.perf_counter() - began)
    return statistics.median(took)


# ── a batch ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def in_a_batch(folder: Path) -> Iterator[Row]:
    took: dict[str, list[float]] = {"batch": [], "single": []}
    with open_campaign(folder / "batch.db") as game:
        for n in range(8):
            for way in took:
                _done(
                    game.ask({"operation": "create", "name": f"{way} {n}", "character": {"classes": ["fighter"]}}, tool="manage_character")
                )
            began = time.perf_counter()
            _done(game.ask({"batch": heroes.gives(f"batch {n}", 20)}, detail="brief"))
            between = time.perf_counter()
            for payload in heroes.gives(f"single {n}", 20):
                _done(game.ask(payload, detail="brief"))
            took["batch"].append(between - began)
            took["single"].append(time.perf_counter() - between)
    ratio = statistics.median(s / b for s, b in zip(took["single"][1:], took["batch"][1:], strict=True))
    batch, single = (20 / statistics.median(seconds[1:]) for seconds in took.values())
    yield Row("a batch of 20 gives, against 20 calls", ratio, "≥", 6, f"{batch:.0f} gives/s against {single:.0f}/s, all durable")


def undoing_a_batch(folder: Path) -> Iterator[Row]:
    took: dict[str, list[float]] = {"batch": [], "undo": []}
    with open_campaign(folder / "undo.db") as game:
        _done(game.ask({"operation": "create", "name": "Thorin"}, tool="manage_character"))
        for _ in range(8):
            for way, payload in (("batch", {"batch": heroes.gives("Thorin", 20)}), ("undo", {"operation": "undo"})):
                began = time.perf_counter()
                _done(game.ask(payload, detail="brief"))
                took[way].append(time.perf_counter() - began)
    batch, undo = (statistics.median(seconds[1:]) for seconds in took.values())
    yield Row("undo of a batch of 20 gives, against the batch", undo / batch, "≤", 2, f"{undo * 1e3:.1f} ms against {batch * 1e3:.1f} ms")


# ── acts ──────────────────────────────────────────────────────────────────────────────────────────────────────────────


def acts(folder: Path) -> Iterator[Row]:
    """Compare the best times of acts and turns with that of one attack; each is a durable command of its own."""
    for name, limit, (took, attack) in (
        ("a fireball on 8, against one attack", 2, fights.fireball_and_attack(folder)),
        ("the next turn of 12 with 20 things each, 3 zones, 20 triggers, against one attack", 3, fights.turn_and_attack(folder)),
    ):
        beside = f"{took * 1e3:.1f} ms against {attack * 1e3:.1f} ms of the processor's time"
        yield Row(name, took / attack, "≤", limit, beside)
    yield Row("Python calls of an equip on the event loop", fights.calls_of_an_equip(folder), "≤", 900, "the same on every machine")


def where_the_evening_stands(folder: Path) -> Iterator[Row]:
    for name, (took, party) in (
        (f"a context after {looking_back.DEEDS} deeds, against the party", looking_back.context_and_party(folder)),
        (f"a recap of {looking_back.REVS} revs, against the party then", looking_back.recap_and_party(folder)),
    ):
        beside = f"{took * 1e3:.1f} ms against {party * 1e3:.1f} ms of the processor's time"
        yield Row(name, took / party, "≤", 3, beside)


def a_turn_of_the_game_master(folder: Path) -> Iterator[Row]:
    turn, calls = game_master.turn_and_calls(folder)
    beside = f"{turn * 1e3:.0f} ms against {calls * 1e3:.0f} ms"
    yield Row("a scripted game master's turn, against its context and calls by hand", turn / calls, "≤", 3, beside)


# ── starting ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def at_the_start(folder: Path) -> Iterator[Row]:
    ours, bare = starting.in_turns(9, starting.help_of_ours, starting.help_of_the_bare_program)
    yield Row(
        "--help, against a cyclopts program that does nothing", ours / bare, "≤", 1.2, f"{ours * 1e3:.0f} ms against {bare * 1e3:.0f} ms"
    )
    books = statistics.median(starting.loading_both_rulebooks() for _ in range(7))
    yield Row("ms to load both rulebooks in a fresh process", books * 1e3, "≤", 150, f"{len(rulebook('5.1').templates)} templates of 5.1")
    database = folder / "start.db"
    with open_campaign(database) as game:
        _done(game.ask({"operation": "create", "name": "Thorin", "character": heroes.CHARACTER | {"party": True}}, tool="manage_character"))
    ours, bare = starting.in_turns(4, lambda: starting.first_answer_of_ours(database), starting.first_answer_of_a_bare_server)
    beside = f"{ours * 1e3:.0f} ms against {bare * 1e3:.0f} ms, from the start of the process to the answer of the first call"
    yield Row("a server's first answer, against a bare FastMCP server's", ours / bare, "≤", 1.8, beside)


# ── rooms ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def a_map(folder: Path) -> Iterator[Row]:
    """Measure an import from the file to the rows of a new campaign."""
    text = (HERE.parent / "tests" / "facts" / "one_page_dungeon.json").read_text(encoding="utf-8")
    took = []
    for n in range(7):
        with open_campaign(folder / f"map{n}.db") as game:
            began = time.perf_counter()
            document = map_files.read(text).model_dump(mode="json", by_alias=True, exclude_defaults=True)
            _done(game.ask({"operation": "import_map", "document": document}, tool="manage_room"))
            took.append((time.perf_counter() - began) * 1e3)
    beside = f"{len(document['rooms'])} rooms; one fsync {_fsync(folder) * 1e3:.2f} ms"
    yield Row("a One Page Dungeon read and brought in, ms", statistics.median(took), "≤", 100, beside)


def looks(folder: Path) -> Iterator[Row]:
    """Show that the cost of a look depends on the room, not on the size of the map; both rooms have the same number of exits."""
    small, large = (mazes.dug(folder / f"look{rooms}.db", rooms, mazes.ancestor(rooms, 1))[0] for rooms in (FEW_ROOMS, ROOMS))
    with small, large:
        one, many = _in_turns(15, 40, lambda: mazes.look(small), lambda: mazes.look(large))
    yield Row(f"look among {ROOMS} rooms, against {FEW_ROOMS}", many / one, "≤", 1.3, f"{many * 1e3:.2f} ms against {one * 1e3:.2f} ms")


# ── sizes ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def sizes() -> Iterator[Row]:
    with open_campaign(":memory:", seed=1) as game:
        hero = {**heroes.CHARACTER, "name": "Thorin"}
        _done(game.ask({"operation": "import", "document": {"character": hero, "equipped": heroes.WORN}}, tool="manage_character"))
        on = {"operation": "equip", "characterName": "Thorin", "itemName": "Plate Armor"}
        _done(game.ask({**on, "operation": "unequip"}))
        yield _size("one equip", 100, game, on)
        yield _size("a batch of 20 gives", 700, game, {"batch": heroes.gives("Thorin", 20)})
        _done(game.ask({"operation": "create", "name": "Elara"}, tool="manage_character"))
        for at in (0, 20):
            _done(game.ask({"batch": heroes.gives("Elara", 40)[at : at + 20]}))
        yield _size("view of 40 things", 400, game, {"operation": "view", "characterName": "Elara"})
        why = {"operation": "character", "characterName": "Thorin", "stats": ["ac"]}
        yield _size("one number with its reasons", 120, game, why, "read_campaign")


def _size(name: str, limit: float, game: Game, payload: Json, tool: str = "manage_inventory") -> Row:
    """The tokens of the larger half of an answer, the structured content, which includes the text."""
    answer = _done(game.ask(payload, tool=tool, detail="brief"))
    whole = len(json.dumps(answer, ensure_ascii=False, separators=(",", ":")).encode())
    text = len(answer["text"].encode())
    beside = f"{whole} bytes structured, {text} as text alone"
    return Row(f"tokens of {name}", whole / BYTES_PER_TOKEN, "≤", limit, beside)


def _done(answer: Json) -> Json:
    if not answer["ok"]:
        raise RuntimeError(answer["text"])
    return answer


# ── routes and maps ───────────────────────────────────────────────────────────────────────────────────────────────────


def routes_and_maps(folder: Path) -> Iterator[Row]:
    """Measure routes through a very large world, with nothing loaded in advance, and its maps.

    Rooms store whether the party has discovered them, so a route reads the rooms as well as the exits.
    """
    game, built = mazes.dug(folder / "maze.db", ROOMS)
    far, near = f"r1.{ROOMS // 2 - 7}", mazes.ancestor(ROOMS, 10)
    with game:
        for name, goal, whole, fogged in (("across", far, 150, 250), ("of 10 steps in", near, 2, 2)):
            for everything, limit in ((True, whole), (False, fogged)):
                steps, took = _route(game, goal, everything)
                beside = f"{steps} steps, {'the whole map' if everything else 'discovered rooms'}; built in {built:.0f} s"
                yield Row(f"ms for a route {name} {ROOMS} rooms", took * 1e3, "≤", limit, beside)
        chart = game.chart(around=3)
        written = map_text(chart)
        (took,) = _in_turns(9, 5, lambda: map_text(chart))
        yield Row("ms to draw a map as text", took * 1e3, "≤", 1, f"{len(chart.rooms)} rooms")
        yield Row("characters of a map as text", len(written), "≤", 1500, f"{len(chart.rooms)} rooms")
        around = game.chart(around=8)
        hundred = replace(around, rooms=around.rooms[:100])
        (took,) = _in_turns(9, 3, lambda: map_svg(hundred))
        yield Row("ms to draw 100 rooms as SVG", took * 1e3, "≤", 60, f"{len(map_svg(hundred))} bytes")


def _route(game: Game, goal: str, everything: bool) -> tuple[int, float]:
    """Measure only the search, with its exits read from the database: (steps, median seconds of processor time)."""
    command = Route(operation="route", to_id=goal, everything=everything)

    def work(at: Reading) -> tuple[int, float]:
        world, turn = at.load(command.touches(), game.book), game._situation(at, 1)
        found = decide_route(command, world, turn)
        if isinstance(found, Rejected):
            raise RuntimeError(found.code)
        (took,) = _in_turns(15, 1, lambda: decide_route(command, world, turn))
        return len(found.result.trip.steps), took

    return game.store.read(game.campaign.id, work)


# ── the table ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def machine() -> Json:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") if hasattr(os, "sysconf") else 0
    return {
        "cores": os.cpu_count(),
        "memoryGiB": round(memory / 2**30, 1),
        "python": platform.python_version(),
        "sqlite": sqlite_driver_selection.driver()[0].sqlite_version,
        "system": f"{platform.system()} {platform.machine()}",
    }


def rows(folder: Path) -> Iterator[Row]:
    yield from pipeline()
    yield from a_caster()
    yield from many_sheets(folder)
    yield from over_http(folder)
    yield from in_a_batch(folder)
    yield from undoing_a_batch(folder)
    yield from acts(folder)
    yield from measured.rows(folder)
    yield from where_the_evening_stands(folder)
    yield from a_turn_of_the_game_master(folder)
    yield from at_the_start(folder)
    yield from a_map(folder)
    yield from looks(folder)
    yield from sizes()
    yield from routes_and_maps(folder)


def table(found: list[Row]) -> Table:
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for heading, align in (("", "left"), ("what", "left"), ("measured", "right"), ("limit", "right"), ("of", "left")):
        shown.add_column(heading, justify=align)  # type: ignore[arg-type]
    for row in found:
        digits = 0 if row.limit >= 100 else 2
        mark = "[green]✓[/]" if row.ok else "[red]✗[/]"
        shown.add_row(mark, row.name, f"{row.measured:.{digits}f}", f"{row.sign} {row.limit:g}", row.beside)
    return shown


def main(arguments: list[str]) -> None:
    console = Console(width=None if sys.stdout.isatty() else 200)
    found: list[Row] = []
    with TemporaryDirectory(prefix="rpg-lite-bench-") as folder:
        for row in rows(Path(folder)):
            found.append(row)
            print(f"{len(found):2}  {row.name}", file=sys.stderr)
    if "--json" in arguments:
        print(json.dumps({"machine": machine(), "rows": [{**asdict(r), "ok": r.ok} for r in found]}, ensure_ascii=False, indent=2))
        return
    on = machine()
    console.print(f"{on['cores']} cores, {on['memoryGiB']} GiB, {on['system']}, Python {on['python']}, SQLite {on['sqlite']}\n")
    console.print(table(found))


if __name__ == "__main__":
    main(sys.argv[1:])
