import json
from typing import Any

import pytest

from tests.operations.table import Table

TORCH = {"characterName": "Thorin", "operation": "give", "template": "Torch"}
WRONG = {"characterName": "Thorin", "operation": "equip", "itemName": "Sword of Nothing"}


def test_a_batch_is_one_commit_and_its_results_stand_in_order(table: Table):
    answer = table.batch(TORCH, {**TORCH, "characterName": "Elara"}, {**TORCH, "operation": "give", "template": "Dagger"})
    assert [r["item"]["name"] for r in answer["results"]] == ["Torch", "Torch", "Dagger"]
    assert table.rev == 3 and table.now.commits == 4


def test_each_is_decided_in_the_world_that_the_one_before_left(table: Table):
    plate = {"characterName": "Thorin", "template": "Plate Armor"}
    answer = table.batch({**plate, "operation": "give"}, {"characterName": "Thorin", "operation": "equip", "itemName": "Plate Armor"})
    assert answer["ok"] and table.worn("Thorin") == {"armor": "Plate Armor"}
    assert answer["results"][1]["stats"]["ac"] == {"was": 12, "value": 18}


def test_one_refusal_refuses_all(table: Table):
    answer = table.refused_whole("item_unknown", {"batch": [TORCH, WRONG, TORCH]})
    assert answer["error"]["field"] == "batch[1].itemName"


def test_all_refused_elements_are_told_at_once_each_with_its_place(table: Table):
    answer = table.refused_whole("item_unknown", {"batch": [WRONG, TORCH, {**WRONG, "characterName": "Nobody"}]})
    assert answer["error"]["field"] == "batch[0].itemName"
    assert [(e["code"], e["field"]) for e in answer["error"]["errors"]] == [("character_unknown", "batch[2].characterName")]
    assert "batch[0].itemName" in answer["text"] and "batch[2].characterName" in answer["text"]


def test_elements_that_cannot_be_read_are_told_at_once_too(table: Table):
    answer = table.refused_whole("argument_invalid", {"batch": [{**TORCH, "quantity": 0}, TORCH, {**TORCH, "colour": "red"}]})
    assert answer["error"]["field"] == "batch[0].quantity"
    assert answer["error"]["errors"][0]["field"] == "batch[2].colour"


def test_continue_keeps_what_was_accepted_and_reports_each(table: Table):
    answer = table.batch(TORCH, WRONG, TORCH, onError="continue")
    assert not answer["ok"]
    assert [r["ok"] for r in answer["results"]] == [True, False, True]
    assert answer["results"][1]["error"]["code"] == "item_unknown"
    assert table.bag("Thorin") == {"Torch": 2}


def test_continue_is_refused_when_every_element_is(table: Table):
    table.refused_whole("item_unknown", {"batch": [WRONG, WRONG], "onError": "continue"})


def test_a_target_and_an_operation_beside_the_batch_hold_for_all(table: Table):
    answer = table.batch({"template": "Torch"}, {"template": "Dagger", "characterName": "Elara"}, characterName="Thorin", operation="give")
    assert answer["ok"]
    assert table.bag("Thorin") == {"Torch": 1} and table.bag("Elara") == {"Dagger": 1}


def test_an_element_with_a_bag_of_its_own_does_not_get_the_character_beside_the_batch(table: Table):
    table.did("give", template="Chest", bagName="floor")
    table.batch({"template": "Torch", "bagName": "Chest"}, characterName="Thorin", operation="give")
    assert table.bag("Chest") == {"Torch": 1}


def test_what_stands_beside_a_batch_holds_for_each_that_says_nothing_else(table: Table):
    table.batch({"template": "Torch"}, {"template": "Dagger", "quantity": 1}, characterName="Thorin", operation="give", quantity=2)
    assert table.bag("Thorin") == {"Torch": 2, "Dagger": 1}


def test_what_no_element_takes_cannot_stand_beside_a_batch(table: Table):
    for payload in (
        {"batch": [{"template": "Torch"}], "operation": "give", "property": "light"},
        {"batch": [{"template": "Torch", "quantity": 1}], "operation": "give", "quantity": 2},
    ):
        table.refused_whole("beside_batch", {**payload, "characterName": "Thorin"})


