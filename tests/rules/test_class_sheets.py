"""The gains of class levels on a sheet: slots, resources, features, choices."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.derived_sheet import Sheet
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views.stats_json import sheet_json
from tests.rows import each_row
from tests.rules.act_cases import of_area


def shown(ruleset: str = "5.1", **character: Any) -> dict[str, Any]:
    book = rulebook_loading.rulebook(ruleset)  # type: ignore[arg-type]
    return sheet_json(situation(SheetDocument.model_validate({"ruleset": ruleset, "character": character}), book), book)


def sheet(ruleset: str = "5.1", **character: Any) -> Sheet:
    return situation(SheetDocument.model_validate({"ruleset": ruleset, "character": character}), rulebook_loading.rulebook(ruleset)).sheet  # type: ignore[arg-type]


@of_area("dc")
def test_each_class_casts_by_its_own_ability(case: dict[str, Any], ruleset: str) -> None:
    given = case["given"]
    abilities = {a: given[a] for a in ("int", "wis", "cha") if a in given}
    casting = shown(ruleset, classes=[f"{c} {n}" for c, n in given["classes"].items()], abilities=abilities)["spellcasting"]
    for key, name in (("spell_dc", "saveDc"), ("spell_attack", "attack")):
        wanted = case["expect"][key]
        if isinstance(wanted, dict):
            assert {c: casting["byClass"][c][name] for c in wanted} == wanted
        else:
            assert casting[name] == wanted


def test_slots_are_shown_with_what_is_left() -> None:
    told = shown(classes=["wizard 5", "warlock 3"], spent={"slot_3": 1, "pact": 2})["spellSlots"]
    assert told == {"slots": [4, 3, 2], "left": [4, 3, 1], "pact": {"level": 2, "slots": 2, "left": 0}, "arcanum": []}
    assert shown()["spellSlots"] == {"slots": [], "left": [], "pact": None, "arcanum": []}


@each_row(
    ("classes", "ruleset", "name", "row"),
    [
        (["bard 5"], "5.1", "bardic inspiration", {"max": 1, "left": 1, "recharge": "short_rest", "die": "d8"}),
        (["barbarian 20"], "5.1", "rage", {"max": None, "left": None, "recharge": "long_rest"}),
        (["druid 2"], "5.2", "wild shape", {"max": 2, "left": 2, "recharge": "short_rest"}),
        (["cleric 6", "paladin 5"], "5.1", "channel divinity", {"max": 2, "left": 2, "recharge": "short_rest"}),
        (["paladin 7"], "5.2", "lay on hands", {"max": 35, "left": 35, "recharge": "long_rest"}),
        (["monk (Open Hand) 6"], "5.1", "wholeness of body", {"max": 1, "left": 1, "recharge": "long_rest"}),
    ],
)
def test_a_resource_is_shown_with_its_maximum(classes: list[str], ruleset: str, name: str, row: dict[str, Any]) -> None:
    assert shown(ruleset, classes=classes)["resources"][name] == row


def test_a_given_resource_takes_the_place_of_the_classes_own() -> None:
    told = shown("5.2", classes=["monk 5"], resources={"Ki": {"max": 7, "left": 3, "recharge": "short_rest"}})["resources"]
    assert told["Ki"] == {"max": 7, "left": 3, "recharge": "short_rest"} and "focus" not in told


@pytest.mark.parametrize("nothing", [{"features": []}, {"classFeatures": False}])
def test_a_sheet_may_take_nothing_from_its_class(nothing: dict[str, Any]) -> None:
    told = shown(classes=["paladin 5"], **nothing)
    assert (told["features"], list(told["resources"]), told["attacksPerAction"]) == ([], ["hit_die_d10"], 1)
    assert (told["spellSlots"]["slots"], told["openChoices"]) == ([], [])


def test_features_are_those_of_the_class_and_ones_own_each_once() -> None:
    told = shown(classes=["barbarian (Berserker) 3"], features=["Rage (3/day)", "Unarmored Defense", "Night Terrors"])["features"]
    assert [f["name"] for f in told] == ["Rage (3/day)", "Unarmored Defense", "Night Terrors", "Reckless Attack", "Danger Sense", "Frenzy"]
    assert told[0]["tables"] == {"rage_damage": 2}


@each_row(
    ("classes", "attacks"),
    [(["fighter 4"], 1), (["fighter 5", "ranger 5"], 2), (["fighter 11"], 3), (["fighter 20"], 4), (["wizard 20"], 1)],
)
def test_attacks_of_one_action_do_not_add_up(classes: list[str], attacks: int) -> None:
    assert sheet(classes=classes).attacks_per_action == attacks


# ── choices ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def opened(ruleset: str = "5.1", **character: Any) -> list[tuple[str, str, int]]:
    return [(c.choice, c.of, c.level) for c in sheet(ruleset, **character).open_choices]


def test_open_choices_are_listed_up_to_the_level_of_the_class() -> None:
    given = {"classes": ["fighter 4", "wizard 2"], "proficiencies": {"skills": {}}}
    assert opened(**given) == [
        ("fighting style", "fighter", 1),
        ("subclass", "fighter", 3),
        ("asi", "fighter", 4),
        ("subclass", "wizard", 2),
        ("cantrips", "wizard", 2),
        ("spellbook", "wizard", 2),
    ]


def test_what_was_chosen_is_open_no_more() -> None:
    made = {
        "fightingStyle": "defense",
        "subclass": {"fighter": "champion"},
        "asi": [{"level": 4, "str": 2}],
        "skills": ["athletics", "history"],
    }
    assert opened(classes=["fighter 4"], choices=made) == []
    assert opened(classes=["fighter (Champion) 4"], features=["Fighting Style: Defense"]) == [
        ("skills", "fighter", 1),
        ("asi", "fighter", 4),
    ]


@of_area("features", "subclass")
def test_a_subclass_is_chosen_at_its_level(case: dict[str, Any], ruleset: str) -> None:
    for name, level in zip(case["given"]["classes"], case["expect"]["subclass"], strict=True):
        assert ("subclass", name, level) in opened(ruleset, classes=[f"{name} 20"])


def test_choices_count() -> None:
    made = {"fighting style": "defense", "asi": [{"level": 4, "con": 2}], "skills": ["stealth"], "subclass": "Champion"}
    book = rulebook_loading.rulebook("5.1")
    at = situation(
        SheetDocument.model_validate(
            {"character": {"classes": ["fighter 4"], "abilities": {"con": 14}, "choices": made}, "equipped": ["Chain Mail"]}
        ),
        book,
    )
    told = sheet_json(at, book)
    assert (told["ac"], told["abilities"]["con"], told["hpMax"], told["skills"]["stealth"]) == (17, 16, 40, 2)
    assert "Improved Critical" in [f["name"] for f in told["features"]]
    assert sheet_json(at, book)["breakdown"]["abilities.con"]["lines"][-1]["source"] == "ability score improvement, level 4"


@of_area("features", "stealth")
def test_expertise(case: dict[str, Any], ruleset: str) -> None:
    given = case["given"]
    told = shown(ruleset, classes=[f"rogue {given['level']}"], abilities={"dex": given["dex"]}, choices={"expertise": ["stealth"]})
    assert told["skills"]["stealth"] == case["expect"]["stealth"]


@pytest.mark.parametrize("skill", ["acrobatics", "athletics", "sleight_of_hand"])
def test_expertise_in_a_skill_that_ends_in_s(skill: str) -> None:
    told = shown("5.1", classes=["rogue 6"], choices={"expertise": [skill, "stealth"]})
    assert told["skills"][skill] == 6 == told["skills"]["stealth"]
