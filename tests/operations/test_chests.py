"""A locked chest keeps its contents: nothing goes in or out, and no answer lists them, until somebody opens the lock."""

from typing import Any

import pytest

from rpg_lite.world.map_lint import charted_world, lint
from tests.copies import laid_once
from tests.operations.dice import let
from tests.operations.rooms import did, refused
from tests.operations.table import Answer, Table, snapshot

KEY = {"name": "Iron Key", "type": "tool"}
COIN = {"name": "Odd Coin", "type": "treasure"}


@laid_once
def vault(empty: Table) -> Table:
    """A locked chest with a coin, on the floor of the first room, with Thorin and Elara there."""
    for name in ("Thorin", "Elara"):
        empty.did("create", name=name, character={"party": True})
    empty.did("give", bagName="floor", template="Chest")
    empty.did("give", bagName="Chest", item=COIN)
    did(empty, "lock", bagName="Chest", keyName="Iron Key", dc=15)
    return empty


def test_a_chest_gets_a_lock_of_its_own(vault: Table):
    assert dict(vault.thing("Chest").body) == {"template": "srd:chest", "keyName": "Iron Key", "dc": 15, "locked": True}


FORBIDDEN: list[tuple[str, dict[str, Any]]] = [
    ("view", {"bagName": "Chest", "forPlayers": True}),
    ("transfer", {"bagName": "Chest", "itemName": "Odd Coin", "toCharacterName": "Thorin"}),
    ("transfer", {"bagName": "floor", "itemName": "Odd Coin", "toCharacterName": "Thorin"}),
    ("transfer", {"bagName": "Chest", "all": True, "toCharacterName": "Thorin"}),
    ("transfer", {"characterName": "Elara", "itemName": "Torch", "toName": "Chest"}),
    ("transfer", {"characterName": "Elara", "all": True, "toName": "Chest"}),
    ("remove", {"bagName": "Chest", "itemName": "Odd Coin"}),
    ("remove", {"bagName": "floor", "itemName": "Odd Coin"}),
    ("exchange", {"bagName": "Chest", "itemName": "gp", "toName": "sp"}),
    ("identify", {"bagName": "Chest", "itemName": "Odd Coin"}),
]


@pytest.mark.parametrize(("operation", "fields"), FORBIDDEN)
def test_nothing_goes_in_or_out_of_it(vault: Table, operation: str, fields: dict[str, Any]):
    vault.did("give", "Elara", template="Torch")
    answer = vault.refused("bag_locked", operation, **fields)
    told = "its key is Iron Key; unlock with a roll against DC 15" in answer["text"]
    assert told is not fields.get("forPlayers", False)
    assert "Odd Coin" not in answer["text"] or "Odd Coin" in str(fields)


@pytest.mark.parametrize(("operation", "fields"), [(op, f) for op, f in FORBIDDEN if f.get("bagName") != "floor"])
def test_the_lock_of_an_outer_chest_holds_for_the_bags_within(vault: Table, operation: str, fields: dict[str, Any]):
    did(vault, "unlock", bagName="Chest", force=True)
    vault.did("give", bagName="Chest", template="Sack")
    vault.did("transfer", bagName="Chest", itemName="Odd Coin", toName="Sack")
    did(vault, "lock", bagName="Chest", force=True)
    inner = {k: "Sack" if v == "Chest" else v for k, v in fields.items()}
    vault.did("give", "Elara", template="Torch")
    vault.refused("bag_locked", operation, **inner)
    refused(vault, "bag_locked", "lock", bagName="Sack", keyName="Tin Key")


def test_what_is_worn_attuned_or_used_up_does_not_come_out_of_a_locked_chest(vault: Table):
    vault.did("transfer", bagName="floor", itemName="Chest", toCharacterName="Thorin")
    did(vault, "unlock", bagName="Chest", force=True)
    for template in ("Shield", "Potion of Healing", "Ring of Protection"):
        vault.did("give", bagName="Chest", template=template)
    did(vault, "lock", bagName="Chest", force=True)
    for operation, item in (("equip", "Shield"), ("use", "Potion of Healing"), ("attune", "Ring of Protection")):
        vault.refused("bag_locked", operation, "Thorin", itemName=item)


