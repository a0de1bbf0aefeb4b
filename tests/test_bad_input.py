"""Mistakes of people and models, in one table: each gets a refusal that helps, and the state stays the same."""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from fastmcp import Client
from pydantic.alias_generators import to_camel

import rpg_lite
from bench.calls import python_calls
from rpg_lite.cli import app
from rpg_lite.operations.registry import TOOLS, operations
from rpg_lite.server.mcp import server
from rpg_lite.store.sqlite_driver_selection import driver
from rpg_lite.store.store_faults import StoreFault
from tests.furnished import (
    MADE,
    furnished,
    table,  # noqa: F401
)
from tests.operations.table import TOOL_OF, Answer, Table
from tests.store.broken import BROKEN

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def same() -> Iterator[Table]:
    """One table for all rows, since their claim is that it stays the same."""
    table = furnished()
    yield table
    table.game.close()


THORIN = {"characterName": "Thorin"}
GIVE = {**THORIN, "operation": "give", "template": "Torch"}
EQUIP = {**THORIN, "operation": "equip", "itemName": "Dagger"}
TAKE = {**THORIN, "operation": "transfer", "itemName": "Dagger", "toName": "floor"}
END = {**THORIN, "operation": "remove", "itemName": "Dagger"}
DRINK = {**THORIN, "operation": "use", "itemName": "Potion of Healing"}
VIEW = {**THORIN, "operation": "view"}
HURT = {**THORIN, "operation": "damage", "amount": 5, "damageType": "fire"}
AFFLICT = {**THORIN, "operation": "apply"}


def own(**item: Any) -> Answer:
    return {**THORIN, "operation": "give", "item": {"name": "Odd Cube", "type": "tool", **item}}


def batch(*elements: Any, **beside: Any) -> Answer:
    return {"batch": list(elements), **beside}


Row = tuple[Answer, str, str | None, tuple[str, ...]]

NAMES: dict[str, Row] = {
    "unknown character": ({**VIEW, "characterName": "Thorni"}, "character_unknown", "characterName", ("did you mean Thorin (c1.1)",)),
    "nobody like that": ({**VIEW, "characterName": "Qqq"}, "character_unknown", "characterName", ("Thorin (c1.1)", "Elara (c2.1)")),
    "unknown character id": ({"operation": "view", "characterId": "c99.9"}, "character_unknown", "characterId", ("Thorin (c1.1)",)),
    "no character at all": ({"operation": "view"}, "target_required", "characterName", ("characterName", "bagName")),
    "unknown bag": ({"operation": "view", "bagName": "Bakpack"}, "bag_unknown", "bagName", ("Bakpack",)),
    "no bag": ({**TAKE, "toName": "Dagger"}, "not_a_bag", "toName", ("Dagger is not a bag",)),
    "another's bag": ({**GIVE, "characterName": "Elara", "bagName": "Backpack"}, "bag_unknown", "bagName", ("there is no bag",)),
    "unknown item": ({**EQUIP, "itemName": "Daggr"}, "item_unknown", "itemName", ("did you mean Dagger (i5.1)",)),
    "unknown item id": ({**THORIN, "operation": "equip", "itemId": "i99.9"}, "item_unknown", "itemId", ("Thorin has no 'i99.9'",)),
    "unknown slot": ({**EQUIP, "slot": "tail"}, "argument_invalid", "slot", ("'tail'", "mainhand, offhand")),
    "a slot that does not fit": ({**EQUIP, "slot": "armor"}, "slot_unfit", "slot", ("allowed: mainhand, offhand",)),
    "unknown template": ({**GIVE, "template": "Plait Armor"}, "template_unknown", "template", ("did you mean Plate Armor",)),
    "unknown creature": ({"operation": "create", "template": "Gobln"}, "creature_unknown", "template", ("did you mean Goblin",)),
    "ambiguous character": ({**VIEW, "characterName": "Goblin"}, "name_ambiguous", "characterName", ("c3.1", "c4.1", "send characterId")),
    "ambiguous fighter": ({"operation": "start_fight", "names": ["Thorin", "Goblin"]}, "name_ambiguous", "names[1]", ("c3.1", "the id as names[1]")),
    "ambiguous item": ({**END, "itemName": "Wand of Secrets"}, "name_ambiguous", "itemName", ("0 charges", "3 charges", "send itemId")),
    "id and name disagree": ({**VIEW, "characterId": "c2.1"}, "id_and_name_disagree", "characterName", ("c2.1 is 'Elara', not 'Thorin'",)),
    "item id and name disagree": ({**END, "itemId": "i7.1"}, "id_and_name_disagree", "itemName", ("i7.1 is 'Backpack', not 'Dagger'",)),
    "the party where one is meant": ({**GIVE, "characterName": "party"}, "party_is_many", "characterName", ("choose from: Thorin (c1.1)",)),
    "a thing where a creature is meant": ({**HURT, "characterName": "Backpack"}, "not_a_creature", "characterName", ("Backpack is a thing",)),
    "two names": ({"operation": "create", "name": "Bob", "character": {"name": "Rob"}}, "given_twice", "character.name", ("Bob", "Rob")),
    "nobody to attack": ({**THORIN, "operation": "attack"}, "target_required", "targetName", ("allowed: targetId, targetName.",)),
    "nobody to export": ({"operation": "export"}, "target_required", "characterName", ("allowed: characterId, characterName.",)),
    "two destinations": ({**TAKE, "toCharacterName": "Elara"}, "give_one_of", "toName", ("toCharacterName, toName",)),
    "race and species": (
        {"operation": "create", "name": "Pip", "character": {"race": "elf", "species": "elf"}}, "argument_invalid", "character", ("the same key",)),
    "a bag into itself": ({**TAKE, "itemName": "Backpack", "toName": "Backpack"}, "bag_in_itself", "toName", ("cannot contain itself",)),
    "a bag into a bag in it": ({**TAKE, "itemName": "Backpack", "toName": "Pouch"}, "bag_in_itself", "toName", ("cannot contain itself",)),
}  # fmt: skip

