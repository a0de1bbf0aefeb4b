import json
from pathlib import Path

import pytest

import rpg_lite
from tests.operations.table import Table


def test_id_and_name_must_agree(table: Table):
    assert table.send({"characterId": table.id("Thorin"), "characterName": "thorin", "operation": "view"})["ok"]
    payload = {"characterId": table.id("Thorin"), "characterName": "Elara", "operation": "give", "template": "Torch"}
    table.refused_whole("id_and_name_disagree", payload)


def test_item_id_and_name_must_agree(table: Table):
    table.did("give", "Thorin", template="Torch")
    table.did("give", "Thorin", template="Dagger")
    table.refused("id_and_name_disagree", "remove", "Thorin", itemId=table.id("Torch"), itemName="Dagger")


@pytest.mark.parametrize("name", ["thorin", "THORIN", " Thorin ", "The Thorin", "Thórin"])
def test_a_name_is_found_however_it_is_spelled(table: Table, name: str):
    table.did("give", name, template="Torch")
    assert table.bag("Thorin") == {"Torch": 1}


@pytest.mark.parametrize("name", ["Thorn", "Thorin Oakenshield", "Tho"])
def test_nothing_looser_ever_acts(table: Table, name: str):
    answer = table.refused("character_unknown", "give", name, template="Torch")
    assert any("Thorin" in near for near in answer["error"]["near"])
    assert answer["error"]["field"] == "characterName"


@pytest.mark.parametrize("part", ["Borin", "borin", "Stonefist", "the Borin"])
def test_a_part_of_a_name_that_one_alone_bears_is_meant(table: Table, part: str):
    table.did("create", name="Borin Stonefist")
    table.did("give", part, template="Torch")
    assert table.bag("Borin Stonefist") == {"Torch": 1}


def test_a_part_finds_its_bearer_in_another_room(table: Table):
    table.did("create", name="Sister Maeve")
    assert table.send({"operation": "create", "name": "Chapel", "direction": "north"}, "manage_room")["ok"]
    assert table.send({"operation": "join", "characterName": "Maeve", "toName": "Chapel"}, "manage_room")["ok"]
    assert "Sister Maeve" in table.did("character", "Maeve")["text"]


def test_a_part_that_two_bear_is_refused_with_both(table: Table):
    for name in ("Goblin 1", "Goblin 2"):
        table.did("create", name=name)
    near = table.refused("name_ambiguous", "give", "Goblin", template="Torch")["error"]["near"]
    assert [n.split(" (")[0] for n in near] == ["Goblin 1", "Goblin 2"]
    table.refused("character_unknown", "give", "1", template="Torch")


def test_a_whole_name_goes_before_a_part_of_another(table: Table):
    table.did("create", name="Thorin Oakenshield")
    table.did("give", "Thorin", template="Torch")
    assert (table.bag("Thorin"), table.bag("Thorin Oakenshield")) == ({"Torch": 1}, {})


def test_a_thing_is_not_found_by_a_part_of_its_name(table: Table):
    table.did("give", "Thorin", template="Potion of Healing")
    table.refused("item_unknown", "use", "Thorin", itemName="Healing")


def test_an_unknown_character_is_refused_and_only_characters_are_offered(table: Table):
    answer = table.refused("character_unknown", "give", "Nobody", template="Torch")
    assert not any("Lobby" in near or "world" in near for near in answer["error"].get("near", ()))


def test_an_unknown_id_is_refused(table: Table):
    table.refused_whole("character_unknown", {"characterId": "c99.1", "operation": "view"})
    table.refused_whole("bag_unknown", {"bagId": "b99.1", "operation": "view"})


def test_an_unknown_item_id_is_refused(table: Table):
    for operation in ("equip", "unequip", "use", "remove", "attune", "unattune"):
        table.refused_whole("item_unknown", {"characterName": "Thorin", "operation": operation, "itemId": "i99.1"})


def test_two_characters_of_one_name_are_told_apart_by_id(table: Table):
    answer = table.did("create", name="Thorin")
    assert "another Thorin" in answer["text"]
    told = table.refused("name_ambiguous", "give", "Thorin", template="Torch")
    ids = [t.id for t in table.now.things.values() if t.name == "Thorin"]
    assert all(any(id in near for near in told["error"]["near"]) for id in ids)
    assert table.send({"characterId": ids[0], "operation": "give", "template": "Torch"})["ok"]


def test_things_that_differ_are_refused_with_id_place_and_difference(table: Table):
    table.did("give", "Thorin", template="Wand of Secrets", quantity=2, equip=True)
    table.did("use", "Thorin", itemName="Wand of Secrets")
    table.did("unequip", "Thorin", slot="mainhand")
    answer = table.refused("name_ambiguous", "remove", "Thorin", itemName="Wand of Secrets")
    near = " ".join(answer["error"]["near"])
    assert "i3.1" in near and "i3.2" in near and "2 charges" in near and "3 charges" in near and "in Thorin" in near