def test_what_is_at_hand_goes_before_its_namesake_behind_the_lock(vault: Table):
    vault.did("give", bagName="floor", item=COIN)
    vault.did("transfer", bagName="floor", itemName="Odd Coin", toCharacterName="Thorin")
    assert vault.bag("Thorin") == {"Odd Coin": 1} and vault.bag("Chest") == {"Odd Coin": 1}


def test_the_chest_itself_is_carried_away_with_its_weight(vault: Table):
    did(vault, "unlock", bagName="Chest", force=True)
    vault.did("give", bagName="Chest", template="Plate Armor")
    did(vault, "lock", bagName="Chest", force=True)
    text = vault.did("transfer", bagName="floor", itemName="Chest", toCharacterName="Thorin")["text"]
    assert "Chest" in text
    seen = vault.did("view", "Thorin")["text"]
    assert "Chest (locked)" in seen and "Weight 90/" in seen


@pytest.mark.parametrize("detail", ["brief", "full"])
@pytest.mark.parametrize("asked", [{"bagName": "floor"}, {"characterName": "Thorin"}, {"characterName": "Thorin", "forPlayers": True}])
def test_no_list_tells_what_is_in_it(vault: Table, asked: dict[str, Any], detail: str):
    if "characterName" in asked:
        vault.did("transfer", bagName="floor", itemName="Chest", toCharacterName="Thorin")
    answer = vault.send({"operation": "view", **asked}, detail=detail)
    assert "Chest (locked)" in answer["text"]
    assert "Odd Coin" not in str(answer)


# ── keys ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def told(answer: Answer) -> str:
    assert answer["ok"], answer["text"]
    text: str = answer["text"]
    return text


def test_the_key_in_anybodys_pack_opens_it(vault: Table):
    vault.did("give", "Elara", template="Backpack")
    vault.did("give", bagName="Backpack", item=KEY)
    assert told(did(vault, "unlock", bagName="Chest")) == "Chest is unlocked with Iron Key (Elara)."
    vault.did("transfer", bagName="Chest", itemName="Odd Coin", toCharacterName="Thorin")
    assert told(did(vault, "lock", bagName="Chest")) == "Chest is locked with Iron Key (Elara)."


def test_a_refusal_names_the_key_holder_and_the_payload_that_opens(vault: Table):
    vault.did("give", "Elara", item=KEY)
    answer = vault.refused("bag_locked", "transfer", bagName="Chest", itemName="Odd Coin", toCharacterName="Elara")
    assert "Elara carries the key (Iron Key)" in answer["text"]
    assert vault.send(answer["error"]["try"], "manage_room")["ok"]


def test_open_says_what_unlock_will_do(vault: Table):
    answer = refused(vault, "bag_locked", "open", bagName="Chest")
    assert "DC 15" in answer["text"]
    vault.did("give", "Thorin", item=KEY)
    answer = refused(vault, "bag_locked", "open", bagName="Chest")
    assert vault.send(answer["error"]["try"], "manage_room")["ok"]
    assert told(did(vault, "open", bagName="Chest")) == "Chest is not locked; manage_inventory view shows what it holds."


def test_a_key_inside_of_the_chest_that_it_opens_does_not_count(vault: Table):
    did(vault, "unlock", bagName="Chest", force=True)
    vault.did("give", bagName="Chest", item=KEY)
    refused(vault, "key_missing", "lock", bagName="Chest")
    did(vault, "lock", bagName="Chest", force=True)
    vault.did("transfer", bagName="floor", itemName="Chest", toCharacterName="Thorin")
    refused(vault, "lock_needs_one", "unlock", bagName="Chest")
    assert told(did(vault, "unlock", bagName="Chest", force=True)) == "Chest is unlocked."
    assert "(Thorin)" in told(did(vault, "lock", bagName="Chest"))  # from his chest, as long as it is open


