"""Summons in a fight: they come right after their maker (SRD 5.2), by one roll of their own (SRD 5.1, Conjure Animals), or get no turns."""

from typing import Any

import pytest

from rpg_lite.vocabulary import Ruleset
from rpg_lite.world import combat
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

BEARS = {"spell": "Conjure Animals", "choice": {"choice": "two", "beast": "Brown Bear"}}
STEED = {"spell": "Find Steed", "choice": "fey"}


def fighting(ruleset: Ruleset, **classes: str) -> Sandbox:
    """These heroes in this order of turns, Mug after them."""
    box = Sandbox(first_world(ruleset))
    for name, level in classes.items():
        box.did("create", name=name, character={"classes": [level], "party": True})
    box.did("create", name="Mug", character={"hpMax": 200, "party": False})
    faces = {name: 20 - 6 * n for n, name in enumerate((*classes, "Mug"))}
    box.did("start_fight", names=[*classes, "Mug"], d20=faces)
    return box


def order(box: Any) -> list[tuple[str, int]]:
    return [(box.world.things[e.id].name, e.initiative) for e in combat.order(box.world)]


def test_a_steed_comes_right_after_its_rider() -> None:
    box = fighting("5.2", Ann="paladin 5", Bo="fighter 5")
    text = box.did("cast", "Ann", **STEED)["text"]
    assert "It joins the fight right after Ann." in text
    assert order(box) == [("Ann", 20), ("Otherworldly Steed", 20), ("Bo", 14), ("Mug", 8)]
    assert "Otherworldly Steed's turn" in box.did("next_turn")["text"]


def test_one_who_casts_in_the_turn_of_another_leaves_it_its_turn() -> None:
    box = fighting("5.2", Ann="paladin 5", Bo="fighter 5")
    box.did("next_turn")
    box.did("cast", "Ann", **STEED)
    assert "Mug's turn" in box.did("next_turn")["text"]


@each_row(("face", "place"), [(20, 0), (16, 1), (10, 2), (1, 3)])
def test_conjured_beasts_roll_once_for_all(face: int, place: int) -> None:
    """A brown bear adds nothing: its DEX is 10."""
    box = fighting("5.1", Fern="druid 5", Bo="fighter 5")
    text = box.let(face).did("cast", "Fern", **BEARS)["text"]
    assert f"They join the fight at initiative {face}." in text and text.count("initiative") >= 1
    now = order(box)
    assert [now.index((f"Brown Bear {n}", face)) for n in (1, 2)] == [place, place + 1]
    assert "Bo's turn" in _until(box, "Bo")


def _until(box: Sandbox, name: str) -> str:
    """The announcement of this creature's turn, which comes within a round."""
    for _ in order(box):
        if f"{name}'s turn" in (text := box.did("next_turn")["text"]):
            return str(text)
    raise AssertionError(name)


def test_a_hand_of_force_has_no_turns() -> None:
    box = fighting("5.1", Ann="wizard 9")
    assert "joins" not in box.did("cast", "Ann", spell="Arcane Hand", choice="fist", targets=["Mug"])["text"]
    assert [name for name, _ in order(box)] == ["Ann", "Mug"]


def test_outside_a_fight_nobody_joins() -> None:
    box = Sandbox(first_world("5.1"))
    box.did("create", name="Fern", character={"classes": ["druid 5"], "party": True})
    box.did("create", name="Bo", character={"classes": ["fighter 5"], "party": True})
    box.did("start_fight", names=["Bo"])
    assert "joins" not in box.did("cast", "Fern", **BEARS)["text"] and [n for n, _ in order(box)] == ["Bo"]


def test_summons_that_go_leave_the_order_whole() -> None:
    box = fighting("5.1", Fern="druid 5", Bo="fighter 5")
    box.let(16).did("cast", "Fern", **BEARS)
    box.did("next_turn")
    box.did("damage", "Fern", amount=500, damageType="cold")
    assert [name for name, _ in order(box)] == ["Bo", "Mug"]
    assert "Bo's turn" in box.did("next_turn")["text"]


@pytest.mark.stored
def test_undo_takes_the_summons_out_of_the_order(empty: Table) -> None:
    for name in ("Ann", "Bo"):
        empty.did("create", name=name, character={"classes": ["druid 5"], "party": True})
    empty.did("start_fight", names=["Ann", "Bo"], d20={"Ann": 20, "Bo": 2})
    before = empty.now
    rev = empty.did("cast", "Ann", **BEARS)["rev"]
    after = empty.now
    empty.did("undo")
    assert empty.now.world == before.world
    empty.did("undo")
    assert empty.now.world == after.world
    empty.did("next_turn")
    refused = empty.refused("undo_blocked", "undo", rev=rev)
    assert empty.send(refused["error"]["try"], "manage_room")["ok"]


@pytest.mark.stored
def test_a_join_is_not_taken_back_below_the_turns_that_build_on_it(empty: Table) -> None:
    """The turn is a place in the order, so that order and turn belong together."""
    for name in ("Ann", "Bo", "Cid"):
        empty.did("create", name=name, character={"classes": ["fighter 5"], "party": True})
    empty.did("start_fight", names=["Ann", "Bo"], d20={"Ann": 20, "Bo": 2})
    rev = empty.did("start_fight", names=["Cid"], d20={"Cid": 10})["rev"]
    for _ in range(2):
        empty.did("next_turn")
    empty.refused("undo_blocked", "undo", rev=rev)


# ── acts on the dead ────────────────────────────────────────────────────────────────────────────────────────────────


@each_row(("ruleset", "dragon", "act"), [("5.1", "Young Red Dragon", "Multiattack"), ("5.2", "Young Red Dragon", "Multiattack"), ("5.1", "Adult Red Dragon", "Tail Attack"), ("5.2", "Adult Red Dragon", "Pounce")])  # fmt: skip
def test_an_act_that_only_plays_attacks_is_not_wasted_on_the_dead(ruleset: Ruleset, dragon: str, act: str) -> None:
    box = Sandbox(first_world(ruleset))
    box.did("create", template=dragon)
    for name in ("Rat", "Cat"):
        box.did("create", name=name, character={"hpMax": 500 if name == "Cat" else 5, "party": False})
    box.did("damage", "Rat", amount=50, damageType="cold")
    refused = box.refused("target_dead", "act", dragon, act=act, targets=["Rat"])
    assert "Rat is dead" in refused["text"]
    assert "Cat" in box.did("act", dragon, act=act, targets=["Cat"])["text"]
