"""Creature files: the names that find them, the load of mounts, and faulty files."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import content_coverage, rulebook_files, rulebook_loading
from rpg_lite.rules import names
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.vocabulary import RULESETS, Ruleset
from tests.rows import each_row

FOLDER = rulebook_files.folder("data") / "creatures"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_file_is_called_as_its_creature(ruleset: Ruleset) -> None:
    files = {f.stem: json.loads(f.read_text("utf-8"))["name"] for f in (FOLDER / ruleset).glob("*.json")}
    assert {stem: name for stem, name in files.items() if names.fold(stem.replace("_", " ")) != names.fold(name)} == {}
    book = rulebook_loading.rulebook(ruleset)
    assert len(book.creatures) == len(files) and {d["character"]["name"] for d in book.creatures.values()} == {*files.values()}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_creature_is_legal(ruleset: Ruleset) -> None:
    book = rulebook_loading.rulebook(ruleset)
    for document in book.creatures.values():
        assert situation(SheetDocument.model_validate({**document, "ruleset": ruleset}), book).stats(book).errors == ()


def test_what_5_2_calls_otherwise_is_found_under_both_names() -> None:
    book = rulebook_loading.rulebook("5.2")
    told = {old: new for old, new in content_coverage.names_in_5_2().items() if new}
    assert {"Goblin": "Goblin Warrior", "Thug": "Tough"}.items() <= told.items()
    assert content_coverage.names_in_5_2()["Orc"] is None
    for old, new in told.items():
        one, other = book.creatures[names.fold(old)], book.creatures[names.fold(new)]
        assert (one["character"]["name"], other["character"]["name"]) == (old, new)
        assert {**one["character"], "name": new} == other["character"]


def test_to_go_through_the_creatures_gives_each_once() -> None:
    listed = [*rulebook_loading.rulebook("5.2").creatures]
    assert len(listed) == len({*listed}) and names.fold("Goblin Warrior") in listed and "goblin" not in listed


@each_row(
    ("ruleset", "name", "capacity"),
    [
        ("5.1", "Camel", 480),
        ("5.1", "Draft Horse", 540),
        ("5.1", "Elephant", 1320),
        ("5.1", "Mastiff", 195),
        ("5.1", "Mule", 420),
        ("5.1", "Pony", 225),
        ("5.1", "Riding Horse", 480),
        ("5.1", "Warhorse", 540),
        ("5.2", "Camel", 450),
        ("5.2", "Draft Horse", 540),
        ("5.2", "Elephant", 1320),
        ("5.2", "Mastiff", 195),
        ("5.2", "Mule", 420),
        ("5.2", "Pony", 225),
        ("5.2", "Riding Horse", 480),
        ("5.2", "Warhorse", 540),
    ],
)
def test_a_mount_carries_what_the_table_of_mounts_says(ruleset: Ruleset, name: str, capacity: int) -> None:
    book = rulebook_loading.rulebook(ruleset)
    found = SheetDocument.model_validate(book.creatures[names.fold(name)])
    assert situation(found, book).stats(book).load.capacity.value == capacity


IMP = {"character": {"name": "Imp", "hpMax": 10, "speed": {"walk": 20}}}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ({"character": {}}, "creatures/imp.json: character.name: is missing"),
        ({**IMP, "equiped": []}, "creatures/imp.json: equiped: unknown key"),
        ({**IMP, "5.2": {"hpMax": 3}}, "creatures/imp.json: 5.2.hpMax: unknown key"),
        ({**IMP, "5.2": {"character": {"hpMax": "3"}}}, "creatures/imp.json: 5.2.character.hpMax: "),
        ({**IMP, "5.2": {"character": {"hpMaxx": 3}}}, "creatures/imp.json: 5.2.character.hpMaxx: unknown key"),
        ({**IMP, "5.2": {"equipped": [{"item": "Club", "slott": "mainhand"}]}}, "creatures/imp.json: 5.2.equipped[0].slott: unknown key"),
        ({**IMP, "5.2": {"aliases": [3]}}, "creatures/imp.json: 5.2.aliases[0]: "),
        ({**IMP, "5.2": 3}, "creatures/imp.json: 5.2: "),
        ([], "creatures/imp.json: takes an object"),
    ],
)
def test_a_faulty_file_is_left_out_and_named(tmp_path: Path, written: Any, said: str) -> None:
    (tmp_path / "creatures").mkdir()
    (tmp_path / "creatures" / "imp.json").write_text(json.dumps(written), encoding="utf-8")
    found, faults = rulebook_loading.bestiary("5.2", tmp_path / "creatures")
    assert found == {}
    assert str(faults[0]).startswith(said)


def test_what_differs_takes_the_place_of_the_key(tmp_path: Path) -> None:
    over = {"character": {"speed": {"fly": 40}, "hpMax": None}, "aliases": ["Lesser Imp"]}
    (tmp_path / "imp.json").write_text(json.dumps({**IMP, "5.2": over}), encoding="utf-8")
    assert rulebook_loading.bestiary("5.1", tmp_path) == ({"imp": IMP}, [])
    found, faults = rulebook_loading.bestiary("5.2", tmp_path)
    assert (found["imp"], faults) == ({"character": {"name": "Imp", "speed": {"fly": 40}}}, [])
    assert found["lesser imp"]["character"] == {"name": "Lesser Imp", "speed": {"fly": 40}}