QUANTITIES: dict[str, Row] = {
    f"{payload['operation']} {quantity!r}": ({**payload, "quantity": quantity}, "argument_invalid", "quantity", (told,))
    for payload in (GIVE, TAKE, END, DRINK)
    for quantity, told in (
        (0, "at least 1"), (-1, "at least 1"), (1.5, "a whole number"), (True, "a whole number"), ("many", "a whole number"),
        (10**12, "at most"), ([1], "a whole number"),
    )
} | {
    "transfer more than there is": ({**TAKE, "quantity": 4}, "quantity_too_many", "quantity", ("3 there, not 4",)),
    "remove more than there is": ({**END, "quantity": 4}, "quantity_too_many", "quantity", ("3 there, not 4",)),
    "use more than there is": ({**DRINK, "quantity": 3}, "quantity_too_many", "quantity", ("2 there, not 3",)),
    "two quantities": ({**own(quantity=2), "quantity": 3}, "given_twice", "quantity", ("3 and 2",)),
}  # fmt: skip

SHAPES: dict[str, Row] = {
    "batch of none": (batch(), "argument_invalid", "batch", ("0 elements", "at least 1")),
    "batch of 21": (batch(*[GIVE] * 21), "argument_invalid", "batch", ("21 elements", "at most 20")),
    "a batch with one bad element": (batch(GIVE, {**GIVE, "template": "Tourch"}), "template_unknown", "batch[1].template", ("Torch",)),
    "nothing": ({}, "operation_missing", "operation", ("give", "transfer")),
    "unknown operation": ({**VIEW, "operation": "steal"}, "operation_unknown", "operation", ("no operation 'steal'", "transfer")),
    "half an object as text": ({**THORIN, "operation": "give", "item": '{"name": "Rope",'}, "argument_invalid", "item", ("send an object",)),
    "a list for an object": ({**THORIN, "operation": "give", "item": "[1]"}, "argument_invalid", "item", ()),
    "unknown key": ({**GIVE, "quantiti": 2}, "argument_invalid", "quantiti", ("unknown key", "did you mean 'quantity'")),
    "unknown keys": ({**GIVE, "quantiti": 2, "wibble": 1}, "argument_invalid", "quantiti", ("wibble",)),
    "unknown key of an item": (own(damage="1d8"), "argument_invalid", "item.damage", ("did you mean 'weaponStats.damageDice'",)),
    "both spellings": ({**VIEW, "character_name": "Elara"}, "given_twice", "characterName", ("character_name",)),
    "a null character in an id": ({**VIEW, "characterId": "c1.1\x00"}, "text_broken", "characterId", ("a null or another control character",)),
    "a null character in a note": (own(description="a\x00b"), "text_broken", "item", ("a null or another control character",)),
    "a null character as a request": (batch(GIVE, requestId="\x00"), "text_broken", "requestId", ("a null or another control character",)),
    "no dice": ({"operation": "roll", "dice": "lots"}, "argument_invalid", "dice", ("'lots' is not dice", "1d8+3")),
    "empty dice": ({"operation": "roll", "dice": ""}, "argument_invalid", "dice", ("is not dice",)),
    "dice without faces": ({"operation": "roll", "dice": "1d0"}, "argument_invalid", "dice", ("without faces",)),
    "not one die": ({"operation": "roll", "dice": "0d6"}, "argument_invalid", "dice", ("no die to roll",)),
    "too many dice": ({"operation": "roll", "dice": "101d6"}, "argument_invalid", "dice", ("at most 100 dice",)),
    "too many faces": ({"operation": "roll", "dice": "1d1001"}, "argument_invalid", "dice", ("1000 faces",)),
    "too large a bonus": ({"operation": "roll", "dice": "1d6+1000001"}, "argument_invalid", "dice", ("at most 1000000",)),
}  # fmt: skip

