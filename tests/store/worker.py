"""Jobs for another process in a test: `python worker.py JOB GO DATABASE …`. It waits for the file GO."""

import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

from rpg_lite.store.store import Store
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.world.events import Counted, Event, Moved
from rpg_lite.world.evolve import evolve_all
from tests.store.worlds import by_id


def wait(go: Path) -> None:
    while not go.exists():
        time.sleep(0.002)


def open_many(go: Path, folder: str, count: str) -> int:
    """Opens one fresh database after the other, in step with its siblings."""
    wait(go)
    for n in range(int(count)):
        with Store.open(Path(folder) / f"{n}.db") as store:
            store.create_campaign("default", "5.1", {}, ())
    return int(count)


def move(go: Path, database: str, seed: str, count: str) -> int:
    """Takes a thing from the other chest and hands over a coin, if both are there; how often it was accepted."""
    chance, accepted = random.Random(seed), 0
    wait(go)
    with Store.open(database, busy_ms=30_000) as store:
        campaign = store.campaigns()[0]
        for _ in range(int(count)):
            accepted += store.write(campaign.id, lambda w: _swap(w, chance))
    return accepted


def _swap(writing: Writing, chance: random.Random) -> int:
    before = writing.load(by_id("b1.1", "b1.2"))
    source, target = chance.sample(["b1.1", "b1.2"], 2)
    loot = [thing for thing in before.bag_of(source) if thing.name != "gp"]
    coins = {bag: next(t for t in before.bag_of(bag) if t.name == "gp") for bag in (source, target)}
    if not loot or coins[source].quantity == 1:
        return 0
    thing = chance.choice(loot)
    less, more = coins[source], coins[target]
    happened: tuple[Event, ...] = (
        Moved(thing.id, source, target),
        Counted(less.id, less.quantity, less.quantity - 1),
        Counted(more.id, more.quantity, more.quantity + 1),
    )
    after = evolve_all(before, happened)
    writing.record(before, after, happened, tool="move", request_id=None, request_hash="", answer={})
    return 1


def hold(go: Path, database: str, statement: str) -> int:
    """Takes a lock and keeps it until its standard input ends."""
    from rpg_lite.store.sqlite_driver_selection import driver

    connection = driver()[0].connect(database, isolation_level=None)
    connection.execute(statement)
    print("held", flush=True)
    sys.stdin.read()
    return 0


JOBS: dict[str, Callable[..., int]] = {"open_many": open_many, "move": move, "hold": hold}

if __name__ == "__main__":
    print(JOBS[sys.argv[1]](Path(sys.argv[2]), *sys.argv[3:]))
