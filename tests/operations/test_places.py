"""Where everybody stands: the ground of a room, places at the start of a fight and by word, and what the answers say of them."""

import re
from typing import Any

import pytest

import rpg_lite
from rpg_lite.rules.space.ground_rows import EXIT, FLOOR, SIGNS
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.views.maps.ground_text import CROWD, OURS, THEIRS
from rpg_lite.views.relations import MOST_IN_TURN, MOST_TOKENS_IN_TURN
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world.world_model import WORLD_ID
from tests.copies import begun
from tests.operations.crypts import ANN, CRYPT, GOBLIN, SCORES, crypt, fought, places, put, room, turn_of, where
from tests.operations.table import snapshot
from tests.rows import each_row

# ── the ground ──────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_ground_is_told_with_its_features_and_drawn() -> None:
    table = crypt(begun())
    drawn = room(table, "map", ground=True)["text"]
    assert drawn.splitlines() == [
        "Crypt 12x10, A1 northwest.",
        "   ABCDEFGHIJKL",
        " 1 ............",
        " 2 ........##..",
        " 3 ........##..",
        " 4 ..o.........",
        " 5 .....==...._",
        " 6 ............",
        " 7 ..o.........",
        " 8 ......~~....",
        " 9 ......~~....",
        "10 .....+......",
        "o pillar  = altar  ~ shallow water  # wall  _ pit  + south F10",
    ]


def test_features_are_replaced_cleared_by_square_and_by_name_and_undone() -> None:
    table = crypt(begun())
    before = snapshot(table.game).world
    told = room(table, bagName="Crypt", ground={"clear": ["C4", "altar"], "features": [{"is": "pit", "at": "L5", "ft": 40}]})["text"]
    assert "12 × 10 squares of 5 ft" in told and "1 pillar" in told and "altar" not in told
    drawn = room(table, "map", ground=True)["text"]
    assert " 4 ............" in drawn and " 7 ..o........." in drawn and drawn.count("_") == 2
    room(table, "undo")
    assert snapshot(table.game).world == before
    assert "ground" in table.game.ask({"operation": "map", "ground": True}, "manage_room", "full")["results"][0]


def test_without_a_word_of_it_a_room_is_open_ground_and_none_takes_a_ground_away() -> None:
    table = crypt(begun())
    assert room(table, bagName="Crypt", ground="none")["ok"]
    assert room(table, "map", ground=True)["text"].startswith("Crypt 60x60, drawn from ")


@each_row(
    ("ground", "code", "field"),
    [
        ({"size": "0x5"}, "ground_size", "ground.size"),
        ({"size": "101x5"}, "ground_size", "ground.size"),
        ({"size": "NaN"}, "ground_size", "ground.size"),
        ({"size": "5x5"}, "ground_invalid", "ground.size"),
        ({"features": [{"is": "pillar", "at": "M1"}]}, "ground_invalid", "ground.features[0].at"),
        ({"features": [{"is": "pillar", "at": "the middle"}]}, "ground_invalid", "ground.features[0].at"),
        ({"features": [{"is": "pillar", "at": "B2|C2"}]}, "ground_invalid", "ground.features[0].at"),
        ({"features": [{"is": "pillar", "at": "A1"}, {"is": "wall", "at": "Z9"}]}, "ground_invalid", "ground.features[1].at"),
        ({"clear": ["A1"]}, "nothing_to_clear", "ground.clear[0]"),
        ({"clear": ["throne"]}, "nothing_to_clear", "ground.clear[0]"),
        ({"exits": {"west": "A1"}}, "exit_unknown", "ground.exits.west"),
        ({"exits": {"south": "Z1"}}, "ground_invalid", "ground.exits.south"),
        ({"exits": {"south": "C4+20"}}, "ground_invalid", "ground.exits.south"),
    ],
)
def test_a_wrong_ground_is_refused_by_its_key_and_changes_nothing(ground: Any, code: str, field: str) -> None:
    table = crypt(begun())
    before = snapshot(table.game)
    answer = room(table, bagName="Crypt", ground=ground)
    assert not answer["ok"] and (answer["error"]["code"], answer["error"]["field"]) == (code, field), answer
    assert snapshot(table.game) == before


