"""Write a file for tests/store/older; one that is there already is written anew.

`python -m tests.store.write_older evening`, before the schema changes: the rows of the newest evening there, played with today's program.
`python -m tests.store.write_older export`, after VERSION was raised: an export of the new version.
"""

import json
import sqlite3
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.store.export_format import VERSION
from rpg_lite.store.migrate import HEAD
from tests.store import exports
from tests.store.played import BACK, EVENING, PLAYED, ROOMS, play

OLDER: Final = Path(__file__).with_name("older")
Row = dict[str, Any]


def write(folder: Path = OLDER, version: str = HEAD) -> Path:
    """Play the newest evening again with this program and write its rows."""
    newest = json.loads(max(OLDER.glob("*.json")).read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "evening.db"
        told = _play(file, calls_of(newest))
        rows = _rows(file, newest["rows"])
    written = folder / f"{version}.json"
    written.write_text(json.dumps({"told": told, "rows": rows}, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    return written


def write_export(folder: Path = OLDER) -> Path:
    """Export a campaign in which something of everything has happened."""
    with tempfile.TemporaryDirectory() as place:
        file = Path(place) / "evening.db"
        with play(open_campaign(file, "Saltmarsh", new=True, seed=1), PLAYED, ROOMS, BACK, EVENING):
            pass
        return exports.export(file, folder / f"export-{VERSION}.zip")


def calls_of(evening: Row) -> list[tuple[str, Row]]:
    """The calls of an evening, each with its tool."""
    return [(row["tag"].removeprefix("tool:"), json.loads(row["text"])) for row in evening["rows"]["call"] if row["kind"] == "call"]


def _play(file: Path, calls: Iterable[tuple[str, Row]]) -> dict[str, list[str]]:
    """The lines that the last calls tell of each creature."""
    told = {}
    with open_campaign(file) as game:
        for tool, payload in calls:
            answer = game.ask(payload, tool)
            if not answer["ok"]:
                raise SystemExit(f"{tool} {payload} is refused: {answer['text']}")
            if payload["operation"] == "view":
                told[payload["characterName"]] = answer["text"].splitlines()
    return told


def _rows(file: Path, tables: Iterable[str]) -> dict[str, list[Row]]:
    connection = sqlite3.connect(file)
    connection.row_factory = sqlite3.Row
    try:
        rows = {name: [dict(row) for row in connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid')] for name in tables}
    finally:
        connection.close()
    return rows | {"thing": [*_bags_first(rows["thing"])]}


def _bags_first(things: list[Row]) -> Iterator[Row]:
    """Each bag before its contents, as the foreign keys ask."""
    waiting, done = things, {None}
    while waiting:
        ready = [row for row in waiting if row["parent_id"] in done]
        yield from ready
        done |= {row["id"] for row in ready}
        waiting = [row for row in waiting if row["id"] not in done]


if __name__ == "__main__":
    print(f"Written into {write_export() if sys.argv[1:] == ['export'] else write()}.")
