"""Each worked situation comes out as the rules say, or stands in `later.json` with the rule that is not held yet.

A case of this list must fail: whoever mends its rule takes it off.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from tests.cases import judging
from tests.cases.judging import CALLS, FACTS, FILES, LATER


def rows(cases: Iterable[dict[str, Any]]) -> list[ParameterSet]:
    return [pytest.param(case, id=case["id"], marks=_owed(case["id"])) for case in cases]


def _owed(id: str) -> list[pytest.MarkDecorator]:
    return [pytest.mark.xfail(reason=LATER[id], raises=AssertionError, strict=True)] if id in LATER else []


@pytest.mark.parametrize("case", rows(CALLS))
def test_calls_come_out_as_the_rules_say(case: dict[str, Any]) -> None:
    assert judging.faults_of_calls(case) == []


@pytest.mark.parametrize("case", rows(FACTS))
def test_facts_of_answers_are_those_of_the_texts(case: dict[str, Any]) -> None:
    assert judging.faults_of_facts(case) == []


@pytest.mark.parametrize("case", rows(FILES))
def test_files_of_other_programs_come_in_whole(case: dict[str, Any], tmp_path: Path) -> None:
    assert judging.faults_of_file(case, tmp_path) == []


def test_each_reason_belongs_to_a_case() -> None:
    assert LATER.keys() <= {case["id"] for case in (*CALLS, *FACTS, *FILES)}
    assert all(reason.endswith(".") for reason in LATER.values())
