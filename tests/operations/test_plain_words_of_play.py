"""Answers in the play of casters say in plain words what their data say in words of the rulebook."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.acts import if_needs_text, trigger_text
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.vocabulary import RULESETS
from tests.operations.dice import falling
from tests.operations.table import Answer
from tests.operations.worlds import ZONE_OF_A_BYSTANDER, Sandbox, first_world

pytestmark = pytest.mark.pure
HEROES: dict[str, dict[str, Any]] = {
    "Dru": {"classes": ["druid 9"], "race": "elf", "languages": ["common", "Common", "druidic"]},
    "Wilma": {"classes": ["wizard 17"]},
    "Clem": {"classes": ["cleric 13"]},
    "Mo": {"classes": ["monk 9"]},
}


@pytest.fixture
def box() -> Sandbox:
    made = Sandbox(first_world("5.2"), rulebook_loading.rulebook("5.2"))
    for name, character in HEROES.items():
        made.did("create", name=name, character={"hpMax": 60, "party": True, **character})
    made.did("create", template="Troll")
    return made


def say(answer: Answer) -> str:
    text: str = answer["text"]
    return text


def test_immunities_are_named_without_the_words_of_modifiers(box: Sandbox) -> None:
    assert "Immune to Sleep." in say(box.did("character", "Dru"))
    assert "spells cast at level 5 or lower" in say(box.did("cast", "Wilma", spell="Globe of Invulnerability"))


def test_a_language_is_listed_once(box: Sandbox) -> None:
    assert "Speaks Common, Druidic." in say(box.did("character", "Dru"))


def test_a_roll_on_a_table_is_told_as_a_roll(box: Sandbox) -> None:
    box.roll_with(falling(10, face=3))
    told = say(box.did("cast", "Wilma", spell="Time Stop"))
    assert "Rolled 1d4+1: 3 = 4." in told and "4 table" not in told


def test_consumed_pieces_are_counted(box: Sandbox) -> None:
    box.did("give", "Clem", item={"name": "Diamond", "type": "treasure", "value": 500}, quantity=3)
    box.did("damage", "Wilma", amount=500, damageType="psychic")
    assert "It consumes 2 × Diamond." in say(box.did("cast", "Clem", spell="Resurrection", targets=["Wilma"]))


def test_a_spell_that_revives_does_not_say_that_it_ends_nothing(box: Sandbox) -> None:
    box.did("damage", "Wilma", amount=500, damageType="psychic")
    assert "nothing that this ends" not in say(box.did("cast", "Clem", spell="Resurrection", targets=["Wilma"]))


def test_a_failed_dispelling_tells_its_roll(box: Sandbox) -> None:
    """DC 10 + 8, the level of Mind Blank (SRD 5.2, Dispel Magic); the cleric's modifier is 0."""
    box.did("cast", "Wilma", spell="Mind Blank", targets=["Troll"])
    box.roll_with(falling(1))
    told = say(box.did("cast", "Clem", spell="Dispel Magic", targets=["Troll"]))
    assert "Clem (1 against DC 18) does not succeed." in told and "Mind Blank is not dispelled." in told
    assert "nothing that this ends" not in told
    assert "Dru has nothing that this ends." in say(box.did("cast", "Clem", spell="Dispel Magic", targets=["Dru"]))


def test_a_need_of_an_act_is_told_in_words(box: Sandbox) -> None:
    refused = box.refused("target_unfit", "act", "Dru", act="Wild Resurgence: shape")
    assert "needs no wild shape left; that is not true of Dru" in say(refused)


@pytest.mark.xfail(strict=True, reason=ZONE_OF_A_BYSTANDER)
def test_the_death_is_told_after_the_damage_that_caused_it(box: Sandbox) -> None:
    """A creature that ends its turn by the hot side of Wall of Fire takes 5d8 (SRD 5.2, Wall of Fire)."""
    box.roll_with(falling(1, face=1))
    box.did("cast", "Wilma", spell="Wall of Fire", targets=["Troll"])
    box.did("update", "Troll", character={"hp": 5, "features": []})
    box.roll_with(falling(20, 1, face=1))
    box.did("start_fight", names=["Troll", "Mo"])
    box.roll_with(falling(1, face=3))
    told = say(box.did("next_turn"))
    assert 0 < told.index("15 fire damage") < told.index("Troll is dead")


def test_attacks_beyond_those_of_the_turn_are_counted_plainly(box: Sandbox) -> None:
    box.roll_with(falling(20, 1))
    box.did("start_fight", names=["Wilma", "Troll"])
    box.did("attack", "Wilma", targetName="Troll")
    assert "That is attack 2 this turn; Wilma has 1." in say(box.did("attack", "Wilma", targetName="Troll"))


def _needs(book: Rulebook) -> set[str]:
    """Each word of `needs` and of the riders' `if` in the rulebook."""
    rules = [*book.features.values()]
    acts = [*(a for rule in rules for a in rule.acts), *book.common_acts.values()]
    return {w for act in acts for w in act.needs} | {w for rule in rules for rider in rule.riders for w in rider.if_}


def _whens(book: Rulebook) -> set[str]:
    rules = [*book.features.values()]
    return {w for rule in rules for act in rule.acts for w in act.when} | {w for act in book.common_acts.values() for w in act.when}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_no_word_of_the_rulebook_is_told_raw(ruleset: Any) -> None:
    book = rulebook_loading.rulebook(ruleset)
    told = [*map(if_needs_text.say, _needs(book)), *(trigger_text.say([w]) for w in _whens(book))]
    assert len(told) > 30
    assert [text for text in told if any(sign in text for sign in ("{", "<", ">", "=", "|", "_", ":"))] == []