@each_row(
    ("ground",),
    [
        ({"features": [{"is": "teapot", "at": "A1"}]},), ({"features": [{"is": "pillar"}]},), ({"features": [{"is": "pillar", "at": ""}]},),
        ({"features": [{"is": "pillar", "at": "A1", "ft": 0}]},), ({"features": [{"is": "pillar", "at": "A1", "ft": 10**9}]},),
        ({"features": [{"is": "pillar", "at": "A1"}] * 401},), ({"clear": ["A1"] * 101},), ({"sise": "5x5"},), ("big",), ([],), (7,), ({"size": 12},),
    ],
)  # fmt: skip
def test_a_ground_of_another_form_is_refused(ground: Any) -> None:
    table = crypt(begun())
    before = snapshot(table.game)
    assert not room(table, bagName="Crypt", ground=ground)["ok"]
    assert snapshot(table.game) == before


def test_at_most_four_hundred_features_lie_on_a_ground() -> None:
    table = crypt(begun(), {"size": "60x60"})
    squares = [f"{letter}{row}" for letter in "ABCDEFGHIJ" for row in range(1, 41)]
    assert room(table, bagName="Crypt", ground={"features": [{"is": "difficult", "at": at} for at in squares]})["ok"]
    answer = room(table, bagName="Crypt", ground={"features": [{"is": "difficult", "at": "M50"}]})
    assert answer["error"]["code"] == "ground_invalid" and "400 features" in answer["text"]


def test_nobody_is_walled_in_and_nobody_left_outside() -> None:
    table = fought()
    put(table, Oda="L10")
    before = snapshot(table.game)
    for ground in ({"features": [{"is": "wall", "at": "L10"}]}, {"size": "11x10", "clear": ["pit"]}):
        answer = room(table, bagName="Crypt", ground=ground)
        assert answer["error"]["code"] == "ground_in_use" and "Oda" in answer["text"]
    assert snapshot(table.game) == before


# ── who stands where at the start ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_party_stands_at_the_exit_by_which_it_came_and_the_others_opposite(ruleset: Ruleset) -> None:
    table = crypt(begun(ruleset))
    told = table.did("start_fight", names=["party", "Goblin 1", "Goblin 2", "Ogre"], space="measured")["text"]
    stand = places(table)
    assert stand["Oda"] == "F10" and {*stand} == {"Oda", "Pip", "Goblin 1", "Goblin 2", "Ogre"}
    assert len({*stand.values()}) == 5
    assert "are 30 ft apart; places here, or place now, sets it otherwise." in told
    assert int(stand["Ogre"][1:]) <= 3


def test_everybody_alive_in_the_room_stands_somewhere_and_the_dead_nowhere() -> None:
    table = crypt(begun())
    table.did("create", name="Watcher", character={"abilities": SCORES, "hpMax": 9})
    table.did("damage", "Goblin 2", amount=99, damageType="fire")
    table.did("start_fight", names=["party", "Goblin 1"], space="measured")
    assert {*places(table)} == {"Oda", "Pip", "Goblin 1", "Ogre", "Watcher"}


def test_words_for_places_count_at_the_start_and_whoever_stands_already_stays() -> None:
    table = crypt(begun())
    put(table, Pip="B9")
    table.did(
        "start_fight",
        names=["party", "Goblin 1", "Goblin 2"],
        places={"Oda": "F7", "Goblin 1": "next to Pip", "Goblin 2": "behind altar from Oda"},
    )
    stand = places(table)
    assert (stand["Pip"], stand["Oda"]) == ("B9", "F7")
    assert "Goblin 1: 5 ft" in where(table, "Pip")
    assert "half cover (altar)" in where(table, "Oda")


def test_a_refused_place_begins_no_fight() -> None:
    table = crypt(begun())
    refused = table.refused("place_unclear", "start_fight", names=["party", "Goblin 1"], places={"Goblin 1": "somewhere nice"})
    assert refused["error"]["field"] == "places.Goblin 1"
    table.refused("character_unknown", "start_fight", names=["party", "Goblin 1"], places={"Nobody": "C4"})