WORDS: dict[str, Row] = {
    f"{what} as {field}": (payload, "argument_invalid", field, (told,))
    for what, name, told in (
        ("10,000 characters", "x" * 10_000, "at most 200 characters"), ("201 characters", "x" * 201, "at most 200 characters"),
        ("no character", "", "at least one character"), ("only spaces", "   ", "at least one character"),
        ("a null character", "a\x00b", "control"), ("a line break", "a\nb", "control"), ("an escape", "a\x1b[31mb", "control"),
        ("a bidi override", "a\u202eb", "text-direction"), ("a bidi isolate", "\u2066ab", "text-direction"),
    )
    for field, payload in (("name", {"operation": "create", "name": name}), ("item.name", own(name=name)))
}  # fmt: skip

RULES: dict[str, Row] = {
    "unknown condition": ({**AFFLICT, "condition": "grapled"}, "condition_unknown", "condition", ("did you mean grappled", "blinded")),
    "unknown effect": ({**AFFLICT, "effect": "Bles"}, "effect_unknown", "effect", ("did you mean Bless",)),
    "an effect like none": ({**AFFLICT, "effect": "Qqqqq"}, "effect_unknown", "effect", ("your own numbers go into modifiers",)),
    "neither condition nor effect": (AFFLICT, "one_of_required", "condition", ("condition, effect",)),
    "exhaustion 0": ({**AFFLICT, "condition": "exhaustion", "level": 0}, "argument_invalid", "level", ("at least 1",)),
    "exhaustion 7": ({**AFFLICT, "condition": "exhaustion", "level": 7}, "argument_invalid", "level", ("at most 6",)),
    "a level of what has none": ({**AFFLICT, "condition": "prone", "level": 2}, "level_unfit", "level", ("only exhaustion has levels",)),
    "a level of an effect": ({**AFFLICT, "effect": "Bless", "level": 2}, "level_unfit", "level", ("only exhaustion has levels",)),
    "a condition on a thing": ({**AFFLICT, "characterName": "Pouch", "condition": "prone"}, "not_a_creature", "characterName", ("not a creature",)),
    "an effect on a thing": ({**AFFLICT, "characterName": "Dagger", "effect": "Bless"}, "not_a_creature", "characterName", ("not a creature",)),
    "an effect on a thing by id": ({"operation": "apply", "characterId": "i5.1", "effect": "Bless"}, "not_a_creature", "characterId", ("Dagger",)),
    "an effect on a room": ({**AFFLICT, "characterName": "Lobby", "effect": "Bless"}, "not_a_creature", "characterName", ("not a creature",)),
    "negative damage": ({**HURT, "amount": -1}, "argument_invalid", "amount", ("at least 0",)),
    "negative dice of damage": ({**THORIN, "operation": "damage", "dice": "1d4-9", "damageType": "fire"}, "dice_negative", "dice", ("heal restores",)),
    "damage of no type": ({**THORIN, "operation": "damage", "amount": 5}, "argument_invalid", "damageType", ("it is required",)),
    "damage of an unknown type": ({**HURT, "damageType": "fir"}, "argument_invalid", "damageType", ("did you mean 'fire'", "acid")),
    "two amounts of damage": ({**HURT, "dice": "1d6"}, "one_of_required", "amount", ("amount, dice",)),
    "negative healing": ({**THORIN, "operation": "heal", "amount": -1}, "argument_invalid", "amount", ("at least 0",)),
    "no base": ({**GIVE, "template": "Flame Tongue"}, "base_required", "base", ("Longsword, Rapier",)),
    "a base it cannot have": ({**GIVE, "template": "Flame Tongue", "base": "Club"}, "base_unfit", "base", ("allowed: Greatsword, Longsword",)),
    "a base misspelt": ({**GIVE, "template": "Flame Tongue", "base": "Longswrd"}, "base_unfit", "base", ("did you mean Longsword",)),
    "a base of what has none": ({**GIVE, "base": "Club"}, "base_unfit", "base", ("Send instead",)),
    "no variant": ({**GIVE, "template": "Ioun Stone"}, "variant_required", "variant", ("Absorption, Agility",)),
    "an unknown variant": ({**GIVE, "template": "Ioun Stone", "variant": "Agilty"}, "variant_unknown", "variant", ("did you mean Agility",)),
    "a variant of what has none": ({**GIVE, "variant": "+1"}, "variant_unknown", "variant", ("Send instead",)),
    "no charge left": (
        {"characterName": "Elara", "operation": "use", "itemName": "Wand of Secrets"}, "no_charges_left", "itemName", ("0 charges left",)),
    "not attuned": ({**DRINK, "itemName": "Flame Tongue Longsword"}, "not_attuned", "itemName", ('Send instead: {"', '"attune"')),
    "carried and must be worn": ({**DRINK, "itemName": "Boots of Speed"}, "must_be_worn", "itemName", ('Send instead: {"', '"equip"')),
    "what is not used": ({**DRINK, "itemName": "Dagger"}, "not_usable", "itemName", ("equip it", "Send instead")),
}  # fmt: skip