@pytest.mark.parametrize("count", [0, 21, 100])
def test_a_batch_has_one_to_twenty_elements(table: Table, count: int):
    answer = table.refused_whole("argument_invalid", {"batch": [TORCH] * count})
    assert answer["error"]["field"] == "batch"


def test_twenty_are_fine(table: Table):
    assert table.batch(*[TORCH] * 20)["ok"]
    assert table.bag("Thorin") == {"Torch": 20}


@pytest.mark.parametrize("batch", ["lots", 3, [1], ["x"], [None], [[]], "[", True])
def test_a_batch_that_is_no_list_of_objects_is_refused(table: Table, batch: object):
    table.refused_whole("argument_invalid", {"batch": batch})


def test_a_batch_that_comes_as_a_string_is_decoded(table: Table):
    assert table.send({"batch": '[{"characterName": "Thorin", "operation": "give", "template": "Torch"}]'})["ok"]


def test_elements_that_come_as_strings_are_decoded(table: Table):
    assert table.send({"batch": [json.dumps(TORCH), TORCH, json.dumps({**TORCH, "item": None})]})["ok"]
    assert table.send({"batch": json.dumps([json.dumps(TORCH)])})["ok"]
    assert table.bag("Thorin") == {"Torch": 4}


def test_an_element_that_is_no_object_is_told_by_its_place_and_nothing_else(table: Table):
    answer = table.refused_whole("argument_invalid", {"batch": [json.dumps(TORCH), "[]", "x", '{"operation": ', 7]})
    assert [path for path, _ in answer["error"]["details"]["faults"]] == ["batch[1]", "batch[2]", "batch[3]", "batch[4]"]


@pytest.mark.parametrize("batch", ['[{"characterName": "\\ud800", "operation": "view"}]', ['{"characterName": "\\ud800"}']])
def test_half_a_character_in_a_string_of_json_is_refused(table: Table, batch: object):
    table.refused_whole("text_broken", {"batch": batch})


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({}, "operation"),
        ({"operation": None}, "operation"),
        ({"characterName": "Thorin"}, "operation"),
        ({"batch": [{}]}, "batch[0].operation"),
        ({"batch": [TORCH, "{}"]}, "batch[1].operation"),
    ],
)
def test_an_operation_that_is_missing_is_asked_for(table: Table, payload: dict[str, Any], field: str):
    answer = table.refused_whole("operation_missing", payload)
    assert answer["error"]["field"] == field
    assert f"{field}: is missing; allowed: give, remove" in answer["text"]
    assert "None" not in answer["text"]


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        ({"batch": [{"operation": "undo"}]}, "batch[0].operation"),
        ({"batch": [TORCH, {"operation": "undo", "rev": 1}]}, "batch[1].operation"),
        ({"batch": [{}], "operation": "undo"}, "batch[0].operation"),
        ({"batch": [{"operation": "undo"}], "characterName": "Thorin"}, "batch[0].operation"),
        ({"operation": "undo", "characterName": "Thorin"}, "characterName"),
        ({"operation": "undo", "bagName": "floor", "itemName": "Torch", "rev": 1}, "bagName"),
    ],
)
def test_an_undo_stands_alone(table: Table, payload: dict[str, Any], field: str):
    answer = table.refused_whole("undo_alone", payload)
    assert answer["error"]["field"] == field
    assert "send undo alone: without a batch, without a target, with nothing but rev" in answer["text"]
    assert "unknown key" not in answer["text"] and "only for" not in answer["text"]


