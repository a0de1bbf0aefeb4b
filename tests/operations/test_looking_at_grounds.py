"""The ground in what look answers, and the key under which look and map take a room."""

from typing import Any

import pytest

import rpg_lite
from rpg_lite.rules.token_estimate import estimate
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.crypts import ANN, CRYPT, crypt, fought, put, room


def ground_line(text: str) -> str:
    return next((line for line in text.splitlines() if line.startswith("Ground")), "")


def test_the_game_master_s_look_tells_the_ground_in_one_line_and_a_player_s_does_not() -> None:
    table = fought()
    assert ground_line(room(table, "look")["text"]) == "Ground 12x10: altar, 2 pillars, 1 shallow water, 1 wall, 1 pit."
    assert not ground_line(room(table, "look", forPlayers=True)["text"])
    assert not ground_line(table.game.ask({"operation": "look"}, "manage_room", "brief", ANN)["text"])


def test_a_long_list_costs_thirty_tokens_and_the_rest_is_counted() -> None:
    features = [{"is": "furniture", "at": f"{letter}1", "called": f"the {letter} sarcophagus of kings"} for letter in "ABCDEFGHIJ"]
    line = ground_line(room(fought("5.2", {"size": "12x10", "features": features}), "look")["text"])
    assert estimate(line) <= 30 and line.endswith(" more.") and "sarcophagus" in line


@pytest.mark.parametrize(
    ("policy", "space", "is_told"),
    [("told", "told", False), ("told", "measured", True), ("by_plan", "told", True), ("by_plan", None, True)],
)
def test_the_ground_is_told_where_places_count_or_may(policy: str, space: str | None, is_told: bool) -> None:
    table = crypt(rpg_lite.open_campaign(":memory:", ruleset="5.2", seed=1, policy={"space": policy}))
    if space:
        table.did("start_fight", names=["party", "Ogre"], space=space)
    assert bool(ground_line(room(table, "look")["text"])) is is_told


def test_a_room_without_a_ground_has_no_such_line() -> None:
    assert not ground_line(room(fought("5.2", None), "look")["text"])


@pytest.mark.parametrize("key", ["bagName", "toName"])
@pytest.mark.parametrize("operation", ["look", "map"])
@pytest.mark.parametrize("caller", [None, ANN])
def test_look_and_map_take_a_room_under_either_key(key: str, operation: str, caller: Any) -> None:
    table = fought("5.2", CRYPT)
    answer = table.game.ask({"operation": operation, key: "Crypt"}, "manage_room", "brief", *([caller] if caller else []))
    assert answer["ok"] and "Crypt" in answer["text"], answer["text"]


def test_a_ground_is_drawn_under_either_key_and_two_keys_are_still_one_too_many() -> None:
    table = fought("5.2", CRYPT)
    one, other = (room(table, "map", ground=True, **{key: "Crypt"})["text"] for key in ("bagName", "toName"))
    assert one == other and one.startswith("Crypt 12x10")
    assert not room(table, "map", bagName="Crypt", toName="Lobby")["ok"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_legend_names_all_who_share_a_square(ruleset: Ruleset) -> None:
    """A rider stands where the mount stands, and the drawing has one letter for a square."""
    table = fought(ruleset)
    table.did("create", name="Mule", template="Mule", roomName="Crypt")
    put(table, Oda="C6", Mule="D6")
    assert "In one square" not in room(table, "map", ground=True)["text"]
    table.did("act", "Oda", act="Mount", targets=["Mule"], force=True)
    assert "In one square: Oda and Mule D6" in room(table, "map", ground=True)["text"]