def test_on_open_ground_the_two_sides_begin_thirty_feet_apart() -> None:
    table = fought(ground=None)
    stand = places(table)
    assert stand["Oda"] == "AD30"
    assert "30 ft north" in where(table, "Oda") or "35 ft north" in where(table, "Oda")


@each_row(
    ("policy", "ground", "space", "is_measured"),
    [
        ("told", CRYPT, None, False), ("told", CRYPT, "measured", True), ("by_plan", CRYPT, None, True), ("by_plan", None, None, False),
        ("by_plan", CRYPT, "told", False), ("measured", None, None, True), ("measured", None, "told", False),
    ],
)  # fmt: skip
def test_the_policy_and_the_call_say_whether_places_count(policy: str, ground: Any, space: str | None, is_measured: bool) -> None:
    with rpg_lite.open_campaign(":memory:", ruleset="5.2", policy={"space": policy}, seed=1) as game:
        table = crypt(game, ground)
        table.did("start_fight", names=["party", "Ogre"], **({"space": space} if space else {}))
        fight = snapshot(game).things[WORLD_ID].root.fight
        assert fight is not None and fight.is_measured == is_measured


def test_a_fight_keeps_its_kind_for_those_who_join() -> None:
    table = fought()
    table.did("create", name="Wolf", template="Wolf", roomName="Crypt")
    assert "Wolf" in places(table)
    for told in ({"space": "told"}, {}):
        answer = table.ask("start_fight", names=["Wolf"], **told)
        assert answer["ok"] == (not told)
    told_fight = crypt(begun())
    told_fight.did("start_fight", names=["party", "Ogre"])
    told_fight.refused("fight_keeps_its_kind", "start_fight", names=["Goblin 1"], places={"Goblin 1": "C5"})


def test_who_comes_in_stands_inside_the_exit_and_a_summoned_creature_beside_its_maker() -> None:
    table = fought()
    table.did("create", name="Late", character={"abilities": SCORES, "classes": {"wizard": 5}, "party": True}, roomName="Lobby")
    put(table, Oda="B2", Pip="B3")
    room(table, "go", direction="north", names=["Late"], force=True)
    assert places(table)["Late"] == "F10"


def test_who_leaves_and_comes_back_stands_anew() -> None:
    table = fought()
    put(table, Oda="B2")
    table.did("end_fight")
    room(table, "go", direction="south", names=["Oda"])
    assert "Oda" not in where(table, "Ogre")
    room(table, "go", direction="north", names=["Oda"])
    table.did("start_fight", names=["party", "Ogre"], space="measured")
    assert places(table)["Oda"] != "B2"


# ── place ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_several_are_placed_one_after_the_other_and_it_is_undone_in_one_step() -> None:
    table = fought()
    before = snapshot(table.game).world
    told = table.did("place", names=["Goblin 1", "Goblin 2"], to="next to Oda")["text"]
    assert told.startswith("Goblin 1 stand at ") and "Goblin 2 at " in told
    stand = places(table)
    assert stand["Goblin 1"] != stand["Goblin 2"]
    assert where(table, "Oda").count("5 ft") >= 2
    assert table.send({"operation": "undo"}, "execute_action")["ok"]
    assert snapshot(table.game).world == before


def test_those_of_whom_the_words_speak_stay_and_the_others_come_to_them() -> None:
    table = fought()
    put(table, Oda="A1", Pip="F6")
    assert table.did("place", names=["party"], to="next to Pip")["text"] == "Oda stands at E5. Meant: Pip at F6."
    assert (places(table)["Pip"], places(table)["Oda"]) == ("F6", "E5")
    table.did("place", names=["Goblin 1", "Ogre", "Goblin 2"], to="within 10 ft of Ogre")
    assert where(table, "Ogre").count("5 ft") >= 2


def test_a_group_at_one_square_stands_around_it() -> None:
    table = fought()
    table.did("place", names=["Oda", "Pip", "Goblin 1"], to="C9")
    now = places(table)
    assert now["Oda"] == "C9" and {now["Pip"], now["Goblin 1"]} <= {"B8", "C8", "D8", "B9", "D9", "B10", "C10", "D10"}
    assert table.game.ask({"operation": "place", "names": ["Ogre"], "to": "C9"}, "execute_action")["error"]["code"] == "occupied"