@pytest.mark.parametrize(
    ("payload", "meant"),
    [
        ({**TORCH, "charcterName": "Thorin"}, {"charcterName": "characterName"}),
        (
            {**TORCH, "dryrum": True, "onerorr": "abort", "requesttId": "a"},
            {"dryrum": "dryRun", "onerorr": "onError", "requesttId": "requestId"},
        ),
        ({**TORCH, "dry-rum": True, "quantiti": 2}, {"dry-rum": "dryRun", "quantiti": "quantity"}),
        ({"opertion": "give", "charcterName": "Thorin"}, {"opertion": "operation", "charcterName": "characterName"}),
        ({"Operatoin": "give"}, {"Operatoin": "operation"}),
        ({"batch": [TORCH], "dryrum": True, "charcterName": "x"}, {"dryrum": "dryRun", "charcterName": "characterName"}),
        ({"batch": [{**TORCH, "dryrum": True}]}, {"batch[0].dryrum": "dryRun"}),
        ({**TORCH, "damage": "1d6"}, {"damage": "item.weaponStats.damageDice"}),
    ],
)
def test_unknown_keys_are_named_at_once_with_what_was_meant(table: Table, payload: dict[str, Any], meant: dict[str, str]):
    answer = table.refused_whole("argument_invalid", payload)
    faults = [tuple(fault) for fault in answer["error"]["details"]["faults"]]
    assert faults == [(key, f"unknown key; did you mean '{word}'?") for key, word in meant.items()]


@pytest.mark.parametrize(
    ("fields", "meant"),
    [
        (
            {"character": {"strength": 16, "DEX": 12, "hitPoints": 9}},
            {"strength": "abilities.str", "DEX": "abilities.dex", "hitPoints": "hpMax"},
        ),
        ({"character": {"str": 16, "clas": ["wizard"]}}, {"str": "abilities.str", "clas": "classes"}),
        ({"wisdom": 12, "tempHp": 9}, {"wisdom": "character.abilities.wis", "tempHp": "character.tempHp"}),
    ],
)
def test_a_score_is_sent_to_the_abilities(table: Table, fields: dict[str, Any], meant: dict[str, str]):
    at = "character." if "character" in fields else ""
    answer = table.refused("argument_invalid", "create", name="Balin", **fields)
    assert answer["error"]["details"]["faults"] == [(f"{at}{key}", f"unknown key; did you mean '{word}'?") for key, word in meant.items()]


def test_all_that_stands_wrong_beside_a_batch_is_told_at_once(table: Table):
    answer = table.refused_whole(
        "beside_batch", {"batch": [{"template": "Torch", "quantity": 0}], "operation": "give", "property": "light", "foo": 1}
    )
    assert [e["field"] for e in answer["error"]["errors"]] == ["foo"]


MISREAD = [{"template": "Torch", "quantity": 0}, {"operation": "juggle"}, {"template": "Torch", "wibble": 1}]


@pytest.mark.parametrize("bad", MISREAD)
def test_an_element_that_is_not_understood_is_refused_beside_those_that_cannot_be(table: Table, bad: dict[str, object]):
    beside = {"characterName": "Thorin", "operation": "give"}
    payload = {**beside, "batch": [{"template": "Torch"}, bad, {"template": "Tourch"}]}
    error = table.refused_whole(table.send({**beside, **bad})["error"]["code"], payload)["error"]
    told = [error["field"], *(e["field"] for e in error["errors"])]
    assert told[0].startswith("batch[1].") and told[1:] == ["batch[2].template"]


@pytest.mark.parametrize("bad", MISREAD)
def test_continue_keeps_what_was_good_beside_what_is_not_understood(table: Table, bad: dict[str, object]):
    beside = {"characterName": "Thorin", "operation": "give", "onError": "continue"}
    answer = table.send({**beside, "batch": [{"template": "Torch"}, bad, {"template": "Dagger"}]})
    assert [r["ok"] for r in answer["results"]] == [True, False, True] and answer["ok"] is False
    assert table.bag("Thorin") == {"Torch": 1, "Dagger": 1}
    assert "1. Refused: " in answer["text"] and not answer["results"][1]["error"]["field"].startswith("batch")


def test_a_batch_that_is_not_understood_at_all_is_refused(table: Table):
    answer = table.refused_whole(
        "argument_invalid", {"characterName": "Thorin", "operation": "give", "batch": MISREAD[:1] * 2, "onError": "continue"}
    )
    assert "batch[0].quantity: is 0; takes at least 1. batch[1].quantity" in answer["text"]


