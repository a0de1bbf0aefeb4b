"""A condition, effect, feature or slot of the user's own works wherever one of the rules does."""

import json

import pytest
from fastmcp import Client

import rpg_lite
from rpg_lite.content import rulebook_loading
from rpg_lite.game import Game
from rpg_lite.rules.document_validation import DocumentFault
from rpg_lite.server import mcp
from rpg_lite.vocabulary import RULESETS

FILES = {
    "conditions": [
        {"name": "dazed", "modifiers": [{"target": "speed.walk", "op": "mul", "value": 0.5}]},
        {"name": "sun_sick", "implies": ["dazed"], "modifiers": [{"target": "ac", "op": "add", "value": -1, "when": ["dazed"]}]},
    ],
    "effects": [{"name": "Moon Song", "conditions": ["dazed"], "modifiers": [{"target": "save.all", "op": "add", "value": 1}]}],
    "features": [
        {"name": "Iron Mind", "modifiers": [{"target": "condition_immunity", "op": "grant", "value": "dazed"}]},
        {"name": "Reeling Fury", "modifiers": [{"target": "damage.weapon", "op": "add", "value": 2, "when": ["dazed"]}]},
    ],
    "slots": [{"name": "tail"}],
    "items": {
        "items": [
            {
                "name": "Tail Ring",
                "type": "wondrous",
                "slot": "tail",
                "modifiers": [{"target": "ac", "op": "add", "value": 1, "when": ["not dazed"]}],
            },
            {"name": "Dizzy Draught", "type": "consumable", "onUse": {"conditions": ["dazed"], "duration": "10 minutes"}},
            {"name": "Song Flask", "type": "consumable", "onUse": {"effect": "Moon Song", "duration": "1 hour"}},
            {"name": "Steady Charm", "type": "wondrous", "slot": "neck", "mechanicalEffects": {"conditionImmunities": ["dazed"]}},
        ]
    },
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    root = tmp_path_factory.mktemp("own")
    for name, content in FILES.items():
        (root / f"{name}.json").write_text(json.dumps(content), "utf-8")
    return root


@pytest.fixture
def game(folder):
    with rpg_lite.open_campaign(":memory:", items=[folder], seed=3) as game:
        hero = {"classes": ["fighter 3"], "hpMax": 28, "hp": 28, "party": True}
        done(game, "manage_character", operation="create", name="Vex", character=hero)
        yield game


def done(game: Game, tool: str, **payload):
    answer = game.ask(payload, tool)
    assert answer["ok"], answer["text"]
    return answer


def sheet_of(game: Game):
    return done(game, "manage_character", operation="export", characterName="Vex")["results"][0]["document"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_files_are_read_without_a_fault(folder, ruleset):
    assert rpg_lite.rulebook(ruleset, folder).faults == ()
    assert rulebook_loading.check(folder).faults == []


def test_a_condition_of_ones_own_is_applied_exported_imported_and_computed(game, folder):
    told = done(game, "manage_condition", operation="apply", characterName="Vex", condition="Sun Sick", duration="1 hour")
    assert "speed 30 → 15 ft" in told["text"] and "AC 10 → 9" in told["text"]
    document = sheet_of(game)
    assert document["conditions"][0]["name"] == "sun_sick"
    book = rpg_lite.rulebook("5.1", folder)
    stats = rpg_lite.effective(document, book)
    assert (stats.ac.value, stats.speed["walk"].value) == (9, 15)
    assert [line.source.name for line in stats.ac.lines if line.value == -1] == ["sun_sick"]
    done(game, "manage_character", operation="import", document=document, replace=True)
    assert sheet_of(game) == document
    done(game, "manage_condition", operation="remove", characterName="Vex", condition="sun_sick")
    assert "conditions" not in sheet_of(game)


def test_an_effect_and_a_feature_of_ones_own_are_exported_imported_and_computed(game, folder):
    done(game, "manage_condition", operation="apply", characterName="Vex", effect="Moon Song")
    done(game, "manage_character", operation="update", characterName="Vex", character={"features": ["Reeling Fury"]})
    document = sheet_of(game)
    stats = rpg_lite.effective(document, rpg_lite.rulebook("5.1", folder))
    assert set(stats.conditions_active) == {"dazed"} and stats.saves.values["wis"].value == 1
    done(game, "manage_character", operation="import", document=document, replace=True)
    assert sheet_of(game) == document


def test_what_is_used_brings_ones_own_conditions_and_effects(game):
    for name in ("Dizzy Draught", "Song Flask"):
        done(game, "manage_inventory", operation="give", characterName="Vex", template=name)
    assert "Speed 30 → 15 ft" in done(game, "manage_inventory", operation="use", characterName="Vex", itemName="Dizzy Draught")["text"]
    assert "All saves +1" in done(game, "manage_inventory", operation="use", characterName="Vex", itemName="Song Flask")["text"]
    assert {c["name"] for c in sheet_of(game)["conditions"]} == {"dazed"}


@pytest.mark.parametrize("ward", [{"features": ["Iron Mind"]}, {"conditionImmunities": ["dazed"]}])
def test_an_immunity_to_a_condition_of_ones_own_holds(game, ward):
    done(game, "manage_character", operation="update", characterName="Vex", character=ward)
    refused = game.ask({"operation": "apply", "characterName": "Vex", "condition": "dazed"}, "manage_condition")
    assert refused["error"]["code"] == "condition_immune"


def test_a_slot_of_ones_own_holds_one_thing_and_is_exported(game, folder):
    done(game, "manage_inventory", operation="give", characterName="Vex", template="Tail Ring")
    assert "Tail Ring (tail)" in done(game, "manage_inventory", operation="equip", characterName="Vex", itemName="Tail Ring")["text"]
    ribbon = {"name": "Ribbon", "type": "wondrous"}
    worn = done(game, "manage_inventory", operation="give", characterName="Vex", item=ribbon, equip=True, slot="tail")
    assert "takes off Tail Ring" in worn["text"]
    done(game, "manage_inventory", operation="equip", characterName="Vex", itemName="Tail Ring", slot="tail")
    document = sheet_of(game)
    assert [e["slot"] for e in document["equipped"]] == ["tail"]
    assert rpg_lite.effective(document, rpg_lite.rulebook("5.1", folder)).ac.value == 11
    assert "tail" in done(game, "manage_inventory", operation="view", characterName="Vex")["text"]
    done(game, "manage_character", operation="import", document=document, replace=True)
    assert sheet_of(game) == document
    undone = done(game, "manage_inventory", operation="unequip", characterName="Vex", slot="tail")
    assert undone["results"][0]["ok"]


def test_a_campaign_outlives_the_file_of_its_words(folder, tmp_path):
    """Without the files the thing still exists, and its unknown parts count as nothing."""
    where = tmp_path / "own.db"
    with rpg_lite.open_campaign(where, items=[folder]) as game:
        done(game, "manage_character", operation="create", name="Vex", character={"conditionImmunities": ["dazed"]})
        done(game, "manage_inventory", operation="give", characterName="Vex", template="Tail Ring", equip=True)
        done(game, "manage_condition", operation="apply", characterName="Vex", condition="sun_sick")
    with rpg_lite.open_campaign(where) as game:
        assert done(game, "read_campaign", operation="character", characterName="Vex")["results"][0]["stats"]["ac"]["value"] == 10
        assert "Tail Ring" in done(game, "manage_inventory", operation="view", characterName="Vex")["text"]


async def test_ones_own_words_are_understood_over_mcp(game):
    async with Client(mcp.server(game)) as client:
        inline = {"name": "Bell", "type": "wondrous", "onUse": {"conditions": ["dazed"]}}
        payload = {"operation": "give", "characterName": "Vex", "item": inline, "equip": True, "slot": "tail"}
        assert not (await client.call_tool("manage_inventory", payload, raise_on_error=False)).is_error
        payload = {"operation": "apply", "characterName": "Vex", "condition": "dazed"}
        assert not (await client.call_tool("manage_condition", payload, raise_on_error=False)).is_error


@pytest.mark.parametrize(
    ("document", "told"),
    [
        ({"conditions": ["dazd"]}, "dazed"),
        ({"equipped": [{"item": "Dagger", "slot": "tale"}]}, "tail"),
        ({"character": {"conditionImmunities": ["sunsick"]}}, "sun_sick"),
    ],
)
def test_a_misspelt_word_is_refused_with_ones_own_among_those_allowed(game, folder, document, told):
    with pytest.raises(DocumentFault, match=told):
        rpg_lite.effective(document, rpg_lite.rulebook("5.1", folder))
    refused = game.ask({"operation": "import", "document": {"character": {"name": "Bo"}, **document}}, "manage_character")
    assert told in refused["text"]


@pytest.mark.parametrize("document", [{"conditions": ["dazed"]}, {"equipped": [{"item": "Dagger", "slot": "tail"}]}])
def test_ones_own_words_are_none_of_the_rules(document):
    with pytest.raises(DocumentFault):
        rpg_lite.effective(document)


@pytest.mark.parametrize(
    ("name", "entry", "told"),
    [
        ("conditions", {"name": "Sun Sick"}, "such as sun_sick"),
        ("conditions", {"name": "giddy", "implies": ["dazd"]}, "there is no condition 'dazd'"),
        ("effects", {"name": "Hum", "conditions": ["dazd"]}, "did you mean 'dazed'"),
        (
            "features",
            {"name": "Calm", "modifiers": [{"target": "condition_immunity", "op": "grant", "value": "dazd"}]},
            "condition_immunity",
        ),
        ("hats", {"name": "Hat", "type": "wondrous", "slot": "tale"}, "did you mean 'tail'"),
        ("hats", {"name": "Hum", "type": "consumable", "onUse": {"effect": "Moon Sang"}}, "did you mean 'Moon Song'"),
        ("hats", {"name": "Hum", "type": "consumable", "onUse": {"conditions": ["dazd"]}}, "did you mean 'dazed'"),
        ("hats", {"name": "Hat", "type": "wondrous", "modifiers": [{"target": "ac", "op": "add", "value": 1, "when": ["dazd"]}]}, "'dazd'"),
    ],
)
def test_a_file_that_misspells_such_a_word_is_told_so(tmp_path, name, entry, told):
    for own in ("conditions", "slots", "effects"):
        (tmp_path / f"{own}.json").write_text(json.dumps(FILES[own]), "utf-8")
    listed = [*FILES.get(name, ()), entry] if name in FILES else {"items": [entry]}
    (tmp_path / f"{name}.json").write_text(json.dumps(listed), "utf-8")
    faults = rulebook_loading.check(tmp_path).faults
    assert len(faults) == 1 and told in str(faults[0]) and f"{name}.json" in str(faults[0])
