"""The answer of `join` sees the lights that people in the room bring."""

import pytest

from tests.operations.table import Table


@pytest.mark.stored
def test_a_torch_of_somebody_there_lights_the_room_for_those_who_join(table: Table) -> None:
    for name in ("Mira", "Pip"):
        table.did("create", name=name, character={"party": True})
    table.did("give", "Mira", template="Torch")
    table.did("use", "Mira", itemName="Torch")
    assert table.send({"operation": "create", "name": "Cellar"}, "manage_room")["ok"]
    assert table.send({"operation": "update", "bagName": "Cellar", "light": "dark"}, "manage_room")["ok"]
    assert "Dark" in table.did("join", "Pip", toName="Cellar")["text"]
    table.did("join", "Pip", toName="Lobby")
    table.did("join", "Mira", toName="Cellar")
    assert "Dark" not in table.did("join", "Pip", toName="Cellar")["text"]
