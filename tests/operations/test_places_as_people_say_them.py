"""Words for places as people say them: groups, zones, edges, oneself, walls, and those on another level."""

import re
from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import ANN, GOBLIN, crypt, fought, places, put, room, turn_of
from tests.operations.halls import casts, hall
from tests.operations.table import Table, snapshot
from tests.rows import each_row

GROUND = {
    "size": "12x10",
    "features": [
        {"is": "pillar", "at": "C4 C7"},
        {"is": "furniture", "at": "F5-G5", "called": "altar"},
        {"is": "shallow_water", "at": "G8-H9"},
        {"is": "pit", "at": "L5", "ft": 20},
        {"is": "ledge", "at": "A1-B2", "ft": 10},
    ],
}


@laid_alike
def standing(ruleset: Ruleset = "5.2", who: str = "Oda", **squares: str) -> Table:
    squares = {"Oda": "F6", "Pip": "E8", "Ogre": "D1", "Goblin_1": "H3", "Goblin_2": "J4", **squares}
    table = fought(ruleset, GROUND, places={name.replace("_", " "): at for name, at in squares.items()})
    turn_of(table, who)
    return table


def end_of(table: Table, to: str, who: str = "Oda", **more: Any) -> str:
    """The square to which the words lead, in a dry run."""
    answer = table.send({"operation": "move", "characterName": who, "to": to, "dryRun": True, **more}, "execute_action", "full")
    assert answer["ok"], answer["text"]
    return str(answer["results"][0]["move"]["to"])


def refusal(table: Table, to: str, who: str = "Oda", **more: Any) -> dict[str, Any]:
    before = snapshot(table.game)
    answer = table.send({"operation": "move", "characterName": who, "to": to, **more}, "execute_action")
    assert not answer["ok"] and snapshot(table.game) == before
    return answer


# ── groups ──────────────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("to", "at"),
    [
        ("next to the party", "F7"), ("next to party", "F7"), ("beside my allies", "F7"), ("away from enemies", "C10"),
        ("between the goblins", "I4"), ("among the goblins", "I4"), ("in the middle of the goblins", "I4"), ("next to Goblin 1 and Goblin 2", "I4"),
        ("in reach of both goblins", "I4"), ("next to all goblins", "I4"), ("next to both Goblin 1 and Goblin 2", "I4"), ("next to the goblins", "G4"),
        ("toward the goblins", "G4"), ("away from everybody", "K10"), ("20 ft from Goblin 1 and the Ogre", "D6"), ("next to the party with cover", "F7"),
    ],
)  # fmt: skip
def test_groups_are_named_as_one(to: str, at: str) -> None:
    assert end_of(standing(), to) == at


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_place_that_fits_two_is_within_five_feet_of_both(ruleset: Ruleset) -> None:
    table = standing(ruleset)
    table.did("move", "Oda", to="in reach of Goblin 1 and Goblin 2")
    answer = table.game.ask({"operation": "where", "characterName": "Oda"}, "read_campaign")
    assert "Goblin 1: 5 ft" in answer["text"] and "Goblin 2: 5 ft" in answer["text"]


def test_where_no_place_fits_all_the_nearest_one_is_told_with_the_feet_to_each() -> None:
    answer = refusal(standing(), "next to Pip and Goblin 2")
    assert answer["error"]["code"] == "not_next_to_all"
    assert "G6 (10 ft from Pip, 15 ft from Goblin 2)" in answer["text"]


@pytest.mark.parametrize(
    "to", ["in reach of both", "between Ogre", "next to both pips", "next to nobody and Ogre", "next to Ogre and", "edge of Ogre"]
)
def test_groups_that_are_none_here_are_refused(to: str) -> None:
    assert refusal(standing(), to)["error"]["code"] == "place_unclear"


def test_everybody_of_a_group_is_kept_off() -> None:
    table = standing(Goblin_1="F4", Goblin_2="H6")
    at = end_of(table, "out of reach of the goblins", by="walk")
    put(table, Oda=at)
    told = table.game.ask({"operation": "where", "characterName": "Oda"}, "read_campaign")["text"]
    assert not re.search(r"Goblin \d: 5 ft", told)


def test_the_unseen_belong_to_no_group_of_a_player() -> None:
    table = standing(Goblin_1="H6", Goblin_2="J9", Oda="F9")
    room(table, "hide", characterName="Goblin 1")
    payload = {"operation": "move", "characterName": "Oda", "to": "next to the goblins", "dryRun": True}
    told = table.game.ask(payload, "execute_action", "full", ANN)
    assert told["ok"] and "next to Goblin 2" in told["text"], told["text"]
    both = table.game.ask({**payload, "to": "next to both goblins"}, "execute_action", "full", ANN)
    assert both["error"]["code"] == "place_unclear" and "Goblin 1" not in both["text"]


