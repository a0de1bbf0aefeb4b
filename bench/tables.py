"""Measure the memory of one process that plays many campaigns in turn, either all in one database, as a server with a token for each table
does, or each in a file of its own.

python bench/tables.py [--brief]
"""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from run import Row

from rpg_lite import open_campaign
from rpg_lite.decision.callers import Caller
from rpg_lite.game import Game
from rpg_lite.server.campaign_router import CampaignRouter

TABLES, WARM = 1_000, 100
CHARACTER: Final = {"classes": ["fighter 5"], "race": "dwarf"}


def of_one_database(folder: Path, tables: int, warm: int) -> Row:
    file = folder / "tables.db"
    with open_campaign(file, "Table 0", new=True) as game:
        router = CampaignRouter(game)
        for n in range(1, tables):
            open_campaign(file, f"Table {n}", new=True).close()
        sizes = [(_play(router._open(Caller(campaign=f"Table {n}")).game), _mib())[1] for n in range(tables)]
    return _row("one database", sizes, warm)


def of_files(folder: Path, tables: int, warm: int) -> Row:
    sizes = []
    for n in range(tables):
        with open_campaign(folder / f"{n}.db") as game:
            _play(game)
        sizes.append(_mib())
    return _row("a file for each", sizes, warm)


def _row(how: str, sizes: list[float], warm: int) -> Row:
    beside = f"{sizes[warm]:.0f} → {sizes[-1]:.0f} MiB"
    return Row(f"memory after {len(sizes)} campaigns in turn, {how}, against after {warm}", sizes[-1] / sizes[warm], "≤", 1.1, beside)


def _play(game: Game) -> None:
    for tool, payload in (
        ("manage_character", {"operation": "create", "name": "Thorin", "character": CHARACTER}),
        ("manage_inventory", {"operation": "give", "characterName": "Thorin", "template": "Plate Armor", "equip": True}),
        ("manage_inventory", {"operation": "view", "characterName": "Thorin"}),
    ):
        answer = game.ask(payload, tool=tool, detail="brief")
        if not answer["ok"]:
            raise RuntimeError(answer["text"])


def _mib() -> float:
    status = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) for line in status if line.startswith("VmRSS:")) / 1024


def rows(folder: Path, tables: int = TABLES, warm: int = WARM) -> Iterator[Row]:
    yield of_one_database(folder, tables, warm)
    yield of_files(folder, tables, warm)


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        for row in rows(Path(folder), *((120, 80) if "--brief" in sys.argv else (TABLES, WARM))):
            print(f"{'✓' if row.ok else '✗'} {row.name}: {row.measured:.2f} ({row.sign} {row.limit:g}; {row.beside})", flush=True)
