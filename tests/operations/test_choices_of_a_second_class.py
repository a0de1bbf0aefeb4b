"""A new class asks for its own cantrips, spells and subclass, whatever the first class has (SRD, Multiclassing)."""

from itertools import combinations
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.character_document import StoredCharacter
from rpg_lite.rules.choices import OpenChoice, chosen_of, open_choices
from rpg_lite.vocabulary import RULESETS, Ruleset
from rpg_lite.world import thing_stats
from tests.operations.worlds import Sandbox, first_world
from tests.rows import each_row

pytestmark = pytest.mark.pure
SCORES = dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 16)
CANTRIPS = ["Eldritch Blast", "Poison Spray", "Chill Touch"]
SPELLS = ["Charm Person", "Hold Person", "Invisibility", "Misty Step", "Suggestion", "Fly"]


def dip(ruleset: Ruleset, of: str, **more: Any) -> Sandbox:
    """A warlock with all its cantrips and spells, who takes a first level in another class."""
    box = Sandbox(first_world(ruleset)).let(10)
    spells = {"cantrips": CANTRIPS, "known" if ruleset == "5.1" else "prepared": SPELLS}
    hero = {"classes": ["warlock 5"], "abilities": SCORES, "choices": {"subclass": "fiend"}, "spells": spells}
    box.did("create", name="Kim", character=hero)
    box.did("level_up", "Kim", **{"class": of}, force=True, **more)
    return box


def opened(box: Sandbox, of: str) -> dict[str, int]:
    found: tuple[OpenChoice, ...] = thing_stats.sheet(box.thing("Kim"), box.book).open_choices
    return {c.choice: c.count for c in found if c.of == of}


@each_row(
    ("ruleset", "of", "asked"),
    [
        ("5.1", "sorcerer", {"cantrips": 4, "spells": 2, "subclass": 1}), ("5.1", "bard", {"cantrips": 2, "spells": 4}),
        ("5.1", "druid", {"cantrips": 2}), ("5.1", "wizard", {"cantrips": 3, "spellbook": 6}),
        ("5.2", "sorcerer", {"cantrips": 4, "spells": 2}), ("5.2", "bard", {"cantrips": 2, "spells": 4}),
        ("5.2", "wizard", {"cantrips": 3, "spellbook": 6}),
    ],
)  # fmt: skip
def test_each_class_asks_for_its_own(ruleset: Ruleset, of: str, asked: dict[str, int]) -> None:
    found = opened(dip(ruleset, of), of)
    assert {choice: found.get(choice, 0) for choice in asked} == asked


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_what_the_first_class_has_stays_counted(ruleset: Ruleset) -> None:
    assert not {"cantrips", "subclass"} & opened(dip(ruleset, "sorcerer"), "warlock").keys()


def test_a_chosen_spell_counts_for_the_class_with_room() -> None:
    box = dip("5.1", "sorcerer", choices={"cantrips": ["Light", "Fire Bolt"], "spells": ["Shield"]})
    assert (opened(box, "sorcerer")["cantrips"], opened(box, "sorcerer")["spells"]) == (2, 1)


PAIRS = [(r, one, other) for r in RULESETS for one, other in combinations(rulebook_loading.rulebook(r).classes, 2)]


def asked(ruleset: Ruleset, classes: list[str], rows: list[dict[str, Any]]) -> list[tuple[str, int]]:
    book = rulebook_loading.rulebook(ruleset)
    hero = StoredCharacter.model_validate({"classes": classes, "choices": {"asi": rows}} if rows else {"classes": classes})
    levels = dict(zip((c.rpartition(" ")[0] for c in classes), (int(c.rpartition(" ")[2]) for c in classes), strict=True))
    return [(c.of, c.level) for c in open_choices(hero, chosen_of(hero, book), levels, book) if c.choice == "asi"]


@each_row("ruleset, one, other", PAIRS)
def test_each_class_asks_for_its_own_improvement(ruleset: Ruleset, one: str, other: str) -> None:
    both, points = [f"{one} 4", f"{other} 4"], {"str": 2}
    assert asked(ruleset, both, []) == [(one, 4), (other, 4)]
    assert asked(ruleset, both, [{"level": 4, **points}]) == [(other, 4)]
    assert asked(ruleset, both, [points]) == [(other, 4)]
    assert asked(ruleset, both, [{"level": 4, "class": other, **points}]) == [(one, 4)]
    assert asked(ruleset, both, [{"level": 4, **points}, {"level": 4, "class": one, **points}]) == []
    assert asked(ruleset, both, [points, points]) == asked(ruleset, both, [{"level": 4, **points}] * 2) == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_improvement_of_a_second_class_is_taken(ruleset: Ruleset) -> None:
    box = Sandbox(first_world(ruleset)).let(*[5] * 9)
    box.did(
        "create",
        name="Kim",
        character={"classes": ["fighter 4", "rogue 3"], "abilities": SCORES, "choices": {"asi": [{"level": 4, "str": 2}]}},
    )
    box.did("level_up", "Kim", **{"class": "rogue"}, choices={"asi": {"dex": 2}})
    kept = box.thing("Kim").body["sheet"]["choices"]["asi"]
    assert [row.get("class") for row in kept] == [None, "rogue"] and "asi" not in {**opened(box, "fighter"), **opened(box, "rogue")}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_two_improvements_of_one_level_fit_two_classes_and_not_one(ruleset: Ruleset) -> None:
    box, rows = Sandbox(first_world(ruleset)), [{"level": 4, "str": 2}, {"level": 4, "dex": 2}]
    box.did("create", name="Kim", character={"classes": ["fighter 4", "rogue 4"], "abilities": SCORES, "choices": {"asi": rows}})
    assert not box.ask(
        "create", name="Ann", character={"classes": ["fighter 5", "rogue 3"], "abilities": SCORES, "choices": {"asi": rows}}
    )["ok"]


def test_the_second_subclass_is_chosen_beside_the_first() -> None:
    box = dip("5.1", "sorcerer", choices={"subclass": "Draconic Bloodline"})
    chosen = thing_stats.sheet(box.thing("Kim"), box.book).chosen
    assert chosen and {w.casefold() for w in chosen.subclasses} == {"fiend", "draconic bloodline"}
    assert "subclass" not in {**opened(box, "sorcerer"), **opened(box, "warlock")}
