"""The party is where its first conscious member is; every command gets the same answer about its place."""

from typing import Any

import pytest

from tests.copies import laid_once
from tests.operations.rooms import did
from tests.operations.table import Answer, Table


@laid_once
def parted(empty: Table) -> Table:
    """Thorin is dying in the Lobby; Elara went on to the Yard."""
    for name in ("Thorin", "Elara"):
        empty.did("create", name=name, character={"party": True, "hpMax": 12})
    empty.send({"operation": "create", "name": "Yard", "direction": "north"}, "manage_room")
    empty.send({"operation": "create", "name": "Well", "direction": "east", "fromName": "Yard"}, "manage_room")
    empty.did("damage", "Thorin", amount=12, damageType="fire")
    assert empty.ask("go", "Elara", direction="north")["ok"]
    return empty


@pytest.mark.parametrize(
    ("tool", "payload", "told"),
    [
        ("manage_room", {"operation": "look"}, "Yard"),
        ("manage_room", {"operation": "map"}, "Around Yard"),
        ("manage_room", {"operation": "route", "toName": "Well"}, "From Yard to Well: east (Well): 1 minute."),
        ("manage_room", {"operation": "go", "direction": "east"}, "go"),
        ("manage_room", {"operation": "import_map", "document": {"name": "M", "rooms": [{"name": "Pit"}]}}, "from Yard leads to Pit"),
        ("manage_tools", {"operation": "tools"}, "Yard"),
        ("manage_tools", {"operation": "equip", "itemName": "prompt:x", "content": "Mud."}, "Yard"),
        ("manage_inventory", {"operation": "view", "bagName": "floor"}, "Yard"),
        ("manage_inventory", {"operation": "give", "bagName": "floor", "template": "Torch"}, "Yard"),
    ],
)
def test_every_command_finds_the_party_in_one_place(parted: Table, tool: str, payload: dict[str, Any], told: str):
    answer: Answer = parted.send(payload, tool)
    assert answer["ok"], answer["text"]
    assert told in answer["text"], answer["text"]


def test_what_is_put_down_by_nobody_lies_where_the_party_is(parted: Table):
    parted.did("give", bagName="floor", template="Torch")
    assert parted.bag("Yard") == {"Torch": 1}


def test_an_unconscious_member_alone_is_where_the_party_is(empty: Table):
    empty.did("create", name="Thorin", character={"party": True, "hpMax": 12})
    empty.did("damage", "Thorin", amount=12, damageType="fire")
    assert "Around Lobby" in empty.ask("map")["text"]


# ── what the party has stood in ─────────────────────────────────────────────────────────────────────────────────────


def known(table: Table) -> dict[str, str]:
    rooms = table.send({"operation": "rooms", "everything": True}, "read_campaign", "full")["results"][0]["rooms"]
    return {room["name"]: room["known"] for room in rooms if room["name"] != "Home"}


def test_a_room_that_the_party_left_by_a_cut_stays_known(empty: Table):
    empty.did("create", name="Thorin", character={"party": True})
    did(empty, "create", name="Attic")
    assert known(empty) == {"Lobby": "here", "Attic": "undiscovered"}
    did(empty, "join", toName="Attic")
    assert known(empty) == {"Lobby": "visited", "Attic": "here"}
    did(empty, "undo")
    did(empty, "join", "Thorin", toName="Attic")
    did(empty, "leave")
    assert known(empty) == {"Lobby": "here", "Attic": "visited"}


def test_the_game_master_joins_any_room_and_reads_it_aloud_without_a_call(table: Table):
    table.send({"operation": "create", "name": "Crypt"}, "manage_room")
    table.send({"operation": "join", "toName": "Crypt", "characterName": "Elara"}, "manage_room")
    table.did("start_fight", names=["Elara"])
    answer = table.send({"operation": "join", "toName": "Crypt", "characterName": "Thorin", "forPlayers": True}, "manage_room")
    assert "A fight is going on here." in answer["text"] and "execute_action" not in answer["text"]
    fresh = {"operation": "join", "toName": "Loft", "characterName": "Thorin", "forPlayers": True}
    table.send({"operation": "create", "name": "Loft"}, "manage_room")
    text = table.send(fresh, "manage_room")["text"]
    assert text.startswith("Thorin is in Loft.") and "counts as having been there" not in text
