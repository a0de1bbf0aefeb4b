"""What tables have met in fights on squares: hiding that leads somewhere, places out of sight, foes that choose by where they stand, turns that pass unused."""

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import laid_alike
from tests.operations.crypts import fought, places, put, turn_of
from tests.operations.dice import let
from tests.operations.halls import casts, hall
from tests.operations.table import Table

pytestmark = pytest.mark.stored

GNOLL = {"5.1": "Gnoll", "5.2": "Gnoll Warrior"}


@laid_alike
def open_hall(ruleset: Ruleset, ground: dict[str, object], **where: str) -> Table:
    table = fought(ruleset, ground)
    put(table, **where)
    return table


def test_the_walk_that_a_refused_hider_is_offered_lets_it_hide():
    """Half cover hides nobody in 5.2, so that a walk to half cover would be refused again."""
    ground = {"size": "20x10", "features": [{"is": "low_wall", "at": "G5"}, {"is": "wall", "at": "J1-J6"}]}
    table = open_hall("5.2", ground, Oda="H5", Pip="A10", Goblin_1="E5", Goblin_2="A1", Ogre="A5")
    turn_of(table, "Oda")
    refused = table.ask("act", "Oda", act="Hide")
    assert not refused["ok"] and refused["error"]["try"]["to"].startswith("out of sight of "), refused["text"]
    table.did(**refused["error"]["try"])
    assert table.ask("act", "Oda", act="Hide", force=False)["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_fog_is_out_of_sight_and_force_is_not(ruleset: Ruleset):
    table = hall(ruleset)
    casts(table, "Fog Cloud", "Mira", at="C8", force=True)
    turn_of(table, "Elara")
    told = table.ask("move", "Elara", to="out of sight of Goblin 4", dryRun=True)
    assert told["ok"], told["text"]
    table = hall(ruleset)
    casts(table, "Wall of Force", "Elara", choice="panels", at="F1", toward="south", force=True)
    turn_of(table, "Elara")
    assert not table.ask("move", "Elara", to="out of sight of Goblin 1", dryRun=True)["ok"]
    assert not table.ask("act", "Elara", act="Hide")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_has_a_foe_beside_it_does_not_shoot(ruleset: Ruleset):
    table = fought(ruleset, {"size": "20x10"})
    table.did("create", name="Gnarl", template=GNOLL[ruleset], roomName="Crypt")
    table.did("start_fight", names=["Gnarl"])
    put(table, Oda="D5", Pip="A10", Goblin_1="T1", Goblin_2="T2", Ogre="S9", Gnarl="E5")
    turn_of(table, "Gnarl")
    let(table, 12)
    told = str(table.did("next_turn", play="foes", dryRun=True)["text"]).split("\n")[0]
    assert "Bow" not in told and "Longbow" not in told, told


def test_a_boss_out_of_reach_shoots_twice():
    table = fought("5.2", {"size": "30x10", "features": [{"is": "wall", "at": "E1-E4 E6-E10"}, {"is": "arrow_slit", "at": "E5"}]})
    table.did("create", name="Boss", template="Goblin Boss", roomName="Crypt")
    table.did("start_fight", names=["Boss"])
    put(table, Oda="B5", Pip="A10", Goblin_1="T1", Goblin_2="T2", Ogre="S9", Boss="H5")
    turn_of(table, "Boss")
    told = str(table.did("next_turn", play="foes")["text"])
    assert "is left out" not in told.split("\n")[0] and "2 of 2 times" in told, told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_turn_that_play_ends_unused_is_said(ruleset: Ruleset):
    table = open_hall(ruleset, {"size": "20x10"}, Oda="D5", Pip="A10", Goblin_1="T1", Goblin_2="T2", Ogre="S9")
    turn_of(table, "Oda")
    assert "Oda has done nothing in it" in str(table.did("next_turn", play="foes")["text"])
    table.did("undo")
    table.did("move", "Oda", to="D6")
    assert "has done nothing" not in str(table.did("next_turn", play="foes")["text"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_end_of_a_fight_names_the_dying(ruleset: Ruleset):
    table = open_hall(ruleset, {"size": "20x10"}, Oda="D5", Pip="A10", Goblin_1="T1", Goblin_2="T2", Ogre="S9")
    table.did("damage", "Oda", amount=28, damageType="cold")
    told = str(table.did("end_fight")["text"])
    assert "Dying: Oda." in told and "Stabilize" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_line_of_a_turn_says_how_many_it_leaves_out(ruleset: Ruleset):
    table = hall(ruleset)
    for n in range(5, 12):
        table.did("create", name=f"Goblin {n}", template="Bandit", roomName="Hall")
    table.did("start_fight", names=[f"Goblin {n}" for n in range(5, 12)])
    turn_of(table, "Oda")
    shown = str(table.did("next_turn")["text"])
    assert len(places(table)) == 16 and " more." in shown, shown
