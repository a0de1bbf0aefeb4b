"""A word of `with` that no attack takes is refused with the call that takes it, and never with one that would be wasted."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import Ruleset
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure


def ring(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    box.did("create", name="Kim", character={"classes": ["barbarian (Path of the Berserker) 3"], "abilities": {"str": 16}})
    box.did("create", name="Wiz", character={"classes": ["wizard 5"], "spells": {"known": ["Shield"], "prepared": ["Shield"]}})
    box.did("create", name="Sela", character={"classes": ["sorcerer 3"], "choices": {"metamagic": ["Empowered Spell", "Careful Spell"]}})
    box.did("create", name="Ogre", template="Ogre")
    return box


RAGING = {"operation": "act", "characterName": "Kim", "act": "Rage", "with": ["Frenzy"]}


def test_frenzy_joins_a_rage_and_no_attack() -> None:
    box = ring("5.1")
    refused = box.refused("rider_of_an_act", "attack", "Kim", targetName="Ogre", **{"with": ["frenzy"]})
    assert "it joins act Rage" in refused["text"] and refused["error"]["try"] == RAGING
    assert box.refused("act_unknown", "act", "Kim", act="Frenzy")["error"]["try"] == RAGING
    assert box.send(refused["error"]["try"], "execute_action")["ok"]
    assert {"Rage", "Frenzy"} <= {entry.name for entry in box.thing("Kim").creature.effects}


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_reaction_named_as_an_act_is_proposed_only_as_an_answer(ruleset: Ruleset) -> None:
    """In memory there is no deed to answer, so nothing is proposed."""
    box = ring(ruleset)
    assert box.decide("act", "Wiz", act="Shield").instead == {
        "operation": "cast",
        "characterName": "Wiz",
        "spell": "Shield",
        "answer": True,
    }
    assert "cast" not in str(box.refused("act_unknown", "act", "Wiz", act="Shield")["error"].get("try"))


@pytest.mark.parametrize(("spell", "answer"), [("Hellish Rebuke", True), ("Fire Bolt", None)])
def test_a_reaction_named_as_a_weapon_is_proposed_as_an_answer(spell: str, answer: bool | None) -> None:
    refused = ring("5.1").reject("spell_is_cast", "attack", "Wiz", targetName="Ogre", itemName=spell)
    assert refused.instead is not None and refused.instead.get("answer") == answer


def test_frenzy_of_5_2_is_a_rider_of_attacks() -> None:
    ring("5.2").did("attack", "Kim", targetName="Ogre", **{"with": ["Frenzy"]})


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    ("who", "word", "code"), [("Sela", "Empowered Spell", "rider_of_spells"), ("Wiz", "Shield", "rider_is_a_reaction")]
)
def test_neither_a_rider_of_spells_nor_a_reaction_is_proposed(ruleset: Ruleset, who: str, word: str, code: str) -> None:
    box, sent = ring(ruleset), {"targetName": "Ogre"}
    refused = box.refused(code, "attack", who, **sent, **{"with": [word]})
    proposed: Any = refused["error"].get("try")
    assert proposed is None or proposed == {"operation": "attack", "characterName": who, **sent}