def test_who_is_named_before_it_has_a_place_is_placed_first() -> None:
    table = crypt(begun())
    said = {"Goblin 1": "next to Goblin 2", "party": "20 ft south of Ogre", "Goblin 2": "A1"}
    told = table.did("start_fight", names=["party", "Goblin 1", "Goblin 2", "Ogre"], space="measured", places=said)["text"]
    now = places(table)
    assert (now["Goblin 2"], now["Goblin 1"]) == ("A1", "B1") and "places here, or place now, sets it otherwise" in told
    assert "Ogre: 20 ft north" in where(table, "Oda") or "Ogre: 20 ft north" in where(table, "Pip")


def test_nothing_is_said_of_distances_where_all_places_are_said() -> None:
    table = crypt(begun())
    said = {"party": "door south", "Goblin 1": "A1", "Goblin 2": "next to Goblin 1", "Ogre": "middle"}
    assert "apart" not in table.did("start_fight", names=["party", "Ogre"], places=said)["text"]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ({"party": "door south", "Orge": "middle"}, {"party": "door south", "Ogre": "middle"}),
        ({"party": "door suoth", "Ogre": "next to pilar"}, {"party": "door south", "Ogre": "next to pillar"}),
        ({"Gobln 1": "behind alter", "Orge": "A1"}, {"Goblin 1": "behind altar", "Ogre": "A1"}),
    ],
)
def test_misspelt_places_are_answered_with_a_call_that_works(said: dict[str, str], meant: dict[str, str]) -> None:
    table = crypt(begun())
    call = {"operation": "start_fight", "names": ["party", "Goblin 1", "Ogre"], "space": "measured", "places": said, "dryRun": True}
    refused = table.game.ask(call, "execute_action")
    assert refused["error"]["try"] == {**call, "places": meant}
    assert table.game.ask({**refused["error"]["try"], "dryRun": False}, "execute_action")["ok"]


@pytest.mark.parametrize("callers", [[], [ANN]])
def test_a_proposal_of_another_walk_is_as_dry_as_what_was_sent(callers: list[Any]) -> None:
    table = fought(places={"party": "door south"})
    turn_of(table, "Oda")
    call = {"operation": "move", "characterName": "Oda", "to": "A1", "dryRun": True}
    assert table.game.ask(call, "execute_action", "brief", *callers)["error"]["try"] == {**call, "to": "E4"}
    attack = {"operation": "attack", "characterName": "Oda", "targetName": "Ogre", "dryRun": True}
    assert table.game.ask(attack, "execute_action", "brief", *callers)["error"]["try"]["dryRun"] is True


def test_a_dry_run_places_nobody() -> None:
    table = fought()
    before = snapshot(table.game)
    answer = table.send({"operation": "place", "names": ["Ogre"], "to": "E5", "dryRun": True}, "execute_action")
    assert answer["text"].startswith("Ogre would stand at ") or "Ogre stands" not in answer["text"]
    assert snapshot(table.game).world == before.world


@each_row(
    ("names", "to", "code"),
    [
        (["Ogre"], "C4", "does_not_fit"), (["Ogre"], "L10", "off_the_ground"), (["Ogre"], "M1", "off_the_ground"), (["Pip"], "I2", "does_not_fit"),
        (["Pip"], "Z99", "off_the_ground"), (["Pip"], "", "place_unclear"), (["Pip"], "over there", "place_unclear"), (["Pip"], "NaN", "place_unclear"),
        (["Pip"], "1e9 ft from Ogre", "place_unclear"), (["Pip"], "next to Nobody", "place_unclear"), (["Pip"], "C0", "place_unclear"),
        (["Pip"], "-5 ft from Ogre", "place_unclear"), (["Nobody"], "C5", "character_unknown"), (["Pip"], "x" * 300, "place_unclear"),
    ],
)  # fmt: skip
def test_a_place_that_cannot_be_is_refused_and_changes_nothing(names: list[str], to: str, code: str) -> None:
    table = fought()
    put(table, Oda="F10")
    before = snapshot(table.game)
    answer = table.ask("place", names=names, to=to)
    assert not answer["ok"] and answer["error"]["code"] == code, answer["text"]
    assert snapshot(table.game) == before


