"""A thief has two turns in the first round, the second at its initiative minus 10 (SRD, Thief's Reflexes)."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.dice import let
from tests.operations.table import Table
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
THIEF = {"classes": ["rogue (Thief) 17"], "party": True, "hpMax": 300, "abilities": {"dex": 10}}
OTHERS = ("Bo", "Cy", "Dee")


def fight(ruleset: Ruleset, thief: Any = THIEF, box: Any = None, surprised: tuple[str, ...] = (), **totals: int) -> Any:
    """Nim 20 and others with their initiatives; nobody has any bonus."""
    box = box or Sandbox(first_world(ruleset))
    box.did("create", name="Nim", character=thief)
    for name in OTHERS:
        box.did("create", name=name, character={"hpMax": 300, "abilities": {"dex": 10}, "party": False})
    faces = {"Nim": 20, "Bo": 15, "Cy": 10, "Dee": 5, **totals}
    box.did("start_fight", names=["Nim", *OTHERS], d20=faces, surprised=list(surprised))
    return let(box, 10)


def turns(box: Any, count: int) -> list[str]:
    """The creatures whose turns come next."""
    texts = [box.did("next_turn")["text"] for _ in range(count)]
    return [text.partition(": ")[2].partition("'s turn")[0] for text in texts]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_second_turn_comes_once_and_after_those_of_its_initiative(ruleset: Ruleset) -> None:
    assert turns(fight(ruleset), 8) == ["Bo", "Cy", "Nim", "Dee", "Nim", "Bo", "Cy", "Dee"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_second_turn_may_be_the_last_of_the_round(ruleset: Ruleset) -> None:
    assert turns(fight(ruleset, Nim=12), 7) == ["Nim", "Cy", "Dee", "Nim", "Bo", "Nim", "Cy"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_thieves_have_one_each(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Ann", character=THIEF)
    box.did("create", name="Nim", character=THIEF)
    box.did("create", name="Bo", character={"hpMax": 300, "abilities": {"dex": 10}})
    box.did("start_fight", names=["Ann", "Nim", "Bo"], d20={"Ann": 20, "Nim": 20, "Bo": 1})
    assert turns(box, 7) == ["Nim", "Ann", "Nim", "Bo", "Ann", "Nim", "Bo"]


def test_a_surprised_thief_of_5_1_has_one_turn_and_others_never_two() -> None:
    assert turns(fight("5.1", surprised=("Nim",)), 5) == ["Bo", "Cy", "Dee", "Nim", "Bo"]
    assert turns(fight("5.2", surprised=("Nim",), Nim=20), 4)[2] == "Nim"
    assert turns(fight("5.1", {**THIEF, "classes": ["rogue (Thief) 16"]}), 4) == ["Bo", "Cy", "Dee", "Nim"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_second_turn_has_its_own_actions_reaction_and_sneak_attack(ruleset: Ruleset) -> None:
    box = fight(ruleset)
    box.did("give", "Nim", template="Rapier", equip=True)
    hit = {"targetName": "Bo", "with": ["Sneak Attack", "ally_near"]}
    first = let(box, 19).did("attack", "Nim", **hit)
    assert "Rolled 9d6" in first["text"]
    assert "already used its action" in box.did("act", "Nim", act="Dodge")["text"]
    assert turns(box, 3)[-1] == "Nim"
    second = let(box, 19).did("attack", "Nim", **hit)
    assert "Rolled 9d6" in second["text"] and "already" not in second["text"] and "this turn" not in second["text"]
    assert second["results"][0]["turn"] == {"actions": 0, "attacks": 0, "bonus": True, "reaction": True}
    assert "already used its action" in box.did("act", "Nim", act="Dodge")["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_lasts_for_this_turn_lasts_for_the_second(ruleset: Ruleset) -> None:
    box = fight(ruleset)
    turns(box, 3)
    box.did("act", "Nim", act="Dash")
    assert box.number("Nim", "speed.walk") == 60
    box.did("next_turn")
    assert box.number("Nim", "speed.walk") == 30


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_newcomer_leaves_the_second_turn_where_it_is(ruleset: Ruleset) -> None:
    box = fight(ruleset)
    box.did("create", name="Eve", character={"hpMax": 9, "abilities": {"dex": 10}})
    turns(box, 3)
    box.did("start_fight", names=["Eve"], d20=[17])
    assert turns(box, 3) == ["Dee", "Nim", "Eve"]


@pytest.mark.stored
def test_undo_goes_back_into_the_second_turn() -> None:
    with begun("5.1") as game:
        table = fight("5.1", box=Table(game))
        assert turns(table, 3)[-1] == "Nim"
        before = table.now.world
        assert turns(table, 1) == ["Dee"]
        table.did("undo")
        assert table.now.world == before and turns(table, 1) == ["Dee"]