def test_lint_says_when_a_chest_holds_its_own_key(vault: Table):
    def faults() -> list[tuple[str, ...]]:
        whole = vault.game.store.read(vault.game.campaign.id, lambda at: at.whole())
        return [(f.code, *f.names) for f in lint(charted_world(whole)).findings]

    assert faults() == [("key_missing", "Chest", "Iron Key")]
    did(vault, "unlock", bagName="Chest", force=True)
    vault.did("give", bagName="Chest", item=KEY)
    assert faults() == []
    did(vault, "lock", bagName="Chest", force=True)
    assert faults() == [("key_behind", "Chest", "Iron Key")]


def test_a_key_in_a_locked_chest_opens_no_door(vault: Table):
    did(vault, "create", name="Cell", direction="north", door="locked", keyName="Iron Key")
    did(vault, "unlock", bagName="Chest", force=True)
    vault.did("give", bagName="Chest", item=KEY)
    vault.did("transfer", bagName="floor", itemName="Chest", toCharacterName="Thorin")
    did(vault, "lock", bagName="Chest", force=True)
    refused(vault, "lock_without_dc", "unlock", direction="north")
    did(vault, "unlock", bagName="Chest", force=True)
    did(vault, "unlock", direction="north")


@pytest.mark.parametrize(("seed", "opens"), [(1, False), (5, True)])
def test_without_the_key_tools_and_a_roll_open_it(vault: Table, seed: int, opens: bool):
    refused(vault, "tools_required", "unlock", "Thorin", bagName="Chest")
    vault.did("give", "Thorin", template="Thieves' Tools")
    text = told(did(vault, "unlock", "Thorin", bagName="Chest", seed=seed))
    assert text.startswith("Thorin tries the lock of Chest (Thieves' Tools): ") and "not proficient with Thieves' Tools" in text
    assert vault.thing("Chest").body.get("locked", False) is not opens
    assert ("it is unlocked" if opens else "it stays locked") in text


def test_a_chest_in_another_room_is_out_of_reach(vault: Table):
    did(vault, "create", name="Yard", direction="north")
    did(vault, "go", direction="north", characterName="Elara")
    refused(vault, "not_in_the_room", "unlock", "Elara", bagName="Chest")
    vault.did("give", "Elara", item=KEY)
    refused(vault, "lock_needs_one", "unlock", bagName="Chest")


# ── the lock ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_lock_that_is_there_is_changed_by_decree_only(vault: Table):
    answer = refused(vault, "lock_is_made", "lock", bagName="Chest", keyName="Tin Key")
    assert "key Iron Key, DC 15" in answer["text"]
    did(vault, "lock", bagName="Chest", keyName="Tin Key", force=True)
    assert vault.thing("Chest").body["keyName"] == "Tin Key"


def test_a_door_gets_a_lock_as_a_chest_does(vault: Table):
    did(vault, "create", name="Yard", direction="north", door="closed")
    did(vault, "lock", direction="north", keyName="Tin Key", dc=10)
    assert {(w.state, w.key_name, w.dc) for w in vault.now.exits.values()} == {("locked", "Tin Key", 10)}


def test_a_lock_without_key_and_dc_is_a_bolt(vault: Table):
    vault.did("give", bagName="floor", template="Barrel")
    did(vault, "lock", bagName="Barrel")
    answer = vault.refused("bag_locked", "remove", bagName="Barrel", itemName="Torch")
    assert vault.send(answer["error"]["try"], "manage_room")["ok"]
    vault.refused("item_unknown", "remove", bagName="Barrel", itemName="Torch")


