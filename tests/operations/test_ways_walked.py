"""Locks on a walk: passing them, trying them, and the words about them."""

from rpg_lite.decision.callers import Caller
from rpg_lite.operations import schema
from tests.copies import laid_once
from tests.operations.dice import let
from tests.operations.rooms import did, refused, room, sides, stands
from tests.operations.table import Table

PARTY = {"party": True, "hpMax": 20, "abilities": {"str": 16, "dex": 14}}
KEY = {"name": "Tin Key", "type": "adventuring_gear"}


@laid_once
def gate(empty: Table) -> Table:
    """Ada in the Lobby; east a Vault behind a lock with a key and a DC, west a Den with a lock that has only a key."""
    empty.did("create", name="Ada", character=PARTY)
    did(empty, "create", name="Vault", direction="east", door="locked", keyName="Tin Key", dc=15)
    did(empty, "create", name="Den", direction="west", door="locked", keyName="Bone Key")
    did(empty, "create", name="Pit", direction="down", door="locked", dc=12)
    return empty


def test_a_decree_leads_through_a_lock_and_leaves_it_locked(gate: Table):
    answer = did(gate, "go", direction="east", force=True)
    assert "locked and stays locked" in answer["text"]
    assert stands(gate, "Ada") == "Vault"
    assert {s.state for s in sides(gate, "Lobby", "east")} == {"locked"}


def test_a_party_of_one_tries_a_lock_without_a_name(gate: Table):
    gate.did("give", "Ada", template="Thieves' Tools")
    assert "Ada tries the lock of the exit east" in did(let(gate, 20), "unlock", direction="east")["text"]
    assert {s.state for s in sides(gate, "Lobby", "east")} == {"closed"}


def test_of_several_one_must_be_named_and_no_key_is_made_up(gate: Table):
    gate.did("create", name="Bo", character=PARTY)
    assert (
        "nobody here carries the key (Tin Key); somebody must try against DC 15"
        in refused(gate, "lock_needs_one", "unlock", direction="east")["text"]
    )
    text = refused(gate, "lock_needs_one", "unlock", direction="down")["text"]
    assert "none" not in text and "carries" not in text and "somebody must try against DC 12" in text


def test_a_key_at_hand_asks_for_no_roll(gate: Table):
    gate.did("give", "Ada", item=KEY)
    text = refused(gate, "door_locked", "go", direction="east")["text"]
    assert "Ada carries the key (Tin Key): unlock" in text and "roll" not in text


def test_a_lock_without_a_dc_is_the_game_masters_to_judge(gate: Table):
    gate.did("give", "Ada", template="Thieves' Tools")
    assert "unlock with dc" in refused(gate, "door_locked", "open", direction="west")["text"]
    answer = refused(gate, "lock_without_dc", "unlock", "Ada", direction="west")
    assert answer["error"]["try"]["dc"] == 15
    assert did(let(gate, 20), **answer["error"]["try"])["ok"]
    assert {s.state for s in sides(gate, "Lobby", "west")} == {"closed"}


def test_a_player_hears_that_the_game_master_names_the_dc(gate: Table):
    gate.did("give", "Ada", template="Thieves' Tools")
    player = Caller("player", "p", characters=(gate.id("Ada"),))
    asked = {"operation": "unlock", "direction": "west"}
    answer = gate.game.ask(asked, tool="manage_room", caller=player)
    assert answer["error"]["code"] == "lock_without_dc" and "try" not in answer["error"]
    assert "game master" in answer["text"] and "Bone Key" not in answer["text"]
    assert gate.game.ask({**asked, "dc": 1}, tool="manage_room", caller=player)["error"]["code"] == "gm_decides"


def test_whoever_is_where_they_go_is_not_missed(gate: Table):
    gate.did("create", name="Bo", character=PARTY)
    did(gate, "go", "Bo", direction="east", force=True)
    text = did(gate, "go", direction="east", force=True)["text"]
    assert "Not here" not in text and "Here: Ada, Bo." in text
    did(gate, "go", "Ada", direction="west", force=True)
    assert "Elsewhere, and so left out: Bo." in did(gate, "go", direction="down", force=True)["text"]


def test_a_changed_lock_is_said_to_be_changed(gate: Table):
    text = did(gate, "lock", direction="down", dc=18, force=True)["text"]
    assert "the lock of the exit down is changed" in text


def test_the_schema_names_the_skills_that_open_locks():
    assert schema.flat("manage_room")["properties"]["skill"]["description"] == "unlock: sleight_of_hand, athletics."
    assert "stealth" in schema.flat("execute_action")["properties"]["skill"]["description"]


def test_a_room_with_ways_on_all_sides_takes_a_map_all_the_same(empty: Table):
    sides_taken = ("north", "south", "east", "west", "northeast", "southwest", "northwest", "southeast", "up", "down", "in", "out")
    empty.did("create", name="Ada", character=PARTY)
    for side in sides_taken:
        did(empty, "create", name=f"Room {side}", direction=side)
    document = {"name": "M", "rooms": [{"name": "Cave"}]}
    assert "north 2" in did(empty, "import_map", document=document)["text"]
    answer = room(empty, "import_map", document=document, direction="north")
    assert answer["error"]["code"] == "direction_taken" and "anywhere" not in answer["text"]
