"""What a game master writes at the table and plainly means is done: other names of numbers, keys, attacks and rolls."""

from typing import Any

import pytest

from tests.commands.table import Table, notes


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
    assert table.thing("Grukk").body["sheet"]["resources"]["rage"] == {"max": 5, "left": 3}


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
    assert "Quiver is carried; it is worn nowhere." in notes(answer)
    table.refused("slot_required", "give", "Thorin", item={"name": "Odd Sash", "type": "wondrous"}, equip=True)


def test_another_spell_is_not_offered_for_one_that_is_missing(table: Table):
    answer = table.refused("effect_unknown", "apply", "Thorin", effect="Hex")
    assert "Heroism" not in str(answer.get("near", ())) and "Send instead" not in str(answer)


@pytest.fixture
def gate(table: Table) -> Table:
    """A locked gate north of the Lobby, whose key Thorin carries, beside one that fits nothing."""
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
