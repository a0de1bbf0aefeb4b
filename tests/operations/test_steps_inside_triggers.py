"""A trigger may lay an effect with saves of its own: those steps are found again at the later saves, whatever brings the trigger."""

from typing import Any

import pytest

from tests.operations.worlds import Sandbox

pytestmark = pytest.mark.pure
Json = dict[str, Any]
ENDED_BY_SAVE: Json = {"save": "wis", "dc": 13, "fail": [{"apply": {"conditions": ["frightened"]}, "ends": ["save:turn_end"]}]}
WITH_RETRY: Json = {
    "save": "wis", "dc": 13, "fail": [
        {"apply": {"name": "Slow Dread", "conditions": ["frightened"]},
         "retry": {"at": "turn_end", "need": 2, "pass": [{"heal": "3"}], "fail": [{"apply": {"conditions": ["paralyzed"]}}]}}],
}  # fmt: skip
WITH_END: Json = {
    "apply": {"conditions": ["frightened"]},
    "for": "1 minute",
    "ends": ["damage"],
    "onEnd": [{"apply": {"conditions": ["prone"]}}],
}


def conditions(box: Sandbox, name: str = "Ogre") -> list[str]:
    return sorted(c.name for c in box.thing(name).creature.conditions)


@pytest.fixture
def box() -> Sandbox:
    table = Sandbox()
    table.accept("create", name="Bran", character={"classes": ["cleric 5"]})
    table.accept("create", name="Ogre", character={"hpMax": 90, "hp": 50})
    table.let(15)
    table.accept("start_fight", names=["Bran", "Ogre"])
    return table


def lay(box: Sandbox, *inner: Json) -> None:
    """Lay a dread on the ogre that plays these steps whenever a turn of the ogre begins."""
    aura: Json = {
        "apply": {
            "name": "Dread",
            "on": [{"on": "turn_start", "if": ["not condition:frightened", "not condition:paralyzed"], "then": [*inner]}],
        }
    }
    box.accept("act", "Bran", act="Dread", steps=[{"say": "It whispers."}, aura], targets=["Ogre"])


def turn(box: Sandbox, *d20: int) -> None:
    """Let the turn of one pass to the other."""
    box.let(*d20)
    box.accept("next_turn")


@pytest.mark.parametrize(("d20", "left"), [(12, ["frightened"]), (13, [])])
def test_a_save_at_the_end_of_the_turn_ends_what_a_trigger_laid(box: Sandbox, d20: int, left: list[str]) -> None:
    lay(box, ENDED_BY_SAVE)
    turn(box, 2)
    assert conditions(box) == ["frightened"]
    turn(box, d20)
    assert conditions(box) == left


@pytest.mark.parametrize(("d20s", "then"), [((2, 2), ["paralyzed"]), ((18, 18), [])])
def test_a_retry_inside_a_trigger_counts_and_plays_its_outcome(box: Sandbox, d20s: tuple[int, int], then: list[str]) -> None:
    lay(box, WITH_RETRY)
    turn(box, 2)
    hp = box.thing("Ogre").creature.hp
    turn(box, d20s[0])
    assert conditions(box) == ["frightened"]
    turn(box, 15)
    turn(box, d20s[1])
    assert conditions(box) == then
    assert (box.thing("Ogre").creature.hp or 0) - (hp or 0) == (0 if then else 3)


def test_an_end_inside_a_trigger_plays_its_last_steps(box: Sandbox) -> None:
    lay(box, WITH_END)
    turn(box, 15)
    assert conditions(box) == ["frightened"]
    box.accept("damage", "Ogre", amount=1, damageType="fire")
    assert conditions(box) == ["prone"]


BEARERS: list[Json] = [
    {"features": [{"name": "Cursed Blood", "on": [{"on": "turn_start", "if": ["not condition:frightened"], "then": [ENDED_BY_SAVE]}]}]},
    {"acts": [{"name": "Dread Self", "cost": "free", "steps": [
        {"apply": {"name": "Dread Self", "on": [{"on": "turn_start", "if": ["not condition:frightened"], "then": [ENDED_BY_SAVE]}]}}]}]},
]  # fmt: skip


@pytest.mark.parametrize(("d20", "left"), [(12, ["frightened"]), (13, [])])
@pytest.mark.parametrize("character", BEARERS, ids=["feature", "own act"])
def test_a_trigger_of_a_feature_or_of_an_own_act_keeps_its_steps(character: Json, d20: int, left: list[str]) -> None:
    box = Sandbox()
    box.accept("create", name="Bran", character={"classes": ["cleric 5"]})
    box.accept("create", name="Ogre", character={"hpMax": 90, **character})
    box.let(15).accept("start_fight", names=["Bran", "Ogre"])
    if "acts" in character:
        box.accept("act", "Ogre", act="Dread Self")
    turn(box, 2)
    assert conditions(box) == ["frightened"]
    turn(box, d20)
    assert conditions(box) == left
