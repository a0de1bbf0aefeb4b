"""The turn of one who lies at 0 hit points: one death save a turn, and the dead have no turn."""

from typing import Any

import pytest

from tests.operations.dice import let
from tests.operations.table import Table
from tests.operations.worlds import GOBLIN, Sandbox, first_world

pytestmark = pytest.mark.pure
HERO: dict[str, Any] = {"hpMax": 10, "party": True}


def fight() -> Sandbox:
    """Hero's turn, who is dying, then Mug's."""
    box = Sandbox(first_world())
    box.accept("create", name="Hero", character=HERO)
    box.accept("create", name="Mug", character={**GOBLIN, "hpMax": 30})
    let(box, 20, 1).accept("start_fight", names=["Hero", "Mug"])
    box.accept("damage", "Hero", amount=10, damageType="fire")
    return let(box, 12)


def test_a_second_death_save_in_a_turn_takes_a_decree() -> None:
    box = fight()
    box.did("save", "Hero", ability="death")
    answer = box.refused("death_save_made", "save", "Hero", ability="death")
    assert "Hero has made its death save for this turn" in answer["text"]
    assert answer["error"]["try"] == {"operation": "save", "characterName": "Hero", "ability": "death", "force": True}
    assert box.send(answer["error"]["try"], "execute_action")["ok"]


def test_left_out_the_ability_it_is_refused_as_well() -> None:
    box = fight()
    box.did("save", "Hero")
    box.refused("death_save_made", "save", "Hero")


def test_the_next_turn_brings_the_next_death_save() -> None:
    box = fight()
    box.did("save", "Hero", ability="death")
    box.did("next_turn")
    box.refused("death_save_made", "save", "Hero", ability="death")
    box.did("next_turn")
    box.did("save", "Hero", ability="death")
    assert box.thing("Hero").creature.dying.successes == 2


def test_in_peace_the_game_master_keeps_count() -> None:
    box = fight()
    box.did("end_fight")
    box.did("save", "Hero", ability="death")
    box.did("save", "Hero", ability="death")


@pytest.mark.stored
def test_undo_of_a_death_save_allows_it_again(empty: Table) -> None:
    empty.did("create", name="Hero", character=HERO)
    empty.did("start_fight", names=["Hero"])
    empty.did("damage", "Hero", amount=10, damageType="fire")
    let(empty, 12).did("save", "Hero", ability="death")
    empty.send({"operation": "undo"}, "execute_action")
    empty.did("save", "Hero", ability="death")


def test_one_whom_the_start_of_its_turn_kills_has_no_turn() -> None:
    box = fight()
    burn = {"apply": {"name": "Burning", "on": [{"on": "turn_start", "then": [{"damage": "40", "type": "fire"}]}]}}
    box.accept("heal", "Hero", amount=5)
    box.did("act", "Hero", act="Burn", targets=["Mug"], steps=[burn])
    text = box.did("next_turn")["text"]
    assert "Mug's turn (dead: next_turn goes on)" in text
    assert "dying" not in text and "Unarmed" not in text
    assert "Hero's turn" in box.did("next_turn")["text"]


def test_the_dying_are_told_their_save_and_the_stable_that_they_are() -> None:
    box = fight()
    box.did("next_turn")
    assert "dying: execute_action save with ability death" in box.did("next_turn")["text"]
    for _ in range(3):
        box.did("save", "Hero", ability="death", force=True)
    box.did("next_turn")
    assert "unconscious and stable" in box.did("next_turn")["text"]


def test_one_that_falls_stable_owes_no_death_saves() -> None:
    """SRD 5.1, Giant Spider: poison that reduces to 0 hit points leaves the target stable."""
    box = Sandbox(first_world())
    box.accept("create", name="Elya", character={"hpMax": 30, "hp": 10, "party": True})
    box.accept("create", template="Giant Spider")
    told = let(box, 15, 1, face=4).did("act", "Giant Spider", act="Bite", targets=["Elya"])["text"]
    assert "Elya is stable" in told and "makes a death save" not in told and "dying ends" not in told, told
