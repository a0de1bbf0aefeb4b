from collections.abc import Iterator

import pytest

from rpg_lite.game import Game
from tests.copies import begun, copy_of
from tests.operations.table import Sitting, Table
from tests.operations.worlds import ELARA, THORIN, Sandbox, heroes


@pytest.fixture
def empty(request: pytest.FixtureRequest) -> Iterator[Sitting]:
    """A campaign that begins: in memory for a pure test, else in a database."""
    if _is_pure(request):
        yield Sandbox()
        return
    with begun() as game:
        yield Table(game)


@pytest.fixture
def table(request: pytest.FixtureRequest) -> Iterator[Sitting]:
    """Thorin (AC 12, 44 HP) and Elara (AC 12, 22 HP) in one room."""
    if _is_pure(request):
        yield Sandbox(heroes().world)
        return
    with copy_of(_with_heroes) as game:
        yield Table(game)


def _with_heroes() -> Game:
    game = begun()
    for name, character in (("Thorin", THORIN), ("Elara", ELARA)):
        Table(game).did("create", name=name, character=character)
    return game


def _is_pure(request: pytest.FixtureRequest) -> bool:
    marked = request.node.get_closest_marker
    return request.config.getoption("--on") == "memory" and marked("pure") is not None and marked("stored") is None
