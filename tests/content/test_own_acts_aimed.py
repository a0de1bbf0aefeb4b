"""An act of the user's own that harms says at whom: left out, it would be the one who plays it."""

import json
from pathlib import Path
from typing import Any

import pytest

import rpg_lite
from rpg_lite.content import rulebook_loading

HARM: list[Any] = [{"save": "dex", "dc": 12, "fail": [{"damage": "2d8", "type": "cold"}], "pass": "half"}]
FROST: dict[str, Any] = {
    "name": "Frost Lance", "level": 1, "school": "evocation", "classes": ["wizard"], "cost": "action", "range": 60, "steps": HARM,
}  # fmt: skip
FROST_ACT: dict[str, Any] = {"name": "Frost", "cost": "action", "steps": HARM}
WIZARD = {"character": {"name": "Ada", "classes": ["wizard 3"], "abilities": {"int": 16}, "hpMax": 20}}
FILES: list[tuple[str, Any, str]] = [
    ("spells.json", [FROST], '[0] "Frost Lance".targets'),
    ("acts.json", [FROST_ACT], '[0] "Frost".targets'),
    ("features.json", [{"name": "Cold Hands", "acts": [FROST_ACT]}], '[0] "Cold Hands".acts[0].targets'),
    ("things.json", {"items": [{"name": "Frost Rod", "type": "wondrous", "acts": [FROST_ACT]}]}, 'items[0] "Frost Rod".acts[0].targets'),
    ("creatures.json", [{"character": {"name": "Mire", "hpMax": 9, "acts": [FROST_ACT]}}], '[0] "Mire".character.acts[0].targets'),
    ("acts.json", [{"name": "Charge", "steps": [{"apply": {"acts": [FROST_ACT]}}]}], '[0] "Charge".steps[0].apply.acts[0].targets'),
]


@pytest.mark.parametrize(("file", "content", "place"), FILES, ids=[row[2] for row in FILES])
def test_an_act_that_harms_nobody_in_particular_is_a_fault(tmp_path: Path, file: str, content: Any, place: str) -> None:
    (tmp_path / file).write_text(json.dumps(content), "utf-8")
    [fault] = rulebook_loading.check(tmp_path).faults
    assert fault.key == place and "is missing" in fault.expected and "each_enemy" in fault.expected


@pytest.mark.parametrize("aim", [{"targets": 1}, {"targets": "self"}, {"range": "self"}, {"steps": [{**HARM[0], "to": "self"}]}], ids=str)
def test_an_act_that_says_whom_it_harms_is_none(tmp_path: Path, aim: dict[str, Any]) -> None:
    (tmp_path / "spells.json").write_text(json.dumps([{**FROST, **aim}]), "utf-8")
    assert rulebook_loading.check(tmp_path).faults == []


@pytest.mark.parametrize("act", [FROST, FROST_ACT])
def test_played_at_nobody_it_is_refused_and_at_somebody_it_strikes_that_one(act: dict[str, Any]) -> None:
    assert rpg_lite.play(act, WIZARD).refused == "target_required"
    struck = rpg_lite.play(act, WIZARD, [{"character": {"name": "Goblin", "hpMax": 30}}], dice="low")
    assert [document["character"]["hp"] for document in struck.documents] == [20, 28]
