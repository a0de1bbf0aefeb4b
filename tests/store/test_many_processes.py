import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rpg_lite.store.store import Store
from rpg_lite.store.unit_of_work import Writing
from rpg_lite.world.events import Counted
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import FIRST_ROOM_ID
from tests.store.worlds import by_id, campaign_in, happen, made, read, seen

ROOT = Path(__file__).parents[2]
LOOT, COINS, EACH = 12, 40, 40


def start(job: str, go: Path, database: Path | str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "tests.store.worker", job, str(go), str(database), *map(str, arguments)]
    path = os.environ.get("PYTHONPATH", str(ROOT))
    return subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": path}
    )


def finish(workers: list[subprocess.Popen[str]], go: Path) -> list[int]:
    go.touch()
    said = [worker.communicate(timeout=90)[0] for worker in workers]
    assert [worker.returncode for worker in workers] == [0] * len(workers)
    return [int(words) for words in said]


@pytest.mark.slow
def test_processes_that_open_a_fresh_file_at_once_all_succeed(tmp_path: Path) -> None:
    go = tmp_path / "go"
    assert finish([start("open_many", go, tmp_path, 12) for _ in range(4)], go) == [12] * 4
    with Store.open(tmp_path / "0.db") as store:
        assert [campaign.rev for campaign in store.campaigns()] == [0]


@pytest.mark.slow
def test_eight_processes_lose_and_double_nothing(where: Path | str, tmp_path: Path) -> None:
    go = tmp_path / "go"
    with Store.open(where) as store:
        campaign = campaign_in(store)
        chests = [made(id, id, kind="container") for id in ("b1.1", "b1.2")]
        purses = [made(f"i1.{n}", "gp", chest, quantity=COINS) for n, chest in ((3, "b1.1"), (4, "b1.2"))]
        loot = [made(f"i1.{n}", f"Relic {n}", "b1.1") for n in range(10, 10 + LOOT)]
        before = happen(store, campaign, by_id(FIRST_ROOM_ID), *chests, *purses, *loot)
        accepted = sum(finish([start("move", go, where, seed, EACH) for seed in range(8)], go))
        after = seen(store, campaign, by_id("b1.1", "b1.2"))
        commits = read(store, campaign, lambda r: r.commits_since(1))
    assert accepted > 4 * EACH
    assert after.campaign.rev == 1 + accepted
    assert [commit.rev for commit in commits] == list(range(2, 2 + accepted))
    assert sum(thing.quantity for thing in after.things.values() if thing.name == "gp") == 2 * COINS
    assert sorted(t.id for chest in ("b1.1", "b1.2") for t in after.bag_of(chest)) == sorted(e.thing.id for e in (*purses, *loot))
    assert evolve_all(before, (event for commit in commits for event in commit.events)).things == after.things


def test_threads_share_a_store(store: Store) -> None:
    campaign = campaign_in(store)
    happen(store, campaign, by_id(FIRST_ROOM_ID), made("i1.1", "gp"))

    def one_more(_: int) -> int:
        seen(store, campaign, by_id("i1.1"))
        return store.write(campaign.id, _count)

    with ThreadPoolExecutor(16) as pool:
        revs = list(pool.map(one_more, range(64)))
    assert sorted(revs) == list(range(2, 66))
    assert seen(store, campaign, by_id("i1.1")).things["i1.1"].quantity == 65


def _count(writing: Writing) -> int:
    before = writing.load(by_id("i1.1"))
    now = before.things["i1.1"].quantity
    happened = (Counted("i1.1", now, now + 1),)
    writing.record(before, evolve_all(before, happened), happened, tool="t", request_id=None, request_hash="", answer={})
    return writing.rev
