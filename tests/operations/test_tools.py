"""Rooms and characters use tools, prompts and house rules (adrs/0029, 0043)."""

import pytest

from rpg_lite.campaign_opening import open_campaign
from rpg_lite.world import events
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.tools_in_use import merge_uses
from rpg_lite.world.world_model import DEFAULTS_ID, FIRST_ROOM_ID, ROOMS_ID, SERVERS_ID, Campaign, Ref, Thing, World
from tests.operations.table import Answer, Table, chronicle, snapshot

CRYPT = "r9.1"
HOLLER = (
    Thing("m9.2", "mcp", "holler", SERVERS_ID, qualified_name="holler"),
    Thing("t9.3", "tool", "sample", "m9.2", qualified_name="holler:sample"),
    Thing("t9.4", "tool", "play", "m9.2", qualified_name="holler:play", available=False),
)


@pytest.fixture
def table():
    with open_campaign() as game:
        table = Table(game)
        table.did("create", name="Thorin", character={"party": True})
        first = [events.Created(Thing(CRYPT, "room", "Crypt", ROOMS_ID)), *map(events.Created, HOLLER)]

        def happen(at):
            world = at.load([])
            at.record(world, evolve_all(world, first), first, tool="test", request_id=None, request_hash="", answer={"text": ""})

        game.store.write(game.campaign.id, happen)
        yield table


def room(table: Table, operation: str, **fields: object) -> Answer:
    return table.send({"operation": operation, **fields}, "manage_tools", "full")


def uses(table: Table, context: str = FIRST_ROOM_ID) -> set[str]:
    now = table.now
    return {name for of, id in now.worn if of == context and (name := now.things[id].qualified_name)}


def test_the_lobby_uses_every_verb_in_one_line(table):
    text = table.send({"operation": "tools"}, "manage_tools")["text"]
    assert text.startswith("Lobby uses tools rpg:look, who, say, history")
    assert "\n" not in text


@pytest.mark.parametrize(("wanted", "gone"), [
    ("rpg:join,leave,go,create", {"rpg:join", "rpg:leave", "rpg:go", "rpg:create"}),
    ("rpg__go", {"rpg:go"}),
    ("rpg:un*", {"rpg:unequip", "rpg:unlock"}),
])  # fmt: skip
def test_verbs_are_taken_out_of_a_room_and_stay_in_the_world(table, wanted, gone):
    before = uses(table)
    assert room(table, "unequip", itemName=wanted)["ok"]
    assert uses(table) == before - gone
    assert gone <= {t.qualified_name for t in table.now.things.values()}
    assert uses(table, DEFAULTS_ID) == before


def test_one_tool_in_two_rooms_leaves_one_and_stays_in_the_other(table):
    for name in ("Lobby", "Crypt"):
        assert room(table, "equip", bagName=name, itemName="holler:sample")["ok"]
    room(table, "unequip", bagName="Lobby", itemName="holler:sample")
    assert "holler:sample" not in uses(table)
    assert "holler:sample" in uses(table, CRYPT)


def test_a_room_on_the_defaults_keeps_them_when_it_gets_its_first_own(table):
    room(table, "equip", bagName="Crypt", itemName="holler:*")
    assert uses(table, CRYPT) == uses(table, DEFAULTS_ID) | {"holler:sample", "holler:play"}


def test_sealing_a_room_on_the_defaults_seals_that_room_alone(table):
    room(table, "unequip", bagName="Crypt", itemName="rpg:go")
    assert uses(table, CRYPT) == uses(table, DEFAULTS_ID) - {"rpg:go"}
    assert "rpg:go" in uses(table)


def test_changing_the_defaults_leaves_rooms_alone(table):
    before = uses(table)
    room(table, "unequip", bagName="defaults", itemName="rpg:map")
    assert uses(table, DEFAULTS_ID) == before - {"rpg:map"}
    assert uses(table) == before


def test_a_room_that_loses_all_says_that_the_defaults_hold(table):
    answer = room(table, "unequip", itemName="*")
    assert uses(table) == set()
    assert answer["results"][0]["notes"] == ["Lobby has no tools of its own now, so the defaults apply there."]


