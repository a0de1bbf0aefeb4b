"""Zones where places count: whoever stands on their squares is inside, whoever walks in enters, and they move with whoever made them."""

from typing import Any

import pytest

from rpg_lite.decision.callers import Caller
from rpg_lite.mechanics.space import standing, zone_places
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import SCORES, crypt, inside, places, room, turn_of, world_of
from tests.operations.dice import let
from tests.operations.table import Table, snapshot

HALL = {"size": "16x12"}
SPELLS = {
    "wizard": ["Web", "Fog Cloud", "Grease", "Flaming Sphere"],
    "druid": ["Moonbeam", "Spike Growth"],
    "cleric": ["Spirit Guardians", "Silence"],
}
SQUARES = {"Mira": "B6", "Oda": "A1", "Pip": "A2", "Ogre": "O1", "Goblin_1": "H6", "Goblin_2": "P12"}


@laid_alike
def met(ruleset: Ruleset, of: str, **squares: str) -> Table:
    """Mira, who has the spells of a class, stands in a bare hall with two goblins and an ogre, and it is her turn."""
    table = crypt(begun(ruleset), HALL)
    mira = {"abilities": {**SCORES, "int": 18, "wis": 18}, "classes": {of: 9}, "party": True, "spells": {"prepared": SPELLS[of]}}
    table.did("create", name="Mira", character=mira, roomName="Crypt")
    places = {name.replace("_", " "): at for name, at in {**SQUARES, **squares}.items()}
    table.did("start_fight", names=["party", "Goblin 1", "Goblin 2", "Ogre"], space="measured", places=places)
    turn_of(table, "Mira")
    return table


def cast(table: Table, spell: str, **fields: Any) -> str:
    return str(table.did("cast", "Mira", spell=spell, **fields)["text"])


def standing_there(table: Table) -> dict[str, list[str]]:
    """The names of those who stand on the squares of each zone, by geometry alone."""
    world = world_of(table)
    hall = next(one for one in world.things.values() if one.kind == "room" and one.name == "Crypt")
    now = standing.standing_in(world, hall, table.game.book)
    return {
        found.zone.act: sorted(world.things[id].name for id in zone_places.inside(now, found, area))
        for found, area in zone_places.of_room(now)
    }


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_walks_into_a_web_may_stay_there(ruleset: Ruleset) -> None:
    table = let(met(ruleset, "wizard", Goblin_1="H2"), 1)
    assert "in F5-I8" in cast(table, "Web", at="F5")
    assert inside(table) == {"Web": []}
    turn_of(table, "Goblin 1")
    told = table.did("move", "Goblin 1", to="H6")["text"]
    # The first square of the web stops it, and the feet beyond it are not spent.
    assert "restrained" in told and places(table)["Goblin 1"] in ("G5", "H5", "I5") and inside(table) == {"Web": ["Goblin 1"]}
    table.refused("cannot_move", "move", "Goblin 1", to="H9")
    table.did("undo")
    assert places(table)["Goblin 1"] == "H2" and inside(table) == {"Web": []}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_resists_a_web_walks_on_at_twice_the_cost(ruleset: Ruleset) -> None:
    table = let(met(ruleset, "wizard", Goblin_1="H2"), 20)
    cast(table, "Web", at="F5")
    turn_of(table, "Goblin 1")
    told = table.did("move", "Goblin 1", to="H6")["text"]
    assert "moves 30 ft (0 left)" in told and places(table)["Goblin 1"] == "H6"


