"""A game master's plain meaning works: other names for numbers, keys, attacks and rolls."""

from typing import Any

import pytest

from tests.operations.table import Table, notes


@pytest.mark.parametrize(
    ("written", "path"),
    [("hp_max", "hpMax"), ("passive_perception", "passive.perception"), ("skill.history", "skills.history"), ("AC", "ac")],
)
def test_a_number_is_found_by_its_letters(table: Table, written: str, path: str):
    asked = table.did("character", "Thorin", stats=[written])
    assert asked["text"] == table.did("character", "Thorin", stats=[path])["text"]


def test_a_check_of_the_party_is_a_group_check(table: Table):
    answer = table.did("check", "party", skill="stealth", dc=0)
    assert "Thorin, stealth check" in answer["text"] and "Elara, stealth check" in answer["text"]
    assert "The group succeeds: 2 of 2 succeeded." in answer["text"]
    assert "The group fails: 0 of 2 succeeded." in table.did("check", "party", skill="stealth", dc=40)["text"]


def test_a_group_check_leaves_out_the_dead(table: Table):
    table.did("damage", "Elara", amount=60, damageType="fire")
    answer = table.did("check", "party", skill="stealth", dc=10)
    assert "Elara" not in answer["text"] and "The group" not in answer["text"]


def test_the_dying_save_against_death(table: Table):
    table.refused("ability_required", "save", "Thorin")
    table.did("damage", "Thorin", amount=44, damageType="fire")
    assert "death save" in table.did("save", "Thorin")["text"]


@pytest.mark.parametrize("resource", [{"current": 3, "maximum": 5}, {"remaining": 3, "max": 5}])
def test_a_resource_is_understood_by_its_usual_words(table: Table, resource: dict[str, Any]):
    table.did("create", name="Grukk", character={"resources": {"rage": resource}})
    assert table.thing("Grukk").body["sheet"]["resources"]["rage"] == {"max": 5}
    assert table.thing("Grukk").body["spent"] == {"rage": 2}


def test_a_number_is_the_maximum_of_a_new_resource_and_nothing_in_an_update(table: Table):
    table.did("create", name="Grukk", character={"resources": {"rage": 5}})
    assert table.thing("Grukk").body["sheet"]["resources"]["rage"] == {"max": 5}
    table.refused("argument_invalid", "update", "Grukk", character={"resources": {"rage": 2}})


@pytest.mark.parametrize("called", ["unarmed", "fist", "Kick"])
def test_an_unarmed_strike_goes_by_its_usual_words(table: Table, called: str):
    assert "with Unarmed Strike" in table.did("attack", "Thorin", targetName="Elara", itemName=called, seed=1)["text"]


def test_in_a_partys_rest_the_thing_bonds_with_its_bearer(table: Table):
    table.did("give", "Elara", template="Ring of Protection")
    table.did("rest", "party", kind="short", attune="Ring of Protection")
    assert table.thing("Ring of Protection").attuned_to == table.thing("Elara").id


def test_gear_that_is_worn_nowhere_is_given_all_the_same(table: Table):
    answer = table.did("give", "Thorin", template="Quiver", equip=True)
    assert "Quiver cannot be worn, so it is carried." in notes(answer)
    table.refused("slot_required", "give", "Thorin", item={"name": "Odd Sash", "type": "wondrous"}, equip=True)


def test_another_spell_is_not_offered_for_one_that_is_missing(table: Table):
    answer = table.refused("effect_unknown", "apply", "Thorin", effect="Hex")
    assert "Heroism" not in str(answer.get("near", ())) and "Send instead" not in str(answer)


@pytest.fixture
def gate(table: Table) -> Table:
    """A locked gate north of the Lobby; Thorin carries its key and one that fits nothing."""
    made = {"operation": "create", "name": "Yard", "direction": "north", "exitKind": "iron gate", "door": "locked", "keyName": "Iron Key"}
    assert table.send(made, "manage_room")["ok"]
    for name in ("Iron Key", "Brass Key"):
        table.did("give", "Thorin", item={"name": name, "type": "adventuring_gear"})
    return table