def test_equal_things_count_as_one_stack(table: Table):
    table.did("give", "Thorin", template="Wand of Secrets", quantity=2)
    table.did("remove", "Thorin", itemName="Wand of Secrets")
    assert table.stacks("Thorin", "Wand of Secrets") == [1]


@pytest.mark.parametrize("name", ["Healing Potion", "potions of healing", "the Potion of Healing", "srd:potion_of_healing"])
def test_an_item_is_found_by_its_own_name_its_templates_and_its_aliases(table: Table, name: str):
    table.did("give", "Thorin", template="Potion of Healing")
    if name.startswith("srd:"):
        table.refused("item_unknown", "remove", "Thorin", itemName=name)
    else:
        table.did("remove", "Thorin", itemName=name)


def test_an_item_that_is_not_there_is_refused_with_the_near_names(table: Table):
    table.did("give", "Thorin", template="Plate Armor")
    answer = table.refused("item_unknown", "equip", "Thorin", itemName="Plait Armor")
    assert answer["error"]["near"] == [f"Plate Armor ({table.id('Plate Armor')})"]


def test_a_target_must_be_named(table: Table):
    table.refused("target_required", "give", template="Torch")
    table.refused("item_required", "equip", "Thorin")


def test_the_party_carries_nothing_as_one(table: Table):
    before = table.now
    assert not table.ask("give", "party", template="Torch")["ok"]
    assert table.now == before


def test_ones_own_backpack_wins_over_anothers(table: Table):
    for who in ("Thorin", "Elara"):
        table.did("give", who, template="Backpack")
    table.refused("name_ambiguous", "give", bagName="Backpack", template="Torch")
    table.did("give", "Elara", bagName="Backpack", template="Torch")
    table.did("transfer", "Elara", itemName="Torch", toCharacterName="Thorin")


# ── bags that are items ─────────────────────────────────────────────────────────────────────────────────────────────

PURSE = {"item": "Pouch", "name": "Tim's Purse"}


@pytest.fixture
def purse(table: Table) -> Table:
    """Thorin carries a pouch that has a name of its own."""
    table.did("import", document={"character": {"name": "Thorin"}, "carried": [PURSE]}, replace=True)
    return table


@pytest.mark.parametrize("name", ["Tim's Purse", "Pouch", "the POUCH", "Belt Pouch"])
def test_a_bag_in_anothers_hands_is_found_by_each_of_its_names(purse: Table, name: str):
    purse.did("give", bagName=name, template="Torch")
    assert purse.bag("Tim's Purse") == {"Torch": 1}


@pytest.mark.parametrize("name", ["Tim's Purse", "Pouch", "belt pouch"])
def test_a_bag_on_the_floor_is_found_by_each_of_its_names(purse: Table, name: str):
    purse.did("transfer", "Thorin", itemName="Tim's Purse", toName="floor")
    purse.did("give", "Elara", template="Torch")
    purse.did("transfer", "Elara", itemName="Torch", toName=name)
    assert purse.bag("Tim's Purse") == {"Torch": 1}


def test_a_name_that_several_bags_bear_is_ambiguous_and_told_with_place_and_contents(purse: Table):
    purse.did("give", bagName="floor", template="Pouch")
    purse.did("give", bagName="Tim's Purse", template="Torch", quantity=2)
    answer = purse.refused("name_ambiguous", "give", bagName="Pouch", template="Dagger")
    own, plain = purse.id("Tim's Purse"), purse.id("Pouch")
    assert answer["error"]["near"] == [f"Tim's Purse ({own}) in Thorin, holding Torch", f"Pouch ({plain}) in Lobby, holding nothing"]
    purse.did("give", bagId=own, bagName="Pouch", template="Dagger")


def test_ones_own_bag_wins_by_the_name_of_its_template_too(purse: Table):
    purse.did("give", "Elara", template="Pouch")
    purse.did("give", "Thorin", bagName="Pouch", template="Torch")
    assert purse.bag("Tim's Purse") == {"Torch": 1}


@pytest.mark.parametrize(
    ("item", "wanted"),
    [
        ("Handy Haversack", "Handi Haversak"),
        (PURSE, "Tims Pursse"),
        ({"item": {"name": "Coffer", "type": "wondrous", "container": {}}}, "Cofer"),
    ],
)
def test_a_bag_that_is_missed_is_among_the_near_names(table: Table, item: object, wanted: str):
    table.did("import", document={"character": {"name": "Thorin"}, "carried": [item, "Torch"]}, replace=True)
    answer = table.refused("bag_unknown", "give", bagName=wanted, template="Torch")
    (bag,) = [t for t in table.now.things.values() if t.kind == "item" and t.name != "Torch"]
    assert answer["error"]["near"] == [f"{bag.name} ({bag.id})"]


