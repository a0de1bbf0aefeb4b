"""Numbers and words of classes and features, row by row as the two texts have them."""

from typing import Any, Final

import pytest
from pydantic import ValidationError

from rpg_lite import effective
from rpg_lite.content import rulebook_loading
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.derived_sheet import sheet_of
from rpg_lite.rules.sheet_document import SheetDocument
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.rows import each_row

SKILLS: Final = {
    "barbarian": "animal_handling athletics intimidation nature perception survival",
    "bard": "",
    "cleric": "history insight medicine persuasion religion",
    "druid": "animal_handling arcana insight medicine nature perception religion survival",
    "fighter": "acrobatics animal_handling athletics history insight intimidation perception survival",
    "monk": "acrobatics athletics history insight religion stealth",
    "paladin": "athletics insight intimidation medicine persuasion religion",
    "ranger": "animal_handling athletics insight investigation nature perception stealth survival",
    "rogue": (
        "acrobatics athletics deception insight intimidation investigation perception performance persuasion sleight_of_hand stealth"
    ),
    "sorcerer": "arcana deception insight intimidation persuasion religion",
    "warlock": "arcana deception history intimidation investigation nature religion",
    "wizard": "arcana history insight investigation medicine religion",
}
"""The skills among which a class chooses (SRD 5.1, Classes); any for the bard."""
SKILLS_5_2: Final = SKILLS | {
    "fighter": SKILLS["fighter"] + " persuasion",
    "rogue": SKILLS["rogue"].replace(" performance", ""),
    "wizard": SKILLS["wizard"] + " nature",
}
COUNTS: Final = {"bard": 3, "ranger": 3, "rogue": 4}


@pytest.mark.parametrize("of", SKILLS)
@pytest.mark.parametrize(("ruleset", "skills"), [("5.1", SKILLS), ("5.2", SKILLS_5_2)])
def test_a_class_chooses_among_the_skills_of_the_text(ruleset: Ruleset, skills: dict[str, str], of: str) -> None:
    rule = rulebook_loading.rulebook(ruleset).classes[of].skills
    assert rule is not None
    assert (rule.choose, sorted(rule.options)) == (COUNTS.get(of, 2), sorted(skills[of].split()))


def test_a_ranger_knows_the_terrains_of_the_text() -> None:
    options = rulebook_loading.rulebook("5.1").classes["ranger"].choices["natural explorer"].options
    assert sorted(options) == ["arctic", "coast", "desert", "forest", "grassland", "mountain", "swamp"]


def act(ruleset: Ruleset, feature: str, name: str) -> dict[str, Any]:
    rule = rulebook_loading.rulebook(ruleset).feature(feature)
    assert rule is not None
    found: dict[str, Any] = next(a.model_dump(by_alias=True, exclude_unset=True) for a in rule.acts if a.name == name)
    return found


@each_row(
    ("ruleset", "feature", "name", "key", "value"),
    [
        ("5.1", "Pact of the Chain", "Pact of the Chain", "cost", "70 minutes"),  # a ritual takes ten minutes more than its hour
        ("5.2", "Pact of the Chain", "Pact of the Chain", "cost", "action"),
        ("5.1", "Protection", "Protection", "range", "sight"),  # the attacker may stand anywhere
        ("5.1", "Giant Killer", "Giant Killer", "needs", ("sees", "size>=large")),
        ("5.1", "Bardic Inspiration", "Bardic Inspiration", "duration", "10 minutes"),
        ("5.2", "Bardic Inspiration", "Bardic Inspiration", "duration", "1 hour"),
    ],
)
def test_an_act_of_a_feature_is_as_the_text_has_it(ruleset: Ruleset, feature: str, name: str, key: str, value: Any) -> None:
    assert act(ruleset, feature, name)[key] == value


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_invocation_that_may_push_is_not_played_unasked(ruleset: Ruleset) -> None:
    rule = rulebook_loading.rulebook(ruleset).feature("Repelling Blast")
    assert rule is not None
    assert [rider.auto for rider in rule.riders] == [False]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("invocation", "attacks"), [("thirsting blade", 2), ("agonizing blast", 1)])
def test_thirsting_blade_gives_a_second_attack(ruleset: Ruleset, invocation: str, attacks: int) -> None:
    document = CharacterDocument(classes=("warlock 5",), choices={"eldritch invocations": (invocation,)})
    assert sheet_of(document, rulebook_loading.rulebook(ruleset)).attacks_per_action == attacks


