"""Answers in plain words: rerolled dice, the return from death, languages, casting times, numbers of targets."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts.act import Act
from rpg_lite.vocabulary import Ruleset
from tests.operations.dice import falling
from tests.operations.worlds import Sandbox, first_world

pytestmark = pytest.mark.pure

KIM: dict[str, Any] = {
    "race": "halfling", "classes": ["fighter 3"], "abilities": {"str": 15}, "languages": ["Common", "telepathy 60 ft."],
    "choices": {"fighting style": "Great Weapon Fighting"},
}  # fmt: skip


def table_of(ruleset: Ruleset) -> Sandbox:
    box = Sandbox(first_world(ruleset), rulebook_loading.rulebook(ruleset))
    box.did("create", name="Kim", character=KIM)
    box.did("create", name="Ogre", template="Ogre")
    return box


def test_damage_dice_that_fall_again_are_named() -> None:
    box = table_of("5.1")
    box.did("give", "Kim", template="Halberd", equip=True)
    box.roll_with(falling(15, face=1))
    assert "Rolled 1d10: 1. Rolled again: 1d10: 1." in box.did("attack", "Kim", targetName="Ogre", mode="advantage")["text"]


def test_the_better_of_two_damage_rolls_is_named() -> None:
    box = table_of("5.2")
    box.did("create", name="Ash", character={"classes": ["fighter 1"], "background": "Soldier"})
    box.did("give", "Ash", template="Mace", equip=True)
    text = box.let(15, face=3).did("attack", "Ash", targetName="Ogre")["text"]
    assert "Rolled 1d6: 3. Rolled again: 1d6: 3." in text


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_lucky_d20_says_what_fell_first(ruleset: Ruleset) -> None:
    box = table_of(ruleset).let(1, 15)
    assert "Rolled 1d20: 15. The first roll was 1, and the 1 was rolled again." in box.did("check", "Kim", ability="wis")["text"]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_the_return_from_death_is_told_in_words(ruleset: Ruleset) -> None:
    box = table_of(ruleset)
    box.did("damage", "Ogre", amount=200, damageType="fire")
    text = box.did("update", "Ogre", character={"hp": 5})["text"]
    assert "Ogre is updated: no longer dead." in text and "diedAt" not in text and "→ –" not in text


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_a_language_that_ends_with_a_period_ends_the_sentence_once(ruleset: Ruleset) -> None:
    text = table_of(ruleset).send({"operation": "character", "characterName": "Kim"}, "read_campaign")["text"]
    assert "Speaks Common, Telepathy 60 ft.\n" in f"{text}\n"


def test_one_minute_is_one() -> None:
    assert [Act(name="A", cost=cost).cost for cost in ("1 minutes", "1 hours", "10 minutes", "1 minute")] == [
        "1 minute",
        "1 hour",
        "10 minutes",
        "1 minute",
    ]


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
@pytest.mark.parametrize(
    ("spell", "told"), [("Bless", "3 targets, one more per higher slot"), ("Hold Person", "1 target, one more per higher slot")]
)
def test_lookup_counts_the_targets_of_a_spell(ruleset: Ruleset, spell: str, told: str) -> None:
    assert told in table_of(ruleset).send({"operation": "lookup", "query": spell}, "read_campaign")["text"]