def test_a_lock_is_opened_with_the_key_that_is_named(gate: Table):
    gate.refused_whole("key_unfit", {"operation": "unlock", "direction": "north", "keyName": "Brass Key"}, "manage_room")
    with_it = {"operation": "unlock", "direction": "north", "keyName": "Iron Key"}
    gate.did("remove", "Thorin", itemName="Iron Key")
    gate.refused_whole("key_missing", with_it, "manage_room")
    assert gate.send({"operation": "undo"})["ok"] and gate.send(with_it, "manage_room")["ok"]


@pytest.mark.parametrize(
    ("said", "kind"), [("road", "passage"), ("old forest path", "passage"), ("iron gate", "door"), ("stone steps", "stairs")]
)
def test_the_kind_of_an_exit_goes_by_its_last_word(table: Table, said: str, kind: str):
    assert table.send({"operation": "create", "name": "Yard", "direction": "north", "exitKind": said}, "manage_room")["ok"]
    assert {e.kind for e in table.now.exits.values()} >= {kind}


def test_a_source_goes_by_a_part_of_its_name(empty: Table):
    for name in ("Sister Maelle", "Borin Ironfist"):
        empty.did("create", name=name, character={"classes": ["cleric 3"], "party": True})
    empty.did("apply", "Borin", effect="Bless", source="Maelle")
    assert empty.thing("Sister Maelle").body["concentration"]["effect"] == "Bless"
    empty.did("apply", "Borin", condition="poisoned", source="a trap")
    assert empty.thing("Borin Ironfist").body["conditions"][0]["source"] == "a trap"


def test_a_route_for_the_game_master_leads_through_locks(table: Table):
    for made in (
        {"operation": "create", "name": "Yard", "direction": "north", "door": "locked", "dc": 15, "keyName": "Iron Key"},
        {"operation": "create", "name": "Vault", "fromName": "Yard", "direction": "north"},
    ):
        assert table.send(made, "manage_room")["ok"]
    text = table.send({"operation": "route", "toName": "Vault", "everything": True}, "manage_room")["text"]
    assert "to Vault" in text and "locked" in text


def test_the_way_back_of_a_slope_leads_the_other_way(table: Table):
    assert table.send({"operation": "create", "name": "Hut", "direction": "up the hill"}, "manage_room")["ok"]
    assert {e.label for e in table.now.exits.values()} == {"up the hill", "down the hill"}


def test_hit_points_that_become_known_are_all_of_them(table: Table):
    table.did("create", name="Borin", character={"race": "hill dwarf", "abilities": {"con": 14}})
    table.did("update", "Borin", character={"classes": ["fighter"], "level": 3})
    text = table.did("character", "Borin")["text"]
    assert "HP 31/31" in text, text


def test_a_cursed_axe_is_put_down_and_not_parted_with(table: Table):
    table.did("give", "Thorin", template="Berserker Axe", base="Greataxe", equip=True, attune=True)
    table.did("unequip", "Thorin", itemName="Berserker Greataxe")
    for operation, more in (("transfer", {"toName": "Elara"}), ("unattune", {})):
        table.refused("item_cursed", operation, "Thorin", itemName="Berserker Greataxe", **more)


@pytest.mark.parametrize(
    ("said", "op", "meant"),
    [
        ("speed", "add", "speed.all"),
        ("speed", "base", "speed.walk"),
        ("saves.all", "add", "save.all"),
        ("skills.stealth", "add", "skill.stealth"),
        ("AC", "add", "ac"),
        ("spellSaveDc", "add", "spell_save_dc"),
    ],
)
def test_a_modifier_takes_the_names_that_stats_tells(table: Table, said: str, op: str, meant: str):
    table.did("update", "Thorin", character={"modifiers": [{"target": said, "op": op, "value": 5}]})
    assert table.thing("Thorin").body["sheet"]["modifiers"][0]["target"] == meant


def test_a_modifier_has_no_name_of_its_own(table: Table):
    blessing = {"target": "ac", "op": "add", "value": 1, "label": "Blessing"}
    answer = table.refused("argument_invalid", "update", "Thorin", character={"modifiers": [blessing]})
    assert "the reasons for a number name the item or the feature that holds it" in answer["text"]


def test_the_save_dc_of_spells_goes_by_its_usual_name(table: Table):
    table.did("create", name="Mira", character={"classes": ["cleric 5"]})
    assert "spell save DC" in table.did("character", "Mira", stats=["spellSaveDc"])["text"]


