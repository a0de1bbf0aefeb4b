"""Shortcuts for writing a hero and reading its numbers: `sheet("Plate Armor", dex=8)["ac"]`."""

from dataclasses import replace
from typing import Any

from rpg_lite.content import rulebook_loading
from rpg_lite.rules.policy import Policy
from rpg_lite.rules.rulebook import Rulebook
from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views.stats_json import sheet_json
from rpg_lite.vocabulary import ABILITIES, Ruleset

Json = dict[str, Any]
OF_THE_DOCUMENT = frozenset(f.alias or n for n, f in SheetDocument.model_fields.items())


def book(ruleset: Ruleset = "5.1", **policy: Any) -> Rulebook:
    ours = rulebook_loading.rulebook(ruleset)
    return replace(ours, policy=Policy.model_validate(ours.policy.model_dump(by_alias=True) | policy)) if policy else ours


def sheet(*equipped: str | Json, ruleset: Ruleset = "5.1", policy: Json | None = None, **given: Any) -> Json:
    """All numbers as JSON. Scores by name (dex=8); other keys belong to the character or, if it has such, to the document."""
    scores = {a: given.pop(a) for a in ABILITIES if a in given}
    outer = {k: given.pop(k) for k in tuple(given) if k in OF_THE_DOCUMENT}
    character = given | ({"abilities": scores} if scores else {})
    rules = book(ruleset, **(policy or {}))
    document = SheetDocument.model_validate({"ruleset": ruleset, "character": character, "equipped": equipped, **outer})
    return sheet_json(situation(document, rules), rules)


def attuned(name: str, **more: Any) -> Json:
    return {"item": name, "attuned": True, **more}


def at(slot: str, name: str, **more: Any) -> Json:
    return {"item": name, "slot": slot, **more}


def charm(*modifiers: Json, slot: str = "neck", **keys: Any) -> Json:
    """A homebrew item that does this and nothing else."""
    return {"item": {"name": f"charm of the {slot}", "type": "wondrous", "slot": slot, "modifiers": modifiers, **keys}}


def change(target: str, op: str, value: Any = None, **more: Any) -> Json:
    return {"target": target, "op": op, **({} if value is None else {"value": value}), **more}


def same(got: Any, expected: Any) -> bool:
    """Objects by the keys that are expected, {} means empty, lists as sets."""
    if isinstance(expected, dict):
        return got in ({}, None) if not expected else all(k in got and same(got[k], v) for k, v in expected.items())
    if isinstance(expected, list):
        return sorted(map(str, got)) == sorted(map(str, expected))
    return bool(got == expected)


def differing(shown: Json, expected: Json) -> Json:
    """The expected keys that differ: (got, expected)."""
    return {k: (shown.get(k), v) for k, v in expected.items() if not same(shown.get(k), v)}
