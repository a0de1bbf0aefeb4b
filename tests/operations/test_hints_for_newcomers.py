"""Answers that lead those on who do not know the words: adventures looked up, maps for lower levels, spells that the books lack, names sent as null."""

from typing import Any, Final

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.crypts import fought, put, room, turn_of
from tests.operations.dice import let
from tests.operations.halls import hall
from tests.operations.table import Table

ROG: Final = Caller("player", "rog", characters=("Rog",))


@pytest.mark.parametrize("query", ["The Salt Toll", "salt toll", "salt_toll"])
def test_an_adventure_that_is_looked_up_leads_to_its_import(query: str) -> None:
    table = Table(begun("5.2"))
    refused = table.refused("lookup_of_adventure", "lookup", query=query)
    assert "(manage_room import_map with adventure salt_toll)" in refused["text"]


@pytest.mark.parametrize(("level", "is_told"), [(1, False), (3, True)])
def test_an_adventure_for_a_lower_level_says_how_to_strengthen_it(level: int, is_told: bool) -> None:
    table = Table(begun("5.2"))
    table.did("create", name="Ada", character={"party": True, "classes": {"fighter": level}})
    answer = room(table, "import_map", adventure="salt_toll")
    assert answer["ok"] and ("(read_campaign encounter with bagName)" in answer["text"]) is is_told


def cleric(ruleset: Ruleset, *cantrips: str) -> tuple[Table, dict[str, Any]]:
    table = Table(begun(ruleset))
    spells = {"cantrips": [*cantrips], "prepared": ["Bless", "Bane"]}
    return table, table.did("create", name="Cle", character={"classes": {"cleric": 3}, "party": True, "spells": spells})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_cantrip_that_the_rules_lack_uses_up_no_choice(ruleset: Ruleset) -> None:
    table, answer = cleric(ruleset, "Light", "Guidance", "Toll the Dead")
    assert "'Toll the Dead'; it is kept as a word and counts as no choice" in answer["text"] and "cleric cantrips" in answer["text"]
    table.did("update", "Cle", character={"choices": {"cantrips": ["Sacred Flame"]}})
    _, whole = cleric(ruleset, "Light", "Guidance", "Sacred Flame")
    assert "cleric cantrips" not in whole["text"]


@pytest.mark.parametrize(("ruleset", "room_left"), [("5.1", 2), ("5.2", 5)])
def test_a_level_says_how_many_spells_may_still_be_prepared(ruleset: Ruleset, room_left: int) -> None:
    table, _ = cleric(ruleset, "Light", "Guidance", "Sacred Flame")
    assert f"Spells that Cle may still prepare: {room_left} " in table.did("level_up", "Cle")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_player_s_act_by_another_name_leads_to_the_call(ruleset: Ruleset) -> None:
    table = fought(ruleset)
    put(table, Oda="A1", Ogre="K9")
    table.did("create", name="Rog", character={"classes": ["rogue 3"], "party": True}, roomName="Crypt")
    table.did("start_fight", names=["Rog"])
    turn_of(table, "Rog")
    sent = {"operation": "act", "characterName": "Rog", "act": "Cunning Action: Disengage", "targetName": None}
    refused = table.game.ask(sent, "execute_action", "full", ROG)
    assert refused["error"]["try"] == {"operation": "act", "characterName": "Rog", "act": "Cunning Action", "choice": {"choice": "Disengage"}}
    assert table.game.ask(refused["error"]["try"], "execute_action", "full", ROG)["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_dry_run_of_a_turn_says_what_it_would_roll_and_rolls_nothing(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    let(table, 2, face=1)
    table.did("cast", "Elara", spell="Web", at="I5")
    turn_of(table, "Oda")
    told = table.did("next_turn", dryRun=True)["text"]
    assert "Web: DEX save DC 16 for Goblin 1, not rolled in a dry run." in told and "fails" not in told and "passes" not in told
    assert "Goblin 1 (2) fails" in table.did("next_turn")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("choice", [None, {"amount": "low"}])
def test_a_fall_asks_for_its_feet(ruleset: Ruleset, choice: dict[str, str] | None) -> None:
    table = fought(ruleset)
    refused = table.refused("choice_required", "act", "Oda", act="Fall", **({"choice": choice} if choice else {}))
    assert "amount: a number of feet" in refused["text"] and refused["error"]["try"]["choice"] == {"amount": "10"}
    assert "1d6" in table.did("act", "Oda", act="Fall", choice=refused["error"]["try"]["choice"])["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_halfling_reads_behind_whom_it_hides(ruleset: Ruleset) -> None:
    table = fought(ruleset, {"size": "12x10"})
    race = {"5.1": "Lightfoot Halfling", "5.2": "Halfling"}[ruleset]
    table.did("create", name="Rog", character={"classes": ["rogue 3"], "party": True, "race": race}, roomName="Crypt")
    table.did("start_fight", names=["Rog"])
    put(table, Oda="E5", Pip="A10", Rog="D5", Goblin_1="L5", Goblin_2="L6", Ogre="I5")
    turn_of(table, "Rog")
    let(table, 19, face=3)
    assert "Rog hides behind Oda." in table.did("act", "Rog", act="Hide")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_cannot_be_dragged_through_is_said_to_stay(ruleset: Ruleset) -> None:
    walls = [{"is": "wall", "at": f"{column}1-{column}4"} for column in "FGH"] + [{"is": "wall", "at": f"{column}6-{column}10"} for column in "FGH"]
    table = fought(ruleset, {"size": "12x10", "features": walls})
    put(table, Oda="D5", Ogre="B5", Pip="A10", Goblin_1="L1", Goblin_2="L3")
    table.did("apply", "Ogre", condition="grappled", source="Oda")
    turn_of(table, "Oda")
    told = table.did("move", "Oda", to="G5", force=True)["text"]
    assert "Ogre has no room behind Oda and stays where it is." in told and "Ogre is no longer grappled." in told


def test_a_player_reads_that_the_game_master_begins_an_adventure() -> None:
    table = Table(begun("5.2"))
    told = table.game.ask({"operation": "lookup", "query": "Salt Toll"}, "read_campaign", "brief", ROG)["text"]
    assert "an adventure, which the game master begins" in told and "import_map" not in told