def test_a_misread_element_among_reads_writes_nothing(table: Table):
    before = table.now
    answer = table.send({"characterName": "Thorin", "batch": [{"operation": "view"}, {"operation": "peek"}], "onError": "continue"})
    assert [r["ok"] for r in answer["results"]] == [True, False] and table.now == before


@pytest.mark.parametrize("key", ["batch", "dryRun", "requestId", "onError", "detail"])
def test_the_envelope_does_not_stand_inside(table: Table, key: str):
    table.refused_whole("envelope_inside", {"batch": [{**TORCH, key: [] if key == "batch" else "x"}]})


@pytest.mark.parametrize("payload", [None, [], "give", 7, {}, {"operation": None}, {"operation": 5}, {"operation": []}, {"operation": {}}])
def test_a_payload_that_asks_for_nothing_is_refused(table: Table, payload: object):
    before = table.now
    answer = table.send(payload)
    assert not answer["ok"] and answer["text"].startswith("Refused")
    assert table.now == before


def test_an_operation_of_another_tool_says_whose_it_is(table: Table):
    answer = table.refused_whole("operation_unknown", {"operation": "damage", "characterName": "Thorin"})
    assert "execute_action" in answer["text"]


def test_an_operation_nearly_spelled_is_offered(table: Table):
    answer = table.refused_whole("operation_unknown", {"operation": "equipp", "characterName": "Thorin"})
    assert "equip" in answer["error"]["near"]


def test_a_batch_of_reads_records_nothing(table: Table):
    before = table.now
    answer = table.batch({"characterName": "Thorin"}, {"characterName": "Elara"}, operation="view")
    assert [r["ok"] for r in answer["results"]] == [True, True]
    assert "Thorin" in answer["text"] and "Elara" in answer["text"]
    assert table.now == before


def test_reads_and_writes_mix(table: Table):
    answer = table.batch(TORCH, {"characterName": "Thorin", "operation": "view"})
    assert answer["ok"] and "Torch" in answer["text"].split("\n")[-2] + answer["text"]
    assert table.bag("Thorin") == {"Torch": 1}


GOBLINS = {"template": "goblin", "count": 2}
BLOW = {"operation": "damage", "characterName": "Goblin 1", "amount": 50, "damageType": "fire"}
STROKES: list[dict[str, Any]] = [
    {"operation": "attack", "characterName": "Thorin", "targetName": "Goblin 1"},
    {"operation": "attack", "characterName": "Thorin", "targetName": "Goblin 1", "itemName": "Shortbow"},
    {"operation": "cast", "characterName": "Elara", "spell": "Fire Bolt", "targets": ["Goblin 1"]},
    {"operation": "cast", "characterName": "Elara", "spell": "Magic Missile", "targets": ["Goblin 1"]},
    {"operation": "act", "characterName": "Thorin", "act": "Grapple", "targets": ["Goblin 1"]},
    BLOW,
]


@pytest.mark.parametrize("stroke", STROKES)
def test_a_blow_at_somebody_whom_the_batch_has_killed_is_not_made(table: Table, stroke: dict[str, Any]):
    table.did("create", **GOBLINS)
    table.did("give", "Thorin", template="Shortbow", equip=True)
    table.did("give", "Thorin", template="Arrow", quantity=3)
    alone = table.send({"batch": [BLOW, {**BLOW, "characterName": "Goblin 2", "amount": 1}]}, "execute_action")
    after = table.now.things
    table.send({"operation": "undo"}, "execute_action")
    answer = table.send({"batch": [BLOW, stroke, {**BLOW, "characterName": "Goblin 2", "amount": 1}]}, "execute_action")
    assert alone["ok"] and answer["ok"], answer["text"]
    assert answer["results"][1] == {"ok": True, "notMade": True}
    assert "1. Not made: Goblin 1 is already dead." in answer["text"]
    assert table.now.things == after  # no arrow, no slot, no action is spent


def test_a_blow_at_one_long_dead_still_refuses_the_batch(table: Table):
    table.did("create", **GOBLINS)
    table.send(BLOW, "execute_action")
    wounds = {**BLOW, "characterName": "Goblin 2", "amount": 1}
    table.refused_whole("target_dead", {"batch": [wounds, BLOW]}, "execute_action")
