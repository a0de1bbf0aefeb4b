"""Teleports where places count: the place is said, within the feet of the act and in sight, and no step is walked."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun, laid_alike
from tests.operations.crypts import SCORES, crypt, places, put, room, turn_of
from tests.operations.table import Table, snapshot

MIRA = {"abilities": {**SCORES, "int": 18}, "classes": {"wizard": 9}, "party": True,
        "spells": {"prepared": ["Misty Step", "Dimension Door", "Counterspell"], "cantrips": ["Fire Bolt"]}}  # fmt: skip
SQUARES = {"Mira": "B9", "Oda": "C9", "Pip": "A1", "Ogre": "G3", "Goblin_1": "D9", "Goblin_2": "L1"}


@laid_alike
def met(ruleset: Ruleset = "5.2", space: str = "measured") -> Table:
    """Mira stands beside Oda and a goblin, and it is her turn."""
    table = crypt(begun(ruleset))
    table.did("create", name="Mira", character=MIRA, roomName="Crypt")
    table.did("start_fight", names=["party", "Mira", "Goblin 1", "Goblin 2", "Ogre"], space=space)
    if space == "measured":
        put(table, **SQUARES)
    turn_of(table, "Mira")
    return table


def step(table: Table, to: str | None = None, spell: str = "Misty Step", **more: Any) -> dict[str, Any]:
    return table.game.ask(
        {"operation": "cast", "characterName": "Mira", "spell": spell, **({"to": to} if to else {}), **more}, "execute_action", "full"
    )


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_place_is_said_and_nobody_may_strike(ruleset: Ruleset) -> None:
    table = met(ruleset)
    answer = step(table, "20 ft east of Oda")
    assert answer["ok"] and "Mira stands at G9." in answer["text"] and "may strike" not in answer["text"]
    assert places(table)["Mira"] == "G9"
    left = table.game.ask({"operation": "context"}, "read_campaign")["text"]
    assert "Mira at G9, 30 ft left." in left
    table.did("undo")
    assert places(table)["Mira"] == "B9"


def test_without_a_place_three_are_proposed_that_work() -> None:
    table = met()
    before = snapshot(table.game)
    refused = step(table)["error"]
    assert (refused["code"], refused["field"], len(refused["allowed"])) == ("place_required", "to", 3)
    assert snapshot(table.game) == before
    assert all(step(table, words, dryRun=True)["ok"] for words in refused["allowed"])


@pytest.mark.parametrize(
    ("to", "code", "try_"),
    [
        ("L10", "beyond_range", "H9"),
        ("next to Goblin 2", "beyond_range", None),
        ("C9", "occupied", "B8"),
        ("I3", "does_not_fit", None),
        ("north 70 ft", "off_the_ground", None),
        ("nowhere", "place_unclear", None),
        ("B4", "place_unseen", "B7"),
    ],
)
def test_a_place_to_which_it_does_not_lead_is_refused(to: str, code: str, try_: str | None) -> None:
    table = met()
    if code == "place_unseen":
        assert room(table, bagName="Crypt", ground={"features": [{"is": "wall", "at": "A6-L6"}]})["ok"]
    before = snapshot(table.game)
    answer = step(table, to)
    assert answer["error"]["code"] == code and answer["error"].get("try", {}).get("to") == try_, answer["text"]
    assert snapshot(table.game) == before


def test_words_mean_a_place_within_the_feet_of_the_act() -> None:
    table = met()
    for words, place in (("away from Goblin 1", "B3"), ("toward Goblin 2", "H5"), ("in reach of Ogre", "F5")):
        assert f"Mira stands at {place}." in step(table, words, dryRun=True)["text"], words


def test_what_need_not_be_in_sight_may_lie_behind_a_wall_and_a_companion_comes_along() -> None:
    table = met()
    answer = step(table, "K1", "Dimension Door", targets=["Oda"])
    assert "Mira stands at K1." in answer["text"] and (places(table)["Mira"], places(table)["Oda"]) == ("K1", "J1")


def test_a_companion_who_is_not_beside_stays() -> None:
    refused = step(met(), "K1", "Dimension Door", targets=["Pip"])
    assert refused["error"]["code"] == "beyond_reach" and "Pip is 40 ft away, and Mira reaches 5 ft" in refused["text"]


def test_acts_of_creatures_teleport_too() -> None:
    table = met()
    table.did("create", name="Blink Dog", template="Blink Dog", roomName="Crypt")
    table.did("start_fight", names=["Blink Dog"], places={"Blink Dog": "E1"})
    turn_of(table, "Blink Dog")
    table.did("act", "Blink Dog", act="Teleport", to="behind Ogre")
    assert places(table)["Blink Dog"] != "E1"


def test_an_act_that_takes_nobody_away_says_what_it_takes() -> None:
    refused = step(met(), "Ogre", "Fire Bolt")
    assert refused["error"]["code"] == "teleports_nobody" and refused["error"]["try"]["targetName"] == "Ogre"
    assert refused["error"]["allowed"] == ["targetName", "targets"]


def test_a_told_fight_takes_no_place() -> None:
    refused = step(met(space="told"), "Ogre", "Fire Bolt")
    assert refused["error"]["details"]["faults"] == [("to", "only for operation=move|place, not cast; did you mean 'targetName'?")]
    assert refused["error"]["try"]["targetName"] == "Ogre"


@pytest.mark.parametrize("lurks", [False, True])
def test_whoever_is_unseen_is_not_told_and_in_nobodys_space(lurks: bool) -> None:
    table = met()
    table.did("create", name="Lurker", template="Ogre", roomName="Crypt")
    put(table, Lurker="E5" if lurks else "K3")
    table.did("act", "Lurker", act="Hide", force=True, d20=[20])
    turn_of(table, "Mira")
    assert step(table, "E5", dryRun=True)["ok"]
    assert step(table, "E5")["ok"] and (places(table)["Mira"] == "E5") != lurks


def test_a_told_fight_asks_for_no_place() -> None:
    assert "stands at" not in step(met(space="told"))["text"]
    assert step(met(space="told"), "C4")["error"]["code"] == "argument_invalid"


def test_whoever_is_countered_stays_and_is_back_where_it_stood_when_the_answer_comes_later() -> None:
    table = met("5.1")
    table.did("create", name="Zed", character={**MIRA, "party": False}, roomName="Crypt")
    table.did("start_fight", names=["Zed"], places={"Zed": "E7"})
    turn_of(table, "Mira")
    assert step(table, "F9")["ok"] and places(table)["Mira"] == "F9"
    assert "cancels it" in table.did("cast", "Zed", spell="Counterspell", answer=True)["text"]
    assert places(table)["Mira"] == "B9"
    table.did("undo")
    assert places(table)["Mira"] == "F9"


def test_whoever_is_held_is_free_after_a_teleport() -> None:
    table = met()
    table.did("apply", "Mira", condition="grappled", source="Goblin 1")
    assert "Mira is no longer grappled" in step(table, "away from Goblin 1")["text"]


def test_beside_a_ledge_too_far_off_no_air_is_proposed() -> None:
    table = crypt(begun("5.2"), {"size": "14x6", "features": [{"is": "ledge", "at": "L1-N6", "ft": 20}, {"is": "pit", "at": "H2-I5", "ft": 20}]})
    table.did("create", name="Mira", character=MIRA, roomName="Crypt")
    table.did("start_fight", names=["party", "Mira", "Goblin 1", "Goblin 2", "Ogre"], space="measured")
    put(table, Oda="A6", Pip="A1", Goblin_1="D1", Goblin_2="G1", Mira="B3", Ogre="E5")
    turn_of(table, "Mira")
    refused = step(table, "L3")["error"]
    assert refused["code"] == "beyond_range" and refused["near"]
    assert all("+" not in words and "falls" not in step(table, words, dryRun=True)["text"] for words in refused["near"])
