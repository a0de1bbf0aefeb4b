"""Spells, acts, features and creatures of users: they count beside ours, and a wrong file is reported with key and what is allowed."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import rulebook_loading

SPELL: dict[str, Any] = {
    "name": "Ember Lash", "level": 1, "school": "evocation", "classes": ["wizard"], "cost": "action", "range": 30, "targets": 1,
    "steps": [{"attack": "spell", "kind": "ranged", "hit": [{"damage": "2d8", "type": "fire", "up": "1d8"}]}],
}  # fmt: skip
PYTHON_WORDS = ("input should", "union", "pydantic", "validation", "tagged", "valid integer", "extra inputs", "step_unknown")


def step(*steps: Any) -> dict[str, Any]:
    return {**SPELL, "steps": list(steps)}


FAULTS: list[tuple[Any, tuple[str, ...]]] = [
    ({**SPELL, "classes": ["wizrd"]}, ('"Ember Lash".classes[0]', "is 'wizrd'", "allowed: barbarian", "did you mean 'wizard'")),
    ({**SPELL, "level": 10}, (".level", "is 10", "at most 9")),
    ({**SPELL, "school": "evokation"}, (".school", "allowed: abjuration", "did you mean 'evocation'")),
    ({**SPELL, "cost": "a while"}, (".cost", "is 'a while'", "bonus")),
    ({**SPELL, "duration": "a bit"}, (".duration", "not a duration", "1 minute")),
    ({**SPELL, "lvl": 3}, (".lvl", "unknown key", "'level'")),
    ({k: v for k, v in SPELL.items() if k != "school"}, (".school", "is missing")),
    (step({"damage": "lots", "type": "fire"}), (".steps[0].damage", "'lots' is not dice")),
    (step({"damage": "1d6", "type": "fyre"}), (".steps[0].type", "is 'fyre'", "acid")),
    (step({"damag": "1d6", "type": "fire"}), (".steps[0]", "exactly one step word", "tempHp", "did you mean 'damage'")),
    (step({"damage": "1d6", "type": "fire", "tipe": 1}), (".steps[0].tipe", "unknown key", "did you mean 'type'")),
    (step({"heal": "1d6", "colour": 1}), (".steps[0].colour", "allowed: to, heal, up, cantrip, max")),
    (step({"save": "dex", "fail": [{"damage": "{levle}d6", "type": "fire"}]}), (".steps[0].fail[0].damage", "levle")),
    (step({"save": "luck"}), (".steps[0].save", "is 'luck'")),
    (step({"if": ["target:undead", "raining"], "then": []}), (".steps[0].if[1]", "'raining' is not a word of `if`")),
    (step({"apply": "Bless", "ends": ["boredom"]}), (".steps[0].ends[0]", "not a word of `ends`")),
    (step({"do": "Ember Lash"}), ('"Ember Lash"', "never plays itself")),
    (step("burn"), (".steps[0]", "exactly one step word")),
]  # fmt: skip


@pytest.mark.parametrize(("spell", "parts"), FAULTS, ids=[str(row[1]) for row in FAULTS])
def test_a_wrong_spell_names_key_and_what_is_allowed(tmp_path: Path, spell: Any, parts: tuple[str, ...]) -> None:
    file = tmp_path / "spells.json"
    file.write_text(json.dumps([spell]), "utf-8")
    faults = rulebook_loading.check(tmp_path).faults
    told = "\n".join(map(str, faults))
    assert len(faults) == 1 and told.startswith(str(file)), told
    assert [part for part in parts if part not in told] == [], told
    assert [word for word in PYTHON_WORDS if word in told.casefold()] == []


@pytest.mark.parametrize("path", ["spells.json", "spells/ember_lash.json"])
def test_a_spell_of_ones_own_is_in_the_book(tmp_path: Path, path: str) -> None:
    file = tmp_path / path
    file.parent.mkdir(exist_ok=True)
    file.write_text(json.dumps([SPELL] if path == "spells.json" else SPELL), "utf-8")
    book = rulebook_loading.rulebook("5.1", tmp_path)
    spell = book.spell("ember lash")
    assert book.faults == () and spell and spell.spends == ("slot",) and book.spell("Fireball") and "ember lash" in book.spell_names
    assert rulebook_loading.rulebook("5.1").spell("ember lash") is None
    assert rulebook_loading.check(tmp_path) == (1, [])


def test_a_spell_of_ones_own_replaces_ours_and_says_so(tmp_path: Path) -> None:
    (tmp_path / "spells.json").write_text(json.dumps([{**SPELL, "name": "Fireball", "level": 2}]), "utf-8")
    book = rulebook_loading.rulebook("5.1", tmp_path)
    assert book.spell("Fireball").level == 2  # type: ignore[union-attr]
    assert [o.endswith('[0] "Fireball": replaces ours') for o in book.overrides] == [True]


def test_creatures_and_features_and_acts_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "creatures").mkdir()
    (tmp_path / "creatures" / "mire.json").write_text(
        json.dumps({"character": {"name": "Mire Thing", "type": "ooze", "cr": 2, "hpMax": 30}})
    )
    (tmp_path / "features.json").write_text(
        json.dumps([{"name": "Slippery", "class": "rogue", "level": 3, "acts": [{"name": "Slip", "cost": "bonus"}]}])
    )
    (tmp_path / "acts.json").write_text(
        json.dumps(
            [{"name": "Taunt", "cost": "bonus", "targets": 1, "steps": [{"save": "wis", "dc": 10, "fail": [{"say": "It sees only you."}]}]}]
        )
    )
    book = rulebook_loading.rulebook("5.2", tmp_path)
    assert book.faults == () and "mire thing" in book.creatures and "troll" in book.creatures
    assert book.feature("slippery") and book.act("Taunt") and book.act("Slip") and book.act("Dodge")
    assert rulebook_loading.check(tmp_path) == (3, [])


def test_a_faulty_creature_names_its_key(tmp_path: Path) -> None:
    file = tmp_path / "creatures.json"
    file.write_text(json.dumps([{"character": {"name": "Mire Thing", "hpMax": "many"}}]))
    [fault] = rulebook_loading.check(file).faults
    assert '"Mire Thing".character.hpMax' in str(fault) and "whole number" in str(fault)


HINTS: list[tuple[str, Any, str]] = [
    ("spells.json", [{**SPELL, "range": "60 ft"}], "is '60 ft'; takes a number of feet, self, touch"),
    ("spells.json", [{**SPELL, "zzqqx": 1}], "rpg-lite content schema spell)"),
    ("things.json", {"items": [{"name": "Orb", "type": "wondrous", "zzqqx": 1}]}, "rpg-lite content schema item)"),
    ("spell.json", [SPELL], "found a list [ … ]; for a list of spells, call the file spells.json"),
]


@pytest.mark.parametrize(("file", "content", "hint"), HINTS, ids=[row[2] for row in HINTS])
def test_a_fault_names_what_helps_on_the_command_line(tmp_path: Path, file: str, content: Any, hint: str) -> None:
    (tmp_path / file).write_text(json.dumps(content), "utf-8")
    [fault] = rulebook_loading.check(tmp_path).faults
    assert hint in fault.expected and "items://" not in fault.expected
