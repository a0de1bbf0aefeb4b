"""A feature of the user's own with class and level is gained by heroes of that class at that level."""

import json
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.content import rulebook_loading

SLIPPERY: dict[str, Any] = {
    "name": "Slippery", "class": "rogue", "level": 3, "modifiers": [{"target": "ac", "op": "add", "value": 1}],
}  # fmt: skip


def written(tmp_path: Path, **changes: Any) -> Path:
    feature = {k: v for k, v in {**SLIPPERY, **changes}.items() if v is not None}
    (tmp_path / "features.json").write_text(json.dumps([feature]), "utf-8")
    return tmp_path


def ac_of(folder: Path, *classes: str, **sheet: Any) -> int:
    document = {"character": {"classes": list(classes), **sheet}}
    return rpg_lite.effective(document, rpg_lite.rulebook("5.1", folder)).ac.value


@pytest.mark.parametrize(
    ("classes", "ac"), [(["rogue 2"], 10), (["rogue 3"], 11), (["fighter 3"], 10), (["fighter 3", "rogue 2"], 10), (["rogue 20"], 11)]
)
def test_the_class_gives_it_at_its_level(tmp_path: Path, classes: list[str], ac: int) -> None:
    folder = written(tmp_path)
    assert rulebook_loading.check(folder) == (1, [])
    assert ac_of(folder, *classes) == ac


def test_it_counts_once_where_the_sheet_names_it_and_not_where_the_sheet_takes_nothing(tmp_path: Path) -> None:
    folder = written(tmp_path)
    assert ac_of(folder, "rogue 3", features=["Slippery"]) == 11
    assert ac_of(folder, "rogue 3", features=[]) == 10


def test_a_subclass_gives_its_own_to_those_who_chose_it(tmp_path: Path) -> None:
    folder = written(tmp_path, subclass="Thief")
    assert ac_of(folder, "rogue 3") == 10
    assert ac_of(folder, "rogue 3", choices={"subclass": {"rogue": "thief"}}) == 11


def test_without_a_level_it_is_chosen_or_named_on_the_sheet(tmp_path: Path) -> None:
    folder = written(tmp_path, level=None)
    assert (ac_of(folder, "rogue 20"), ac_of(folder, "rogue 1", features=["Slippery"])) == (10, 11)


def test_one_that_replaces_a_choice_of_ours_stays_a_choice(tmp_path: Path) -> None:
    folder = written(tmp_path, name="Agonizing Blast", **{"class": "warlock", "level": 2})
    assert ac_of(folder, "warlock 5") == 10


FAULTS: list[tuple[dict[str, Any], str, str]] = [
    ({"class": "rogu"}, "class", "did you mean 'rogue'?"),
    ({"class": "Rogue"}, "class", "allowed: barbarian"),
    ({"level": 99}, "level", "is 99; takes a class level from 1 to 20"),
    ({"level": 0}, "level", "is 0"),
    ({"subclass": "Theif"}, "subclass", "did you mean 'Thief'?"),
]


@pytest.mark.parametrize(("changes", "key", "why"), FAULTS, ids=[str(row[0]) for row in FAULTS])
def test_a_class_or_level_that_there_is_not_is_a_fault(tmp_path: Path, changes: dict[str, Any], key: str, why: str) -> None:
    faults = rulebook_loading.check(written(tmp_path, **changes, rulesets=["5.1"])).faults
    assert [fault.key for fault in faults] == [f'[0] "Slippery".{key}'] and why in faults[0].expected
