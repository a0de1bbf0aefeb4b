"""who, exits, rooms, inventory, examine: the most frequent questions, with answers for the game master and for players."""

import re
from typing import Any

import pytest

from rpg_lite.game import Game
from rpg_lite.world import events
from rpg_lite.world.evolve import evolve_all
from rpg_lite.world.world_model import SERVERS_ID, Exit, Thing
from tests.copies import begun
from tests.operations import dungeon
from tests.operations.table import Answer, Table, snapshot

HOLLER = (
    Thing("m8.2", "mcp", "holler", SERVERS_ID, qualified_name="holler"),
    Thing("t8.3", "tool", "sample", "m8.2", qualified_name="holler:sample", body={"description": "Generate audio samples"}),
    Thing("t8.4", "tool", "play", "m8.2", qualified_name="holler:play"),
    Thing("t8.5", "tool", "mute", "m8.2", qualified_name="holler:mute", available=False),
)
WORKSHOP, STUDIO = (
    Thing("r8.6", "room", "Workshop", "b0.3", body={"seen": "visited"}),
    Thing("r8.7", "room", "Studio", "b0.3", body={"seen": "seen"}),
)
READING = ("who", "exits", "rooms", "inventory", "examine")


def happen(game: Game, *happened: events.Event) -> None:
    """Records these events, as any command would."""

    def work(at: Any) -> None:
        before = at.whole()
        at.record(before, evolve_all(before, happened), happened, tool="test", request_id=None, request_hash="", answer={"text": ""})

    game.store.write(game.campaign.id, work)


@pytest.fixture
def table() -> Any:
    """Thorin and Elara in the Lobby, a goblin with them."""
    with begun() as game:
        table = Table(game)
        for name in ("Thorin", "Elara"):
            table.did("create", name=name, character={"party": True, "classes": ["fighter 5"]})
        table.did("create", name="Snag", template="Goblin")
        happen(game, *map(events.Created, HOLLER))
        yield table


def read(table: Table, operation: str, detail: str = "brief", **fields: Any) -> Answer:
    answer = table.send({"operation": operation, **fields}, "read_campaign", detail)
    assert answer["ok"], answer["text"]
    return answer


def text(table: Table, operation: str, **fields: Any) -> str:
    return str(read(table, operation, **fields)["text"])


def data(table: Table, operation: str, **fields: Any) -> Any:
    (result,) = read(table, operation, "full", **fields)["results"]
    return result


def tools(table: Table, operation: str, **fields: Any) -> None:
    answer = table.send({"operation": operation, **fields}, "manage_tools")
    assert answer["ok"], answer["text"]


def names(rows: list[Answer]) -> list[str]:
    return [row["name"] for row in rows]


# ── who ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_tells_everybody_here_with_hit_points_and_conditions(table):
    table.did("damage", "Snag", dice="4", damageType="fire")
    table.did("apply", "Elara", condition="poisoned")
    assert text(table, "who").splitlines() == [
        "In Lobby:",
        "  Thorin  party  HP 34/34",
        "  Elara   party  HP 34/34, poisoned",
        "  Snag    other  HP 3/7, bloodied",
    ]


@pytest.mark.parametrize(("lost", "mark"), [(0, "unhurt"), (3, "hurt"), (4, "bloodied"), (7, "down"), (20, "dead")])
def test_players_see_how_hurt_others_are_and_no_number(table, lost, mark):
    table.did("update", "Snag", character={"deathSaves": True})
    if lost:
        table.did("damage", "Snag", dice=str(lost), damageType="fire")
    assert text(table, "who", forPlayers=True).splitlines()[-1].split(",")[0].split() == ["Snag", "other", mark]
    snag = next(p for p in data(table, "who", forPlayers=True)["people"] if p["name"] == "Snag")
    assert (snag["mark"], "hp" in snag) == (mark, False)


