"""The acts and riders of a creature, on its sheet and in `read_campaign character`."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views.stats_json import sheet_json
from tests.operations.table import tokens
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row
from tests.views.heroes import CLERIC, DRAKE, WIZARD

Json = dict[str, Any]


def shown(character: Json, ruleset: str = "5.1", **more: Any) -> Json:
    book = rulebook_loading.rulebook(ruleset)  # type: ignore[arg-type]
    document = SheetDocument.model_validate({"ruleset": ruleset, "character": character, **more})
    return sheet_json(situation(document, book), book)


def test_acts_are_shown_in_the_numbers_of_their_bearer():
    assert shown(DRAKE)["acts"] == [
        {"name": "Fire Breath", "cost": "action", "spend": "recharge:5", "save": {"ability": "dex", "dc": 14}, "damage": "8d6 fire",
         "recharge": "5-6", "ready": True},
        {"name": "Claw", "cost": "action", "toHit": 7, "damage": "2d6+4 slashing"},
        {"name": "Gather", "cost": "bonus", "spend": "resource:Breath", "heal": "1d8+3"},
    ]  # fmt: skip


def test_a_feature_brings_its_acts_and_its_riders():
    told = shown({"classes": ["fighter 5", "rogue 3"]})
    assert {"name": "Second Wind", "cost": "bonus", "spend": "resource:second wind", "heal": "1d10+5"} in told["acts"]
    assert told["riders"] == [{"name": "Sneak Attack", "dice": "2d6"}]


def test_an_act_that_takes_one_of_several_prices_says_so():
    (act,) = [a for a in shown({"classes": ["druid 5"]}, "5.2")["acts"] if a["name"] == "Wild Companion"]
    assert act["spend"] == {"any": ["resource:wild shape", "slot"]}


def test_an_act_with_a_weapon_has_the_numbers_of_the_weapon():
    strike = {"name": "Lunge", "targets": "1", "steps": [{"attack": "weapon", "hit": [{"damage": "1d6", "type": "fire"}]}]}
    (act,) = shown({"acts": [strike], "abilities": {"str": 16}}, equipped=["Longsword"])["acts"]
    assert (act["toHit"], act["damage"]) == (5, "1d8+3 slashing + 1d6 fire")


def test_a_formula_without_a_value_is_told_in_words():
    strange = {"name": "Pour", "steps": [{"damage": "{spent}d6", "type": "acid"}]}
    (act,) = shown({"acts": [strange]})["acts"]
    assert act["damage"] == "(the amount spent)d6 acid"


@pytest.mark.parametrize("character", [CLERIC, WIZARD])
@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_caster_of_level_5_is_told_in_few_words(character: Json, ruleset: Any):
    """With the spells of its domain, which nobody knows otherwise."""
    table = Sandbox(first_world(ruleset))
    table.did("create", name="Ilse", character=character)
    assert tokens(table.did("character", "Ilse")) <= 350


@each_row(
    "said",
    [
        "slots 4/3/2 of 4/3/2", "channel divinity 1/1", "Turn Undead (action, channel divinity, WIS save DC 15)", "Riders: Disciple of Life.",
        "Destroy Undead",
    ],
)  # fmt: skip
def test_a_character_is_told_with_what_it_can_do(said: str):
    table = Sandbox()
    table.did("create", name="Ilse", character=CLERIC)
    assert said in table.did("character", "Ilse")["text"]


@pytest.mark.parametrize(("level", "classes", "dice"), [(2, "cleric 5", "1d8+4"), (4, "cleric 7", "1d8+4 + 1d8")])
def test_an_act_that_a_spell_brought_has_the_dice_of_its_slot(level: int, classes: str, dice: str):
    table = Sandbox().let(face=4)
    table.did("create", name="Ilse", character={**CLERIC, "classes": [classes]})
    table.did("create", name="Rat", character={"hpMax": 90})
    table.did("cast", "Ilse", spell="Spiritual Weapon", targets=["Rat"], slot=level)
    assert f"Spiritual Weapon: strike (bonus, +7 to hit, {dice} force)" in table.did("character", "Ilse")["text"]


def test_programs_get_the_acts_of_a_creature():
    table = Sandbox()
    table.did("create", name="Drake", character=DRAKE)
    full = table.send({"operation": "character", "characterName": "Drake"}, "read_campaign", "full")["results"][0]
    assert [a["name"] for a in full["acts"]] == ["Fire Breath", "Claw", "Gather"] and full["riders"] == []


def test_the_party_is_told_what_each_has_left():
    table = Sandbox()
    table.did("create", name="Ilse", character={**WIZARD, "spent": {"slot_3": 1}})
    table.did("create", name="Odo", character={"classes": ["fighter 5"]})
    told = table.did("party")["text"]
    assert "slots 4/3/1 of 4/3/2" in told and "second wind 1/1" in told
    ilse, odo = table.send({"operation": "party"}, "read_campaign", "full")["results"][0]["party"]
    assert ilse["spellSlots"]["left"] == [4, 3, 1] and "spellSlots" not in odo
