from collections.abc import Iterator
from pathlib import Path

import pytest

from rpg_lite.store.store import Store
from rpg_lite.world.things import Campaign
from tests.store.worlds import campaign_in


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "party.db"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    with Store.open(file) as opened:
        yield opened


@pytest.fixture
def campaign(store: Store) -> Campaign:
    return campaign_in(store)