def test_a_note_is_written_read_and_rewritten_where_it_lies(table):
    made = room(table, "equip", itemName="prompt:welcome", content="Speak softly.")
    assert made["text"] == f"Lobby uses prompt:welcome ({table.id('welcome')})."
    assert room(table, "tools", itemName="prompt:*")["text"].endswith("of Lobby): Speak softly.")
    answer = room(table, "equip", itemName="prompt:welcome", content="Speak up.")
    assert answer["results"][0]["notes"] == ["prompt:welcome is already in use."]
    assert room(table, "tools", itemName="prompt:welcome")["text"].endswith("Speak up.")


def test_a_note_out_of_use_stays_where_it_lies(table):
    room(table, "equip", itemName="prompt:welcome", content="Hello.")
    room(table, "unequip", itemName="prompt:welcome")
    assert room(table, "tools")["text"].endswith("map. Not in use: prompt:welcome.")


def test_a_retiring_character_takes_its_notes_along_and_undo_restores_them(table):
    room(table, "equip", characterName="Thorin", itemName="prompt:style", content="Gruff.", priority=2)
    room(table, "equip", characterName="Thorin", itemName="prompt:old", content="Young.")
    room(table, "unequip", characterName="Thorin", itemName="prompt:old")
    before = table.now.world
    table.did("retire", "Thorin")
    assert not [t for t in table.now.things.values() if t.kind == "data"]
    table.did("undo")
    assert table.now.world == before


def test_a_reference_is_kept_and_never_fetched(table):
    room(table, "equip", itemName="book:srd", uri="https://example.invalid/srd")
    shown = room(table, "tools", itemName="book:srd")
    assert shown["results"][0]["tools"][0]["uri"] == "https://example.invalid/srd"


def test_a_qualified_name_is_taken_by_the_living_only(table):
    room(table, "equip", characterName="Thorin", itemName="prompt:style", content="Gruff.")
    refused = room(table, "equip", bagName="Crypt", itemName="prompt:style", content="Cold.")
    assert refused["error"]["code"] == "qualified_name_taken"
    assert "prompt:style" in refused["text"]
    assert room(table, "undo")["ok"]
    assert room(table, "equip", bagName="Crypt", itemName="prompt:style", content="Cold.")["ok"]


def test_a_character_brings_its_own_after_those_of_the_room(table):
    room(table, "equip", characterName="Thorin", itemName="prompt:mine", content="Gruff.")
    room(table, "equip", itemName="prompt:late", content="Low light.", priority=5)
    room(table, "equip", itemName="prompt:early", content="Loud.", priority=-5)
    assert room(table, "tools", characterName="Thorin")["text"].endswith("notes prompt:early, late, mine.")
    assert room(table, "tools")["text"].endswith("notes prompt:early, late.")


def test_a_thing_of_home_is_used_elsewhere_without_a_copy(table):
    room(table, "equip", bagName="Home", itemName="prompt:common", content="Be kind.")
    before = table.now.things
    assert room(table, "equip", bagName="Crypt", itemName="prompt:common")["ok"]
    assert table.now.things == before


def test_who_moves_is_in_another_context(table):
    room(table, "equip", bagName="Crypt", itemName="prompt:cold", content="Cold.")
    assert "cold" not in room(table, "tools", characterName="Thorin")["text"]
    thorin = table.thing("Thorin")

    def move(at):
        world = at.load([Ref("bearer", thorin.id)])
        moved = [events.Moved(thorin.id, FIRST_ROOM_ID, CRYPT)]
        at.record(world, evolve_all(world, moved), moved, tool="test", request_id=None, request_hash="", answer={"text": ""})

    table.game.store.write(table.game.campaign.id, move)
    assert room(table, "tools", characterName="Thorin")["text"].endswith("notes prompt:cold.")
    assert room(table, "tools")["text"].startswith("Crypt uses")


def test_what_is_not_available_may_be_in_use_and_shows_so(table):
    answer = room(table, "equip", itemName="holler:*")
    assert answer["results"][0]["notes"] == ["holler:play is not available now; its server is not connected."]
    assert "holler:sample, play (not available)" in room(table, "tools")["text"]
    world = table.game.store.read(table.game.campaign.id, lambda at: at.load([Ref("context")]))
    assert "holler:play" not in [t.qualified_name for t in merge_uses(world, FIRST_ROOM_ID, None, "tool")]