def test_a_way_leads_around_a_zone_that_harms() -> None:
    table = met("5.2", "wizard", Goblin_1="D3")
    cast(table, "Web", at="F2")  # F2-I5
    turn_of(table, "Goblin 1")
    # Straight on would be 30 ft through the web, at twice the cost.
    table.refused("too_far", "move", "Goblin 1", to="J3")
    assert "moves 15 ft" in table.did("move", "Goblin 1", to="E6")["text"]
    assert inside(table) == {"Web": []}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_spirits_go_with_their_cleric_and_spare_her_side(ruleset: Ruleset) -> None:
    table = let(met(ruleset, "cleric", Goblin_1="H6", Pip="C6"), 1, face=2)
    cast(table, "Spirit Guardians", choice="radiant")
    assert inside(table) == {"Spirit Guardians": []}
    told = table.did("move", "Mira", to="F6")["text"]
    assert inside(table) == {"Spirit Guardians": ["Goblin 1"]} == standing_there(table)
    # In 5.2 the emanation enters the goblin's space; in 5.1 the goblin would have to enter it, or begin its turn there.
    assert ("WIS save" in told) == (ruleset == "5.2")
    turn_of(table, "Goblin 1")
    table.did("move", "Goblin 1", to="away from Mira")
    assert inside(table) == standing_there(table) == {"Spirit Guardians": []}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_placed_in_the_spirits_enters(ruleset: Ruleset) -> None:
    table = let(met(ruleset, "cleric"), 1, face=2)
    cast(table, "Spirit Guardians", choice="radiant")
    told = table.did("place", names=["Goblin 1"], to="next to Mira")["text"]
    assert "Spirit Guardians" in told and "WIS save" in told
    assert inside(table) == {"Spirit Guardians": ["Goblin 1"]}
    table.did("undo")
    assert inside(table) == {"Spirit Guardians": []}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_moonbeam_moves_to_a_point_that_is_said(ruleset: Ruleset) -> None:
    table = let(met(ruleset, "druid"), 1, face=2)
    cast(table, "Moonbeam", at="A12")
    turn_of(table, "Goblin 1")
    turn_of(table, "Mira")
    before = snapshot(table.game)
    refused = table.refused("zone_point_required", "act", "Mira", act="Moonbeam: move")
    assert snapshot(table.game) == before and table.send({**refused["error"]["try"], "dryRun": True}, "execute_action")["ok"]
    assert "65 ft" in table.refused("beyond_range", "act", "Mira", act="Moonbeam: move", at="N12")["text"]
    told = table.did("act", "Mira", act="Moonbeam: move", at="on Goblin 1")["text"]
    assert "Moonbeam lies at H6 now." in told and inside(table) == {"Moonbeam": ["Goblin 1"]}
    assert ("CON save" in told) == (ruleset == "5.2")
    turn_of(table, "Goblin 1")
    table.did("move", "Goblin 1", to="H9")
    assert inside(table) == {"Moonbeam": []}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_sphere_rolls_to_whom_it_rams_or_where_nobody_stands(ruleset: Ruleset) -> None:
    """SRD, Flaming Sphere: it moves up to 30 feet, also onto a creature, which then makes its save."""
    table = let(met(ruleset, "wizard"), 1, face=2)
    cast(table, "Flaming Sphere", at="F6")
    table.did("place", names=["Goblin 1"], to="K6")
    far = table.refused("beyond_range", "act", "Mira", act="Flaming Sphere: roll", targets=["Goblin 2"])
    assert "50 ft" in far["text"]
    told = table.did("act", "Mira", act="Flaming Sphere: roll", targets=["Goblin 1"])["text"]
    assert "Flaming Sphere lies at K6 now." in told and "DEX save" in told and "may move" not in told
    told = table.did("act", "Mira", act="Flaming Sphere: roll", at="H8")["text"]
    assert "Flaming Sphere lies at H8 now." in told and "DEX save" not in told


