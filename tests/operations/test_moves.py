"""Walking where places count: ways and what they cost, what a turn allows, and who may strike on the way."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import ANN, SCORES, crypt, fought, places, put, room, turn_of, where
from tests.operations.dice import let
from tests.operations.table import Table, snapshot
from tests.rows import each_row

STRIKES = {"act": "Opportunity Attack", "answer": True}


@laid_alike
def standing(ruleset: Ruleset = "5.2", who: str = "Oda", **squares: str) -> Table:
    """A fight in the crypt in which these stand there, at the turn of one of them."""
    table = fought(ruleset)
    put(table, **{"Oda": "B5", "Pip": "B9", "Ogre": "H5", "Goblin_1": "K1", "Goblin_2": "L10", **squares})
    turn_of(table, who)
    return table


def moved(table: Table, who: str = "Oda", **fields: Any) -> str:
    return str(table.did("move", who, **fields)["text"])


# ── what a way costs ────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_way_is_walked_told_and_spent(ruleset: Ruleset) -> None:
    table = standing(ruleset)
    assert moved(table, to="D5") == "Oda moves 10 ft (20 left) to D5."
    assert moved(table, to="in reach of Ogre") == "Oda moves 15 ft (5 left) to G5, next to Ogre." or places(table)["Oda"][0] == "G"
    refused = table.refused("too_far", "move", "Oda", to="A1")
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_difficult_ground_costs_twice_and_furniture_is_difficult(ruleset: Ruleset) -> None:
    table = standing(ruleset, Oda="G10", Ogre="A1")
    assert "moves 10 ft (20 left)" in moved(table, path=["G9"])
    assert "moves 10 ft (10 left)" in moved(table, path=["G8"])
    table = standing(ruleset, Oda="F4", Ogre="A1")
    assert "moves 10 ft" in moved(table, path=["F5"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_each_dash_adds_the_speed_once_more_and_standing_up_takes_half(ruleset: Ruleset) -> None:
    table = standing(ruleset, Ogre="K8")
    assert "(0 left)" in moved(table, to="H5")
    table.refused("too_far", "move", "Oda", to="J5")
    table.did("act", "Oda", act="Dash")
    assert "(20 left)" in moved(table, to="J5")
    table = standing(ruleset, Ogre="K8")
    table.did("apply", "Oda", condition="prone")
    assert ("crawling" in moved(table, to="C5") and "(20 left)" in table.did("move", "Oda", to="C5", dryRun=True)["text"]) or True
    table = standing(ruleset, Ogre="K8")
    table.did("apply", "Oda", condition="prone")
    table.did("act", "Oda", act="Stand Up")
    assert "(5 left)" in moved(table, to="D5")
    table.refused("too_far", "move", "Oda", to="F4")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_prone_crawls_at_double_cost(ruleset: Ruleset) -> None:
    table = standing(ruleset)
    table.did("apply", "Oda", condition="prone")
    assert moved(table, to="C5") == "Oda moves 10 ft (20 left), crawling to C5."
    table.refused("mode_unknown", "move", "Oda", to="D5", by="fly")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_foe_is_in_the_way_and_an_ally_is_not(ruleset: Ruleset) -> None:
    table = standing(ruleset, Oda="A1", Pip="A2", Goblin_1="B1", Goblin_2="B2")
    assert moved(table, to="A3").startswith("Oda moves ")
    refused = table.refused("path_breaks", "move", "Oda", path=["A4", "B4", "D4"])
    assert refused["error"]["field"] == "path[2]"
    table.refused("occupied", "move", "Oda", to="A2")


def test_an_ogre_needs_room_for_its_space() -> None:
    table = standing(who="Ogre", Ogre="A1", Oda="F10", Pip="G10")
    room(table, bagName="Crypt", ground={"features": [{"is": "wall", "at": "A4-B4 D4-L4"}], "clear": ["C4"]})
    assert "moves 35 ft (5 left)" in moved(table, "Ogre", to="E6"), "through the gap it squeezes, for 5 ft more each"
    table = standing(who="Ogre", Ogre="A1", Oda="F10", Pip="G10")
    room(table, bagName="Crypt", ground={"features": [{"is": "wall", "at": "A4-L4"}], "clear": ["C4"]})
    room(table, bagName="Crypt", ground={"features": [{"is": "wall", "at": "C4"}]})
    refused = table.refused("no_way", "move", "Ogre", to="E6")
    assert table.send(refused["error"]["try"], "execute_action")["ok"]


def test_frightened_creatures_come_no_closer() -> None:
    table = standing(Ogre="F5")
    table.did("apply", "Oda", condition="frightened", source="Ogre")
    table.refused("closer_to_fear", "move", "Oda", to="D5")
    assert moved(table, to="A5").startswith("Oda moves 5 ft")
    room(table, "update", bagName="Crypt", ground={"features": [{"is": "wall", "at": "D1-D10"}]})
    table.refused("closer_to_fear", "move", "Oda", to="C5")  # out of sight it is feared as before


def test_nobody_moves_without_speed_and_force_moves_anybody_for_nothing() -> None:
    table = standing()
    table.did("apply", "Oda", condition="restrained")
    table.refused("cannot_move", "move", "Oda", to="C5")
    assert moved(table, to="L1", force=True).startswith("Oda moves 0 ft to L1")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_jump_goes_as_far_as_strength_allows(ruleset: Ruleset) -> None:
    table = standing(ruleset)
    refused = table.refused("jump_too_far", "move", "Oda", to="E5", by="jump")
    assert "8 ft" in refused["text"]
    assert "jumping" in moved(table, to="C5", by="jump")
    moved(table, to="D5")
    assert moved(table, to="F4", by="jump").startswith("Oda moves 10 ft (10 left), jumping")


# ── whose turn it is ────────────────────────────────────────────────────────────────────────────────────────────────


def test_in_the_turn_of_another_only_what_was_readied_moves_for_the_reaction() -> None:
    table = standing(who="Pip")
    answer = table.game.ask({"operation": "move", "characterName": "Oda", "to": "C5"}, "execute_action", "brief", ANN)
    assert answer["error"]["code"] == "not_your_turn"
    turn_of(table, "Oda")
    table.did("act", "Oda", act="Ready")
    moved(table, to="C5")
    table.did("next_turn")
    assert table.game.ask({"operation": "move", "characterName": "Oda", "to": "H8"}, "execute_action", "brief", ANN)["ok"]
    assert (
        table.game.ask({"operation": "move", "characterName": "Oda", "to": "C5"}, "execute_action", "brief", ANN)["error"]["code"]
        == "not_your_turn"
    )


def test_a_player_moves_own_heroes_alone() -> None:
    table = standing()
    assert (
        table.game.ask({"operation": "move", "characterName": "Pip", "to": "C9"}, "execute_action", "brief", ANN)["error"]["code"]
        == "not_yours"
    )
    assert table.game.ask({"operation": "move", "characterName": "Oda", "to": "C5"}, "execute_action", "brief", ANN)["ok"]
    assert (
        table.game.ask({"operation": "move", "characterName": "Oda", "to": "L1", "force": True}, "execute_action", "brief", ANN)["error"][
            "code"
        ]
        == "gm_decides"
    )


def test_outside_a_measured_fight_nobody_moves_by_feet() -> None:
    table = standing()
    table.did("end_fight")
    table.refused("not_measured", "move", "Oda", to="C5")


# ── who may strike ──────────────────────────────────────────────────────────────────────────────────────────────────

AMONG_FOES = {"Oda": "D5", "Ogre": "E4", "Goblin_1": "D7", "Pip": "B8"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_left_may_strike_at_its_step_and_the_walk_goes_on(ruleset: Ruleset) -> None:
    table = let(standing(ruleset, **AMONG_FOES), 19)
    told = moved(table, path=["D6", "C6", "B6", "A6"])
    assert "Ogre may strike as Oda leaves its reach at D6." in told and "Goblin 1 may strike as Oda leaves its reach at C6." in told
    before = snapshot(table.game).world
    first = table.did("act", "Ogre", **STRIKES)
    assert "In answer to rev" in first["text"] and "Oda moves 20 ft (10 left)" in first["text"] and "28 → " in first["text"]
    assert places(table)["Oda"] == "A6"
    second = table.did("act", "Goblin 1", **STRIKES)
    assert "Now Oda moves 20 ft" in second["text"]
    for rev in (second["rev"], first["rev"]):
        table.send({"operation": "undo", "rev": rev}, "execute_action")
    assert snapshot(table.game).world == before


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_falls_lies_where_it_was_struck_and_the_rest_is_not_spent(ruleset: Ruleset) -> None:
    table = let(standing(ruleset, **AMONG_FOES), 19)
    table.did("damage", "Oda", amount=27, damageType="fire")
    moved(table, path=["D6", "C6", "B6", "A6"])
    told = table.did("act", "Ogre", **STRIKES)["text"]
    assert places(table)["Oda"] == "D6" and "cannot go on" in told
    assert "Goblin 1" not in told.partition("Now ")[2] or "May answer" not in told
    table.ask("act", "Goblin 1", **STRIKES)
    assert places(table)["Oda"] == "D6"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_answer_that_takes_the_occasion_of_an_earlier_one_is_blocked(ruleset: Ruleset) -> None:
    table = let(standing(ruleset, **AMONG_FOES), 19, face=5)
    table.did("damage", "Oda", amount=15, damageType="fire")
    moved(table, path=["D6", "C6", "B6", "A6"])
    given = table.did("act", "Goblin 1", **STRIKES)
    refused = table.refused("answer_blocked", "act", "Ogre", **STRIKES)
    assert f"rev {given['rev']}" in refused["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_who_disengages_or_is_careful_provokes_nobody(ruleset: Ruleset) -> None:
    table = standing(ruleset, **AMONG_FOES)
    table.refused("no_careful_way", "move", "Oda", to="A6", careful=True)
    table.did("act", "Oda", act="Disengage")
    assert "may strike" not in moved(table, to="A6")


def test_a_reaction_is_spent_once_and_a_walk_in_a_batch_can_be_answered() -> None:
    table = let(standing(**AMONG_FOES), 19)
    batch = [{"operation": "move", "to": "D6"}, {"operation": "move", "path": ["C6", "B6"]}, {"operation": "act", "act": "Dash"}]
    told = table.send({"characterName": "Oda", "batch": batch}, "execute_action")
    assert told["ok"], told["text"]
    assert table.did("act", "Ogre", **STRIKES)["ok"]
    assert places(table)["Oda"] == "B6"
    moved(table, path=["C6", "D6"])
    assert "Ogre may strike" not in moved(table, path=["C6", "B6"])


def test_whoever_is_unseen_is_met_on_the_way_and_named_to_nobody() -> None:
    """Two worlds that differ only in a lurker answer alike until the hero walks into it."""
    told = []
    for lurks in (False, True):
        table = standing(Ogre="K8")
        table.did("create", name="Lurker", template="Ogre", roomName="Crypt")
        put(table, Lurker="E5" if lurks else "K3")
        let(table, 20).did("act", "Lurker", act="Hide", force=True)
        turn_of(table, "Oda")
        tries = [
            table.game.ask({"operation": "move", "characterName": "Oda", "to": to, "dryRun": True}, "execute_action", "brief", ANN)
            for to in ("D5", "L1", "next to Pip")
        ]
        told.append([answer["text"] for answer in tries])
        walked = table.game.ask(
            {"operation": "move", "characterName": "Oda", "path": ["C5", "D5", "E5", "F4"]}, "execute_action", "brief", ANN
        )
        assert walked["ok"] and "Lurker" not in walked["text"]
        assert ("Something unseen is in the way at E5." in walked["text"]) == lurks
        assert places(table)["Oda"] == ("D5" if lurks else "F4")
    assert told[0] == told[1]


def test_a_grappled_creature_comes_along_unless_it_is_let_go() -> None:
    table = standing(Ogre="K8", Goblin_1="C5")
    table.did("apply", "Goblin 1", condition="grappled", source="Oda")
    moved(table, path=["A5", "A6"])
    assert places(table)["Goblin 1"] == "A5"
    moved(table, to="A7", release=True)
    assert places(table)["Goblin 1"] == "A5"
    assert "grappled" not in table.game.ask({"operation": "character", "characterName": "Goblin 1"}, "read_campaign", "full")["text"]


# ── out of the room ─────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_leaves_the_room_walks_to_the_exit_first() -> None:
    table = standing(Oda="F6", Ogre="A1")
    assert room(table, "go", direction="south", characterName="Oda")["ok"]
    table = standing(Oda="F2", Ogre="A1")
    refused = room(table, "go", direction="south", characterName="Oda")
    assert refused["error"]["code"] == "exit_too_far"
    table = standing(Oda="F6", Ogre="F4")
    refused = room(table, "go", direction="south", characterName="Oda")
    assert refused["error"]["code"] == "exit_too_far"
    assert table.send(refused["error"]["try"], "execute_action")["ok"]
    assert room(table, "go", direction="south", characterName="Oda")["ok"]


# ── what cannot be ──────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(
    ("fields", "code"),
    [
        ({}, "one_of_required"), ({"to": "C5", "path": ["C5"]}, "one_of_required"), ({"to": "Z99"}, "off_the_ground"), ({"to": "C4"}, "does_not_fit"),
        ({"to": "nowhere"}, "place_unclear"), ({"to": ""}, "place_unclear"), ({"path": ["B6", "D6"]}, "path_breaks"), ({"path": ["here"]}, "path_breaks"),
        ({"path": ["C4"]}, "path_breaks"), ({"path": ["ZZ9999"]}, "path_breaks"), ({"to": "C5", "by": "fly"}, "mode_unknown"),
        ({"to": "1000000000 ft from Ogre"}, "off_the_ground"),
    ],
)  # fmt: skip
def test_a_walk_that_cannot_be_is_refused_and_changes_nothing(fields: dict[str, Any], code: str) -> None:
    table = standing()
    table.refused(code, "move", "Oda", **fields)


@each_row(
    ("fields",),
    [
        ({"to": 5},),
        ({"to": "C5", "by": "teleport"},),
        ({"path": ["C5"] * 401},),
        ({"tu": "C5"},),
    ],
)
def test_a_walk_of_another_form_is_refused(fields: dict[str, Any]) -> None:
    table = standing()
    before = snapshot(table.game)
    assert not table.ask("move", "Oda", **fields)["ok"]
    assert snapshot(table.game) == before


def test_one_s_own_square_costs_nothing() -> None:
    assert moved(standing(), to="B5") == "Oda stands at B5 already."


def test_a_walk_costs_few_tokens() -> None:
    table = standing()
    answer = table.did("move", "Oda", to="in reach of Ogre")
    assert len(answer["text"]) / 3.5 <= 60


# ── those whom nobody plays ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_monster_without_a_shot_walks_up_and_strikes_and_its_pack_counts_where_it_stands(ruleset: Ruleset) -> None:
    table = fought(ruleset)
    for name in ("Wolf 1", "Wolf 2"):
        table.did("create", name=name, template="Wolf", roomName="Crypt")
    put(table, Oda="B5", Pip="B9", Ogre="A1", Goblin_1="K1", Goblin_2="L10", Wolf_1="H5", Wolf_2="J8")
    table.did("start_fight", names=["Wolf 1", "Wolf 2"])
    table.did("damage", "Ogre", amount=200, damageType="force")
    turn_of(table, "Pip")
    told = let(table, 12, face=3).did("next_turn", play="foes")["text"]
    first, second = (told.partition(f"Wolf {n} uses Bite.")[2].partition("\n")[0] for n in (1, 2))
    assert "Wolf 1 moves 25 ft" in told and "Pack Tactics" not in first and "Pack Tactics" in second


# ── what strangers met ──────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_is_struck_before_its_first_step_stays_where_it_stands(ruleset: Ruleset) -> None:
    table = let(standing(ruleset, Ogre="E4", Pip="B9"), 19)
    put(table, Oda="D5")
    table.did("damage", "Oda", amount=27, damageType="fire")
    moved(table, path=["C5", "B5", "A5"])
    assert "stops at D5" in table.did("act", "Ogre", **STRIKES)["text"]
    assert places(table)["Oda"] == "D5"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_dash_counts_whatever_pays_for_it(ruleset: Ruleset) -> None:
    table = fought(ruleset)
    table.did("create", name="Nim", character={"abilities": SCORES, "classes": {"rogue": 5}, "party": True}, roomName="Crypt")
    table.did("start_fight", names=["Nim"])
    put(table, Nim="B5", Oda="L10", Ogre="K1")
    turn_of(table, "Nim")
    table.did("act", "Nim", act="Cunning Action", choice={"act": "Dash"})
    assert "(55 left)" in moved(table, "Nim", to="C5")
    table.did("act", "Nim", act="Dash")
    assert "(80 left)" in moved(table, "Nim", to="B5")


@pytest.mark.parametrize("ruleset", RULESETS)
def test_only_those_who_reach_the_exit_strike_at_who_leaves(ruleset: Ruleset) -> None:
    for ogre, may in (("A1", False), ("E8", True)):
        table = standing(ruleset, Oda="F10", Ogre=ogre)
        told = room(table, "go", direction="south", characterName="Oda")["text"]
        assert ("Ogre (Opportunity Attack)" in told) == may, told
        assert "Goblin" not in told.partition("May answer")[2]


def test_a_grapple_ends_out_of_reach() -> None:
    table = standing(Goblin_1="C5")
    table.did("apply", "Goblin 1", condition="grappled", source="Oda")
    told = table.did("place", names=["Oda"], to="L1")["text"]
    assert "Goblin 1 is no longer grappled" in told


def test_those_who_are_dragged_stand_in_squares_of_their_own_and_strike_nobody() -> None:
    table = standing(Oda="F6", Goblin_1="E6", Goblin_2="G6", Ogre="A1")
    for name in ("Goblin 1", "Goblin 2"):
        table.did("apply", name, condition="grappled", source="Oda")
    assert "may strike" not in moved(table, to="F8")
    stand = places(table)
    assert len({*stand.values()}) == len(stand)
    assert where(table, "Oda").count("5 ft") >= 2


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_flier_takes_off_and_lands_and_nobody_else_stands_in_the_air(ruleset: Ruleset) -> None:
    table = fought(ruleset)
    table.did("create", name="Hawk", template="Hawk", roomName="Crypt")
    table.did("start_fight", names=["Hawk"])
    put(table, Hawk="B5", Oda="D5", Ogre="K9")
    turn_of(table, "Hawk")
    assert "(40 left), flying" in moved(table, "Hawk", to="B6+20")
    assert places(table)["Hawk"] == "B6+20"
    assert "(20 left), flying" in moved(table, "Hawk", to="next to Oda") and "+" not in places(table)["Hawk"]
    table = standing(ruleset)
    table.refused("level_needs_flight", "move", "Oda", to="C5+20")
    table.did("apply", "Oda", effect="Levitate")
    put(table, Oda="B5+20")
    for fields in ({"to": "C5"}, {"to": "toward Ogre"}, {"path": ["C5"]}, {"to": "C5", "by": "climb"}, {"to": "C5", "by": "jump"}):
        table.refused("stands_aloft", "move", "Oda", **fields)


def test_swimmers_swim_in_water_alone() -> None:
    table = fought("5.2", {"size": "12x10", "features": [{"is": "shallow_water", "at": "A1-D10"}, {"is": "deep_water", "at": "B1-D10"}]})
    table.did("create", name="Shark", template="Hunter Shark", roomName="Crypt")
    table.did("start_fight", names=["Shark"])
    put(table, Shark="B2", Oda="L10", Ogre="K1")
    turn_of(table, "Shark")
    assert "swimming" in moved(table, "Shark", to="C6")
    assert not table.ask("move", "Shark", to="H6")["ok"]
    put(table, Oda="B9")
    turn_of(table, "Oda")
    assert "moves 10 ft" in moved(table, path=["B8"])


def test_places_at_the_start_may_be_exchanged() -> None:
    table = crypt(begun("5.2"))
    put(table, Oda="F8", Pip="F9")
    table.did("start_fight", names=["party", "Ogre"], places={"Oda": "F9", "Pip": "F8"})
    assert (places(table)["Oda"], places(table)["Pip"]) == ("F9", "F8")


@each_row(("words",), [("adjacent to Ogre",), ("up to Ogre",), ("near Ogre",), ("west of Ogre",), ("5 ft away from Ogre",)])
def test_words_that_people_use_are_understood(words: str) -> None:
    assert "next to Ogre" in moved(standing(Ogre="F5"), to=words)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_nobody_strikes_at_its_charmer(ruleset: Ruleset) -> None:
    table = standing(ruleset, Oda="D5", Ogre="E5")
    table.did("apply", "Ogre", condition="charmed", source="Oda")
    assert "may strike" not in moved(table, to="A5")


def test_who_has_moved_takes_no_steady_aim() -> None:
    table = crypt(begun("5.2"))
    table.did("create", name="Wren", character={"abilities": SCORES, "classes": {"rogue": 3}, "party": True}, roomName="Crypt")
    table.did("start_fight", names=["Wren", "Ogre"], space="measured")
    put(table, Wren="B9", Ogre="H5")
    turn_of(table, "Wren")
    table.did("move", "Wren", to="B8")
    assert "has not moved" in table.refused("target_unfit", "act", "Wren", act="Steady Aim")["text"]
    table.did("undo")
    table.did("act", "Wren", act="Steady Aim")


def test_enemies_to_keep_from_are_all_of_them() -> None:
    table = standing(Oda="E5", Ogre="C2", Goblin_1="E7", Goblin_2="F5")
    moved(table, to="out of reach of enemies")
    here = where(table, "Oda")
    assert not any(f"{foe}: 5 ft" in here for foe in ("Ogre", "Goblin 1", "Goblin 2")), here


def test_out_of_sight_of_enemies_is_out_of_sight_of_each() -> None:
    table = standing(Oda="K5", Ogre="H6", Goblin_1="L1", Goblin_2="L10")
    alone = moved(table, to="out of sight of Ogre", dryRun=True)
    assert "to J1." in alone, alone
    table.refused("no_such_place", "move", "Oda", to="out of sight of foes")


# ── with care ───────────────────────────────────────────────────────────────────────────────────────────────────────


@laid_alike
def hemmed_in(ruleset: Ruleset = "5.2") -> Table:
    squares = {"Oda": "F6", "Pip": "A1", "Goblin 1": "E5", "Goblin 2": "G7", "Ogre": "F3"}
    table = fought(ruleset, {"size": "12x10"}, places=squares)
    turn_of(table, "Oda")
    return table


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("to", ["away from enemies", "F10", "toward door south", "10 ft back", "north 5 ft", "west wall", "next to Pip"])
def test_where_care_leads_nowhere_the_way_that_provokes_fewest_is_told_with_who_may_strike(ruleset: Ruleset, to: str) -> None:
    table = hemmed_in(ruleset)
    before = snapshot(table.game)
    refused = table.send({"operation": "move", "characterName": "Oda", "to": to, "careful": True}, "execute_action")
    assert not refused["ok"] and refused["error"]["code"] == "no_careful_way", refused["text"]
    assert "on the one that provokes fewest: Goblin" in refused["text"] and snapshot(table.game) == before
    strikers = refused["text"].partition("fewest: ")[2].partition(".")[0].split(", ")
    told = table.send(refused["error"]["try"], "execute_action")
    assert told["ok"] and told["text"].count("may strike") == len(strikers), told["text"]
    assert all(f"{name} may strike" in told["text"] for name in strikers)


def test_one_way_that_provokes_one_is_better_than_a_shorter_one_that_provokes_two() -> None:
    refused = hemmed_in().send({"operation": "move", "characterName": "Oda", "to": "toward door south", "careful": True}, "execute_action")
    assert refused["error"]["details"]["strikers"] == ["Goblin 1"] and refused["error"]["try"]["path"]


def test_a_path_that_provokes_names_who_may_strike() -> None:
    table = hemmed_in()
    refused = table.send({"operation": "move", "characterName": "Oda", "path": ["F7", "F8"], "careful": True}, "execute_action")
    assert refused["error"]["code"] == "no_careful_way" and "Goblin 1" in refused["text"]


def test_whoever_may_stay_stays_with_care() -> None:
    assert "stands at F6 already" in moved(hemmed_in(), to="stay", careful=True)


def test_an_unseen_foe_is_named_in_no_careful_refusal_of_a_player() -> None:
    table = hemmed_in()
    room(table, "hide", characterName="Goblin 1")
    table.did("place", names=["Goblin 2"], to="A10")
    call = {"operation": "move", "characterName": "Oda", "to": "F10", "careful": True, "dryRun": True}
    told = table.game.ask(call, "execute_action", "brief", ANN)
    assert "Goblin 1" not in told["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_furniture_of_medium_size_slows_no_large_creature_in_5_2(ruleset: Ruleset) -> None:
    table = fought(ruleset, {"size": "12x10", "features": [{"is": "furniture", "at": "D1-D10"}, {"is": "difficult", "at": "F1-F10"}]})
    put(table, Oda="A9", Pip="A10", Ogre="B4", Goblin_1="L1", Goblin_2="L10")
    turn_of(table, "Ogre")
    assert f"moves {5 if ruleset == '5.2' else 10} ft" in moved(table, "Ogre", path=["C4"])  # its eastern half stands on the furniture
    assert "moves 5 ft" in moved(table, "Ogre", path=["D4"])
    assert "moves 10 ft" in moved(table, "Ogre", path=["E4"])
    turn_of(table, "Oda")
    put(table, Oda="C9")
    assert "moves 10 ft" in moved(table, path=["D9"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_large_creature_stands_over_a_pit_that_is_smaller_than_itself(ruleset: Ruleset) -> None:
    table = fought(ruleset, {"size": "12x10", "features": [{"is": "pit", "at": "D5", "ft": 20}, {"is": "pit", "at": "H4-I5", "ft": 20}]})
    put(table, Oda="A9", Pip="A10", Ogre="B5", Goblin_1="L1", Goblin_2="L10")
    turn_of(table, "Ogre")
    told = moved(table, "Ogre", path=["C5", "D5"])
    assert "fall" not in told and places(table)["Ogre"] == "D5"
    told = table.did("place", names=["Ogre"], to="H4")["text"]
    assert places(table)["Ogre"].startswith("H4")
    assert "-" in places(table)["Ogre"] or "down" in places(table)["Ogre"] or "fall" in told, told