@pytest.mark.parametrize(("face", "state"), [(20, None), (1, True)])
def test_a_dc_that_the_game_master_names_is_rolled_for_though_the_lock_has_none(vault: Table, face: int, state: bool | None):
    vault.did("give", bagName="floor", template="Barrel")
    did(vault, "lock", bagName="Barrel")
    vault.did("give", "Elara", template="Thieves' Tools")
    answer = refused(vault, "lock_needs_one", "unlock", bagName="Barrel", dc=12)
    assert answer["error"]["try"] == {"operation": "unlock", "bagName": "Barrel", "dc": 12, "characterName": "Elara"}
    assert "against DC 12" in let(vault, face).send(answer["error"]["try"], "manage_room")["text"]
    assert vault.thing("Barrel").body.get("locked") is state


@pytest.mark.parametrize("operation", ["open", "close", "lock", "unlock"])
def test_which_lock_is_asked_for(vault: Table, operation: str):
    assert refused(vault, "lock_required", operation)["error"]["allowed"] == ["direction", "bagName", "bagId"]
    refused(vault, "lock_required", operation, bagName="Lobby")
    refused(vault, "bag_unknown", operation, bagName="Chessst")


def test_what_is_so_already_is_told_and_nothing_is_done(vault: Table):
    before = snapshot(vault.game)
    assert told(did(vault, "lock", bagName="Chest")) == told(did(vault, "close", bagName="Chest")) == "Chest is locked."
    assert snapshot(vault.game) == before


# ── the game master ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_game_master_sees_through_the_lid(vault: Table):
    assert "Chest" in (seen := vault.did("view", bagName="Chest")["text"]) and "(locked)\nContents: Odd Coin" in seen
    assert "Contents: Odd Coin" in vault.did("examine", name="Chest")["text"]


def test_what_is_read_aloud_of_a_lock_opens_nothing(vault: Table):
    answer = vault.refused("bag_locked", "view", bagName="Chest", forPlayers=True)
    assert answer["text"] == "Refused: bagName: Chest is locked. Nothing was changed."
    assert not {"key", "dc", "holder"} & {*answer["error"]["details"]}


def test_nobody_is_said_to_lack_the_key_who_was_not_asked(vault: Table):
    vault.did("give", "Elara", item=KEY)
    answer = vault.refused("bag_locked", "transfer", bagName="Chest", itemName="Odd Coin", toCharacterName="Thorin")
    assert "nobody here carries" not in answer["text"]
    assert vault.send(answer["error"]["try"], "manage_room")["text"] == "Chest is unlocked with Iron Key (Elara)."


# ── undo ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_undo_puts_nothing_into_a_chest_that_is_locked_now(vault: Table):
    did(vault, "unlock", bagName="Chest", force=True)
    took = vault.did("transfer", bagName="Chest", itemName="Odd Coin", toCharacterName="Thorin")["rev"]
    made = vault.did("give", bagName="Chest", template="Torch", quantity=3)["rev"]
    used = vault.did("transfer", bagName="Chest", itemName="Torch", toCharacterName="Thorin")["rev"]
    locked = did(vault, "lock", bagName="Chest", force=True)["rev"]
    for rev in (took, used):
        vault.refused("bag_locked", "undo", rev=rev)
    vault.refused("undo_blocked", "undo", rev=made)
    vault.did("undo", rev=locked)
    for rev in (used, made, took):
        vault.did("undo", rev=rev)
    assert vault.bag("Chest") == {"Odd Coin": 1}


def test_undo_takes_the_unlocking_and_the_taking_back_together(vault: Table):
    steps = [{"operation": "unlock", "bagName": "Chest", "force": True}, {"operation": "lock", "bagName": "Chest", "force": True}]
    vault.send({"batch": steps}, "manage_room")
    vault.did("undo")
    assert vault.thing("Chest").body["locked"] is True


def test_the_game_master_puts_things_into_a_locked_chest(vault: Table):
    """A lock keeps nobody from saying what lies behind it; whoever takes it out has to open it."""
    vault.did("give", bagName="Chest", template="Torch")
    vault.refused("bag_locked", "transfer", bagName="Chest", itemName="Torch", toCharacterName="Thorin")
    did(vault, "unlock", bagName="Chest", force=True)
    vault.did("transfer", bagName="Chest", itemName="Torch", toCharacterName="Thorin")
