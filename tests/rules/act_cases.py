"""The worked cases of acts, by area."""

import json
from pathlib import Path
from typing import Any

import pytest

CASES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "facts" / "act_cases.json").read_text("utf-8"))["cases"]


def of_area(area: str, *expected: str) -> Any:
    """The cases of an area, once in each ruleset; with `expected`, those that tell one of these."""
    rows = [(c, r) for c in CASES if c["area"] == area and (not expected or {*expected} & {*c["expect"]}) for r in c["rulesets"]]
    return pytest.mark.parametrize(("case", "ruleset"), [pytest.param(c, r, id=f"{c['id']} {r}") for c, r in rows])
