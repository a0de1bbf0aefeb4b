"""A sheet that is written whole holds no more cantrips and spells than its classes allow, as a level and a preparation do (SRD, Spellcasting)."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

MOST: dict[str, dict[Ruleset, tuple[int, int]]] = {
    "bard": {"5.1": (3, 8), "5.2": (3, 9)},
    "cleric": {"5.1": (4, 7), "5.2": (4, 9)},
    "druid": {"5.1": (3, 7), "5.2": (3, 9)},
    "paladin": {"5.1": (0, 4), "5.2": (0, 6)},
    "ranger": {"5.1": (0, 4), "5.2": (0, 6)},
    "sorcerer": {"5.1": (5, 6), "5.2": (5, 9)},
    "warlock": {"5.1": (3, 6), "5.2": (3, 6)},
    "wizard": {"5.1": (4, 7), "5.2": (4, 9)},
}
"""Class → the cantrips and the spells of level 5, with 14 in each ability of spells (SRD, the tables of the classes)."""
KNOWING = ("bard", "ranger", "sorcerer", "warlock")
"""The classes that know spells in 5.1 and prepare none."""
MINDS = {"int": 14, "wis": 14, "cha": 14}
CASES = [(ruleset, name) for ruleset in RULESETS for name in MOST]


def lists_of(ruleset: Ruleset, name: str, cantrips: int, spells: int) -> dict[str, list[str]]:
    """So many cantrips and spells of the list of a class, none of which it has anyway."""
    book, level = rulebook_loading.rulebook(ruleset), (0, 1, 2)
    fitting = [s for word in book.spells if (s := book.spell(word)) and name in s.classes and s.level in level]
    of = {n: [s.name for s in fitting if (s.level == 0) == n and s.name not in ("Divine Smite", "Find Steed", "Speak with Animals", "Hunter's Mark")] for n in (True, False)}  # fmt: skip
    key = "known" if ruleset == "5.1" and name in KNOWING else "prepared"
    return {**({"cantrips": of[True][:cantrips]} if cantrips else {}), key: of[False][:spells]}


def sheet(name: str, spells: dict[str, Any]) -> dict[str, Any]:
    return {"classes": [f"{name} 5"], "abilities": MINDS, "party": True, "spells": spells}


def test_every_class_that_casts_is_here() -> None:
    for ruleset in RULESETS:
        assert {name for name, rule in rulebook_loading.rulebook(ruleset).classes.items() if rule.spellcasting} == {*MOST}


@pytest.mark.parametrize(("ruleset", "name"), CASES)
def test_a_new_hero_has_as_many_as_its_class_allows(ruleset: Ruleset, name: str) -> None:
    table, (cantrips, spells) = Table(begun(ruleset)), MOST[name][ruleset]
    table.did("create", name="Full", character=sheet(name, lists_of(ruleset, name, cantrips, spells)))
    key = "known" if ruleset == "5.1" and name in KNOWING else "prepared"
    for more, field, most in (((cantrips, spells + 1), key, spells), ((cantrips + 1, spells), "cantrips", cantrips)):
        lists = lists_of(ruleset, name, *more)
        if field not in lists or len(lists[field]) <= most:
            continue
        refused = table.refused("spells_too_many", "create", name="Over", character=sheet(name, lists))
        assert refused["error"]["field"] == f"character.spells.{field}"
        assert refused["error"]["details"]["most"] == most and f"may have {most} " in refused["text"]
        table.did("create", name="Over", dryRun=True, character=refused["error"]["try"]["character"])


@pytest.mark.parametrize(("ruleset", "name"), CASES)
def test_so_does_a_changed_one(ruleset: Ruleset, name: str) -> None:
    table, (cantrips, spells) = Table(begun(ruleset)), MOST[name][ruleset]
    table.did("create", name="Hero", character={k: v for k, v in sheet(name, {}).items() if k != "spells"})
    over = {"spells": lists_of(ruleset, name, cantrips, spells + 1)}
    table.refused("spells_too_many", "update", "Hero", character=over)
    assert "updated" in table.did("update", "Hero", character=over, force=True, dryRun=True)["text"]
    table.did("update", "Hero", character={"spells": lists_of(ruleset, name, cantrips, spells)})
    table.did("update", "Hero", character={"hp": 3})


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_game_master_may_force_it(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Over", character=sheet("cleric", lists_of(ruleset, "cleric", 7, 20)), force=True)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_spellbook_holds_any_number(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    book = lists_of(ruleset, "wizard", 0, 30)["prepared"]
    table.did("create", name="Wiz", character=sheet("wizard", {"known": book, "prepared": book[:7]}))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_what_others_give_does_not_count(ruleset: Ruleset) -> None:
    table = Table(begun(ruleset))
    lists = lists_of(ruleset, "cleric", 4, MOST["cleric"][ruleset][1])
    of_domain = ["Bless", "Cure Wounds"] if ruleset == "5.1" else ["Bless", "Cure Wounds", "Aid"]
    lists["prepared"] = [word for word in lists["prepared"] if word not in of_domain]
    missing = MOST["cleric"][ruleset][1] - len(lists["prepared"])
    more = [w for w in lists_of(ruleset, "cleric", 0, 30)["prepared"] if w not in (*lists["prepared"], *of_domain)][:missing]
    hero = {**sheet("cleric", {**lists, "prepared": [*lists["prepared"], *more, *of_domain]}), "choices": {"subclass": "life"}}
    table.did("create", name="Life", character=hero)


def test_two_classes_have_both_numbers() -> None:
    table = Table(begun("5.1"))
    hero = {"classes": ["cleric 3", "wizard 3"], "abilities": MINDS, "party": True}
    cantrips = lists_of("5.1", "cleric", 3, 0)["cantrips"] + ["Fire Bolt", "Mage Hand", "Ray of Frost"]
    table.did("create", name="Both", character={**hero, "spells": {"cantrips": cantrips}})
    refused = table.refused(
        "spells_too_many", "create", name="More", character={**hero, "spells": {"cantrips": [*cantrips, "Shocking Grasp"]}}
    )
    assert refused["error"]["details"]["most"] == 6
