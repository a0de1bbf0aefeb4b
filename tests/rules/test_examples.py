"""Worked sheets, with numbers that others worked out by hand from the rules (`tests/facts/stat_examples.json`)."""

import json
from pathlib import Path

import pytest

from rpg_lite.rules.document import SheetDocument, situation
from rpg_lite.views.stats import sheet_json
from tests.rules.heroes import book, differing

CASES = json.loads((Path(__file__).parents[1] / "facts" / "stat_examples.json").read_text("utf-8"))["cases"]
ROWS = [pytest.param(case, ruleset, id=f"{case['id']} {ruleset}: {case['title']}") for case in CASES for ruleset in case["rulesets"]]


@pytest.mark.parametrize(("case", "ruleset"), ROWS)
def test_a_worked_sheet_comes_out_as_worked(case, ruleset):
    document = SheetDocument.model_validate({**case["doc"], "ruleset": ruleset})
    shown = sheet_json(situation(document, book(ruleset)), book(ruleset))
    readings = [case["expect"], *({**case["expect"], **other} for other in case.get("alternatives", []))]
    wrong = [differing(shown, expected) for expected in readings]
    assert not all(wrong), wrong


def test_both_rulesets_are_worked_through():
    assert {ruleset for case in CASES for ruleset in case["rulesets"]} == {"5.1", "5.2"}