def test_what_a_creature_wears_counts_for_its_marks(table):
    item = {"name": "Belt of Vigor", "type": "wondrous", "slot": "belt", "modifiers": [{"target": "hp_max", "op": "add", "value": 20}]}
    table.did("give", "Snag", item=item, equip=True)
    assert "Snag    other  HP 7/27, bloodied" in text(table, "who")


def test_who_names_party_members_elsewhere_with_their_rooms(table):
    table.send({"operation": "create", "name": "Cellar", "direction": "down"}, "manage_room")
    table.send({"operation": "go", "direction": "down", "characterName": "Elara"}, "manage_room")
    assert text(table, "who").endswith("Elsewhere: Elara in Cellar.")
    assert text(table, "who", characterName="Elara") == "In Cellar:\n  Elara  party  HP 34/34\nElsewhere: Thorin in Lobby."
    assert [(m["name"], m["room"]["name"]) for m in data(table, "who")["elsewhere"]] == [("Elara", "Cellar")]


# ── exits, rooms ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_the_exits_of_the_sample_session(table):
    lobby = "r0.2"
    happen(
        table.game, *map(events.Created, (WORKSHOP, STUDIO)), events.ExitOpened(Exit("e8.8", lobby, "in", "in", WORKSHOP.id, back="e8.9"))
    )
    happen(table.game, events.ExitOpened(Exit("e8.9", WORKSHOP.id, "out", "out", lobby, back="e8.8")))
    assert table.send({"operation": "go", "direction": "in"}, "manage_room")["ok"]
    assert table.send({"operation": "portal", "direction": "north", "toName": "Studio"}, "manage_room")["ok"]
    assert "  north → Studio" in text(table, "exits", forPlayers=True).splitlines()
    assert text(table, "exits").splitlines() == ["Exits from Workshop:", "  north → Studio (one way)", "  out → Lobby"]


def test_exits_tell_doors_and_the_game_master_what_is_hidden(table):
    dungeon.dig(table.game, *dungeon.EVENTS)
    happen(table.game, events.Moved(table.id("Thorin"), "r0.2", dungeon.CELLAR))
    assert text(table, "exits", characterName="Thorin").splitlines() == [
        "Exits from Cellar:",
        "  east → Vault, not seen yet (locked door, key Iron Key, DC 15)",
        "  up → Hall (open stairs)",
        "Hidden (game master only): west → Crypt, not seen yet (open secret door)",
    ]
    assert text(table, "exits", characterName="Thorin", forPlayers=True).splitlines() == [
        "Exits from Cellar:",
        "  east → an unknown place (locked door)",
        "  up → Hall (open stairs)",
    ]
    assert "Crypt" not in str(data(table, "exits", characterName="Thorin", forPlayers=True))


def test_rooms_are_those_that_the_party_knows(table):
    dungeon.dig(table.game, *dungeon.EVENTS)
    assert text(table, "rooms").splitlines() == [
        "Rooms the party knows:",
        "  Lobby    here",
        "  Yard     visited",
        "  Hall     visited",
        "  Kitchen  seen",
        "  Cellar   visited",
    ]
    known = {room["name"]: room["known"] for room in data(table, "rooms", everything=True)["rooms"]}
    assert (known["Vault"], known["Crypt"], known["Lobby"]) == ("undiscovered", "undiscovered", "here")


def test_rooms_are_whole_in_a_batch_that_misses_a_name(table):
    happen(table.game, *(events.Created(Thing(f"r8.{n}", "room", f"Den {n}", "b0.3", body={"seen": "seen"})) for n in range(10, 1100)))
    batch = [{"operation": "rooms"}, {"operation": "who", "characterName": "Nobody"}]
    answer = table.send({"batch": batch, "onError": "continue"}, "read_campaign", "full")
    assert len(answer["results"][0]["rooms"]) == 1091
    assert answer["text"].count("Den") == 59 and "and 1031 more" in answer["text"]


