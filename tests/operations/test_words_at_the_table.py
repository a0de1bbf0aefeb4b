"""Answers say what people at a table would say, and take what they would send."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import falling
from tests.operations.table import Table

PLAYER = Caller.of("player", ["Fig"])


@pytest.fixture(params=RULESETS)
def table(request: pytest.FixtureRequest) -> Table:
    ruleset: Ruleset = request.param
    table = Table(begun(ruleset))
    styles = {"choices": {"fighting style": ["great weapon fighting"]}}
    table.did("create", name="Fig", character={"classes": ["fighter 5"], "party": True, "hpMax": 90, **styles})
    table.did("create", name="Cle", character={"classes": ["cleric 11"], "party": True, "hpMax": 90})
    table.did("create", name="Ogre", template="Ogre", character={"hpMax": 300, "hp": 300})
    table.roll_with(falling(15))
    return table


def sheet(table: Table, name: str) -> str:
    text: str = table.did("character", name)["text"]
    return text


def test_features_have_their_printed_names(table: Table) -> None:
    assert "Great Weapon Fighting" in sheet(table, "Fig") and "great_weapon" not in sheet(table, "Fig")


def test_effects_that_count_on_are_one(table: Table) -> None:
    table.did("damage", "Fig", amount=300, damageType="cold")
    assert "Raise Dead: ordeal 1–4" in table.did("cast", "Cle", spell="Raise Dead", targets=["Fig"], force=True)["text"]
    assert "Effects: Raise Dead: ordeal 1–4." in sheet(table, "Fig")


def test_the_marks_of_an_act_are_not_told(table: Table) -> None:
    assert "spared" not in table.did("cast", "Cle", spell="Harm", targets=["Ogre"], force=True)["text"]


def test_a_handout_may_be_a_text(table: Table) -> None:
    answer = table.did("handout", name="Letter", text="Come at once.")
    assert answer["text"].startswith("The game master hands out: Letter") and "Come at once." in answer["text"]
    told = table.game.ask({"operation": "journal"}, "read_campaign", "brief", PLAYER)
    assert "Come at once." in told["text"], told["text"]


def test_the_next_long_rest_is_told_in_hours(table: Table) -> None:
    table.did("rest", kind="long")
    text = table.refused("rested_already", "rest", kind="long")["text"]
    assert "the next one can begin in 16 h." in text and "a day" not in text


def test_a_player_reads_the_roll_of_an_own_act(table: Table) -> None:
    table.did("give", "Fig", template="Longsword", equip=True)
    payload = {"operation": "act", "characterName": "Fig", "act": "Opportunity Attack", "targetName": "Ogre"}
    answer = table.game.ask(payload, "execute_action", "brief", PLAYER)
    assert "Ogre (15+" in answer["text"] and "AC" not in answer["text"], answer["text"]


def test_stabilizing_the_healthy_says_so(table: Table) -> None:
    assert "there is nothing to stabilize" in table.did("act", "Cle", act="Stabilize", targets=["Fig"])["text"]


def test_an_effect_that_is_a_zone_ends_with_it(table: Table) -> None:
    choice: Any = "courage" if table.game.book.ruleset == "5.1" else {"types": "undead", "choice": "courage"}
    table.did("cast", "Cle", spell="Hallow", choice=choice, force=True)
    assert table.thing("Cle").creature.zones
    table.send({"operation": "remove", "characterName": "Cle", "effect": "Hallow"}, "manage_condition")
    assert not table.thing("Cle").creature.zones


def test_a_step_that_names_a_condition_leads_to_apply(table: Table) -> None:
    act = {"name": "Shove Down", "cost": "action", "targets": "1", "steps": [{"condition": "prone"}]}
    refused = table.ask("update", "Ogre", character={"acts": [act]})
    assert not refused["ok"] and '{"apply": "prone"}' in refused["text"]


def test_a_search_in_a_chest_leads_to_a_look_inside(table: Table) -> None:
    table.did("give", bagName="Lobby", template="Chest")
    refused = table.ask("search", bagName="Chest")
    assert refused["error"]["try"]["bagName"] == "Chest"


def test_an_act_sent_as_an_attack_leads_to_the_act() -> None:
    table = Table(begun("5.2"))
    table.did("create", name="Mimic", template="Mimic")
    table.did("create", name="Fig", character={"classes": ["fighter 5"], "party": True})
    refused = table.refused("attack_unknown", "attack", "Mimic", targetName="Fig", itemName="Bite")
    assert refused["error"]["try"]["act"] == "Bite"


def test_a_rider_of_a_mastery_names_it() -> None:
    table = Table(begun("5.2"))
    table.did("create", name="Fig", character={"classes": ["fighter 5"], "party": True, "choices": {"weapon mastery": ["maul"]}})
    table.did("create", name="Ogre", template="Ogre")
    text = table.refused("rider_of_other_attacks", "attack", "Fig", targetName="Ogre", **{"with": ["Topple"]})["text"]
    assert "with a weapon whose mastery is topple" in text


def test_points_of_an_origin_may_be_a_list() -> None:
    table = Table(begun("5.1"))
    scores = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10)
    character = {"classes": ["bard 1"], "race": "half-elf", "abilities": scores, "choices": {"ability scores": ["dex", "con"]}}
    table.did("create", name="He", character=character)
    assert [table.number("He", f"abilities.{one}") for one in ("dex", "con", "str")] == [11, 11, 10]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spellbook_is_to_choose_at_a_first_level_of_wizard(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Fig", character={"classes": ["fighter 5"], "party": True})
    answer = table.send(
        {"operation": "level_up", "characterName": "Fig", "class": "wizard", "force": True, "dryRun": True}, "manage_character"
    )
    assert "wizard spellbook at 1 (6)" in answer["text"], answer["text"]
