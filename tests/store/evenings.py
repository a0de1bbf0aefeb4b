"""An exported evening to mutate."""

import pytest

from rpg_lite.campaign_opening import open_campaign
from tests.store import mutated
from tests.store.exports import export
from tests.store.played import BACK, EVENING, PLAYED, ROOMS, play


@pytest.fixture(scope="session")
def evening(tmp_path_factory: pytest.TempPathFactory) -> mutated.Parts:
    """An export of a campaign in which something of everything has happened."""
    folder = tmp_path_factory.mktemp("evening")
    with play(open_campaign(folder / "home.db", "Saltmarsh", new=True, seed=1), PLAYED, ROOMS, BACK, EVENING):
        pass
    return mutated.read(export(folder / "home.db", folder / "evening.zip"))
