"""Measure the cost of exporting, importing and checking a campaign and of copying its database, as multiples of the time to read every row
once.

This writes the table of docs/scale.md. With an empty PostgreSQL database, it also measures several writers:

    python bench/moving.py [THINGS] [postgresql://…]
"""

import platform
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from time import perf_counter
from typing import Any

from sqlalchemy import select

from rpg_lite import open_campaign
from rpg_lite.game import Game
from rpg_lite.store import store_maintenance
from rpg_lite.store.dependency_order import TABLES
from rpg_lite.store.store import Store

PAGE = Path(__file__).parents[1] / "docs" / "scale.md"
BEGIN, END = "<!-- measured: bench/moving.py -->", "<!-- end -->"
GIVEN = 20
WRITERS, SECONDS = 4, 3.0


def quiet(what: str, done: int, total: int) -> None:
    pass


def timed(work: Callable[[], Any]) -> float:
    began = perf_counter()
    work()
    return perf_counter() - began


def filled(game: Game, things: int) -> None:
    """Fill a game in full batches of gives, as a game master would."""
    game.ask({"operation": "create", "name": "Thorin", "character": {"party": True}}, tool="manage_character")
    for n in range(0, things, GIVEN):
        gifts = [{"item": {"name": f"Thing {n + k}", "type": "treasure", "stackable": False}} for k in range(GIVEN)]
        answer = game.ask({"bagName": "floor", "operation": "give", "batch": gifts})
        if not answer["ok"]:
            raise RuntimeError(answer["text"])


def read_once(store: Store) -> int:
    def work(connection: Any) -> int:
        return sum(len([dict(row) for row in connection.execute(select(table)).mappings()]) for table in TABLES)

    return store.at_one_moment(work)


def moved(folder: Path, things: int, url: str | None) -> list[tuple[str, str]]:
    with open_campaign(folder / "home.db") as game:
        filled(game, things)
        home, campaign = game.store, game.campaign.id
        one = min(timed(lambda: read_once(home)) for _ in range(3))
        file = folder / "all.zip"
        found = {
            "export into a file": timed(lambda: store_maintenance.export_campaign(home, campaign, file, quiet)),
            "import of that file, with its checks": timed(lambda: store_maintenance.import_campaign(home, file, "again", quiet)),
        }
        with Store.open(folder / "away.db") as away:
            found["`db check` of both campaigns"] = timed(lambda: store_maintenance.findings(home, quiet))
            found["`db copy` of both to SQLite, with the comparison"] = timed(lambda: store_maintenance.copy_database(home, away, quiet))
        if url:
            with Store.open(url) as away:
                found["`db copy` of both to PostgreSQL, with the comparison"] = timed(
                    lambda: store_maintenance.copy_database(home, away, quiet)
                )
        rows = [("rows of the campaign; reading them once", f"{read_once(home) // 2}; 1.0")]
        rows += [(name, f"{took / one:.1f}") for name, took in found.items()]
        size = file.stat().st_size / (folder / "home.db").stat().st_size * 2
        return [*rows, ("size of the file, against the campaign in SQLite", f"{size:.2f}")]


def written(url: str, campaigns: int) -> float:
    """Commands per second of several writers, spread over some campaigns."""
    counts = [0] * WRITERS
    games = [open_campaign(url, f"bench {campaigns} {n % campaigns}", new=True) for n in range(WRITERS)]

    def writes(n: int) -> None:
        until = perf_counter() + SECONDS
        while perf_counter() < until:
            games[n].ask({"bagName": "floor", "operation": "give", "item": {"name": "Pebble", "type": "treasure"}}, detail="brief")
            counts[n] += 1

    threads = [Thread(target=writes, args=(n,)) for n in range(WRITERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for game in games:
        game.close()
    return sum(counts) / SECONDS


def main(things: int, url: str | None) -> None:
    with TemporaryDirectory() as folder:
        rows = moved(Path(folder), things, url)
    if url:
        one = written(url, 1)
        rows.append(
            (
                f"{WRITERS} writers on {WRITERS} campaigns, against {WRITERS} on one (threads of one process)",
                f"{written(url, WRITERS) / one:.1f}",
            )
        )
    lines = ["| what, as a multiple of reading every row once | measured |", "|---|--:|", *(f"| {name} | {told} |" for name, told in rows)]
    made_on = f"{things:,} things, one event each, {GIVEN} to a command; {platform.system()}, Python {platform.python_version()}."
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text("\n".join([before + BEGIN, *lines, "", made_on, END]) + rest.partition(END)[2], "utf-8")
    print(*lines, sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, sys.argv[2] if len(sys.argv) > 2 else None)
