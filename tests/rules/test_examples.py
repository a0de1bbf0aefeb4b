"""Worked sheets, with numbers that others computed by hand from the rules (`tests/facts/stat_examples.json`)."""

import pytest

from rpg_lite.rules.sheet_document import SheetDocument, situation
from rpg_lite.views.stats_json import sheet_json
from rpg_lite.vocabulary import Ruleset
from tests.rows import each_row
from tests.rules.examples import CASES, Json, by_name, inline, rewritten
from tests.rules.heroes import book, differing

ROWS = [pytest.param(case, ruleset, id=f"{case['id']} {ruleset}: {case['title']}") for case in CASES for ruleset in case["rulesets"]]


def wrong(case: Json, document: Json, ruleset: Ruleset) -> list[Json]:
    """Differences from each reading of the case; empty when one of them fits."""
    shown = sheet_json(situation(SheetDocument.model_validate({**document, "ruleset": ruleset}), book(ruleset)), book(ruleset))
    readings = [case["expect"], *({**case["expect"], **other} for other in case.get("alternatives", []))]
    found = [differing(shown, expected) for expected in readings]
    return found if all(found) else []


@each_row(("case", "ruleset"), ROWS)
def test_a_worked_sheet_comes_out_as_worked(case, ruleset):
    assert not wrong(case, case["doc"], ruleset)


@each_row(("case", "ruleset"), ROWS)
def test_it_comes_out_the_same_with_every_item_written_inline(case, ruleset):
    assert not wrong(case, rewritten(case["doc"], ruleset, inline), ruleset)


@each_row(("case", "ruleset"), ROWS)
def test_it_comes_out_the_same_with_every_item_by_its_name(case, ruleset):
    assert not wrong(case, rewritten(case["doc"], ruleset, by_name), ruleset)


def test_both_rulesets_are_worked_through():
    assert {ruleset for case in CASES for ruleset in case["rulesets"]} == {"5.1", "5.2"}


def test_both_ways_of_writing_are_walked():
    entries = [e for case in CASES for e in (*case["doc"].get("equipped", ()), *case["doc"].get("carried", ()))]
    assert sum(inline(e, "5.1") != e for e in entries) > 40
    assert sum(by_name(e, "5.1") != e for e in entries) > 10