ROWS = NAMES | QUANTITIES | SHAPES | WORDS | RULES


def tool_of(payload: Answer) -> str:
    return TOOL_OF.get(payload.get("operation", ""), "manage_inventory")


@pytest.mark.parametrize(("payload", "code", "field", "words"), ROWS.values(), ids=ROWS)
def test_it_is_refused_with_words_that_lead_on(same: Table, payload: Answer, code: str, field: str, words: tuple[str, ...]):
    answer = same.refused_whole(code, payload, tool_of(payload))
    assert answer["error"].get("field") == field, answer["text"]
    assert all(word in answer["text"] for word in words), answer["text"]
    assert len(answer["text"]) < 2000 and "pydantic" not in answer["text"]


@pytest.mark.parametrize(("payload", "code", "field", "words"), ROWS.values(), ids=ROWS)
def test_it_is_refused_as_one_of_a_batch_too(same: Table, payload: Answer, code: str, field: str, words: tuple[str, ...]):
    if "batch" not in payload and code != "given_twice":
        tool = tool_of(payload)
        same.refused_whole(code, {"batch": [payload]}, tool)


async def test_the_server_refuses_what_ask_refuses(same: Table):
    before = same.now
    async with Client(server(same.game)) as client:
        for what, (payload, code, _, words) in ROWS.items():
            told = await client.call_tool(tool_of(payload), payload, raise_on_error=False)
            assert told.is_error and told.structured_content is None, what
            assert told.meta is not None and told.meta["rpg-lite/error"]["code"] == code, what
            assert all(word in told.content[0].text for word in (*words, "Nothing was changed.")), what
    assert same.now == before