@pytest.mark.parametrize("key", ["resources.luck points", "Luck Points"])
def test_one_resource_is_cleared_by_its_name(table: Table, key: str):
    table.did("update", "Thorin", character={"resources": {"luck points": {"max": 3}, "rage": {"max": 2}}})
    table.did("update", "Thorin", unset=[key])
    assert table.thing("Thorin").body["sheet"]["resources"] == {"rage": {"max": 2}}


def test_what_cannot_be_cleared_of_the_resources_is_said(table: Table):
    table.did("create", name="Grukk", character={"classes": ["barbarian 3"]})
    assert "comes from the classes" in table.refused("resource_of_class", "update", "Grukk", unset=["hit_die_d12"])["text"]
    assert "comes from the classes" in table.refused("resource_of_class", "update", "Grukk", unset=["resources.rage"])["text"]
    assert "has: hit_die_d12" in table.refused("resource_unknown", "update", "Grukk", unset=["resources.luck"])["text"]


@pytest.mark.parametrize(
    ("word", "call"),
    [
        ("dying", "save with ability death"),
        ("dead", "execute_action damage"),
        ("concentrating", "source"),
        ("hidden", "skill stealth"),
        ("bloodied", "half of the hit points"),
    ],
)
def test_a_state_that_is_no_condition_names_its_call(table: Table, word: str, call: str):
    answer = table.ask("apply", "Thorin", condition=word)
    assert answer["error"]["code"].startswith("state_") and call in answer["text"] and "try" not in answer["error"]


@pytest.mark.parametrize("word", ["drowning", "diseased", "held", "confused"])
def test_no_effect_is_offered_for_a_word_that_is_only_a_little_like_it(table: Table, word: str):
    assert "try" not in table.refused("condition_unknown", "apply", "Thorin", condition=word)["error"]


@pytest.mark.parametrize(
    ("word", "meant"), [("deaf", {"condition": "deafened"}), ("raging", {"effect": "raging"}), ("asleep", {"effect": "Sleep"})]
)
def test_another_form_of_the_word_is_meant(table: Table, word: str, meant: dict[str, str]):
    assert meant.items() <= table.refused("condition_unknown", "apply", "Thorin", condition=word)["error"]["try"].items()


def test_an_effect_of_ones_own_is_a_modifier(table: Table):
    text = table.refused("effect_unknown", "apply", "Thorin", effect="Sun's Warmth")["text"]
    assert 'character {"modifiers": [{"target": "save.all", "op": "add", "value": 1}]}' in text and "Mage Armor" not in text
    table.did("update", "Thorin", character={"modifiers": [{"target": "save.all", "op": "add", "value": 1}]})
    table.did("update", "Thorin", unset=["modifiers"])


def test_an_answer_shows_as_much_of_the_past_as_it_can(table: Table):
    assert table.did("history", last=60)["text"].endswith("An answer shows at most 50.")
    assert table.did("journal", last=60)["text"].endswith("An answer shows at most 50.")
    assert "at most" not in table.did("history", last=50)["text"]


def test_a_thing_that_is_only_a_little_like_it_is_not_offered(table: Table):
    table.did("give", "Thorin", template="Rations")
    answer = table.refused("item_unknown", "rest", "Thorin", kind="short", attune="Cloak of Protection")
    assert "Rations" not in str(answer)
    assert "Rations" in table.refused("item_unknown", "use", "Thorin", itemName="ration pack")["text"]


def test_in_a_batch_no_smaller_quantity_is_offered(table: Table):
    table.did("give", "Thorin", template="Gold", quantity=15)
    pay = {"operation": "transfer", "characterName": "Thorin", "itemName": "Gold", "quantity": 50, "toCharacterName": "Elara"}
    buy = {"operation": "give", "characterName": "Thorin", "template": "Torch"}
    assert "try" not in table.send({"batch": [pay, buy]})["error"]
    assert table.send(pay)["error"]["try"]["quantity"] == 15


def test_treasure_of_ones_own_is_treasure_with_a_value(table: Table):
    answer = table.refused("template_unknown", "give", "Thorin", template="Ruby")
    assert "try" not in answer["error"] and "its worth in gp as value" in answer["text"]  # nobody else knows the worth
    assert "did you mean" not in table.refused("template_unknown", "give", "Thorin", template="Ruby of Kings")["text"]
