from collections.abc import Iterator

import pytest

import rpg_lite
from tests.operations.table import Sitting, Table
from tests.operations.worlds import ELARA, THORIN, Sandbox


@pytest.fixture
def empty(request: pytest.FixtureRequest) -> Iterator[Sitting]:
    """A campaign that begins: in memory for a pure test, else in a database."""
    if _is_pure(request):
        yield Sandbox()
        return
    with rpg_lite.open_campaign(":memory:", seed=1) as game:
        yield Table(game)


@pytest.fixture
def table(empty: Sitting) -> Sitting:
    """Thorin (AC 12, 44 HP) and Elara (AC 12, 22 HP) in one room."""
    empty.did("create", name="Thorin", character=THORIN)
    empty.did("create", name="Elara", character=ELARA)
    return empty


def _is_pure(request: pytest.FixtureRequest) -> bool:
    marked = request.node.get_closest_marker
    return request.config.getoption("--on") == "memory" and marked("pure") is not None and marked("stored") is None
