"""What a hero's sheet counts and begins with: spells of a savant, spells that a species keeps prepared, the kit above level 1, recovered slots."""

from itertools import chain
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.copies import begun
from tests.operations.table import Table

BOOK = ["Detect Magic", "Mage Armor", "Shield", "Sleep", "Feather Fall", "Identify"]
LEVELS = {2: ["Find Familiar", "Grease"], 3: ["Web", "Blur"], 4: ["Misty Step", "Invisibility"], 5: ["Fly", "Haste"], 6: ["Fear", "Slow"]}
SAVANT = {3: ["Burning Hands", "Shatter"], 5: ["Fireball"]}


def test_an_evoker_learns_two_spells_and_one_with_each_new_level_of_slots() -> None:
    """SRD 5.2, Evocation Savant; all choices of a level in one call."""
    table = Table(begun("5.2"))
    table.did("create", name="Ev", character={"classes": ["wizard 1"], "abilities": {"int": 16}, "spells": {"known": BOOK}})
    for level, spells in LEVELS.items():
        choices: dict[str, Any] = {"spellbook": spells, **({"evocation savant": SAVANT[level]} if level in SAVANT else {})}
        choices |= {"subclass": "evoker"} if level == 3 else {}
        text = table.did("level_up", "Ev", **{"class": "wizard"}, choices=choices)["text"]
        assert "spellbook" not in text and "savant" not in text, text
    known = table.thing("Ev").body["sheet"]["spells"]["known"]
    assert sorted(known) == sorted([*BOOK, *chain(*LEVELS.values()), *chain(*SAVANT.values())])


LINEAGES: list[tuple[str, str, str, str, list[str]]] = [
    ("elf", "elven lineage", "high elf", "wizard", ["Detect Magic", "Misty Step"]),
    ("elf", "elven lineage", "drow", "wizard", ["Faerie Fire", "Darkness"]),
    ("elf", "elven lineage", "wood elf", "druid", ["Longstrider", "Pass without Trace"]),
    ("tiefling", "fiendish legacy", "infernal", "warlock", ["Hellish Rebuke", "Darkness"]),
    ("tiefling", "fiendish legacy", "abyssal", "cleric", ["Ray of Sickness", "Hold Person"]),
    ("tiefling", "fiendish legacy", "chthonic", "sorcerer", ["False Life", "Ray of Enfeeblement"]),
    ("gnome", "gnomish lineage", "forest gnome", "druid", ["Speak with Animals"]),
]


@pytest.mark.parametrize(("species", "choice", "lineage", "of", "always"), LINEAGES, ids=[row[2] for row in LINEAGES])
def test_a_spell_of_a_lineage_is_always_prepared_and_does_not_count(
    species: str, choice: str, lineage: str, of: str, always: list[str]
) -> None:
    table = Table(begun("5.2"))
    hero = {"classes": [f"{of} 5"], "race": species, "choices": {choice: lineage}, "abilities": {"int": 16, "wis": 16, "cha": 16}}
    table.did("create", name="Sel", character=hero)
    book, answer = rulebook_loading.rulebook("5.2"), table.ask("prepare", "Sel", spells=always)
    assert answer["ok"], answer["text"]
    assert answer["results"][0]["prepared"] == [] and set(always) <= {*answer["results"][0]["alwaysPrepared"]}
    most = answer["results"][0]["preparedMax"]
    fitting = [s.name for s in book.spells.values() if of in s.classes and 1 <= (s.level or 0) <= 2 and s.name not in always][:most]
    assert len(fitting) == most
    assert table.did("prepare", "Sel", spells=[*always, *fitting])["results"][0]["prepared"] == fitting


@pytest.mark.parametrize(
    ("ruleset", "level", "told"),
    [
        ("5.1", 1, None), ("5.2", 1, None), ("5.1", 5, "at level 5."), ("5.2", 3, "1 common magic item."),
        ("5.2", 5, "500 gp and 1d10 × 25 gp more"), ("5.2", 16, "5,000 gp"), ("5.2", 17, "20,000 gp"),
    ],
)  # fmt: skip
def test_a_kit_is_that_of_level_1_and_says_so(ruleset: Ruleset, level: int, told: str | None) -> None:
    table = Table(begun(ruleset))
    text = table.did("create", name="Fi", character={"classes": [f"fighter {level}"]}, kit=True)["text"]
    assert ("starting equipment of level 1" in text) == (told is not None)
    assert told is None or told in text


@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize(
    ("call", "found"),
    [
        ({}, "1 slot 5 back, 1 slot 1 back"), ({"choice": [5, 1]}, "1 slot 5 back, 1 slot 1 back"), ({"choice": "1, 1"}, "2 slot 1 back"),
        ({"slot": 5}, "1 slot 5 back"), ({"choice": [6]}, None), ({"choice": "6"}, None), ({"choice": [5, 5]}, None),
        ({"choice": [0]}, None), ({"slot": 6}, None), ({"choice": [15]}, None),
    ],
    ids=str,
)  # fmt: skip
def test_arcane_recovery_tells_its_number_and_plays_no_other_choice(ruleset: Ruleset, call: dict[str, Any], found: str | None) -> None:
    table = Table(begun(ruleset))
    table.did("create", name="Wiz", character={"classes": ["wizard 11"], "abilities": {"int": 16}, "spent": {"slot_5": 2, "slot_1": 4}})
    if found is None:
        table.refused("slots_unfit", "act", "Wiz", act="Arcane Recovery", force=True, **call)
        return
    text = table.did("act", "Wiz", act="Arcane Recovery", force=True, **call)["text"]
    assert found in text and "at most 6, none above 5" in text
