"""Time at 0 hit points: a stable creature wakes after 1d4 hours; a dying one is not left so in silence (SRD, Death Saving Throws)."""

from typing import Any

import pytest

from rpg_lite.store.thing_body_schema import Body
from rpg_lite.vocabulary import Ruleset
from tests.operations.dice import let
from tests.operations.table import Table
from tests.operations.worlds import GOBLIN, Sandbox, first_world

pytestmark = pytest.mark.pure
HERO: dict[str, Any] = {"hpMax": 10, "party": True}


def fallen(ruleset: Ruleset = "5.1", stable: bool = True) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Hero", character=HERO)
    box.did("create", name="Ida", character=HERO)
    box.did("damage", "Hero", amount=10, damageType="fire")
    if stable:
        box.did("apply", "Hero", condition="stable")
    return box


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize("hours", [1, 2, 4])
def test_a_stable_creature_wakes_after_so_many_hours(ruleset: Ruleset, hours: int) -> None:
    box = let(fallen(ruleset), face=hours)
    box.did("advance", duration=f"{hours * 60 - 1} minutes")
    assert box.hp("Hero") == 0
    assert "Hero regains consciousness" in box.did("advance", duration="1 minute")["text"]
    assert box.hp("Hero") == 1 and "dying" not in box.thing("Hero").body


def test_the_rest_of_the_others_wakes_it() -> None:
    box = let(fallen(), face=4)
    box.did("rest", "party", kind="long")
    assert box.hp("Hero") == 1


def test_damage_ends_the_wait() -> None:
    box = let(fallen(), face=1)
    box.did("advance", duration="59 minutes")
    box.did("damage", "Hero", amount=1, damageType="fire")
    box.did("advance", duration="2 hours")
    assert box.hp("Hero") == 0 and "wakes" not in box.thing("Hero").body["dying"]


@pytest.mark.parametrize("call", [{"operation": "advance", "duration": "1 hour"}, {"operation": "rest", "kind": "short"}])
def test_time_over_the_dying_is_told(call: dict[str, Any]) -> None:
    told = "Dying while time passes: Hero."
    assert told in fallen(stable=False).send(call, "manage_character")["text"]
    assert told not in let(fallen(), face=4).send(call, "manage_character")["text"]


def test_the_dead_and_the_hale_are_not_told_of() -> None:
    box = fallen(stable=False)
    box.did("damage", "Hero", amount=50, damageType="fire")
    assert "Dying" not in box.did("advance", duration="1 hour")["text"]


def test_a_turn_without_a_death_save_is_told() -> None:
    box = Sandbox(first_world())
    box.did("create", name="Hero", character=HERO)
    box.did("create", name="Mug", character={**GOBLIN, "hpMax": 30})
    let(box, 20, 1).did("start_fight", names=["Hero", "Mug"])
    box.did("damage", "Hero", amount=10, damageType="fire")
    told = "Hero made no death save this turn"
    assert told in box.did("next_turn", dryRun=True)["text"]
    let(box, 12).did("save", "Hero", ability="death")
    assert told not in box.did("next_turn")["text"]
    assert told not in box.did("next_turn")["text"]
    assert told in box.did("next_turn")["text"]


def test_the_store_knows_the_key() -> None:
    assert Body.model_validate({"dying": {"stable": True, "wakes": 90}}).dying is not None


@pytest.mark.stored
def test_undo_lets_it_sleep_again(empty: Table) -> None:
    empty.did("create", name="Hero", character=HERO)
    empty.did("damage", "Hero", amount=10, damageType="fire")
    empty.did("apply", "Hero", condition="stable")
    empty.did("advance", duration="5 hours")
    assert empty.hp("Hero") == 1
    empty.did("undo")
    assert empty.hp("Hero") == 0 and empty.thing("Hero").creature.dying.is_stable
