"""Creatures in flight: the turned, the terrified, and those that must flee if they can move."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
OGRE: dict[str, Any] = {"hpMax": 90, "abilities": {"str": 18}, "type": "undead"}


def table(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset)).let(10)
    box.accept("create", name="Bran", character={"classes": ["cleric 3"], "abilities": {"wis": 16}, "party": True})
    box.accept("create", name="Ogre", character=OGRE)
    return box


def in_flight(ruleset: Ruleset, flag: str) -> Sandbox:
    box = table(ruleset)
    steps = [{"apply": {"name": "Terror", "flags": [flag]}}]
    box.accept("act", "Bran", act="Terror", targets=["Ogre"], steps=steps)
    box.accept("start_fight", names=["Ogre", "Bran"])
    return box


def test_the_turned_flee() -> None:
    """SRD 5.1, Turn Undead: Dash, or an attempt to get free, or Dodge where it cannot move."""
    box = table("5.1").let(1)
    box.accept("act", "Bran", act="Turn Undead", targets=["Ogre"])
    assert "flees: only Dash" in box.refused("cannot_act", "attack", "Ogre", targetName="Bran")["text"]
    box.reject("cannot_act", "act", "Ogre", act="Hide")
    for act in ("Dash", "Dodge", "Break Free"):
        assert "only Dash" not in str(box.decide("act", "Ogre", act=act))


def test_the_effect_by_name_is_the_same() -> None:
    box = table("5.1")
    box.accept("apply", "Ogre", effect="Turned")
    box.reject("cannot_act", "attack", "Ogre", targetName="Bran")
    box.accept("attack", "Ogre", targetName="Bran", force=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_answer_of_the_turn_says_who_flees(ruleset: Ruleset) -> None:
    box = in_flight(ruleset, "flees")
    box.accept("next_turn")
    assert any("flees" in box.did("next_turn")["text"] for _ in range(2))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_flight_that_needs_a_way_is_only_noted(ruleset: Ruleset) -> None:
    """SRD, Fear and Eyebite: unless it has nowhere to move, which only the table knows."""
    box = in_flight(ruleset, "must_flee")
    told = [box.did("attack", "Ogre", targetName="Bran")["text"] for _ in range(2) if box.accept("next_turn")]
    assert sum("Ogre must Dash away" in text for text in told) == 1  # in its own turn
    assert "must Dash away" not in box.did("act", "Ogre", act="Dash")["text"]