# ── zones and edges ─────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("to", "at"),
    [
        ("edge of the pit", "K6"), ("the edge of the water", "F7"), ("out of the water", "F6"), ("on the altar", "F5"), ("next to the water", "F7"),
        ("the middle of the water", "G8"),
    ],
)  # fmt: skip
def test_edges_of_features(to: str, at: str) -> None:
    assert end_of(standing(), to) == at


def test_the_edge_of_a_ledge_is_on_it_for_whoever_stands_there() -> None:
    table = fought("5.2", {**GROUND, "features": [{"is": "ledge", "at": "A1-C3", "ft": 10}]})
    put(table, Ogre="D9", Oda="A1+10")
    turn_of(table, "Oda")
    assert end_of(table, "edge of the ledge") == "C1+10"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_zones_are_places_inside_outside_and_beside(ruleset: Ruleset) -> None:
    table = hall(ruleset)
    casts(table, "Fog Cloud", at="H8")
    turn_of(table, "Oda")
    squares = set(room(table, "map", ground=True)["text"].splitlines())
    assert squares
    assert end_of(table, "inside the Fog Cloud") == "H7" and end_of(table, "the fog") == "H7"
    out, edge = end_of(table, "out of Fog Cloud", by="walk", force=True), end_of(table, "edge of the fog cloud", force=True)
    assert out == edge
    for words in ("next to Fog Cloud", "outside the fog cloud"):
        assert end_of(table, words, force=True) == out
    table.did("move", "Oda", to="out of Fog Cloud", force=True)
    assert "Fog Cloud" not in table.game.ask({"operation": "where", "characterName": "Oda"}, "read_campaign")["text"]


def test_a_harmful_zone_is_entered_only_if_it_is_named_as_the_goal() -> None:
    table = hall("5.2")
    casts(table, "Web", at="I6")
    turn_of(table, "Oda")
    assert end_of(table, "edge of the web") == "H7" and end_of(table, "20 ft from the Web") == "E7"
    for words in ("inside the Web", "the web", "the middle of the web"):
        answer = table.send({"operation": "move", "characterName": "Oda", "to": words, "dryRun": True}, "execute_action")
        assert "Now in Web: Oda" in answer["text"], answer["text"]


# ── oneself and walls ───────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "to", ["me", "myself", "here", "my square", "where I stand", "stay", "stay where I am", "stay here", "stand still", "in place"]
)
def test_oneself_is_where_one_stands(to: str) -> None:
    table = standing()
    assert end_of(table, to) == "F6"
    assert "stands at F6 already" in table.did("move", "Oda", to=to)["text"]


@each_row(
    ("to", "at"),
    [
        ("10 ft north of me", "F4"), ("between me and the ogre", "E4"), ("20 ft from here", "B6"), ("along the wall", "F10"), ("back to the wall", "F10"),
        ("with my back to the wall", "F10"), ("next to wall", "F10"), ("next to the wall", "F10"), ("nearest wall", "F10"), ("against the south wall", "F10"),
        ("the corner", "A10"), ("a corner", "A10"), ("in the corner of the room", "A10"),
    ],
)  # fmt: skip
def test_oneself_and_walls_are_places(to: str, at: str) -> None:
    assert end_of(standing(), to) == at


def test_a_wall_within_the_room_is_one_to_stand_by() -> None:
    table = fought()
    put(table, Ogre="A1", Oda="H5")
    turn_of(table, "Oda")
    assert end_of(table, "back to the wall") == "H4" == end_of(table, "along a wall")


# ── another level ───────────────────────────────────────────────────────────────────────────────────────────────────


@laid_alike
def aloft(who: str = "Oda", **squares: str) -> Table:
    table = crypt(begun("5.2"), {**GROUND, "features": [{"is": "pit", "at": "K5-L6", "ft": 20}, {"is": "ledge", "at": "A1-C3", "ft": 10}]})
    for name in ("Bat", "Owl"):
        table.did("create", name=name, template="Giant Bat", roomName="Crypt")
    stand = {"Ogre": "G1", "Pip": "A10", "Goblin 1": "B2+10", "Goblin 2": "K5 down 20", "Oda": "D5", "Bat": "F6+20", "Owl": "I9"}
    stand |= {name.replace("_", " "): at for name, at in squares.items()}
    table.did("start_fight", names=["party", "foes"], space="measured", places=stand)
    turn_of(table, who)
    return table


