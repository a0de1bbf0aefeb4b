from collections.abc import Iterator

import pytest

import rpg_lite
from tests.operations.table import Table

THORIN = {"classes": ["fighter 5"], "race": "dwarf", "abilities": {"str": 16, "dex": 14, "con": 14}}
ELARA = {"classes": ["wizard 5"], "abilities": {"str": 10, "dex": 14, "int": 18}}


@pytest.fixture
def empty() -> Iterator[Table]:
    with rpg_lite.open_campaign(":memory:", seed=1) as game:
        yield Table(game)


@pytest.fixture
def table(empty: Table) -> Table:
    """Thorin (AC 12, 44 HP) and Elara (AC 12, 22 HP) in one room."""
    empty.did("create", name="Thorin", character=THORIN)
    empty.did("create", name="Elara", character=ELARA)
    return empty
