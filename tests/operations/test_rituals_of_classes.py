"""Rituals: which classes cast them (SRD, Ritual Casting), and the spells of a warlock's Book of Shadows."""

from typing import Any

import pytest

from rpg_lite.mechanics.acts.act_results import ActResult
from rpg_lite.vocabulary import Ruleset
from tests.operations.high_heroes import cast, hero, table
from tests.rows import each_row

pytestmark = pytest.mark.pure

TOME: dict[str, Any] = {"pact boon": "pact of the tome", "eldritch invocations": ["book of ancient secrets"]}
TOME_5_2: dict[str, Any] = {"eldritch invocations": ["pact of the tome"]}


def spent(result: ActResult) -> list[tuple[str, int | None]]:
    return [(s.what, s.left) for s in result.spent]


@each_row(
    ("ruleset", "classes", "spell", "casts"),
    [
        ("5.1", "sorcerer 3", "Detect Magic", False), ("5.1", "warlock 3", "Unseen Servant", False), ("5.1", "paladin 5", "Detect Magic", False),
        ("5.1", "ranger 5", "Speak with Animals", False), ("5.1", "bard 3", "Detect Magic", True), ("5.1", "cleric 3", "Detect Magic", True),
        ("5.1", "druid 3", "Detect Magic", True), ("5.1", "wizard 3", "Detect Magic", True), ("5.2", "sorcerer 3", "Detect Magic", True),
        ("5.2", "warlock 3", "Unseen Servant", True), ("5.2", "paladin 5", "Detect Magic", True), ("5.2", "ranger 5", "Speak with Animals", True),
    ],
)  # fmt: skip
def test_four_classes_of_5_1_cast_no_rituals(ruleset: Ruleset, classes: str, spell: str, casts: bool) -> None:
    box = hero(ruleset, classes)
    if casts:
        assert spent(cast(box, spell, ritual=True)) == []
        return
    refused = box.refused("no_ritual_casting", "cast", "Hero", spell=spell, ritual=True)
    box.accept(**{key.replace("characterName", "who"): value for key, value in refused["error"]["try"].items()})
    assert spent(cast(box, spell, ritual=True, force=True)) == []


def test_a_class_with_rituals_lends_them_to_no_other() -> None:
    box = table("5.1", Hero={"classes": ["sorcerer 3", "cleric 1"], "spells": {"prepared": ["Detect Magic"]}})
    assert spent(cast(box, "Detect Magic", ritual=True)) == []
    box.refused("spell_not_prepared", "cast", "Hero", spell="Comprehend Languages", ritual=True)


def test_a_tome_of_5_1_holds_three_cantrips_of_any_class() -> None:
    box = hero("5.1", "warlock 3", choices={**TOME, "pact of the tome": ["Fire Bolt", "Guidance", "Sacred Flame"]})
    result = cast(box, "Sacred Flame", targets=["Foe"])
    assert (spent(result), [s.dc for t in result.targets for s in t.saves]) == ([], [14])
    box.refused("spell_of_another_list", "cast", "Hero", spell="Shillelagh")


def test_the_rituals_of_an_ancient_book_are_cast_as_rituals_alone() -> None:
    box = hero("5.1", "warlock 3", choices={**TOME, "book of ancient secrets": ["Identify", "Find Familiar"]})
    assert spent(cast(box, "Identify", ritual=True)) == []
    box.refused("spell_of_another_list", "cast", "Hero", spell="Identify")
    assert spent(cast(box, "Unseen Servant", ritual=True)) == []  # a warlock spell that it knows


def test_a_tome_of_5_2_prepares_two_rituals_that_a_slot_pays_for() -> None:
    words = ["Fire Bolt", "Guidance", "Sacred Flame", "Identify", "Find Familiar"]
    box = hero("5.2", "warlock 3", choices={**TOME_5_2, "pact of the tome": words})
    assert spent(cast(box, "Sacred Flame", targets=["Foe"])) == []
    assert spent(cast(box, "Identify", ritual=True)) == []
    assert spent(cast(box, "Identify")) == [("pact", 1)]


@each_row(
    ("ruleset", "choices", "word"),
    [
        ("5.1", TOME | {"pact of the tome": ["Fire Bolt", "Guidance", "Sacred Flame", "Light"]}, "Light"),  # a fourth
        ("5.1", TOME | {"pact of the tome": ["Identify"]}, "Identify"),
        ("5.1", TOME | {"book of ancient secrets": ["Magic Missile"]}, "Magic Missile"),
        ("5.2", TOME_5_2 | {"pact of the tome": ["Magic Missile"]}, "Magic Missile"),
        ("5.2", TOME_5_2 | {"pact of the tome": ["Alarm", "Identify", "Find Familiar"]}, "Find Familiar"),  # a third
        ("5.2", TOME_5_2 | {"pact of the tome": ["Augury"]}, "Augury"),  # of level 2
    ],
)
def test_a_spell_that_does_not_stand_in_the_book_is_refused(ruleset: Ruleset, choices: dict[str, Any], word: str) -> None:
    box = hero(ruleset, "warlock 3")
    refused = box.refused("choice_unfit", "update", "Hero", character={"choices": choices})
    assert repr(word) in refused["text"]
