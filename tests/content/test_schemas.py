"""The JSON Schemas of content files: every key is described, our own files hold to them, and wrong ones do not."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.content import content_schemas, item_schema, rulebook_loading
from rpg_lite.content.rulebook_files import folder
from rpg_lite.content.schema_descriptions import descriptions
from tests.rows import each_row

jsonschema = pytest.importorskip("jsonschema")
MOST_WORDS = 15
OURS = {
    "item": [p for p in folder("items").glob("*.json") if p.name != item_schema.SCHEMA_FILE],
    "spell": [p for p in folder("data").glob("spells/*.json") if p.stem != "aliases"],
    "act": [folder("data") / "acts.json"],
    "feature": [folder("data") / "features.json", *folder("data").glob("features/*.json")],
    "class": [*folder("data").glob("classes/*.json")],
    "species": [*folder("data").glob("species/*.json")],
    "background": [folder("data") / "backgrounds.json"],
    "feat": [folder("data") / "feats.json"],
    "rule": [folder("data") / "rules.json", *folder("data").glob("rules_of_play/*.json")],
    "condition": [folder("data") / "conditions.json"],
    "effect": [folder("data") / "effects.json"],
    "trap": [folder("data") / "traps.json"],
    "creature": [*folder("data").glob("creatures/**/*.json")],
}
NAMED = {"name": "Test"}
HIT = {"targets": "1", "name": "Test", "steps": [{"attack": 5, "hit": [{"damage": "1d6", "type": "fire"}]}]}
ONES: dict[str, tuple[str, Any]] = {
    "item": ("mine.json", {**NAMED, "type": "wondrous"}),
    "spell": ("spells.json", {**HIT, "level": 1, "school": "evocation"}),
    "act": ("acts/mine.json", HIT),
    "feature": ("features.json", [{**NAMED, "acts": [HIT], "flags": ["no_reactions"], "say": ["Told.", {"say": "Judged.", "open": True}]}]),
    "class": ("classes/mine.json", {**NAMED, "hitDie": 8, "features": {"1": ["Rage"]}}),
    "species": ("species/mine.json", {**NAMED, "lineages": [{"name": "High Test", "speed": {"walk": 25}}]}),
    "background": ("backgrounds.json", [{**NAMED, "skills": ["stealth"]}]),
    "feat": ("feats.json", [{**NAMED, "category": "origin"}]),
    "rule": ("rules.json", [{**NAMED, "text": "Told."}]),
    "condition": ("conditions.json", [{"name": "dazed", "implies": ["incapacitated"]}]),
    "effect": ("effects.json", [{**NAMED, "modifiers": [{"target": "ac", "op": "add", "value": 1}]}]),
    "trap": (
        "traps.json",
        [{**NAMED, "trigger": "open", "detect": 12, "disarm": {"dc": 12}, "steps": [{"damage": "1d6", "type": "fire"}]}],
    ),
    "creature": ("creatures.json", {"character": {**NAMED, "species": "elf", "acts": [HIT]}, "aliases": ["Tester"]}),
}


def judge(kind: str) -> Any:
    return jsonschema.Draft202012Validator(content_schemas.schema(kind))


def places(at: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """(path, key, schema) of each property."""
    if isinstance(at, list):
        for n, part in enumerate(at):
            yield from places(part, f"{path}[{n}]")
    elif isinstance(at, dict):
        shown = at.get("properties")
        if isinstance(shown, dict) and all(isinstance(part, dict) for part in shown.values()):
            yield from ((path, key, part) for key, part in shown.items())
        for key, part in at.items():
            yield from places(part, f"{path}.{key}")


def wrong(kind: str) -> tuple[str, Any]:
    """The same with an unknown key in its one entry."""
    name, data = ONES[kind]
    return name, [{**data[0], "nonsense": 1}] if isinstance(data, list) else {**data, "nonsense": 1}


def check(tmp_path: Path, name: str, data: Any) -> list[str]:
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps(data), encoding="utf-8")
    return [str(fault) for fault in rulebook_loading.check(path).faults]


def test_every_kind_has_an_example_here() -> None:
    assert (*OURS,) == (*ONES,) == content_schemas.KINDS and all(OURS.values())


@each_row("kind", content_schemas.KINDS)
def test_every_key_of_a_schema_is_described(kind: str) -> None:
    made = content_schemas.schema(kind)
    jsonschema.Draft202012Validator.check_schema(made)
    assert [f"{path}: {key}" for path, key, part in places(made) if not part.get("description")] == []


@pytest.mark.parametrize("kind", content_schemas.KINDS)
def test_the_entry_comes_before_everything_to_which_it_refers(kind: str) -> None:
    assert next(iter(content_schemas.schema(kind)["$defs"])) in ("Item", "Entry")


def test_every_key_of_the_schema_for_editors_is_described() -> None:
    assert [f"{path}: {key}" for path, key, part in places(item_schema.schema()) if not part.get("description")] == []


def test_the_form_of_a_step_stands_in_one_place() -> None:
    made = json.dumps(content_schemas.schema("spell"))
    assert made.count('"#/$defs/AttackStep"') == 1 < made.count('"#/$defs/Step"')
    (fault,) = judge("spell").iter_errors({**ONES["spell"][1], "steps": [{"damge": "1d6"}]})
    assert fault.json_path == "$.steps[0]"


def test_every_description_is_used_and_short() -> None:
    used = {(key, part.get("description")) for kind in content_schemas.KINDS for _, key, part in places(content_schemas.schema(kind))}
    written = [(model, key, text) for model, keys in descriptions().items() for key, text in keys.items()]
    assert [(model, key) for model, key, text in written if (key, text) not in used] == []
    assert [
        (model, key) for model, key, text in written if len(text.split()) > MOST_WORDS or "\n" in text or not text.endswith((".", "}"))
    ] == []


MANY_FILES = ("creature", "spell")
"""To hold hundreds of files against a schema takes many seconds."""


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] if kind in MANY_FILES else []) for kind in content_schemas.KINDS]
)
def test_our_files_hold_to_their_schema(kind: str) -> None:
    of = judge(kind)
    faults = {
        p.name: [f"{e.json_path}: {e.message[:200]}" for e in of.iter_errors(json.loads(p.read_text("utf-8")))][:2] for p in OURS[kind]
    }
    assert {name: told for name, told in faults.items() if told} == {}


@pytest.mark.parametrize("kind", content_schemas.KINDS)
def test_the_schema_and_the_check_agree_on_a_file(kind: str, tmp_path: Path) -> None:
    of = judge(kind)
    name, data = ONES[kind]
    assert [e.message for e in of.iter_errors(data)] == check(tmp_path, name, data) == []
    name, bad = wrong(kind)
    (fault,) = check(tmp_path, name, bad)
    assert "nonsense: unknown key" in fault
    (told,) = of.iter_errors(bad)
    assert "'nonsense' was unexpected" in told.message
