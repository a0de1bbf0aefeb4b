"""`d20`: faces that somebody rolled by hand. They go to the rolls that the call asks for, whole, in order, and to nobody else."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rpg_lite.decision.callers import Caller
from rpg_lite.decision.draft import Draft
from rpg_lite.decision.hand_rolled_faces import FacesOnTheTable
from rpg_lite.decision.situation import Situation
from rpg_lite.mechanics.rolls import physical_dice
from rpg_lite.mechanics.rolls.rolls import roll_dice
from tests.operations.dice import falling, let
from tests.operations.table import Answer, Table
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
MAGE = {"classes": ["wizard 5"], "abilities": {"int": 18, "con": 10}, "hpMax": 200}


def table() -> Sandbox:
    """Every die that falls here shows 7; Mira concentrates, Ogre and the two goblins do not."""
    box = Sandbox(first_world())
    box.accept("create", name="Hero", character={"classes": ["fighter 5"], "abilities": {"str": 16}, "party": True})
    box.accept("create", name="Mira", character={**MAGE, "party": True})
    box.accept("create", name="Ogre", character={"hpMax": 200, "abilities": {"str": 10}})
    let(box, 7, face=7).did("cast", "Mira", spell="Web")
    return box


def faces(answer: Answer) -> list[list[int]]:
    """The faces of the d20s of each roll."""
    done = answer["results"][0]
    return [r["faces"] for r in done.get("rolls") or [done["roll"]] if "d20" in r["dice"]]


@pytest.mark.parametrize(
    ("operation", "fields"),
    [
        ("attack", {"targetName": "Ogre"}),
        ("check", {"skill": "stealth"}),
        ("save", {"ability": "dex"}),
    ],
)
@pytest.mark.parametrize(("mode", "given"), [(None, [13]), ("advantage", [3, 13]), ("disadvantage", [13, 18])])
def test_the_faces_are_those_of_the_roll(operation: str, fields: dict[str, Any], mode: str | None, given: list[int]) -> None:
    box = table()
    answer = box.did(operation, "Hero", **fields, **({"mode": mode} if mode else {}), d20=given)
    assert faces(answer)[0] == given


def test_an_act_takes_a_face_for_its_attack() -> None:
    assert faces(table().did("act", "Hero", act="Unarmed Strike", targets=["Ogre"], d20=[13]))[0] == [13]


@pytest.mark.parametrize("given", [[18], [19]])
def test_a_face_never_slips_to_the_save_of_somebody_else(given: list[int]) -> None:
    """The blow asks for a save for Web: that die falls here."""
    answer = table().did("attack", "Hero", targetName="Mira", d20=given)
    assert faces(answer) == [given, [7]]


@pytest.mark.parametrize("mode", ["advantage", "disadvantage"])
@pytest.mark.parametrize(
    ("operation", "fields"), [("attack", {"targetName": "Mira"}), ("check", {"skill": "stealth"}), ("save", {"ability": "dex"})]
)
def test_to_one_face_of_two_the_other_falls_and_says_so(operation: str, fields: dict[str, Any], mode: str) -> None:
    answer = table().did(operation, "Hero", **fields, mode=mode, d20=[18])
    assert faces(answer)[0] == [18, 7]
    assert "One face was given for a roll of two dice; the other was rolled here." in answer["text"]


@each_row(
    ("operation", "fields", "rolls"),
    [
        ("attack", {"targetName": "Mira"}, 1),
        ("check", {"skill": "stealth"}, 1),
        ("save", {"ability": "dex"}, 1),
        ("act", {"act": "Grapple", "targets": ["Ogre"]}, 2),
        ("act", {"act": "Dash"}, 0),
        ("act", {"act": "enter", "zone": "Web", "targets": ["Ogre"]}, 2),
        ("cast", {"spell": "Fireball", "targets": ["Ogre", "Hero"]}, 2),
    ],
)
def test_faces_beyond_the_rolls_are_told(operation: str, fields: dict[str, Any], rolls: int) -> None:
    box, who = table(), "Mira" if operation == "cast" else "Hero"
    if "zone" in fields:
        box.did("act", "Hero", act="enter", zone="Web", targets=["Ogre"])
    enough = [15] * rolls
    assert "No roll" not in box.did(operation, who, **fields, dryRun=True, **({"d20": enough} if enough else {}))["text"]
    assert "No roll of this call took these faces: 4; 5." in box.did(operation, who, **fields, d20=[*enough, 4, 5])["text"]


def test_the_saves_of_a_spell_take_the_faces_in_the_order_of_its_targets() -> None:
    answer = table().did("cast", "Mira", spell="Fireball", targets=["Ogre", "Hero"], d20=[2, 19])
    assert "Ogre (2) fails" in answer["text"] and "Hero (19) passes" in answer["text"]


def test_rolls_without_a_face_fall_here_and_say_so() -> None:
    answer = table().did("check", "party", skill="stealth", d20=[15])
    assert faces(answer) == [[15], [7]]
    assert "Faces were given for 1 of 2 rolls; the others were rolled here." in answer["text"]


def test_a_death_save_takes_a_face() -> None:
    box = table()
    box.did("damage", "Hero", amount=50, damageType="fire")
    assert faces(box.did("save", "Hero", ability="death", d20=[20])) == [[20]]
    assert box.hp("Hero") == 1


def test_a_turn_without_a_recharge_takes_no_face() -> None:
    box = table()
    box.did("start_fight", names=["Hero", "Ogre"])
    assert "No roll of this call took these faces: 6." in box.did("next_turn", d20=[6])["text"]


def test_a_recharge_takes_a_face_of_its_die() -> None:
    def draft(*given: int) -> Draft:
        laid = Draft(first_world(), Situation(table().book, falling(face=2)))
        laid.faces = FacesOnTheTable.laid(given, "recharge ")
        return laid

    fits = draft(5)
    assert roll_dice(fits, "1d8", "damage").total == 2
    assert roll_dice(fits, "1d6", "recharge Fire Breath").total == 5 and physical_dice.unfit(fits) is None
    beyond = draft(7)
    roll_dice(beyond, "1d6", "recharge Fire Breath")
    refused = physical_dice.unfit(beyond)
    assert refused and (refused.code, refused.details) == ("face_too_high", {"face": 7, "sides": 6})


@given(faces_given=st.lists(st.integers(1, 20), min_size=1, max_size=4), mode=st.sampled_from(["normal", "advantage", "disadvantage"]))
def test_every_face_lies_in_the_roll_of_the_call_or_is_told(faces_given: list[int], mode: str) -> None:
    box = table()
    answer = box.ask("attack", "Hero", targetName="Mira", mode=mode, d20=faces_given)
    dice = 1 if mode == "normal" else 2
    assert faces(answer)[0] == [*faces_given, 7][:dice]
    assert all(f == [7] for f in faces(answer)[1:])
    assert ("No roll of this call" in answer["text"]) == (len(faces_given) > dice)


@pytest.mark.stored
@pytest.mark.parametrize(("operation", "fields"), [("check", {"skill": "stealth"}), ("save", {"ability": "dex"}), ("next_turn", {})])
def test_only_the_game_master_lays_faces(empty: Table, operation: str, fields: dict[str, Any]) -> None:
    empty.did("create", name="Hero", character={"party": True, "hpMax": 9})
    payload = {"operation": operation, **fields, "d20": [20]}
    answer = empty.game.ask(payload, tool="execute_action", caller=Caller("player", characters=("Hero",)))
    assert answer["error"]["code"] == "gm_decides", answer["text"]