def test_a_square_that_is_taken_is_refused_with_one_that_is_free() -> None:
    table = fought()
    put(table, Oda="E9")
    refused = table.refused("occupied", "place", names=["Pip"], to="E9")
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


def test_creatures_of_two_rooms_are_not_placed_together() -> None:
    table = fought()
    table.did("create", name="Far", character={"abilities": SCORES, "hpMax": 9}, roomName="Lobby")
    table.refused("stands_elsewhere", "place", names=["Oda", "Far"], to="E9")


def test_players_place_nobody() -> None:
    table = fought()
    answer = table.game.ask({"operation": "place", "names": ["Oda"], "to": "E9"}, "execute_action", "brief", ANN)
    assert answer["error"]["code"] == "not_allowed"


# ── where ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_relations_name_distance_direction_height_and_cover_foes_first() -> None:
    table = fought()
    room(table, bagName="Crypt", ground={"features": [{"is": "ledge", "at": "L1", "ft": 20}]})
    put(table, Oda="C5", Pip="C6", Ogre="G4", Goblin_1="C2", Goblin_2="L1")
    told = where(table, "Oda")
    assert told.startswith("Oda at C5. Goblin 1: 15 ft north, ")
    assert "Goblin 1: 15 ft north, total cover (pillar)" in told or "three-quarters cover (pillar)" in told
    assert "Ogre: 20 ft east." in told
    assert "Goblin 2: 45 ft " in told and "20 ft above" in told
    assert told.index("Ogre") < told.index("Pip: 5 ft south.") < told.index("south: 25 ft southeast.")


def test_nobody_stands_anywhere_where_nobody_said_so() -> None:
    table = crypt(begun())
    answer = table.game.ask({"operation": "where", "characterName": "Oda"}, "read_campaign")
    assert answer["error"]["code"] == "no_place"


def test_a_map_shows_both_sides_with_their_signs_and_costs_few_tokens() -> None:
    table = fought()
    put(table, Oda="F7", Pip="B9", Ogre="G3", Goblin_1="I1", Goblin_2="C2")
    drawn = room(table, "map", ground=True)["text"]
    assert "A Oda  B Pip  1 Goblin 1  2 Goblin 2  3 Ogre (2x2)" in drawn
    assert " 3 ......33##.." in drawn and " 4 ..o...33...." in drawn and " 7 ..o..A......" in drawn
    assert len(drawn) / 3.5 <= 200


def test_falls_and_depths_have_signs_of_their_own_and_creatures_none_of_the_grounds() -> None:
    features = [
        {"is": "pit", "at": "A1"},
        {"is": "ledge", "at": "B1"},
        {"is": "shallow_water", "at": "C1"},
        {"is": "deep_water", "at": "D1"},
    ]
    table = crypt(begun(), {"size": "12x10", "features": features})
    drawn = room(table, "map", ground=True)["text"]
    assert " 1 _^~w........" in drawn and "_ pit  ^ ledge  ~ shallow water  w deep water" in drawn
    assert not {*OURS, *THEIRS, CROWD} & {*SIGNS.values(), FLOOR, EXIT}


def test_the_map_of_open_ground_is_cut_to_those_who_stand_there_and_of_another_room_is_drawn() -> None:
    table = fought(ground=None, places={"party": "AD30", "Goblin 1": "AF25", "Goblin 2": "AD25", "Ogre": "AF27"})
    drawn = room(table, "map", ground=True)["text"].splitlines()
    assert drawn[0].startswith("Crypt 60x60, drawn from AA23, A1 northwest.") and len(drawn) == 1 + 2 + 10
    table.did("end_fight")
    assert room(table, "go", direction="south", force=True)["ok"]
    shown = room(table, "map", ground=True, bagName="Crypt")
    assert shown["ok"] and shown["text"].startswith("Crypt 60x60, drawn from ")