# ── inventory ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def workshop(table: Table) -> Table:
    """The sample session: two verbs and a server's tool in use, a note that is not."""
    tools(table, "equip", itemName="holler:sample", priority=5)
    tools(table, "unequip", itemName="rpg:*")
    tools(table, "equip", itemName="rpg:look,say")
    tools(table, "equip", itemName="prompt:code-style", content="Short.")
    tools(table, "unequip", itemName="prompt:code-style")
    return table


def test_the_inventory_of_the_sample_session(workshop):
    assert text(workshop, "inventory", scope="here").splitlines() == [
        "Equipped:",
        "  ✓ rpg:look",
        "  ✓ rpg:say",
        "  ✓ holler:sample     [holler, available]",
        "",
        "Room contents:",
        "  · prompt:code-style",
    ]


def test_all_shows_what_could_be_equipped_and_is_there(workshop):
    lines = text(workshop, "inventory", scope="all").splitlines()
    assert lines[: len(lines) and 7] == text(workshop, "inventory", scope="here").splitlines()
    offered = lines[lines.index("Available to equip:") + 1 :]
    assert offered[0] == "  ○ holler:play       [holler]"
    assert "  ○ rpg:history       [internal]" in offered
    assert not [line for line in offered if "look" in line or "mute" in line or "code-style" in line]


def test_me_adds_the_bags_with_what_is_worn(workshop):
    workshop.did("give", "Thorin", template="Plate Armor", equip=True)
    workshop.did("give", "Thorin", template="Backpack")
    workshop.did("give", bagName="Backpack", template="Torch", quantity=5)
    tools(workshop, "equip", characterName="Thorin", itemName="prompt:voice", content="Gruff.")
    tools(workshop, "unequip", characterName="Thorin", itemName="prompt:voice")
    lines = text(workshop, "inventory", scope="me", characterName="Thorin").splitlines()
    assert lines[: lines.index("")] == [
        "Thorin carries:",
        "  ✓ Plate Armor       [armor]",
        "  · Backpack",
        "    · Torch × 5",
        "  · prompt:voice",
    ]
    assert "Elara carries: nothing." in text(workshop, "inventory", scope="me")
    assert "carries" not in text(workshop, "inventory", characterName="Thorin", scope="here")


def test_an_inventory_is_the_gear_and_no_list_of_verbs(table):
    table.did("give", "Thorin", template="Plate Armor", equip=True)
    table.did("give", "Elara", template="Torch", quantity=2)
    assert text(table, "inventory", characterName="Thorin").splitlines()[:2] == ["Thorin carries:", "  ✓ Plate Armor       [armor]"]
    table.did("update", "Thorin", character={"party": True})
    table.did("update", "Elara", character={"party": True})
    told = text(table, "inventory")
    assert "Plate Armor" in told and "Torch × 2" in told and "rpg:" not in told
    assert "rpg:look" in text(table, "inventory", scope="all")


def test_what_a_character_uses_joins_what_the_room_uses(workshop):
    tools(workshop, "equip", characterName="Elara", itemName="holler:mute")
    assert "  ✓ holler:mute       [holler, not available]" in text(workshop, "inventory", characterName="Elara")
    assert "mute" not in text(workshop, "inventory", characterName="Thorin")
    assert "mute" in text(workshop, "inventory", scope="me")


def test_what_lies_in_home_says_so_where_it_is_used(workshop):
    tools(workshop, "equip", bagName="Home", itemName="rule:rest", content="No naps.")
    tools(workshop, "equip", itemName="rule:rest")
    assert "  ✓ rule:rest         [Home]" in text(workshop, "inventory", scope="here")