@pytest.mark.parametrize(
    ("payload", "code"), [(p, c) for p, c, *_ in ROWS.values() if c in ("base_unfit", "variant_unknown", "not_attuned")]
)
def test_what_is_offered_instead_is_accepted(table: Table, payload: Answer, code: str):
    if instead := table.send(payload, tool_of(payload))["error"].get("try"):
        assert table.send(instead)["ok"]


# ── the world ───────────────────────────────────────────────────────────────────────────────────────────────────────

BUILT = (
    ("manage_character", {"operation": "create", "batch": [{"name": name} for name in ("Grip", "Atlas", "Lodger")]}),
    ("manage_condition", {"operation": "apply", "characterName": "Grip", "condition": "grappled"}),
    ("manage_inventory", {"operation": "give", "characterName": "Atlas", "item": {"name": "Anvils", "type": "treasure", "weight": 80_000}}),
    ("manage_inventory", {"operation": "give", "bagName": "floor", "template": "Chest"}),
    ("manage_inventory", {"operation": "give", "bagName": "Chest", "item": {"name": "Brass Key", "type": "tool"}}),
    ("manage_room", {"operation": "lock", "bagName": "Chest", "keyName": "Brass Key", "dc": 15}),
    ("manage_room", {"operation": "create", "name": "Attic", "direction": "up"}),
    ("manage_room", {"operation": "create", "name": "Vault", "direction": "north", "door": "locked", "keyName": "Iron Key", "dc": 20}),
    ("manage_room", {"operation": "create", "name": "Loft"}),
    ("manage_room", {"operation": "join", "characterName": "Lodger", "toName": "Loft"}),
    ("manage_inventory", {"operation": "give", "bagName": "Attic", "template": "Torch"}),
)
GO = {"operation": "go"}
PORTAL = {"operation": "portal"}
DEMOLISH = {"operation": "remove"}
UNLOCK = {"operation": "unlock", "bagName": "Chest"}
WORLD: dict[str, Row] = {
    "going nowhere": (GO, "one_of_required", "direction", ("send exactly one of", "direction, toName")),
    "going two ways": ({**GO, "direction": "up", "toName": "Attic"}, "one_of_required", "direction", ("send exactly one of",)),
    "where no way leads": ({**GO, "direction": "south"}, "exit_unknown", "direction", ("'south'", "allowed: north, up")),
    "through a wall": ({**GO, "direction": "through the wall"}, "exit_unknown", "direction", ("allowed: north, up",)),
    "to a room that is not next door": ({**GO, "toName": "Loft"}, "room_not_next_door", "toName", ("allowed: north, up",)),
    "through a locked door": ({**GO, "direction": "north"}, "door_locked", "direction", ("Iron Key", "DC 20", "unlock")),
    "while grappled": ({**GO, "direction": "up", "characterName": "Grip"}, "cannot_move", "characterName", ("(grappled)", "end that first", "force")),
    "with forty tons": (
        {**GO, "direction": "up", "characterName": "Atlas"}, "too_heavy_to_move", "characterName", ("at most 300 lb", "transfer", "force")),
    "a portal onto a taken label": (
        {**PORTAL, "direction": "up", "toName": "Loft"}, "exit_taken", "direction", ("Attic", "up 2", 'Send instead: {"')),
    "a portal to no room": ({**PORTAL, "direction": "east", "toName": "Lofft"}, "room_unknown", "toName", ("did you mean Loft",)),
    "a portal to nowhere": ({**PORTAL, "direction": "east"}, "destination_required", "toName", ("toName, toId",)),
    "a second room of a name": ({"operation": "create", "name": "Attic"}, "room_exists", "name", ('Send instead: {"',)),
    "a room with people": ({**DEMOLISH, "bagName": "Loft"}, "room_occupied", "bagName", ("still in Loft: Lodger", "let them leave first")),
    "a room with things": ({**DEMOLISH, "bagName": "Attic"}, "room_not_empty", "bagName", ("Torch", 'Send instead: {"')),
    "the first room": ({**DEMOLISH, "bagName": "Lobby"}, "room_is_first", "bagName", ("you can change it",)),
    "a key inside of the chest that it opens": (UNLOCK, "lock_needs_one", "characterName", ("nobody here carries the key", "DC 15", "Thorin")),
    "a chest to be opened, its key within": (
        {**UNLOCK, "operation": "open"}, "bag_locked", "bagName", ("nobody here carries", "manage_room unlock")),
    "a map cut off": ({"operation": "import_map", "document": '{"name": "M", "rooms": ['}, "argument_invalid", "document", ("send an object",)),
    "a map of nothing": ({"operation": "import_map", "document": {}}, "argument_invalid", "document.name", ("document.rooms: is missing",)),
    "a map without rooms": ({"operation": "import_map", "document": {"name": "M", "rooms": []}}, "argument_invalid", "document.rooms", ("at least 1",)),
}  # fmt: skip


