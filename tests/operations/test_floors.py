"""Pits, ledges and those who have nothing under them: climbing, falling, and what the party does not know of."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import ANN, crypt, fought, places, put, room, turn_of
from tests.operations.dice import let
from tests.operations.table import Table
from tests.rows import each_row

HALL = {
    "size": "12x10",
    "features": [
        {"is": "pit", "at": "E5-F6", "ft": 20},
        {"is": "ledge", "at": "A1-C2", "ft": 10, "called": "balcony"},
        {"is": "stairs", "at": "D1"},
    ],
}


@laid_alike
def hall(ruleset: Ruleset = "5.2", ground: Any = HALL, **more: Any) -> Table:
    table = fought(ruleset, ground, **more)
    turn_of(table, "Oda")
    return table


def moved(table: Table, to: str, **more: Any) -> str:
    return str(table.did("move", "Oda", to=to, **more)["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_walks_into_a_pit_that_it_does_not_name(ruleset: Ruleset):
    table = hall(ruleset)
    put(table, Oda="D5")
    assert "D5" not in moved(table, "G5") and places(table)["Oda"] == "G5"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_climbs_into_a_pit_pays_for_each_foot_twice(ruleset: Ruleset):
    table = hall(ruleset, HALL | {"features": [{"is": "pit", "at": "E5", "ft": 10}]})
    put(table, Oda="D5")
    told = moved(table, "E5")
    assert "25 ft (5 left), climbing" in told and "falls" not in told, told
    assert places(table)["Oda"] == "E5 down 10"
    table.did("next_turn")
    turn_of(table, "Oda")
    assert "climbing" in moved(table, "F5") and places(table)["Oda"] == "F5"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_steps_into_a_pit_falls(ruleset: Ruleset):
    table = hall(ruleset)
    put(table, Oda="D5")
    told = moved(table, "E5", by="walk")
    assert "Oda falls 20 ft to E5 down 20" in told and "bludgeoning" in told, told
    assert places(table)["Oda"] == "E5 down 20"
    assert "prone" in table.ask("character", "Oda")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_jump_that_falls_short_ends_in_the_pit(ruleset: Ruleset):
    table = hall(ruleset)
    put(table, Oda="D5")
    assert "falls 20 ft" in moved(table, "E5", by="jump")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_hidden_pit_is_found_by_falling(ruleset: Ruleset):
    table = hall(ruleset, {"size": "12x10", "features": [{"is": "pit", "at": "E5", "ft": 20, "hidden": True}]})
    put(table, Oda="C5")
    told = moved(table, "G5")
    assert "moves 10 ft (20 left)" in told and "falls 20 ft to E5 down 20" in told, told
    seen = table.game.ask({"operation": "map", "ground": True}, "manage_room", "brief", ANN)
    assert "pit" in seen["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_hidden_rubble_costs_feet_as_it_is_crossed(ruleset: Ruleset):
    table = hall(ruleset, {"size": "12x10", "features": [{"is": "difficult", "at": "D1-E10", "hidden": True}]})
    put(table, Oda="C5")
    assert "moves 25 ft (5 left)" in moved(table, "F5")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_stairs_lead_up_and_a_ledge_is_climbed(ruleset: Ruleset):
    table = hall(ruleset)
    put(table, Oda="E1")
    assert "moves 15 ft" in moved(table, "C1") and places(table)["Oda"] == "C1+10"
    table.did("next_turn")
    turn_of(table, "Oda")
    put(table, Oda="A3")
    assert "climbing" in moved(table, "A2") and places(table)["Oda"] == "A2+10"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_steps_off_a_ledge_falls(ruleset: Ruleset):
    table = hall(ruleset)
    put(table, Oda="A2")
    assert places(table)["Oda"] == "A2+10"
    assert "Oda falls 10 ft to A3" in moved(table, "A3", by="walk")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_stands_on_what_is_cleared_falls_and_undo_brings_all_back(ruleset: Ruleset):
    table = hall(ruleset)
    put(table, Oda="A2")
    before = places(table)
    told = room(table, bagName="Crypt", ground={"clear": ["balcony"]})
    assert told["ok"] and "Oda falls 10 ft to A2" in told["text"], told["text"]
    table.did("undo")
    assert places(table) == before


@each_row("ruleset, condition, falls", [("5.1", "prone", True), ("5.2", "prone", True), ("5.1", "incapacitated", False), ("5.2", "incapacitated", True), ("5.1", "paralyzed", True)])  # fmt: skip
def test_who_flies_falls_when_it_no_longer_can(ruleset: Ruleset, condition: str, falls: bool):
    table = hall(ruleset)
    table.did("create", name="Harpy", template="Harpy", roomName="Crypt")
    put(table, Harpy="H5+30")
    told = str(table.did("apply", "Harpy", condition=condition)["text"])
    assert ("Harpy falls 30 ft to H5" in told) == falls, told
    assert places(table)["Harpy"] == ("H5" if falls else "H5+30")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_hovers_stays_aloft(ruleset: Ruleset):
    table = hall(ruleset)
    table.did("create", name="Ghost", template="Ghost", roomName="Crypt")
    put(table, Ghost="H5+30")
    assert "falls" not in table.did("apply", "Ghost", condition="stunned")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_is_set_down_by_the_end_of_levitate_floats(ruleset: Ruleset):
    table = hall(ruleset)
    table.did("apply", "Oda", effect="Levitate")
    put(table, Oda="H5+20")
    told = str(table.send({"operation": "remove", "characterName": "Oda", "effect": "Levitate"}, "manage_condition")["text"])
    assert "Oda floats down to H5" in told and "damage" not in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_is_placed_in_the_air_who_would_fall(ruleset: Ruleset):
    table = hall(ruleset)
    table.refused("nothing_holds", "place", names=["Oda"], to="H5+20")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_run_of_a_player_tells_of_no_hidden_pit(ruleset: Ruleset):
    told = []
    for features in ([], [{"is": "pit", "at": "E5", "ft": 20, "hidden": True}]):
        table = hall(ruleset, {"size": "12x10", "features": features})
        put(table, Oda="C5")
        payload = {"operation": "move", "characterName": "Oda", "to": "G5", "dryRun": True}
        told.append(table.game.ask(payload, "execute_action", "brief", ANN)["text"])
    assert told[0] == told[1]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fall_is_answered(ruleset: Ruleset):
    table = hall(ruleset)
    table.did("update", "Pip", character={"classes": {"fighter": 1, "wizard": 3}, "spells": {"prepared": ["Feather Fall"]}})
    put(table, Oda="D5", Pip="A9")
    told = moved(table, "E5", by="walk")
    assert "Feather Fall" in told, told
    hurt = str(table.did("cast", "Pip", spell="Feather Fall", targets=["Oda"], answer=True)["text"])
    assert "bludgeoning damage" not in hurt and places(table)["Oda"] == "E5 down 20", hurt
    assert "HP 28/28" in table.ask("character", "Oda")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_fall_on_the_way_of_an_opportunity_attack(ruleset: Ruleset):
    """The strike comes first, at the step that leaves the reach; the fall where the way ends."""
    table = hall(ruleset)
    put(table, Oda="C5", Goblin_1="B5", Goblin_2="L9", Ogre="K1")
    told = moved(table, "E5", by="walk")
    assert "Goblin 1 may strike" in told and "falls 20 ft" in told
    again = str(let(table, 12, face=19).did("act", "Goblin 1", act="Opportunity Attack", answer=True)["text"])
    assert "hit" in again and "falls 20 ft" in again and places(table)["Oda"] == "E5 down 20", again


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_falls_into_somebody(ruleset: Ruleset):
    table = hall(ruleset)
    table.did("create", name="Harpy", template="Harpy", roomName="Crypt")
    put(table, Oda="H5", Harpy="H5+30")
    assert "falls 30 ft" in table.did("apply", "Harpy", condition="prone")["text"]
    assert places(table)["Harpy"] in ("G4", "H4", "I4", "G5", "I5", "G6", "H6", "I6")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_flies_comes_down_on_a_balcony_and_rises_along_the_way(ruleset: Ruleset):
    table = hall(ruleset)
    table.did("create", name="Harpy", template="Harpy", roomName="Crypt")
    table.did("start_fight", names=["Harpy"])
    put(table, Harpy="H5+30")
    turn_of(table, "Harpy")
    moved_ = str(table.did("move", "Harpy", to="on the balcony", by="fly")["text"])
    assert places(table)["Harpy"].endswith("+10"), moved_


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_dead_are_landmarks(ruleset: Ruleset):
    table = hall(ruleset)
    put(table, Oda="D8", Goblin_1="H8")
    table.did("damage", "Goblin 1", amount=99, damageType="force")
    assert "moves" in moved(table, "next to Goblin 1")
    payload = {"operation": "move", "characterName": "Oda", "to": "away from Goblin 1", "dryRun": True}
    assert table.game.ask(payload, "execute_action", "brief", ANN)["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_jump_onto_rubble_asks_for_balance(ruleset: Ruleset):
    table = hall(ruleset, HALL | {"features": [{"is": "difficult", "at": "E5"}]})
    put(table, Oda="D5")
    assert "prone" in let(table, 2, face=2).did("move", "Oda", to="E5", by="jump")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_begins_a_fight_in_the_air_who_would_fall(ruleset: Ruleset):
    table = crypt(begun(ruleset), HALL)
    names = ["party", "Goblin 1", "Goblin 2", "Ogre"]
    table.refused("nothing_holds", "start_fight", names=names, space="measured", places={"Oda": "H5+20"})
    table.did("start_fight", names=names, space="measured", places={"Oda": "balcony"})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_dry_run_of_a_player_lands_as_if_nothing_hidden_lay_below(ruleset: Ruleset):
    told = []
    for features in ([], [{"is": "pit", "at": "A3", "ft": 20, "hidden": True}]):
        table = hall(ruleset, HALL | {"features": [{"is": "ledge", "at": "A1-C2", "ft": 10}, *features]})
        put(table, Oda="A2")
        payload = {"operation": "move", "characterName": "Oda", "to": "A3", "by": "walk", "dryRun": True}
        told.append(table.game.ask(payload, "execute_action", "brief", ANN)["text"])
    assert told[0] == told[1], told
