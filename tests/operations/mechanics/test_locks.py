"""Locked things: who can open them, and what a refusal says about it."""

from rpg_lite.decision.outcome import Rejected
from tests.operations.worlds import Sandbox, heroes

COIN = {"name": "Odd Coin", "type": "treasure"}
KEY = {"name": "Iron Key", "type": "tool"}


def vault(key_with: str | None = None) -> Sandbox:
    """A locked chest with a coin in it, in the room of Thorin and Elara of the party."""
    box = heroes()
    for who in ("Thorin", "Elara"):
        box.accept("update", who, character={"party": True})
    box.accept("give", bagName="floor", template="Chest")
    box.accept("give", bagName="Chest", item=COIN)
    if key_with:
        box.accept("give", key_with, item=KEY)
    box.accept("lock", bagName="Chest", keyName="Iron Key", dc=15)
    return box


def taking(box: Sandbox) -> Rejected:
    return box.reject("bag_locked", "transfer", bagName="Chest", itemName="Odd Coin", toCharacterName="Thorin")


def test_whoever_takes_part_and_has_the_key_is_named_and_may_unlock():
    refusal = taking(vault(key_with="Thorin"))
    assert (refusal.details["holder"], refusal.details["key"], refusal.details["dc"]) == ("Thorin", "Iron Key", 15)
    assert "unasked" not in refusal.details
    assert refusal.instead and refusal.instead["operation"] == "unlock"


def test_another_member_of_the_party_is_not_asked_but_opens_by_the_call_to_send_instead():
    box = vault(key_with="Elara")
    refusal = taking(box)
    assert (refusal.details["holder"], refusal.details["unasked"]) == (None, True)
    assert refusal.instead == {"operation": "unlock", "bagId": box.id("Chest")}
    assert box.send(refusal.instead, "manage_room")["ok"]


def test_what_is_sent_instead_opens_the_chest():
    box = vault(key_with="Thorin")
    instead = {**(taking(box).instead or {})}
    box.accept(instead.pop("operation"), "Thorin", **instead)
    box.accept("transfer", bagName="Chest", itemName="Odd Coin", toCharacterName="Thorin")
    assert "Odd Coin" in box.bag("Thorin")


def test_without_the_key_nobody_is_named_and_nobody_was_asked():
    box = vault()
    refusal = taking(box)
    assert (refusal.details["holder"], refusal.details["unasked"]) == (None, True)
    assert refusal.instead == {"operation": "unlock", "bagId": box.id("Chest")}


def test_another_key_opens_nothing():
    box = vault()
    box.accept("give", "Thorin", item={"name": "Brass Key", "type": "tool"})
    assert taking(box).details["holder"] is None


def test_a_key_of_somebody_outside_of_the_party_is_not_told():
    box = vault()
    box.accept("create", name="Guard", character={"party": False})
    box.accept("give", "Guard", item=KEY)
    assert taking(box).details["holder"] is None


def test_a_key_in_another_room_is_not_at_hand():
    box = vault(key_with="Elara")
    assert box.send({"operation": "create", "name": "Cave", "direction": "north"}, "manage_room")["ok"]
    assert box.send({"operation": "join", "characterName": "Elara", "toName": "Cave"}, "manage_room")["ok"]
    assert taking(box).details["holder"] is None


def test_what_lies_beside_the_chest_is_free():
    box = vault()
    box.accept("give", bagName="floor", template="Torch")
    box.accept("transfer", bagName="floor", itemName="Torch", toCharacterName="Thorin")
    assert box.bag("Thorin") == {"Torch": 1}
