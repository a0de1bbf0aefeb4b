"""Numbers and words of classes and features, row by row as the two texts have them."""

from typing import Any, Final

import pytest

from rpg_lite import effective
from rpg_lite.content import catalog
from rpg_lite.rules.character_document import CharacterDocument
from rpg_lite.rules.sheet import sheet_of
from rpg_lite.vocabulary import RULESETS, Ruleset

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
    rule = catalog.rulebook(ruleset).classes[of].skills
    assert rule is not None
    assert (rule.choose, sorted(rule.options)) == (COUNTS.get(of, 2), sorted(skills[of].split()))


def test_a_ranger_knows_the_terrains_of_the_text() -> None:
    options = catalog.rulebook("5.1").classes["ranger"].choices["natural explorer"].options
    assert sorted(options) == ["arctic", "coast", "desert", "forest", "grassland", "mountain", "swamp"]


def act(ruleset: Ruleset, feature: str, name: str) -> dict[str, Any]:
    rule = catalog.rulebook(ruleset).feature(feature)
    assert rule is not None
    found: dict[str, Any] = next(a.model_dump(by_alias=True, exclude_unset=True) for a in rule.acts if a.name == name)
    return found


@pytest.mark.parametrize(
    ("ruleset", "feature", "name", "key", "value"),
    [
        ("5.1", "Pact of the Chain", "Pact of the Chain", "cost", "70 minutes"),  # a ritual takes ten minutes more than its hour
        ("5.2", "Pact of the Chain", "Pact of the Chain", "cost", "action"),
        ("5.1", "Protection", "Protection", "range", "sight"),  # the attacker may stand anywhere
        ("5.1", "Giant Killer", "Giant Killer", "needs", ("size>=large",)),
        ("5.1", "Bardic Inspiration", "Bardic Inspiration", "duration", "10 minutes"),
        ("5.2", "Bardic Inspiration", "Bardic Inspiration", "duration", "1 hour"),
    ],
)
def test_an_act_of_a_feature_is_as_the_text_has_it(ruleset: Ruleset, feature: str, name: str, key: str, value: Any) -> None:
    assert act(ruleset, feature, name)[key] == value


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_invocation_that_may_push_is_not_played_unasked(ruleset: Ruleset) -> None:
    rule = catalog.rulebook(ruleset).feature("Repelling Blast")
    assert rule is not None
    assert [rider.auto for rider in rule.riders] == [False]


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(("invocation", "attacks"), [("thirsting blade", 2), ("agonizing blast", 1)])
def test_thirsting_blade_gives_a_second_attack(ruleset: Ruleset, invocation: str, attacks: int) -> None:
    document = CharacterDocument(classes=("warlock 5",), choices={"eldritch invocations": (invocation,)})
    assert sheet_of(document, catalog.rulebook(ruleset)).attacks_per_action == attacks


@pytest.mark.parametrize(("ruleset", "counts"), [("5.1", True), ("5.2", False)])
def test_evasion_needs_a_rogue_who_can_act_in_5_2(ruleset: Ruleset, counts: bool) -> None:
    book = catalog.rulebook(ruleset)
    stats = effective({"character": {"classes": ["rogue 7"]}, "conditions": ["incapacitated"]}, book)
    assert ("evasion" in stats.flags) is counts
