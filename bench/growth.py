"""Measure the cost of a campaign that has grown: the same calls among many rooms or after many deeds, as multiples of those in a fresh
campaign.

python bench/growth.py [--brief]
"""

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import mazes
from rows import Row
from sqlalchemy import text

from rpg_lite import open_campaign
from rpg_lite.game import Game

ROOMS, DEEDS, TIMES = 100_000, 1_000_000, 15
_NUMBERS: Final = "WITH RECURSIVE deed(n) AS (SELECT :first UNION ALL SELECT n + 1 FROM deed WHERE n < :last)"
_COMMITS: Final = f"""
INSERT INTO "commit" (campaign_id, rev, tool, request_hash, answer, at) {_NUMBERS}
SELECT :campaign, n, 'execute_action', '', '{{"ok": true, "text": "Thorin hits Goblin ' || n || ': 7 slashing."}}', n FROM deed
"""
_EVENTS: Final = f"""
INSERT INTO event (campaign_id, rev, n, body) {_NUMBERS}
SELECT :campaign, n, 1, '{{"event": "rolled", "dice": "1d20", "faces": [' || (1 + n % 20) || '], "total": ' || (1 + n % 20) || ', "for": "roll"}}' FROM deed
"""
MAP: Final = {"name": "Annex", "rooms": [{"name": "Annex", "ways": [{"label": "north", "to": "Store"}]}, {"name": "Store"}]}
Json = dict[str, Any]


def lived(file: Path, deeds: int) -> Game:
    """Make a campaign with a hero and many deeds behind it."""
    game = open_campaign(file)
    _done(game.ask({"operation": "create", "name": "Thorin", "character": {"party": True}}, tool="manage_character"))
    first = game.ask({"operation": "party"}, tool="read_campaign")["rev"] + 1
    with game.store._database.writer.connect() as connection:
        for statement in (_COMMITS, _EVENTS):
            connection.execute(text(statement), {"campaign": game.campaign.id, "first": first, "last": first + deeds - 1})
        connection.execute(text("UPDATE campaign SET rev = :rev"), {"rev": first + deeds - 1})
        connection.commit()
    return game


def calls(game: Game) -> dict[str, Callable[[], Any]]:
    """The calls to measure; each asks the database, not a cache."""

    def asked(tool: str, payload: Json) -> Callable[[], Any]:
        def call() -> None:
            game._fast.forget()
            game.store._memories.clear()
            _done(game.ask(payload, tool=tool, detail="brief"))

        return call

    return {
        "give": asked("manage_inventory", {"operation": "give", "characterName": "Thorin", "template": "Torch"}),
        "undo": asked("manage_inventory", {"operation": "undo"}),
        "import of two rooms": asked("manage_room", {"operation": "import_map", "document": MAP}),
        "history": asked("read_campaign", {"operation": "history"}),
        "context": asked("read_campaign", {"operation": "context"}),
        "look": asked("manage_room", {"operation": "look"}),
    }


def rows(folder: Path, rooms: int = ROOMS, deeds: int = DEEDS, times: int = TIMES) -> Iterator[Row]:
    with lived(folder / "fresh.db", 1) as fresh, lived(folder / "old.db", deeds) as old, mazes.dug(folder / "wide.db", rooms)[0] as wide:
        mazes_fresh = mazes.dug(folder / "narrow.db", 10)[0]
        with mazes_fresh:
            for grown, beside, what in ((old, fresh, f"after {deeds} deeds"), (wide, mazes_fresh, f"among {rooms} rooms")):
                yield from _compared(grown, beside, what, times)


def _compared(grown: Game, fresh: Game, what: str, times: int) -> Iterator[Row]:
    many, few = calls(grown), calls(fresh)
    took: dict[str, tuple[list[float], list[float]]] = {name: ([], []) for name in many}
    for _ in range(times):
        for name in many:
            for each, seconds in zip((many, few), took[name], strict=True):
                began = time.process_time()
                each[name]()
                seconds.append(time.process_time() - began)
    for name, (large, small) in took.items():
        ms = [statistics.median(each) * 1e3 for each in (large, small)]
        yield Row(f"{name} {what}, against a fresh campaign", ms[0] / ms[1], "≤", 2, f"{ms[0]:.1f} ms against {ms[1]:.1f} ms")


def _done(answer: Json) -> None:
    if not answer["ok"]:
        raise RuntimeError(answer["text"])


if __name__ == "__main__":
    size = (1_000, 10_000, 5) if "--brief" in sys.argv else (ROOMS, DEEDS, TIMES)
    with TemporaryDirectory() as folder:
        for row in rows(Path(folder), *size):
            print(f"{'✓' if row.ok else '✗'} {row.name}: {row.measured:.2f} ({row.sign} {row.limit:g}; {row.beside})", flush=True)