@pytest.mark.parametrize(("ruleset", "counts"), [("5.1", True), ("5.2", False)])
def test_evasion_needs_a_rogue_who_can_act_in_5_2(ruleset: Ruleset, counts: bool) -> None:
    book = rulebook_loading.rulebook(ruleset)
    stats = effective({"character": {"classes": ["rogue 7"]}, "conditions": ["incapacitated"]}, book)
    assert ("evasion" in stats.flags) is counts


@each_row(
    ("hero", "order", "target", "wis", "bonus"),
    [
        ("cleric 1", "thaumaturge", "arcana", 16, 3),
        ("cleric 1", "thaumaturge", "religion", 8, 1),
        ("cleric 1", "thaumaturge", "history", 16, 0),
        ("druid 1", "magician", "nature", 16, 3),
        ("druid 1", "magician", "arcana", 10, 1),
        ("druid 1", "magician", "religion", 16, 0),
        ("druid 1", "warden", "nature", 16, 0),
    ],
)
def test_a_learned_order_adds_wisdom_to_what_it_knows(hero: str, order: str, target: str, wis: int, bonus: int) -> None:
    """At least 1 (SRD 5.2, Divine Order, Primal Order)."""
    choice = "divine order" if hero.startswith("cleric") else "primal order"
    character = {"classes": [hero], "abilities": {"wis": wis, "int": 10}, "choices": {choice: order}}
    stats = effective({"character": character}, rulebook_loading.rulebook("5.2"))
    assert {str(name): number.value for name, number in stats.skills.values.items()}[target] == bonus


@pytest.mark.parametrize(("ruleset", "asleep"), [("5.1", "unconscious"), ("5.2", "stunned")])
@pytest.mark.parametrize(("level", "cha", "bonus"), [(5, 16, 0), (6, 16, 3), (6, 8, 1), (20, 20, 5)])
def test_a_paladins_aura_adds_charisma_to_saves(ruleset: Ruleset, asleep: str, level: int, cha: int, bonus: int) -> None:
    """From level 6, at least 1, for those within 10 feet too; not while the paladin is out."""
    character = {"classes": [f"paladin {level}"], "abilities": {"cha": cha}}
    book = rulebook_loading.rulebook(ruleset)
    stats = effective({"character": character}, book)
    assert stats.saves.values["int"].value == bonus
    assert [(m.target, m.value, m.aura_ft) for m in stats.auras if m.target == "save.all"] == (
        [("save.all", bonus, 30 if level >= 18 else 10)] if bonus else []
    )
    assert effective({"character": character, "conditions": [asleep]}, book).saves.values["int"].value == 0


@each_row(
    ("value", "why"), [("{luck}", "not a word of a formula"), ("{slot}", "uses slot"), ("{max(1, wis", "brace"), ("2+{wis}", "in braces")]
)
def test_a_formula_of_a_modifier_is_checked(value: str, why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        SheetDocument.model_validate({"character": {"modifiers": [{"target": "ac", "op": "add", "value": value}]}})


@each_row(
    ("ruleset", "hero", "ability", "score", "now"),
    [
        ("5.1", "barbarian 20", "str", 20, 24), ("5.1", "barbarian 20", "con", 14, 18), ("5.1", "barbarian 20", "str", 22, 24),
        ("5.1", "barbarian 19", "str", 20, 20), ("5.2", "barbarian 20", "str", 22, 25), ("5.2", "monk 20", "dex", 20, 24),
        ("5.2", "monk 20", "wis", 22, 25), ("5.1", "monk 20", "wis", 20, 20),
    ],
)  # fmt: skip
def test_level_20_raises_the_scores_of_the_text(ruleset: Ruleset, hero: str, ability: Any, score: int, now: int) -> None:
    character = {"classes": [hero], "abilities": {ability: score}}
    assert effective({"character": character}, rulebook_loading.rulebook(ruleset)).abilities[ability].value == now


@pytest.mark.parametrize(
    ("ruleset", "hero", "word"), [("5.1", "paladin 10", "frightened"), ("5.2", "paladin 10", "frightened"), ("5.1", "paladin 9", None)]
)
def test_a_paladins_courage_is_an_immunity(ruleset: Ruleset, hero: str, word: str | None) -> None:
    stats = effective({"character": {"classes": [hero]}}, rulebook_loading.rulebook(ruleset))
    assert [*stats.defenses.conditions] == ([word] if word else [])


@pytest.mark.parametrize(("level", "feet"), [(5, 30), (6, 40)])
def test_a_ranger_of_5_2_roves_from_level_6(level: int, feet: int) -> None:
    stats = effective({"character": {"classes": [f"ranger {level}"]}}, rulebook_loading.rulebook("5.2"))
    assert (stats.speed["walk"].value, "climb" in stats.speed) == (feet, level >= 6)