@pytest.fixture(scope="module")
def built() -> Iterator[Table]:
    """For all rows, like `same`: the first room with exits, doors, a chest and some creatures that cannot leave."""
    table = furnished()
    for tool, payload in BUILT:
        answer = table.send(payload, tool)
        assert answer["ok"], answer["text"]
    yield table
    table.game.close()


@pytest.mark.parametrize(("payload", "code", "field", "words"), WORLD.values(), ids=WORLD)
def test_the_world_refuses_with_words_that_lead_on(built: Table, payload: Answer, code: str, field: str, words: tuple[str, ...]):
    answer = built.refused_whole(code, payload, "manage_room")
    assert answer["error"].get("field") == field, answer["text"]
    assert all(word in answer["text"] for word in words), answer["text"]
    assert len(answer["text"]) < 2000 and "pydantic" not in answer["text"]
    built.refused_whole(code, {"batch": [payload]}, "manage_room")
    if instead := answer["error"].get("try"):
        assert built.send({**instead, "dryRun": True}, "manage_room")["ok"]


SQUARE = {"x": 0, "y": 0, "w": 3, "h": 3}
FILES: dict[str, tuple[str, str]] = {
    "cut off": (json.dumps({"rects": [SQUARE]})[:-9], "is not JSON"),
    "empty": ("", "is empty"),
    "huge": (json.dumps({"rects": [{"x": 2 * n, "y": 0, "w": 1, "h": 1} for n in range(100_000)]}, separators=(",", ":")), "at most 1000"),
    "larger still": ("x" * 5_000_000, "at most 4,000,000 characters"),
    "rooms over rooms": (json.dumps({"rects": [SQUARE, {**SQUARE, "x": 1}]}), "rects[1]: overlaps rects[0]"),
    "doors that are no list": (json.dumps({"rects": [SQUARE], "doors": {"x": 9, "y": 1}}), "doors: "),
}  # fmt: skip


@pytest.mark.parametrize(("written", "told"), FILES.values(), ids=FILES)
def test_a_broken_dungeon_file_is_told_and_changes_nothing(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, written: str, told: str
):
    monkeypatch.delenv("RPG_LITE_CAMPAIGN", raising=False)
    db, file = tmp_path / "party.db", tmp_path / "dungeon.json"
    file.write_text(written, encoding="utf-8")
    with closing(furnished(db).game):
        pass
    codes: list[int] = []
    assert python_calls(lambda: codes.append(app.main(["import", str(file), "--db", str(db)]))) <= 60_000
    assert codes == [1]
    out, err = capfd.readouterr()
    assert out == "" and told in err and "dungeon.json" in err and len(err) < 2000
    with closing(rpg_lite.open_campaign(db)) as game:
        assert Table(game).rev == len(MADE)


MARKUP = "<script>alert(1)</script><img src=x onerror=alert(1)>&amp;\"'"


