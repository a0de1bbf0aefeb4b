"""Random walks through a dungeon that is built, locked and torn down meanwhile: nobody is in two places, walls hold, and nothing hidden
appears in an answer. A longer run: RPG_LITE_EXAMPLES=2000 RPG_LITE_STEPS=80."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

from rpg_lite.store.store import Store
from tests.examples import examples, seconds
from tests.postgres import NewDatabase
from tests.walking import Walk

EXAMPLES = examples(25)
STEPS = int(os.environ.get("RPG_LITE_STEPS", "40"))
pytestmark = pytest.mark.timeout(seconds())


def played(count: int, steps: int) -> settings:
    return settings(
        max_examples=count,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
        print_blob=True,
    )


@pytest.fixture(scope="class")
def store_in_memory() -> Iterator[None]:
    with Store.open(":memory:") as Walk.store:
        yield


@pytest.fixture(scope="class")
def store_on_postgresql(new_database: NewDatabase) -> Iterator[None]:
    with Store.open(new_database()) as Walk.store:
        yield


@pytest.mark.usefixtures("store_in_memory")
class TestWalk(Walk.TestCase):
    settings = played(EXAMPLES, STEPS)


@pytest.mark.postgres
@pytest.mark.usefixtures("store_on_postgresql")
class TestWalkOnPostgreSQL(Walk.TestCase):
    settings = played(max(3, EXAMPLES // 10), STEPS)