def test_players_hear_nothing_of_what_is_hidden_or_unknown(workshop):
    workshop.did("give", "Thorin", template="Ring of Protection", identified=False)
    workshop.did("give", bagName="Lobby", template="Torch")
    workshop.send({"operation": "hide", "itemName": "Torch"}, "manage_room")
    tools(workshop, "equip", bagName="Home", itemName="prompt:villain", content="It was Elara.")
    told = str(read(workshop, "inventory", "full", scope="all", forPlayers=True))
    assert "Ring" in told
    assert not [secret for secret in ("Protection", "Torch", "Hidden", "villain") if secret in told]
    master = text(workshop, "inventory", scope="all")
    assert "Hidden (game master only): Torch (hidden)" in master and "looks like Ring" in master


def test_both_halves_of_an_inventory_say_the_same(workshop):
    workshop.did("give", "Thorin", template="Shield", equip=True)
    whole = data(workshop, "inventory", scope="all", characterName="Thorin")
    assert names(whole["equipped"]) == ["look", "say", "sample"]
    assert whole["equipped"][2]["from"] == "holler"
    assert [row["qualifiedName"] for row in whole["contents"]] == ["prompt:code-style"]
    (carried,) = whole["carried"]
    assert (carried["name"], carried["things"][0]["slot"]) == ("Thorin", "offhand")
    assert "holler:play" in {row["qualifiedName"] for row in whole["available"]}


@pytest.mark.parametrize(("fields", "code"), [
    ({"scope": "me"}, "party_empty"),
    ({"characterName": "Nobody"}, "character_unknown"),
    ({"scope": "mine"}, "argument_invalid"),
])  # fmt: skip
def test_an_inventory_of_nobody_is_refused(empty, fields, code):
    empty.refused_whole(code, {"operation": "inventory", **fields}, "read_campaign")


def test_a_campaign_without_a_party_has_an_inventory_of_its_first_room(empty):
    assert "rpg:look" in text(empty, "inventory", scope="all")


# ── examine ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_tool_is_examined_as_in_the_sample_session(table):
    assert text(table, "examine", name="holler__sample").splitlines() == [
        "holler:sample - Generate audio samples",
        "Kind: tool",
        "Location: holler (mcp)",
        "Status: available",
        "Id: t8.3",
        "",
        "Recent calls: none.",
    ]


def test_a_verb_has_the_calls_of_its_operation(table):
    table.send({"operation": "go", "direction": "north", "characterName": "Elara"}, "manage_room")
    table.send({"operation": "create", "name": "Cellar", "direction": "down"}, "manage_room")
    table.send({"operation": "go", "direction": "down", "characterName": "Elara"}, "manage_room")
    lines = text(table, "examine", name="rpg:go").split("Recent calls:\n")[1].splitlines()
    assert re.fullmatch(r'  \d s ago  Elara  \{"operation":"go","direction":"down".*  ✓ \d\.\d{3} s', lines[0])
    assert lines[1].endswith("✗ exit_unknown")
    assert re.fullmatch(r"Stats: 2 calls, 1 error, avg \d\.\d{3} s", lines[-1])
    made = data(table, "examine", name="rpg:create")["calls"]
    assert [call["tool"] for call in made] == ["manage_room"], "a character is made by another create"


def test_the_last_five_calls_are_shown_and_all_are_counted(table):
    for _ in range(7):
        table.send({"operation": "look"}, "manage_room")
    shown = data(table, "examine", name="rpg:look")
    assert (len(shown["calls"]), shown["stats"]["calls"]) == (5, 7)


def test_an_examination_is_never_a_kept_answer(table):
    assert "Recent calls: none." in text(table, "examine", name="rpg:look")
    table.send({"operation": "look"}, "manage_room")
    assert "Stats: 1 call" in text(table, "examine", name="rpg:look")


def test_only_of_a_tool_the_calls_are_told(table):
    assert "calls" not in text(table, "examine", name="Longsword")
    assert data(table, "examine", name="Longsword")["stats"]["calls"] == 1


