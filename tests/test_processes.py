"""Several programs on one file: each chat window starts its own server."""

import multiprocessing
from pathlib import Path

import pytest

import rpg_lite
from tests.operations.table import Table

PROCESSES, EACH = 8, 12
HEROES = ("Thorin", "Elara")


def hand_over(file: str, seed: int) -> int:
    """Hands coins and relics to and fro; how often it was accepted."""
    accepted = 0
    with rpg_lite.open_campaign(file, seed=seed, busy_ms=30_000) as game:
        for n in range(EACH):
            giver, taker = HEROES[::1] if (n + seed) % 2 else HEROES[::-1]
            item = {"itemName": "gp", "quantity": 1 + n % 3} if n % 3 else {"itemName": f"Relic {(n + seed) % 4}"}
            accepted += game.ask({"characterName": giver, "operation": "transfer", "toCharacterName": taker, **item})["ok"]
    return accepted


@pytest.mark.slow
def test_eight_processes_that_transfer_the_same_things_lose_and_double_nothing(tmp_path: Path):
    file = tmp_path / "party.db"
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        for name in HEROES:
            table.did("create", name=name)
            table.did("give", name, template="gp", quantity=40)
        for n in range(4):
            table.did("give", "Thorin", item={"name": f"Relic {n}", "type": "wondrous", "weight": 0, "stackable": False})
        before = table.now
    with multiprocessing.get_context("spawn").Pool(PROCESSES) as pool:
        accepted = sum(pool.starmap(hand_over, [(str(file), seed) for seed in range(PROCESSES)]))
    with rpg_lite.open_campaign(file) as game:
        table = Table(game)
        after = table.now
        thorin, elara = map(table.bag, HEROES)
    assert accepted > EACH
    assert after.rev == before.rev + accepted == after.commits - 1
    assert thorin["Gold Piece"] + elara["Gold Piece"] == 80
    relics = [thorin.get(f"Relic {n}", 0) + elara.get(f"Relic {n}", 0) for n in range(4)]
    assert relics == [1, 1, 1, 1]
    assert {t.id for t in after.things.values() if t.name.startswith("Relic")} == {
        t.id for t in before.things.values() if t.name.startswith("Relic")
    }