def test_words_do_not_say_who_is_inside() -> None:
    table = met("5.2", "wizard")
    cast(table, "Grease", at="F5")
    before = snapshot(table.game)
    refused = table.refused("zone_by_squares", "act", "Goblin 1", act="enter", zone="Grease")
    assert "Grease" in refused["text"] and snapshot(table.game) == before
    table.did("act", "Goblin 1", act="enter", zone="Grease", force=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_zones_without_squares_are_told_as_ever(ruleset: Ruleset) -> None:
    table = met(ruleset, "wizard")
    table.did("end_fight")
    cast(table, "Grease", targets=["Goblin 1"])
    table.did("act", "Goblin 2", act="enter", zone="Grease")
    assert inside(table) == {"Grease": ["Goblin 1", "Goblin 2"]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_stands_in_a_zone_is_inside_after_every_deed(ruleset: Ruleset) -> None:
    """Zones of three kinds, and everybody on the move: the ledger is what geometry says."""
    table = let(met(ruleset, "wizard"), 20)
    cast(table, "Grease", at="F5")
    for name, to in (
        ("Goblin 1", "F6"), ("Goblin 2", "G5"), ("Ogre", "E4"), ("Goblin 1", "P9"), ("Pip", "G6"), ("Ogre", "K9"), ("Goblin 2", "F6"), ("Pip", "A9"),
    ):  # fmt: skip
        table.did("place", names=[name], to=to)
        assert inside(table) == standing_there(table), (name, to)
    room(table, "update", bagName="Crypt", ground={"features": [{"is": "pillar", "at": "J5"}]})
    assert inside(table) == standing_there(table)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_wall_of_stone_stands_in_the_way(ruleset: Ruleset) -> None:
    """Nothing passes its squares: no walk, no shot, no fire; and it goes with its spell."""
    table = met(ruleset, "wizard")
    told = cast(table, "Wall of Stone", at="E1", toward="south", choice="thick", force=True)
    assert "at E1, 25 ft off" in told and room(table, "map", ground=True)["text"].count("#") == 13
    turn_of(table, "Goblin 1")
    assert table.refused("no_way", "move", "Goblin 1", to="next to Mira")["error"]["code"] == "no_way"
    table.did("end", "Mira", spell="Wall of Stone")
    assert "#" not in room(table, "map", ground=True)["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_answers_say_who_is_in_a_zone_now(ruleset: Ruleset) -> None:
    table = let(met(ruleset, "cleric", Goblin_1="E6", Goblin_2="E9"), 20)
    assert "Goblin 1, Goblin 2: Spirit Guardians." in cast(table, "Spirit Guardians", choice="radiant")
    assert "No longer in Spirit Guardians: Goblin 1" in table.did("place", names=["Goblin 1"], to="P9")["text"]
    assert "Now in Spirit Guardians: Goblin 1." in table.did("place", names=["Goblin 1"], to="E6")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_new_in_the_room_has_not_entered(ruleset: Ruleset) -> None:
    table = let(met(ruleset, "wizard"), 1)
    cast(table, "Web", at="A7")
    told = table.did("create", name="Rat", template="Rat", roomName="Crypt")["text"]
    assert "DEX save" not in told and inside(table) == standing_there(table)


def test_a_walker_that_is_slowed_has_the_feet_that_are_left_now() -> None:
    table = let(met("5.2", "cleric", Goblin_1="H6"), 20)
    cast(table, "Spirit Guardians", choice="radiant")
    turn_of(table, "Goblin 1")
    # 15 ft of 30 to the border; half its speed of 15 is spent there.
    told = table.did("move", "Goblin 1", to="E6")["text"]
    assert "moves 15 ft (0 left)" in told


def test_the_answer_says_whom_a_zone_holds_that_waits() -> None:
    table = met("5.2", "wizard", Goblin_1="E6", Goblin_2="E7")
    told = cast(table, "Web", catch=["Goblin 1", "Goblin 2"])
    assert "Inside: Goblin 1 and Goblin 2." in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_comes_through_the_door_enters(ruleset: Ruleset) -> None:
    table = let(met(ruleset, "cleric", Mira="H10"), 1, face=2)
    cast(table, "Spirit Guardians", choice="radiant")
    table.did("create", name="Rat", template="Rat", roomName="Lobby")
    told = room(table, "go", names=["Rat"], direction="north")["text"]
    assert "Now in Spirit Guardians: Rat." in told and "WIS save" in told


@pytest.mark.parametrize("ruleset", RULESETS)
def test_players_read_the_same_of_a_zone_whoever_hides_in_it(ruleset: Ruleset) -> None:
    """The same with a goblin in the grease that nobody has found, and with it far away."""
    read = []
    for at in ("F5", "P9"):
        table = let(met(ruleset, "wizard", Goblin_2=at), 20)
        table.did("act", "Goblin 2", act="Hide", force=True)
        cast(table, "Grease", at="F5")
        read.append(table.game.ask({"operation": "context"}, "read_campaign", "full", Caller("player", "Ann", characters=("Mira",)))["text"])
    assert "Grease of Mira" in read[0] and read[0] == read[1]
