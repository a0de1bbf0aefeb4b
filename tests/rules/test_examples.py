"""Worked sheets, with numbers that others computed by hand from the rules (`tests/facts/stat_examples.json`)."""

import json
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views.stats import sheet_json
from rpg_lite.vocabulary import Ruleset
from tests.rules.heroes import book, differing

Json = dict[str, Any]
CASES = json.loads((Path(__file__).parents[1] / "facts" / "stat_examples.json").read_text("utf-8"))["cases"]
ROWS = [pytest.param(case, ruleset, id=f"{case['id']} {ruleset}: {case['title']}") for case in CASES for ruleset in case["rulesets"]]


def inline(entry: Json, ruleset: Ruleset) -> Json:
    """The entry with its template written out, as somebody without our item files would."""
    pick = book(ruleset).find(entry["item"]) if isinstance(entry["item"], str) else None
    item = book(ruleset).item(pick) if pick else None
    return {**entry, "item": item.model_dump(mode="json", by_alias=True, exclude_defaults=True)} if item else entry


def by_name(entry: Json, ruleset: Ruleset) -> Json:
    """The entry by the name of a template, where its inline item has one."""
    named = isinstance(entry["item"], dict) and book(ruleset).find(entry["item"]["name"])
    return {**entry, "item": entry["item"]["name"]} if named else entry


def rewritten(document: Json, ruleset: Ruleset, how: Any) -> Json:
    lists = {k: [how({"item": e} if isinstance(e, str) else e, ruleset) for e in document.get(k, ())] for k in ("equipped", "carried")}
    return {**document, **{k: v for k, v in lists.items() if v}}


def wrong(case: Json, document: Json, ruleset: Ruleset) -> list[Json]:
    """Differences from each reading of the case; empty when one of them fits."""
    shown = sheet_json(situation(SheetDocument.model_validate({**document, "ruleset": ruleset}), book(ruleset)), book(ruleset))
    readings = [case["expect"], *({**case["expect"], **other} for other in case.get("alternatives", []))]
    found = [differing(shown, expected) for expected in readings]
    return found if all(found) else []


@pytest.mark.parametrize(("case", "ruleset"), ROWS)
def test_a_worked_sheet_comes_out_as_worked(case, ruleset):
    assert not wrong(case, case["doc"], ruleset)


@pytest.mark.parametrize(("case", "ruleset"), ROWS)
def test_it_comes_out_the_same_with_every_item_written_inline(case, ruleset):
    assert not wrong(case, rewritten(case["doc"], ruleset, inline), ruleset)


@pytest.mark.parametrize(("case", "ruleset"), ROWS)
def test_it_comes_out_the_same_with_every_item_by_its_name(case, ruleset):
    assert not wrong(case, rewritten(case["doc"], ruleset, by_name), ruleset)


def test_both_rulesets_are_worked_through():
    assert {ruleset for case in CASES for ruleset in case["rulesets"]} == {"5.1", "5.2"}


def test_both_ways_of_writing_are_walked():
    entries = [e for case in CASES for e in (*case["doc"].get("equipped", ()), *case["doc"].get("carried", ()))]
    assert sum(inline(e, "5.1") != e for e in entries) > 40
    assert sum(by_name(e, "5.1") != e for e in entries) > 10
