"""Choices by name: an act refuses a name that it does not ask for, and a choice may name a creature beside the targets."""

from typing import Any

import pytest

from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.operations import casters
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure
HERO = {"abilities": {"wis": 16}, "hpMax": 40, "hp": 10, "party": True}


def at_table(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset))
    box.did("create", name="Fern", character={**HERO, "classes": ["druid (Circle of the Land) 10"], "subclass": "Circle of the Land"})
    box.did("create", name="Mira", character=HERO)
    box.did("create", name="Ogre", character={"hpMax": 60, "party": False})
    return box.let(1, face=2)


def hp(box: Sandbox, *who: str) -> list[int | None]:
    return [box.thing(name).creature.hp for name in who]


def test_lands_aid_hurts_and_heals_in_one_act() -> None:
    """3d6 at level 10, every die a 2."""
    box = at_table("5.2")
    box.did("act", "Fern", act="Land's Aid", targets=["Ogre"], choice={"heal": "Mira"})
    assert hp(box, "Ogre", "Mira") == [54, 16]
    box.refused("act_unknown", "act", "Fern", act="Land's Aid: flowers", targets=["Mira"])


def test_without_a_name_the_flowers_wait() -> None:
    box = at_table("5.2")
    told = box.did("act", "Fern", act="Land's Aid", targets=["Ogre"])["text"]
    assert "Land's Aid: flowers" in told and hp(box, "Ogre", "Mira") == [54, 10]
    box.did("act", "Fern", act="Land's Aid: flowers", targets=["Mira"])
    assert hp(box, "Mira") == [16]


def test_nobody_of_that_name_is_healed() -> None:
    box = at_table("5.2")
    answer = box.refused("character_unknown", "act", "Fern", act="Land's Aid", targets=["Ogre"], choice={"heal": "Myra"})
    assert answer["error"]["field"] == "choice.heal" and "Mira" in answer["text"]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("call", "allowed"),
    [
        ({"operation": "cast", "spell": "Cure Wounds", "targets": ["Mira"], "choice": {"colour": "red"}}, ""),
        ({"operation": "act", "act": "Dodge", "choice": {"way": "left"}}, ""),
    ],
)
def test_a_name_that_nothing_asks_for_is_refused(ruleset: Ruleset, call: dict[str, Any], allowed: str) -> None:
    box = at_table(ruleset)
    answer = box.refused("choice_unknown", who="Fern", **call)
    assert f"no choice {[*call['choice']][-1]!r}" in answer["text"] and allowed in answer["text"]
    assert box.send(answer["error"]["try"], "execute_action")["ok"]


@pytest.mark.parametrize(("ruleset", "made"), [("5.1", {"choice": "bear"}), ("5.2", {"ability": "str"})])
def test_a_name_beside_the_choice_that_is_asked_for_is_refused(ruleset: Ruleset, made: dict[str, str]) -> None:
    box = at_table(ruleset)
    answer = box.refused("choice_unknown", "cast", "Fern", spell="Enhance Ability", targets=["Mira"], choice={**made, "kind": "brown"})
    assert answer["error"]["try"]["choice"] == made
    assert box.send(answer["error"]["try"], "execute_action")["ok"]


def test_a_misspelled_name_leads_to_the_right_one() -> None:
    box = at_table("5.2")
    answer = box.refused("choice_unknown", "act", "Fern", act="Land's Aid", targets=["Ogre"], choice={"haels": "Mira"})
    assert answer["error"]["try"]["choice"] == {"heal": "Mira"}
    box.did("act", "Fern", act="Land's Aid", targets=["Ogre"], choice={"heals": "Mira"})
    assert hp(box, "Mira") == [16]


READS_NOTHING = (
    ("Elara", "Light"), ("Elara", "Fireball"), ("Elara", "Magic Missile"), ("Elara", "Web"), ("Elara", "Confusion"), ("Elara", "Sleep"),
    ("Elara", "Fog Cloud"), ("Elara", "Misty Step"), ("Elara", "Fire Bolt"), ("Bran", "Cure Wounds"),
    ("Bran", "Bless"), ("Fern", "Entangle"), ("Lute", "Hypnotic Pattern"), ("Sol", "Mage Hand"),
)  # fmt: skip
"""Spells of every kind of step that has no choice to make, and who casts them."""


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("who", "spell"), READS_NOTHING)
def test_a_lone_word_that_no_spell_reads_is_refused(ruleset: Ruleset, who: str, spell: str) -> None:
    """Nothing follows from it, so that whoever sends it would believe in an effect that is not there."""
    box = casters.opened(ruleset)
    answer = box.refused("choice_unknown", "cast", who, spell=spell, targets=["Goblin 1"], choice="dagger", force=True)
    assert f"{spell} asks for no choice 'dagger'" in answer["text"]
    assert "choice" not in answer["error"].get("try", {})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_shares_of_shots_and_words_that_are_offered_are_no_such_words(ruleset: Ruleset) -> None:
    box = casters.opened(ruleset)
    box.did("cast", "Elara", spell="Magic Missile", targets=["Goblin 1", "Goblin 2"], choice={"Goblin 1": "2", "Goblin 2": "1"})
    box.did("cast", "Elara", spell="Haste", targets=["Bran"])
    box.did("cast", "Bran", spell="Spirit Guardians", choice="radiant")


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("word", ["grapple", "shove"])
def test_a_word_that_is_an_act_of_its_own_leads_to_that_act(ruleset: Ruleset, word: str) -> None:
    """SRD 5.2, Unarmed Strike: a grapple and a shove are options of it."""
    refused = at_table(ruleset).refused("choice_unknown", "act", "Mira", act="Unarmed Strike", targets=["Ogre"], choice=word)
    assert {**refused["error"]["try"], "choice": None} == {
        "operation": "act", "characterName": "Mira", "act": word.capitalize(), "targets": ["Ogre"], "choice": None
    }  # fmt: skip