@pytest.mark.parametrize("to", ["next to Bat", "in reach of Bat"])
def test_who_flies_too_high_is_said_to_with_the_nearest_place_under_it(to: str) -> None:
    answer = refusal(aloft(), to)
    assert answer["error"]["code"] == "on_another_level"
    assert "Bat is 20 ft above every floor that Oda can reach" in answer["text"] and "F6" in answer["text"]


def test_who_flies_goes_up_and_down_to_those_on_other_levels() -> None:
    table = aloft("Owl")
    assert end_of(table, "next to Bat", "Owl").endswith("+20")
    assert end_of(table, "next to Goblin 1", "Owl").endswith("+10")
    table.did("move", "Owl", to="next to Bat")
    table.did("move", "Owl", to="next to Oda", dryRun=True)


def test_a_ledge_too_far_to_climb_is_too_far_and_the_call_for_this_turn_is_told() -> None:
    table = aloft(Oda="H8")
    answer = refusal(table, "next to Goblin 1")
    assert answer["error"]["code"] == "too_far"
    assert table.game.ask(answer["error"]["try"], "execute_action")["ok"]
    assert refusal(table, "in reach of Goblin 2")["error"]["code"] == "too_far"


def test_a_ledge_near_enough_is_climbed() -> None:
    table = aloft(Oda="C4", Goblin_1="B2+10")
    answer = table.did("move", "Oda", to="next to Goblin 1")
    assert "climbing" in answer["text"] and "next to Goblin 1" in answer["text"]


def test_the_game_master_places_a_flyer_beside_another() -> None:
    table = aloft()
    put(table, Owl="next to Bat")
    assert places(table)["Owl"].endswith("+20")


# ── sides ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def fighters(table: Table) -> set[str]:
    return {one["name"] for one in table.game.table()["fight"]["order"]}


@laid_alike
def lurked(ruleset: Ruleset = "5.2") -> Table:
    table = crypt(begun(ruleset), GROUND)
    table.did("create", name="Lurker", template=GOBLIN[ruleset], roomName="Crypt")
    room(table, "hide", characterName="Lurker")
    return table


PARTY, FOES = {"Oda", "Pip"}, {"Goblin 1", "Goblin 2", "Ogre"}


@each_row(
    ("names", "space", "fights"),
    [
        (["party", "foes"], "measured", PARTY | FOES), (["enemies", "party"], "told", PARTY | FOES), (["foes"], "measured", FOES),
        (["everybody"], "told", PARTY | FOES), (["party", "monsters"], "measured", PARTY | FOES), (["all"], "measured", PARTY | FOES | {"Lurker"}),
        (["party", "all foes"], "measured", PARTY | FOES | {"Lurker"}), (["party", "foes", "Lurker"], "told", PARTY | FOES | {"Lurker"}),
    ],
)  # fmt: skip
def test_a_side_fights_as_one_and_the_hidden_only_if_they_are_meant(names: list[str], space: str, fights: set[str]) -> None:
    table = lurked()
    table.did("start_fight", names=names, space=space)
    with_hidden = {one["name"] for one in table.game.table(everything=True)["fight"]["order"]}
    assert with_hidden == fights


@pytest.mark.parametrize("ruleset", RULESETS)
def test_sides_are_placed_and_surprised_as_one(ruleset: Ruleset) -> None:
    table = lurked(ruleset)
    table.did("start_fight", places={"party": "door south", "foes": "north wall"}, surprised=["foes"])
    stand = places(table)
    assert fighters(table) >= PARTY | FOES and {stand[name][1:] for name in FOES} == {"1"} and stand["Oda"] == "F10"


def test_a_creature_of_that_name_is_meant_before_the_side() -> None:
    table = crypt(begun())
    table.did("create", name="Enemies", template="Ogre", roomName="Crypt")
    table.did("start_fight", names=["party", "Enemies"])
    assert fighters(table) == PARTY | {"Enemies"}


def test_a_side_of_which_nobody_is_here_is_refused() -> None:
    table = Table(begun())
    table.did("create", name="Oda", character={"classes": {"fighter": 1}, "party": True})
    answer = table.send({"operation": "start_fight", "names": ["party", "foes"]}, "execute_action")
    assert not answer["ok"] and answer["error"]["field"] == "names[1]"