def test_a_thing_at_hand_comes_before_its_template(table):
    table.did("give", "Thorin", template="Longsword", equip=True)
    told = text(table, "examine", name="longsword")
    assert told.splitlines()[1:5] == [
        "Kind: item",
        "Location: Thorin (character)",
        "Status: worn (mainhand)",
        f"Id: {table.id('Longsword')}",
    ]
    assert "1d8 (1d10 in both hands) slashing" in told


def test_the_own_thing_is_meant_before_that_of_others(table):
    for who in ("Thorin", "Elara", "Snag"):
        table.did("give", who, item={"name": f"{who}'s Ruby", "type": "treasure", "aliases": ["ruby"]})
    assert text(table, "examine", name="ruby", characterName="Elara").startswith("Elara's Ruby")
    answer = table.refused_whole("name_ambiguous", {"operation": "examine", "name": "ruby"}, "read_campaign")
    assert "the id as name" in answer["text"] and "Snag" not in answer["text"]
    assert text(table, "examine", name=table.id("Snag's Ruby")).startswith("Snag's Ruby")


def test_what_lies_in_a_locked_chest_is_not_at_hand(table):
    table.did("give", bagName="Lobby", template="Chest")
    table.did("give", bagName="Chest", item={"name": "Idol", "type": "treasure"})
    assert "Location: Chest (item)" in text(table, "examine", name="idol")
    happen(table.game, events.Changed(table.id("Chest"), "body.locked", None, True))
    table.refused_whole("thing_unknown", {"operation": "examine", "name": "idol"}, "read_campaign")


@pytest.mark.parametrize(("name", "says"), [
    ("Snag", ["Kind: character", "Location: Lobby (room)", "Status: not in the party", "AC 15, HP 7/7"]),
    ("Lobby", ["Kind: room", "Status: visited", "Exits from Lobby: none."]),
    ("Longsword", ["Longsword (srd:longsword): weapon"]),
    ("rpg:go", ["Location: internal (container)"]),
])  # fmt: skip
def test_anything_can_be_examined(table, name, says):
    told = text(table, "examine", name=name)
    assert not [line for line in says if line not in told], told


def test_a_note_is_examined_with_its_text(table):
    tools(table, "equip", itemName="prompt:welcome", content="Speak softly.")
    told = text(table, "examine", name="prompt:welcome")
    assert "Kind: data" in told and "Speak softly." in told and "calls" not in told


def test_what_is_not_there_has_near_names(table):
    answer = table.refused_whole("thing_unknown", {"operation": "examine", "name": "Longswrod"}, "read_campaign")
    assert "Longsword" in answer["error"]["near"]


# ── all of them ─────────────────────────────────────────────────────────────────────────────────────────────────────

ID = re.compile(r"\b[a-z]\d+\.\d+\b")


@pytest.mark.parametrize("fields", [
    {"operation": "who"}, {"operation": "who", "forPlayers": True}, {"operation": "exits"}, {"operation": "exits", "forPlayers": True},
    {"operation": "rooms"}, {"operation": "rooms", "everything": True},
    *({"operation": "inventory", "scope": scope} for scope in ("here", "me", "all")),
], ids=str)  # fmt: skip
def test_no_text_but_that_of_examine_shows_an_id(workshop, fields):
    dungeon.dig(workshop.game, *dungeon.EVENTS)
    workshop.did("give", "Thorin", template="Plate Armor", equip=True)
    workshop.did("give", bagName="Lobby", template="Chest")
    assert not ID.search(read(workshop, **fields)["text"])
    assert ID.search(str(read(workshop, detail="full", **fields)["results"])), "programs get them"
    assert ID.search(text(workshop, "examine", name="Chest"))


@pytest.mark.parametrize("operation", READING)
def test_reading_changes_nothing(table, operation):
    before = snapshot(table.game)
    text(table, operation, **({"name": "Snag"} if operation == "examine" else {}))
    assert snapshot(table.game) == before
