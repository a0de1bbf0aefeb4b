"""Species with their lineages, backgrounds and feats beside the facts."""

from typing import Any

import pytest

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views.stats_json import sheet_json
from rpg_lite.vocabulary import Ruleset
from tests.rows import each_row


def shown(ruleset: Ruleset, **character: Any) -> dict[str, Any]:
    book = rulebook_loading.rulebook(ruleset)
    return sheet_json(situation(SheetDocument.model_validate({"ruleset": ruleset, "character": character}), book), book)


@each_row(
    ("race", "abilities"),
    [
        ("hill dwarf", {"con": 2, "wis": 1}), ("high elf", {"dex": 2, "int": 1}), ("lightfoot halfling", {"dex": 2, "cha": 1}),
        ("human", dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 1)), ("dragonborn", {"str": 2, "cha": 1}),
        ("rock gnome", {"int": 2, "con": 1}), ("half-elf", {"cha": 2}), ("half-orc", {"str": 2, "con": 1}), ("tiefling", {"int": 1, "cha": 2}),
    ],
)  # fmt: skip
def test_a_race_of_the_first_edition_raises_abilities(race: str, abilities: dict[str, int]) -> None:
    old, new = rulebook_loading.rulebook("5.1").race(race), rulebook_loading.rulebook("5.2").race(race)
    assert old is not None and {**old.abilities} == abilities
    assert new is None or not new.abilities


@each_row(
    ("ruleset", "race", "level", "name", "most"),
    [
        ("5.1", "red dragonborn", 1, "breath weapon", 1),
        ("5.2", "red dragonborn", 5, "breath weapon", 3),
        ("5.2", "red dragonborn", 4, "draconic flight", None),
        ("5.2", "dwarf", 9, "stonecunning", 4),
        ("5.2", "orc", 1, "adrenaline rush", 2),
        ("5.1", "half-orc", 1, "relentless endurance", 1),
        ("5.1", "tiefling", 3, "hellish rebuke", 1),
        ("5.1", "tiefling", 3, "darkness", None),
        ("5.2", "wood elf", 5, "pass without trace", 1),
        ("5.2", "high elf", 1, "prestidigitation", None),
    ],
)
def test_a_species_has_its_resources(ruleset: Ruleset, race: str, level: int, name: str, most: int | None) -> None:
    told = shown(ruleset, race=race, level=level)["resources"]
    assert (told[name]["max"] if name in told else None) == most


@pytest.mark.parametrize("ruleset", ["5.1", "5.2"])
def test_spells_of_species_are_spells(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    spells = {s.name for s in book.spells.values()}
    named = [n for r in book.races.values() for n in (*r.spells.values(), *r.cantrips)]
    named += [
        n for c in book.classes.values() for p in (c.spellcasting, *c.subclasses) if p for ns in p.always_prepared.values() for n in ns
    ]
    assert [n for n in named if n not in spells] == []


def test_a_background_gives_its_skills_its_tool_and_its_feat() -> None:
    told = shown("5.2", classes=["rogue 1"], background="Criminal", abilities={"dex": 16})
    assert (told["skills"]["stealth"], told["toolProficiencies"]) == (5, ["thieves' tools"])
    assert "Alert" in [f["name"] for f in told["features"]] and told["initiative"] == 5


def test_a_given_skill_is_not_touched_by_a_background() -> None:
    told = shown("5.1", background="acolyte", proficiencies={"skills": {"insight": 0}})
    assert (told["skills"]["insight"], told["skills"]["religion"]) == (0, 2)


def test_a_lineage_of_ones_own_stands_with_its_species(tmp_path: Any) -> None:
    (tmp_path / "species").mkdir()
    own = (
        '{"name": "crab", "rulesets": ["5.1"], "speed": {"walk": 20}, "lineages": [{"name": "rock crab", "senses": {"darkvision": 30}}, 7]}'
    )
    (tmp_path / "species" / "crab.json").write_text(own)
    book = rulebook_loading.rulebook("5.1", tmp_path)
    crab = book.race("rock crab")
    assert crab and (crab.speed, crab.senses) == ({"walk": 20}, {"darkvision": 30})
    assert ["lineages[1]" in fault for fault in book.faults] == [True]
