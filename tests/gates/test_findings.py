"""Each finding of a user's trial names an existing test that pins it, or a decision that says why it stays."""

import json
import re
from pathlib import Path

from tests.gates.decisions import exists
from tests.rows import each_row

ROOT = Path(__file__).parents[2]
LISTED = sorted((ROOT / "tests" / "findings").glob("*.json"))
FOUND = {
    "adversary": "L1 L2 L3 L4 L5 L6 A1 A1b A2 A3 A4 D1 D2 D3 D4 D5 B1 B2 B3 B4 B5 B6 B7 B8 M1 M2".split(),
    "evening": [str(n) for n in range(1, 17)],
    "newcomer": [f"B{n}" for n in range(1, 20)],
    "numbers": [*(f"R{n}" for n in range(1, 28)), *(f"T{n}" for n in range(1, 10))],
    "maps": [f"B{n}" for n in range(1, 14)],
    "code": [f"B{n}" for n in range(1, 8)],
}
"""Tester → findings: a table for an evening, three newcomers, sheets, maps, an attacker, a reader of the code."""


def holders() -> dict[str, list[str]]:
    """Finding → the tests and decisions that hold it, of all lists together."""
    found: dict[str, list[str]] = {}
    for file in LISTED:
        for finding, held in json.loads(file.read_text("utf-8")).items():
            found.setdefault(finding, []).extend(held)
    return found


HELD = holders()


@each_row("finding", [f"{by} {n}" for by, numbers in FOUND.items() for n in numbers])
def test_every_finding_is_held(finding: str) -> None:
    assert HELD.get(finding), f"no test and no decision holds {finding}"


@each_row(("finding", "holder"), [(f, h) for f, held in HELD.items() for h in held])
def test_what_holds_it_is_there(finding: str, holder: str) -> None:
    path, _, name = holder.partition("::")
    assert re.match(r"(tests/.+\.py|adrs/\d{4}-.+\.md)$", path), holder
    assert exists(path, name.rpartition("::")[2].partition("[")[0]), holder