@pytest.mark.parametrize(("code", "payload"), [
    ("qualified_unknown", {"operation": "equip", "itemName": "rpg:lok"}),
    ("qualified_unknown", {"operation": "equip", "itemName": "nothing:*"}),
    ("not_in_use", {"operation": "unequip", "itemName": "holler:play"}),
    ("not_in_use", {"operation": "tools", "itemName": "rpg:lok"}),
    ("tool_required", {"operation": "equip"}),
    ("tool_required", {"operation": "unequip", "itemName": " , "}),
    ("give_one_of", {"operation": "equip", "itemName": "a:b", "content": "x", "uri": "y"}),
    ("qualified_name_unfit", {"operation": "equip", "itemName": "welcome", "content": "x"}),
    ("qualified_name_unfit", {"operation": "equip", "itemName": "prompt:*", "content": "x"}),
    ("qualified_name_taken", {"operation": "equip", "itemName": "rpg:look", "content": "x"}),
    ("bag_unknown", {"operation": "tools", "bagName": "Nowhere"}),
    ("party_is_many", {"operation": "tools", "characterName": "party"}),
])  # fmt: skip
def test_what_cannot_be_is_refused_without_a_trace(table, code, payload):
    table.refused_whole(code, payload, "manage_tools")


def test_a_retired_character_uses_no_tools_until_an_undo(table):
    room(table, "equip", characterName="Thorin", itemName="rpg:look")
    room(table, "equip", characterName="Thorin", itemName="prompt:gruff", content="Speak gruffly.")
    before = table.now.world
    table.did("retire", "Thorin")
    assert table.game.store.orphans(table.game.campaign.id)["equipped"] == 0
    table.did("undo")
    assert table.now.world == before


def test_a_bag_uses_nothing(table):
    table.did("give", "Thorin", template="Backpack")
    table.refused_whole("context_unfit", {"operation": "equip", "bagName": "Backpack", "itemName": "rpg:go"}, "manage_tools")


def test_wearing_in_a_room_is_told_where_its_tools_are(table):
    assert "manage_tools equip" in table.refused("character_required", "equip", bagName="Lobby", itemName="rpg:go")["text"]


def test_equipping_is_undone_one_by_one(table):
    before = table.now.world
    room(table, "equip", itemName="holler:sample", priority=2)
    room(table, "equip", itemName="holler:play")
    for rev in (table.rev - 1, table.rev):
        assert room(table, "undo", rev=rev)["ok"]
    assert table.now.world == before


def test_a_name_that_was_given_again_blocks_the_undo_that_would_double_it(table):
    note = {"itemName": "prompt:welcome", "content": "Hello."}
    room(table, "equip", **note)
    room(table, "undo")
    taken_back = table.rev
    room(table, "equip", **note)
    table.refused_whole("undo_blocked", {"operation": "undo", "rev": taken_back}, "manage_tools")


def test_the_story_told_again_gives_the_same_rows(table):
    room(table, "equip", itemName="prompt:welcome", content="Speak softly.", priority=3)
    room(table, "equip", itemName="prompt:welcome", priority=1)
    folded = evolve_all(World(Campaign("x", "x")), chronicle(table.game))
    assert (folded.things, folded.equipped, folded.exits) == snapshot(table.game).world


def test_notes_are_not_loot(table):
    room(table, "equip", characterName="Thorin", itemName="prompt:style", content="Gruff.")
    assert "style" not in table.did("view", "Thorin")["text"]
    table.refused("item_unknown", "transfer", "Thorin", itemName="style", toName="floor")


# ── layers ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("layer", "begins", "names"),
    [
        ("internal", "Lobby uses internal tools rpg:look, who", {"rpg"}),
        ("external", "Lobby uses external tools holler:sample, play (not available).", {"holler"}),
        ("equipped", "Lobby uses tools rpg:look, who", {"rpg", "holler"}),
    ],
)
def test_tools_are_told_apart_by_whose_they_are(table, layer, begins, names):
    room(table, "equip", itemName="holler:*")
    room(table, "equip", itemName="prompt:welcome", content="Hello.")
    answer = room(table, "tools", layer=layer)
    assert answer["text"].startswith(begins) and "prompt" not in answer["text"]
    listed = answer["results"][0]["tools"]
    assert {t["qualifiedName"].partition(":")[0] for t in listed} == names
    assert {t["layer"] for t in listed} == ({layer} if layer != "equipped" else {"internal", "external"})


