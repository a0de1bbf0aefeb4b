from collections.abc import Iterator
from pathlib import Path

import pytest

from rpg_lite.store.store import Store
from rpg_lite.world.world_model import Campaign
from tests.store.worlds import campaign_in


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "party.db"


@pytest.fixture(
    params=[pytest.param("sqlite", marks=pytest.mark.sqlite("the other half runs")), pytest.param("postgresql", marks=pytest.mark.postgres)]
)
def where(request: pytest.FixtureRequest) -> Path | str:
    """A fresh database of either kind: the SQLite one is `file`."""
    if request.param == "sqlite":
        path: Path = request.getfixturevalue("file")
        return path
    url: str = request.getfixturevalue("new_database")()
    return url


@pytest.fixture
def store(where: Path | str) -> Iterator[Store]:
    with Store.open(where) as opened:
        yield opened


@pytest.fixture
def campaign(store: Store) -> Campaign:
    return campaign_in(store)