def test_what_is_no_bag_is_not_among_the_near_bags(table: Table):
    table.did("give", "Thorin", template="Handaxe")
    answer = table.refused("bag_unknown", "give", bagName="Handaxxe", template="Torch")
    assert "near" not in answer["error"] and table.id("Handaxe") not in answer["text"]


@pytest.mark.parametrize("name", ["Trunk", "Seaman's Trunk", "Trunk (oak)", "Oaken Trunk"])
def test_a_bag_that_comes_in_variants_is_found_by_the_name_of_the_template(tmp_path: Path, name: str):
    variants = [{"name": "oak", "aliases": ["Oaken Trunk"], "weight": 30}, {"name": "tin", "weight": 9}]
    trunk = {"name": "Trunk", "type": "adventuring_gear", "aliases": ["Seaman's Trunk"], "container": {}, "variants": variants}
    (tmp_path / "trunk.json").write_text(json.dumps(trunk))
    with rpg_lite.open_campaign(":memory:", items=[tmp_path]) as game:
        table = Table(game)
        table.did("give", bagName="floor", template="Trunk", variant="oak")
        table.did("give", bagName=name, template="Torch")
        assert table.bag("Trunk (oak)") == {"Torch": 1}


@pytest.mark.parametrize("name", ["Flame Tongue", "the flame-tongue longswords"])
def test_an_item_of_a_base_is_found_by_the_name_of_its_template(table: Table, name: str):
    table.did("give", "Thorin", template="Flame Tongue Longsword")
    table.did("equip", "Thorin", itemName=name)


@pytest.mark.parametrize(
    ("operation", "fields"), [("give", {"template": "Torch"}), ("view", {}), ("transfer", {"all": True, "toName": "floor"})]
)
def test_a_bag_beside_a_character_is_that_characters_and_nobody_elses(table: Table, operation: str, fields: dict[str, object]):
    table.did("give", "Thorin", template="Backpack")
    table.refused("bag_unknown", operation, "Elara", bagName="Backpack", **fields)
    table.did(operation, "Thorin", bagName="Backpack", **fields)


def test_a_chest_on_the_floor_is_anybodys(table: Table):
    table.did("give", bagName="floor", template="Chest")
    table.did("give", "Elara", bagName="Chest", template="Torch")
    assert table.bag("Chest") == {"Torch": 1}


@pytest.mark.parametrize(("pounds", "fits"), [(29.999, True), (30, True), (30.001, False), (31, False)])
@pytest.mark.parametrize("way", ["give", "transfer", "inner bag"])
def test_a_carried_bag_holds_what_it_holds_and_no_ounce_more(table: Table, way: str, pounds: float, fits: bool):
    """A backpack of 30 lb."""
    lead = {"name": "Lead", "type": "treasure", "weight": pounds}
    table.did("give", "Thorin", template="Backpack")
    if way == "give":
        answer = table.ask("give", "Thorin", bagName="Backpack", item=lead)
    elif way == "transfer":
        table.did("give", "Thorin", item=lead)
        answer = table.ask("transfer", "Thorin", itemName="Lead", toName="Backpack")
    else:
        table.did("give", "Thorin", bagName="Backpack", item={"name": "Pouch", "type": "wondrous", "weight": 0, "container": {}})
        answer = table.ask("give", "Thorin", bagName="Pouch", item=lead)
    assert answer["ok"] is fits
    assert fits or (answer["error"]["code"] == "bag_full" and "Backpack" in answer["text"])


@pytest.mark.parametrize("value", [5, [], {}, True, 1.5])
def test_a_name_that_is_no_text_is_refused(table: Table, value: object):
    table.refused_whole("argument_invalid", {"characterName": value, "operation": "view"})


def test_a_key_of_another_operation_is_named_as_theirs(table: Table):
    answer = table.refused("argument_invalid", "view", "Thorin", toName="floor")
    assert "only for operation=transfer" in answer["text"]


def test_an_unknown_tool_is_refused_with_those_there_are(table: Table):
    table.refused_whole("tool_unknown", {"operation": "view"}, "manage_inventry")


@pytest.mark.parametrize("field", ["characterName", "bagName"])
def test_a_name_that_is_far_too_long_is_not_told_back_whole(table: Table, field: str):
    before = table.now
    answer = table.send({field: "x" * 10_000, "operation": "view"})
    assert not answer["ok"] and len(answer["text"]) < 1000
    assert table.now == before


def test_a_broken_character_is_refused(table: Table):
    before = table.now
    assert not table.send({"characterName": "Thorin\ud800", "operation": "view"})["ok"]
    assert table.now == before


def test_many_of_one_name_are_told_by_the_first_few_and_their_number(table: Table):
    table.send({"operation": "create", "template": "goblin", "count": 20}, "manage_character")
    for n in range(1, 21):
        table.send({"operation": "update", "characterName": f"Goblin {n}", "character": {"name": "Snag"}}, "manage_character")
    text = table.refused("name_ambiguous", "view", "Snag")["text"]
    assert text.count("Snag (c") == 12 and "and 8 more" in text