def test_a_room_without_tools_of_servers_says_so(table):
    assert room(table, "tools", layer="external")["text"] == "Lobby uses no external tools."


# ── dropping ────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_dropped_note_is_gone_with_all_that_used_it_and_comes_back_with_undo(table):
    room(table, "equip", itemName="prompt:welcome", content="Hello.")
    room(table, "equip", bagName="Crypt", itemName="prompt:welcome", priority=3)
    room(table, "equip", characterName="Thorin", itemName="prompt:welcome")
    before = table.now
    answer = room(table, "drop", itemName="prompt:welcome")
    assert answer["text"] == "prompt:welcome is gone from Lobby, and no longer in use in Crypt, Thorin."
    gone = table.now
    assert "prompt:welcome" not in {t.qualified_name for t in gone.things.values()}
    assert not [key for key in gone.worn if key[1] not in gone.things]
    assert room(table, "undo")["ok"]
    assert table.now.world == before.world


def test_what_lies_there_out_of_use_is_dropped_too_and_its_name_is_free(table):
    room(table, "equip", itemName="book:srd", uri="https://example.invalid/srd")
    room(table, "unequip", itemName="book:srd")
    room(table, "drop", itemName="book:*")
    assert room(table, "equip", bagName="Crypt", itemName="book:srd", content="Page one.")["ok"]


def test_what_a_character_carries_of_notes_is_dropped_by_its_name(table):
    room(table, "equip", characterName="Thorin", itemName="prompt:style", content="Gruff.")
    assert room(table, "drop", characterName="Thorin", itemName="prompt:style")["text"] == "prompt:style is gone from Thorin."


@pytest.mark.parametrize(
    ("target", "name", "where", "instead"),
    [
        ({}, "prompt:cold", "Crypt", {"operation": "drop", "bagName": "Crypt", "itemName": "prompt:cold"}),
        ({}, "prompt:style", "Thorin", {"operation": "drop", "characterName": "Thorin", "itemName": "prompt:style"}),
        ({"bagName": "Lobby"}, "rpg:look", "internal", {"operation": "unequip", "bagName": "Lobby", "itemName": "rpg:look"}),
    ],
)
def test_what_lies_elsewhere_is_refused_with_its_place(table, target, name, where, instead):
    room(table, "equip", bagName="Crypt", itemName="prompt:cold", content="Cold.")
    room(table, "equip", itemName="prompt:cold")
    room(table, "equip", characterName="Thorin", itemName="prompt:style", content="Gruff.")
    answer = table.refused_whole("lies_elsewhere", {"operation": "drop", "itemName": name, **target}, "manage_tools")
    assert where in answer["text"]
    assert answer["error"]["try"] == instead
    assert room(table, **answer["error"]["try"])["ok"]


@pytest.mark.parametrize(("code", "wish"), [("qualified_unknown", {"itemName": "prompt:none"}), ("tool_required", {})])
def test_a_drop_of_nothing_is_refused(table, code, wish):
    table.refused_whole(code, {"operation": "drop", **wish}, "manage_tools")


@pytest.mark.parametrize("blank", [" ", ",", "\t", " , ,"])
def test_a_name_of_nothing_but_commas_and_spaces_is_refused(table, blank):
    table.refused_whole("tool_required", {"operation": "tools", "itemName": blank}, "manage_tools")


def test_a_note_that_home_uses_holds_in_every_room_and_a_verb_does_not(table: Table):
    rule = {"operation": "equip", "bagName": "Home", "itemName": "rule:flanking", "content": "Flanking gives +2."}
    assert table.send(rule, "manage_tools")["ok"]
    assert table.send({"operation": "create", "name": "Cell", "direction": "north"}, "manage_room")["ok"]
    for room in ("Lobby", "Cell"):
        told = table.send({"operation": "tools", "bagName": room}, "manage_tools", "full")
        assert "rule:flanking" in str(told) and "Flanking gives" in str(told)
    assert table.send({"operation": "unequip", "bagName": "Cell", "itemName": "rpg:go"}, "manage_tools")["ok"]
    assert "rpg:go" not in str(table.send({"operation": "tools", "bagName": "Cell"}, "manage_tools", "full"))
