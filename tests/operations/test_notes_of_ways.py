"""The game master sees the note of an exit wherever the exit appears, and players never see it."""

from typing import Any

import pytest

from tests.copies import laid_once
from tests.operations.rooms import did
from tests.operations.table import Table

NOTE = "steel, and it hums"
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("manage_room", {"operation": "look"}),
    ("manage_room", {"operation": "map", "everything": True}),
    ("manage_room", {"operation": "route", "toName": "Vault", "everything": True}),
    ("read_campaign", {"operation": "exits"}),
    ("read_campaign", {"operation": "examine", "name": "Lobby"}),
]
BEFORE_PLAYERS: list[tuple[str, dict[str, Any]]] = [
    ("manage_room", {"operation": "look", "forPlayers": True}),
    ("manage_room", {"operation": "map"}),
    ("manage_room", {"operation": "route", "toName": "Vault"}),
    ("read_campaign", {"operation": "exits", "forPlayers": True}),
]


@laid_once
def vault(empty: Table) -> Table:
    """Ada in the Lobby; east of it a Vault behind an exit with a note, which she has seen."""
    empty.did("create", name="Ada", character={"party": True})
    did(empty, "create", name="Vault", direction="east", note=NOTE, door="open")
    did(empty, "look")
    return empty


@pytest.mark.parametrize(("tool", "asked"), ASKED)
def test_the_game_master_reads_the_note(vault: Table, tool: str, asked: dict[str, Any]):
    assert f"note: {NOTE}" in vault.send(asked, tool)["text"]


@pytest.mark.parametrize(("tool", "asked"), [a for a in ASKED if a[1]["operation"] not in ("route", "examine")])
def test_so_do_programs(vault: Table, tool: str, asked: dict[str, Any]):
    assert NOTE in str(vault.send(asked, tool, "full")["results"])


@pytest.mark.parametrize(("tool", "asked"), BEFORE_PLAYERS)
@pytest.mark.parametrize("detail", ["brief", "full"])
def test_players_never_do(vault: Table, tool: str, asked: dict[str, Any], detail: str):
    answer = vault.send(asked, tool, detail)
    assert answer["ok"], answer["text"]
    assert "hums" not in str(answer)
