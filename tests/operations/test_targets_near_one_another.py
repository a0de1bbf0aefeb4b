"""Targets that an act wants near whoever plays it, or near the first of them, where places count."""

import pytest

import rpg_lite
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import SCORES, places, room, turn_of
from tests.operations.table import Table

DRINKS = {"name": "Drink Strength", "targets": "any", "within": 10, "steps": [{"damage": "2d6", "type": "necrotic"}]}


@laid_alike
def hall(ruleset: Ruleset, **where: str) -> Table:
    """Mira, a high wizard, and Vex, who drinks the strength of those nearby, against three goblins."""
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    assert room(table, "create", name="Hall", direction="north", ground={"size": "40x12"})["ok"]
    sheet = {"abilities": SCORES, "party": True}
    table.did("create", name="Mira", character=sheet | {"classes": {"wizard": 17}}, roomName="Hall")
    table.did("create", name="Vex", character=sheet | {"classes": {"fighter": 3}, "acts": [DRINKS]}, roomName="Hall")
    names = [f"Goblin {n}" for n in (1, 2, 3)]
    for name in names:
        table.did("create", name=name, character={"hpMax": 90, "abilities": SCORES}, roomName="Hall")
    table.did("start_fight", names=["party", *names], space="measured", places={name.replace("_", " "): at for name, at in where.items()})
    turn_of(table, "Vex")
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
def test_further_targets_stand_near_the_first(ruleset: Ruleset):
    table = hall(ruleset, Mira="A6", Vex="A1", Goblin_1="E6", Goblin_2="K6", Goblin_3="L6")
    call = {"spell": "Chain Lightning", "targets": ["Goblin 1", "Goblin 2", "Goblin 3"]}
    refused = table.refused("too_far_apart", "cast", "Mira", **call)
    assert "Goblin 3 is 35 ft from Goblin 1" in refused["text"] and "within 30 ft of the first" in refused["text"]
    assert refused["error"]["try"]["targets"] == ["Goblin 1", "Goblin 2"]
    assert table.send(refused["error"]["try"], "execute_action")["ok"]
    table.did("cast", "Mira", **call, force=True)


def test_only_one_ruleset_wants_the_held_near_one_another():
    call = {"spell": "Hold Person", "slot": 3, "targets": ["Goblin 1", "Goblin 3"]}
    where = {"Mira": "A6", "Vex": "A1", "Goblin_1": "E6", "Goblin_2": "K6", "Goblin_3": "L6"}
    hall("5.1", **where).refused("too_far_apart", "cast", "Mira", **call)
    hall("5.2", **where).did("cast", "Mira", **call)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_act_reaches_those_within_its_feet(ruleset: Ruleset):
    table = hall(ruleset, Mira="A1", Vex="A6", Goblin_1="C6", Goblin_2="F6", Goblin_3="AL6")
    refused = table.refused("beyond_range", "act", "Vex", act="Drink Strength", targets=["Goblin 1", "Goblin 2"])
    assert "Goblin 2 is 25 ft away, and this goes 10 ft at most" in refused["text"]
    assert [one["operation"] for one in refused["error"]["try"]["batch"]] == ["move", "act"]
    assert table.send(refused["error"]["try"], "execute_action")["ok"] and places(table)["Vex"] in ("D5", "D6")
    table.did("act", "Vex", act="Drink Strength", targets=["Goblin 3"], force=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_takes_more_than_a_turn_to_reach_is_walked_toward(ruleset: Ruleset):
    table = hall(ruleset, Mira="A1", Vex="A6", Goblin_1="C6", Goblin_2="F6", Goblin_3="AL6")
    refused = table.refused("beyond_range", "act", "Vex", act="Drink Strength", targets=["Goblin 3"])
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_told_fights_measure_nothing_between_targets(ruleset: Ruleset):
    table = Table(rpg_lite.open_campaign(":memory:", ruleset=ruleset, seed=1))
    table.did("create", name="Mira", character={"classes": {"wizard": 17}, "party": True, "acts": [DRINKS]})
    for name in ("Goblin 1", "Goblin 2"):
        table.did("create", name=name, character={"hpMax": 90, "abilities": SCORES})
    table.did("cast", "Mira", spell="Chain Lightning", targets=["Goblin 1", "Goblin 2"])
    table.did("act", "Mira", act="Drink Strength", targets=["Goblin 1", "Goblin 2"])
