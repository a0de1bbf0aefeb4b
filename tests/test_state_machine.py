"""Random evenings over the real store: with any commands in any order, nothing is lost, doubled or refilled.

This file states the allowed changes of each accepted command again, by plain counting over the rows of the database. A longer run:
RPG_LITE_EXAMPLES=2000 RPG_LITE_STEPS=80. A shorter example of a failure, which takes minutes: RPG_LITE_SHRINK=1.
"""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, Phase, settings

from rpg_lite.store.store import Store
from tests.evening_machine import Evening
from tests.examples import examples, seconds
from tests.postgres import NewDatabase

EXAMPLES = examples(50)
STEPS = int(os.environ.get("RPG_LITE_STEPS", "40"))
SHRINK = (Phase.shrink,) if "RPG_LITE_SHRINK" in os.environ else ()
pytestmark = pytest.mark.timeout(0 if SHRINK else seconds())


# ── counting ────────────────────────────────────────────────────────────────────────────────────────────────────────


def played(count: int, steps: int) -> settings:
    return settings(
        max_examples=count,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate, *SHRINK),
        print_blob=True,
    )


@pytest.fixture(scope="class")
def store_in_file(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with Store.open(tmp_path_factory.mktemp("evenings") / "party.db") as Evening.store:
        Evening.store._pace.is_quick = lambda: True  # type: ignore[method-assign]  # an evening is the same on a slow disk
        yield
    assert Evening.at_once_changed > Evening.evenings


@pytest.fixture(scope="class")
def store_on_postgresql(new_database: NewDatabase) -> Iterator[None]:
    with Store.open(new_database()) as Evening.store:
        yield


@pytest.mark.usefixtures("store_in_file")
class TestEvening(Evening.TestCase):
    settings = played(EXAMPLES, STEPS)


@pytest.mark.postgres
@pytest.mark.usefixtures("store_on_postgresql")
class TestEveningOnPostgreSQL(Evening.TestCase):
    settings = played(max(3, EXAMPLES // 10), STEPS)