def test_markup_in_notes_and_descriptions_stays_text(table: Table):
    """Names likewise: tests/server/test_web_page.py; the page in a browser: tests/server/test_browser.py."""
    plan = {"name": "M", "rooms": [{"name": "Crypt", "description": MARKUP, "notes": [MARKUP]}]}
    table.did("import_map", document=plan)
    assert table.send({"operation": "join", "toName": "Crypt"}, "manage_room")["ok"]
    assert table.send({"operation": "update", "bagName": "Crypt", "vibe": MARKUP}, "manage_room")["ok"]
    assert table.did("look")["text"].count(MARKUP) == 3, "description, vibe and note"
    told = table.game.table(everything=True)
    assert told["room"]["vibe"] == MARKUP and told["room"]["description"].startswith(MARKUP)
    assert not {"script", "img"} & {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(told["map"]).iter()}


# ── what is odd and good ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ["🐉 Dragon's Tooth 👨‍👩‍👧", "خنجر", "חרב", "Ægir Þórsson", "剣", "x" * 200])
def test_a_name_of_any_script_is_kept_to_the_letter(table: Table, name: str):
    table.did("create", name=name)
    table.did("give", name, item={"name": name, "type": "tool", "weight": 1})
    table.did("equip", name, itemName=name, slot="mainhand")
    assert f"mainhand {name}" in table.did("view", name)["text"]
    assert [t.name for t in table.now.things.values() if t.name == name] == [name, name]


def test_in_an_empty_campaign_the_way_on_is_to_create_someone():
    with rpg_lite.open_campaign(":memory:") as game:
        answer = game.ask(VIEW)
        assert "create one first (manage_character create)" in answer["text"] and "try" not in answer["error"]


def test_a_class_that_the_rules_do_not_have_is_kept_and_noted(table: Table):
    table.refused("class_unknown", "create", name="Pip", character={"classes": ["figther 5"]})
    assert "no number follows from it." in table.did("create", name="Pip", character={"classes": ["zzz"]})["text"]
    assert "no class" not in table.did("create", name="Pop", character={"classes": ["Fighter 5", "wizard"]})["text"]


def test_objects_that_come_as_text_are_read(table: Table):
    table.send({**THORIN, "operation": "give", "item": json.dumps({"name": "Rope", "type": "tool", "weight": 1})})
    assert table.send({"batch": json.dumps([GIVE, GIVE])})["ok"]
    assert table.bag("Thorin")["Rope"] == 1 and table.bag("Thorin")["Torch"] == 2


def test_a_second_character_of_a_name_is_noted(table: Table):
    assert "There is another Thorin" in table.did("create", name="Thorin")["text"]
    table.refused_whole("name_ambiguous", VIEW)
    assert table.send({"operation": "view", "characterId": "c1.1"})["ok"]


# ── item files ──────────────────────────────────────────────────────────────────────────────────────────────────────


def asked(db: Path, payload: Answer, *options: object, **process: Any) -> subprocess.CompletedProcess[str]:
    """The command line, as someone runs it."""
    command = [sys.executable, "-m", "rpg_lite", "ask", "--tool", tool_of(payload), "--db", str(db), *map(str, options)]
    done = subprocess.run(command, cwd=ROOT, input=json.dumps(payload), capture_output=True, text=True, timeout=60, **process)
    assert "Traceback" not in done.stderr, done.stderr
    return done


@pytest.mark.slow
def test_a_broken_item_file_is_told_at_the_start_and_the_others_load(tmp_path: Path):
    (tmp_path / "a.json").write_text("{", encoding="utf-8")
    (tmp_path / "b.json").write_text(json.dumps({"items": [{"name": "Hat", "type": "hat"}, {"name": "Katana", "type": "weapon"}]}))
    (tmp_path / "c.json").write_text(json.dumps({"name": "Longsword", "type": "weapon", "weight": 99}))
    asked(tmp_path / "party.db", {"operation": "create", "name": "Thorin"})
    done = asked(tmp_path / "party.db", {**GIVE, "template": "Katana"}, "--items", tmp_path)
    assert done.returncode == 0 and "Thorin gets Katana" in done.stdout
    not_json, wrong, override = done.stderr.splitlines()
    assert "a.json: line 1, column 2: not JSON" in not_json
    assert "b.json: items[0] \"Hat\".type: is 'hat'; allowed: weapon, armor" in wrong
    assert 'c.json: "Longsword": replaces ours' in override


