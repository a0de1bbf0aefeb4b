"""A sealed room keeps its exits but not the verbs: a refusal says which verb is missing and how to bring it back (adrs/0043, 0051)."""

from typing import Any

import pytest

from rpg_lite.content import initial_world
from rpg_lite.operations.registry import OPERATIONS
from tests.copies import laid_once
from tests.operations.rooms import did, refused, stands
from tests.operations.table import Answer, Table

PARTY = {"party": True, "hpMax": 20}


@laid_once
def table(empty: Table) -> Table:
    """Thorin and Elara in the Lobby; the Cell is to the north behind an open door, the Yard north of that."""
    for name in ("Thorin", "Elara"):
        empty.did("create", name=name, character=PARTY)
    did(empty, "create", name="Cell", direction="north", door="open")
    did(empty, "create", name="Yard", fromName="Cell", direction="north")
    return empty


def tools(table: Table, operation: str, wanted: str, **fields: Any) -> Answer:
    answer = table.send({"operation": operation, "itemName": wanted, **fields}, "manage_tools")
    assert answer["ok"], answer["text"]
    return answer


def seal(table: Table, verbs: str, room: str = "Lobby") -> None:
    tools(table, "unequip", f"rpg:{verbs}", bagName=room)


def asked(table: Table, tool: str, operation: str, **fields: Any) -> Answer:
    return table.send({"operation": operation, **fields}, tool)


# ── which verbs ─────────────────────────────────────────────────────────────────────────────────────────────────────

HERE = [(o.tool, o.verb) for o in OPERATIONS if o.is_verb]
PAYLOADS: dict[str, dict[str, Any]] = {
    "go": {"direction": "north"}, "join": {"toName": "Yard"}, "leave": {}, "create": {"name": "Den"}, "search": {},
    "open": {"direction": "north"}, "close": {"direction": "north"},
    "lock": {"direction": "north"}, "unlock": {"direction": "north"}, "route": {"toName": "Cell"}, "map": {},
    **{verb: {"text": "Hello."} for verb in (verb for tool, verb in HERE if tool == "keep_journal")},
}  # fmt: skip


@pytest.mark.parametrize(("tool", "verb"), HERE)
def test_a_verb_that_is_not_at_hand_is_refused_and_the_way_back_is_told(table: Table, tool: str, verb: str):
    assert asked(table, tool, verb, dryRun=True, **PAYLOADS[verb])["ok"]
    seal(table, verb)
    answer = table.refused_whole("verb_sealed", {"operation": verb, **PAYLOADS[verb]}, tool)
    assert f"there is no {verb} in Lobby" in answer["text"] and "manage_tools" in answer["text"]
    assert table.send(answer["error"]["try"], "manage_tools")["ok"]
    assert asked(table, tool, verb, **PAYLOADS[verb])["ok"]


def test_every_seal_is_of_a_verb_of_the_world():
    verbs = {verb for _, verb in HERE}
    assert verbs <= {e.thing.name for e in initial_world.first_world() if e.event == "created" and e.thing.kind == "tool"}


def test_reading_is_never_sealed(table: Table):
    tools(table, "unequip", "rpg:*")
    tools(table, "equip", "rpg:go")
    for operation in ("party", "who", "exits", "rooms", "inventory", "journal", "history"):
        assert asked(table, "read_campaign", operation)["ok"]
    did(table, "look")


def test_what_is_done_with_things_is_not_sealed(table: Table):
    tools(table, "unequip", "rpg:*")
    tools(table, "equip", "rpg:say")
    table.did("give", "Thorin", template="Shield")
    table.did("equip", "Thorin", itemName="Shield")
    table.did("unequip", "Thorin", itemName="Shield")
    table.did("create", name="Snag")
    assert table.send({"operation": "party"}, "read_campaign")["ok"]


# ── where, and for whom ─────────────────────────────────────────────────────────────────────────────────────────────


def test_the_exits_are_there_and_the_way_is_not(table: Table):
    seal(table, "join,leave,go,create")
    assert "north: an open door to Cell" in did(table, "look")["text"]
    refused(table, "verb_sealed", "go", direction="north")


def test_one_room_is_sealed_and_the_next_is_not(table: Table):
    seal(table, "go", "Cell")
    did(table, "go", direction="north")
    refused(table, "verb_sealed", "go", direction="south")
    did(table, "join", toName="Lobby")
    did(table, "go", direction="north")


def test_a_batch_meets_the_seal_of_the_room_that_it_comes_to(table: Table):
    seal(table, "go", "Cell")
    steps = {"operation": "go", "batch": [{"direction": "north"}, {"direction": "north"}]}
    answer = table.refused_whole("verb_sealed", steps, "manage_room")
    assert answer["error"]["field"] == "batch[1].operation" and "Cell" in answer["text"]
    cut = {"batch": [{"operation": "join", "toName": "Cell"}, {"operation": "go", "direction": "south"}]}
    table.refused_whole("verb_sealed", cut, "manage_room")
    assert stands(table, "Thorin") == "Lobby"


def test_a_character_with_its_own_tool_may_go_alone(table: Table):
    seal(table, "go")
    tools(table, "equip", "rpg:go", characterName="Elara")
    refused(table, "verb_sealed", "go", "Thorin", direction="north")
    refused(table, "verb_sealed", "go", direction="north")
    did(table, "go", "Elara", direction="north")


def test_a_room_on_the_defaults_is_sealed_by_them(table: Table):
    tools(table, "unequip", "*", bagName="Cell")
    did(table, "go", direction="north")
    tools(table, "unequip", "rpg:search", bagName="defaults")
    answer = refused(table, "verb_sealed", "search")
    assert table.send(answer["error"]["try"], "manage_tools")["ok"]
    did(table, "search")
    did(table, "look")


def test_another_room_that_is_named_is_asked_itself(table: Table):
    seal(table, "search")
    did(table, "search", bagName="Cell")
    refused(table, "verb_sealed", "search", bagName="Lobby")
    refused(table, "verb_sealed", "search", bagName="floor")
    did(table, "search", "Thorin", bagName="Yard")


def test_the_party_is_where_the_first_stands_who_can(table: Table):
    did(table, "go", "Elara", direction="north")
    seal(table, "note", "Cell")
    assert asked(table, "keep_journal", "note", text="Here.")["ok"]
    table.did("damage", "Thorin", amount=60, damageType="fire")
    table.refused_whole("verb_sealed", {"operation": "note", "text": "There."}, "keep_journal")
    table.refused_whole("verb_sealed", {"operation": "note", "text": "There.", "characterName": "Elara"}, "keep_journal")


def test_a_tool_that_is_not_available_is_not_at_hand_and_a_dry_run_says_so(table: Table):
    seal(table, "search")
    refused(table, "verb_sealed", "search", dryRun=True)


def test_a_seal_is_taken_back(table: Table):
    seal(table, "go")
    table.did("undo")
    did(table, "go", direction="north")


def test_a_name_that_is_wrong_is_told_before_any_seal(table: Table):
    seal(table, "search")
    refused(table, "room_unknown", "search", bagName="Sell")
    refused(table, "character_unknown", "search", "Nobody")


def test_notes_of_a_sealed_room_lie_about_in_no_look(table: Table):
    tools(table, "unequip", "rpg:*")
    tools(table, "equip", "prompt:zeal", content="Be loud.")
    tools(table, "unequip", "rpg:*")
    assert "zeal" not in did(table, "look", "Thorin")["text"]