@pytest.mark.parametrize(
    "size", ["12x11", "12 by 11", "12×11", "12 X 11", "12*11", "12 x 11 squares", "60x55 ft", "60 ft by 55 ft", "60' x 55'", "60 feet x 55"]
)
def test_sizes_are_read_as_tables_say_them(size: str) -> None:
    assert "12 × 11 squares of 5 ft" in room(crypt(begun()), bagName="Crypt", ground={"size": size})["text"]


@pytest.mark.parametrize(
    "size", ["62x55 ft", "12 squares x 55 ft", "large", "x", "12x", "x10", "12 10", "0x0 ft", "505x5 ft", "12.5x10", "-12x10", "1e1x10"]
)
def test_what_is_no_size_is_refused_with_one(size: str) -> None:
    refused = room(crypt(begun()), bagName="Crypt", ground={"size": size})
    assert refused["error"]["code"] == "ground_size" and "such as 12x10, or whole squares in feet" in refused["text"]


# ── what is told of places while a fight goes on ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_turn_begins_with_where_one_stands_and_who_is_near(ruleset: Ruleset) -> None:
    table = fought(ruleset)
    put(table, Oda="F7", Pip="B9", Ogre="G3", Goblin_1="I1", Goblin_2="C2")
    turn_of(table, "Pip")
    turn_of(table, "Oda")
    line = "Oda at F7, 30 ft left. Ogre 15 ft NE, Goblin 2 25 ft NW, Goblin 1 30 ft NE, Pip 20 ft SW."
    read = lambda *who: table.game.ask({"operation": "context"}, "read_campaign", "brief", *who)["text"].splitlines()  # noqa: E731
    assert line in read() and line in read(ANN)
    table.did("move", characterName="Oda", to="in reach of Ogre")
    assert [one for one in read() if one.startswith("Oda at ")] == [
        "Oda at H5, 20 ft left. Ogre 5 ft N, Goblin 1 20 ft N, Goblin 2 25 ft NW, Pip 30 ft SW."
    ]
    told = table.did("next_turn")["text"].splitlines()
    assert len(told) == 2 and " ft left. " in told[1]
    assert not [one for one in read() if "rev" in one and "ft left" in one]  # squares of a past turn are no part of the story


def test_the_line_of_a_turn_is_short_in_a_crowd_and_names_the_nearest_foes_first() -> None:
    table = crypt(begun("5.2"))
    for n in range(3, 10):
        table.did("create", name=f"Goblin {n}", template=GOBLIN["5.2"], roomName="Crypt")
    table.did("start_fight", names=["party", "Ogre", *(f"Goblin {n}" for n in range(1, 10))], space="measured")
    turn_of(table, "Oda")
    [line] = [one for one in table.game.ask({"operation": "context"}, "read_campaign")["text"].splitlines() if one.startswith("Oda at ")]
    feet = [int(found) for found in re.findall(r" (\d+) ft [NESW]", line)]
    assert estimate(line) <= MOST_TOKENS_IN_TURN and 5 <= len(feet) <= MOST_IN_TURN and feet == sorted(feet) and "Pip" not in line


def test_where_of_eight_costs_few_tokens() -> None:
    table = crypt(begun("5.2"))
    for n in range(3, 6):
        table.did("create", name=f"Goblin {n}", template=GOBLIN["5.2"], roomName="Crypt")
    table.did("start_fight", names=["party", "Ogre", *(f"Goblin {n}" for n in range(1, 6))], space="measured")
    put(table, Oda="F7", Pip="B9", Ogre="G3", Goblin_1="I1", Goblin_2="C2", Goblin_3="A5", Goblin_4="K8", Goblin_5="E2")
    assert len(where(table, "Oda").split(". ")) == 9 and estimate(where(table, "Oda")) <= 110


def test_a_told_fight_says_nothing_of_squares() -> None:
    table = crypt(begun())
    told = table.did("start_fight", names=["party", "Ogre"])["text"] + table.did("next_turn")["text"]
    assert "ft left" not in told + table.game.ask({"operation": "context"}, "read_campaign")["text"]


def test_places_stay_after_the_fight_and_travel_in_an_export(tmp_path: Any) -> None:
    table = fought()
    put(table, Oda="F7")
    table.did("end_fight")
    assert places(table)["Oda"] == "F7"