# ── databases ───────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
@pytest.mark.parametrize(("code", "spoil"), BROKEN.items(), ids=BROKEN)
@pytest.mark.sqlite("its files and locks")
def test_a_database_that_cannot_be_used_is_one_sentence(tmp_path: Path, code: str, spoil: Callable[[Path], None]):
    spoil(file := tmp_path / "party.db")
    before = file.read_bytes() if file.is_file() else None
    done = asked(file, GIVE)
    (sentence,) = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (1, "") and str(file) in sentence and sentence.endswith(".")
    assert (file.read_bytes() if file.is_file() else None) == before


@contextmanager
def locked(table: Table) -> Iterator[None]:
    where = table.game.store.url
    with closing(driver()[0].connect(where, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def set_to(table: Table, pragma: str, then: str) -> Iterator[None]:
    with closing(table.game.store._database.writer.raw_connection()) as raw:
        raw.driver_connection.execute(f"PRAGMA {pragma}")  # type: ignore[union-attr]
    yield
    with closing(table.game.store._database.writer.raw_connection()) as raw:
        raw.driver_connection.execute(f"PRAGMA {then}")  # type: ignore[union-attr]


TROUBLE: dict[str, Callable[[Table], Any]] = {
    "database_locked": locked,
    "database_read_only": lambda table: set_to(table, "query_only=ON", "query_only=OFF"),
    "disk_full": lambda table: set_to(table, "max_page_count=1", "max_page_count=1000000"),
}
BIG = own(description="x" * 200_000)


@pytest.mark.parametrize(("code", "trouble"), TROUBLE.items(), ids=TROUBLE)
@pytest.mark.sqlite("its files and locks")
async def test_trouble_with_the_database_loses_nothing_and_passes(tmp_path: Path, code: str, trouble: Callable[[Table], Any]):
    table = furnished(tmp_path / "party.db", busy_ms=50)
    before = table.now
    with trouble(table):
        with pytest.raises(StoreFault) as caught:
            table.send(BIG)
        async with Client(server(table.game)) as client:
            told = await client.call_tool("manage_inventory", BIG, raise_on_error=False)
    assert caught.value.code == code and "\n" not in str(caught.value)
    assert told.is_error and told.content[0].text == f"{caught.value} Nothing was changed."
    assert table.now == before
    assert table.send(BIG)["ok"]
    table.game.close()


@pytest.mark.sqlite("its files and locks")
@pytest.mark.slow
def test_a_file_that_may_not_grow_is_one_sentence(tmp_path: Path):
    resource = pytest.importorskip("resource")
    db = tmp_path / "party.db"
    furnished(db).game.close()
    most = db.stat().st_size
    done = asked(db, BIG, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (most, most)))
    (sentence,) = done.stderr.splitlines()
    assert (done.returncode, done.stdout) == (1, "") and "check whether it is full, over a quota or broken" in sentence
    assert "Odd Cube" not in asked(db, VIEW).stdout
    assert asked(db, BIG).returncode == 0


# ── names of nothing ────────────────────────────────────────────────────────────────────────────────────────────────

TEXT_KEYS = [
    (tool, operation, to_camel(key))
    for tool in TOOLS
    for operation, model in operations(tool).items()
    for key, field in model.model_fields.items()
    if key != "operation" and "str" in str(field.annotation)
]


@pytest.mark.slow
@pytest.mark.parametrize("tool", TOOLS)
def test_a_text_that_is_blank_once_it_is_trimmed_fails_nowhere(tool: str):
    with closing((table := furnished()).game):
        asked = [(operation, key) for of, operation, key in TEXT_KEYS if of == tool]
        for operation, key in asked:
            known = {
                "characterName": "Thorin",
                "itemName": "Dagger",
                "toName": "Backpack",
                "targetName": "Goblin",
                "name": "Pip",
                "text": "x",
            }
            fits = {k: v for k, v in known.items() if k in {to_camel(f) for f in operations(tool)[operation].model_fields}}
            for blank in (" ", ",", "\t", "\u3000,", "the"):
                for beside in ({}, fits):
                    answer = table.send({**beside, "operation": operation, key: blank, "dryRun": True}, tool)
                    assert answer["ok"] or answer["error"]["code"], (operation, key, blank)
