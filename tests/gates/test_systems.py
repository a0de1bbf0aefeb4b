"""Each line of docs/development/systems.md names one system and an existing test."""

import ast
import re
from pathlib import Path

from tests.rows import each_row

HELD = {f"S{n}" for n in (*range(1, 67), *range(94, 180))}
ROOT = Path(__file__).parents[2]
LINES = [line for line in (ROOT / "docs" / "development" / "systems.md").read_text(encoding="utf-8").splitlines() if line.startswith("| S")]
CELLS = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in LINES]


def test_each_row_is_there_once_and_in_order():
    numbers = [int(row[1:]) for row, *_ in CELLS]
    assert numbers == sorted(set(numbers))
    assert not HELD - {row for row, *_ in CELLS}


@each_row("cells", CELLS, ids=lambda c: c[0])
def test_the_test_that_it_names_exists(cells):
    _, what, told = cells
    assert what
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", told)
    assert named, "names no test"
    for file, name in named:
        functions = {
            n.name
            for n in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8")))
            if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)
        }
        assert name in functions, f"{file} has no {name}"