# ── what players do not see ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_players_learn_nothing_of_the_unseen_from_relations_and_maps(ruleset: Ruleset) -> None:
    """Two worlds that differ only in what a player cannot see answer alike."""
    answers = []
    for has_secrets in (False, True):
        table = fought(ruleset)
        put(table, Oda="B5", Pip="B6", Ogre="H5", Goblin_1="K1", Goblin_2="K10")
        if has_secrets:
            hidden = {"features": [{"is": "pit", "at": "D5", "hidden": True}, {"is": "wall", "at": "E5|F5", "hidden": True}]}
            assert room(table, bagName="Crypt", ground=hidden)["ok"]
            table.did("create", name="Lurker", template="Ogre", roomName="Crypt")
            put(table, Lurker="D7")
            table.did("act", "Lurker", act="Hide", d20=[20], force=True)
        asked = [
            ({"operation": "where", "characterName": "Oda"}, "read_campaign"), ({"operation": "where"}, "read_campaign"),
            ({"operation": "map", "ground": True}, "manage_room"),
        ]  # fmt: skip
        answers.append([table.game.ask(payload, tool, "full", ANN)["text"] for payload, tool in asked])
        assert ("Lurker" in where(table)) == has_secrets
    assert answers[0] == answers[1]


# ── what a campaign lists ───────────────────────────────────────────────────────────────────────────────────────────


async def test_only_a_campaign_that_measures_lists_places() -> None:
    from fastmcp import Client

    from rpg_lite.server.mcp import server

    shown = {}
    for policy in ("told", "by_plan"):
        with rpg_lite.open_campaign(":memory:", policy={"space": policy}) as game:
            async with Client(server(game)) as client:
                shown[policy] = {tool.name: tool.input_schema["properties"] for tool in await client.list_tools()}
    for tool, keys in {"execute_action": {"places", "space", "to"}, "manage_room": {"ground"}}.items():
        assert keys <= shown["by_plan"][tool].keys() and not (keys - {"to"}) & shown["told"][tool].keys()
    assert (
        "where" in shown["by_plan"]["read_campaign"]["operation"]["enum"]
        and "where" not in shown["told"]["read_campaign"]["operation"]["enum"]
    )
    assert (
        "place" in shown["by_plan"]["execute_action"]["operation"]["enum"]
        and "place" not in shown["told"]["execute_action"]["operation"]["enum"]
    )


def test_places_of_a_told_fight_are_refused_and_what_is_only_drawn_says_so() -> None:
    table = crypt(begun())
    table.refused("places_not_counted", "start_fight", names=["party", "Ogre"], space="told", places={"Oda": "C5"})
    thin = {"is": "obscured", "at": "A1", "obscures": "lightly"}
    assert "Drawn; what is lightly obscured changes no roll" in room(table, bagName="Crypt", ground={"features": [thin]})["text"]
    assert not room(table, bagName="Crypt", ground={"features": [{"is": "pillar", "at": "A1", "dcToFind": 12}]})["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_door_is_shut_from_within_five_feet(ruleset: Ruleset) -> None:
    table = fought(ruleset)
    made = room(table, "create", name="Ossuary", direction="east", exitKind="door")
    assert made["ok"], made["text"]
    put(table, Oda="C5")
    shut = {"operation": "close", "characterName": "Oda", "direction": "east"}
    refused = table.send(shut, "manage_room")
    assert refused["error"]["code"] == "beyond_reach"
    turn_of(table, "Oda")
    put(table, Oda="I5")
    assert table.send(table.send({**shut, "direction": "east"}, "manage_room")["error"]["try"], "execute_action")["ok"]
    assert table.send(shut, "manage_room")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_things_are_handed_over_within_five_feet(ruleset: Ruleset) -> None:
    table = fought(ruleset)
    table.did("give", "Oda", item="Dagger")
    put(table, Oda="C5", Pip="A9")
    table.refused("beyond_reach", "transfer", "Oda", itemName="Dagger", toName="Pip")
    put(table, Pip="C6")
    table.did("transfer", "Oda", itemName="Dagger", toName="Pip")
