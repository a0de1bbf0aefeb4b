"""A lock that a call names by another key, or not at all: the refusal gives the call that works."""

import pytest

from rpg_lite.decision.callers import Caller
from tests.copies import begun
from tests.operations.table import Table

PIP = Caller("player", "pip", None, ("Pip",))


def office() -> Table:
    """Pip stands with the tools of a thief before a locked strongbox and the only door, which is locked too."""
    table = Table(begun("5.1"))
    table.did("create", name="Pip", character={"classes": ["rogue 3"], "abilities": {"dex": 16}, "party": True})
    table.did("give", "Pip", template="Thieves' Tools")
    made = table.send({"operation": "create", "name": "Office", "direction": "west", "exitKind": "door", "door": "locked", "dc": 13}, "manage_room")
    assert made["ok"], made["text"]
    return table


def boxed() -> Table:
    table = office()
    table.did("give", bagName="floor", template="Chest")
    table.send({"operation": "lock", "bagName": "Chest", "dc": 15}, "manage_room")
    return table


@pytest.mark.parametrize("operation", ["unlock", "open", "close", "lock", "disarm"])
@pytest.mark.parametrize("key", ["itemName", "targetName", "chest", "object"])
def test_a_chest_under_another_key_is_the_bag_that_it_is(operation: str, key: str) -> None:
    table = boxed()
    answer = table.game.ask({"operation": operation, key: "Chest"}, "manage_room", "brief", PIP)
    if operation != "disarm":  # it has no trap
        assert answer["error"]["try"] == {"operation": operation, "bagName": "Chest"}, answer["text"]


@pytest.mark.parametrize("key", ["itemName", "toolName", "with"])
def test_tools_beside_a_lock_go_without_saying(key: str) -> None:
    table = boxed()
    sent = {"operation": "unlock", "bagName": "Chest", key: "Thieves' Tools"}
    instead = table.game.ask(sent, "manage_room", "brief", PIP)["error"]["try"]
    assert instead == {"operation": "unlock", "bagName": "Chest"}
    assert table.game.ask(instead, "manage_room", "brief", PIP)["ok"]


@pytest.mark.parametrize("operation", ["unlock", "open"])
def test_the_only_lock_here_is_proposed_where_none_is_named(operation: str) -> None:
    table = office()
    answer = table.game.ask({"operation": operation}, "manage_room", "brief", PIP)
    assert answer["error"]["try"] == {"operation": operation, "direction": "west"}, answer["text"]


def test_of_two_locks_none_is_proposed() -> None:
    answer = boxed().game.ask({"operation": "unlock"}, "manage_room", "brief", PIP)
    assert answer["error"]["code"] == "lock_required" and "try" not in answer["error"]
