"""A new class asks for its own cantrips, spells and subclass, whatever the first class has (SRD, Multiclassing)."""

from typing import Any

import pytest

from rpg_lite.rules.choices import OpenChoice
from rpg_lite.vocabulary import Ruleset
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


def test_the_second_subclass_is_chosen_beside_the_first() -> None:
    box = dip("5.1", "sorcerer", choices={"subclass": "Draconic Bloodline"})
    chosen = thing_stats.sheet(box.thing("Kim"), box.book).chosen
    assert chosen and {w.casefold() for w in chosen.subclasses} == {"fiend", "draconic bloodline"}
    assert "subclass" not in {**opened(box, "sorcerer"), **opened(box, "warlock")}
