"""The decisions and their one-line digest agree, and each names a test that holds it."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ADRS = sorted((ROOT / "adrs").glob("[0-9]*.md"))
DIGEST = (ROOT / "adrs" / "DECISIONS.md").read_text(encoding="utf-8")
TEST_NAME = re.compile(r"`(tests/[\w/]+\.py)(?:::(\w+))?`")


def test_every_decision_is_listed_once_and_every_listed_one_exists():
    listed = re.findall(r"\]\(((?!http)[^)]+\.md)\)", DIGEST)
    assert sorted(listed) == [a.name for a in ADRS]


def test_each_line_of_the_digest_is_one_line():
    entries = [line for line in DIGEST.splitlines() if ".md)" in line]
    assert all(line.startswith("- [") and line.endswith(".") for line in entries)


def test_the_numbers_run_without_gaps():
    assert [a.name[:5] for a in ADRS] == [f"{n:04}-" for n in range(1, len(ADRS) + 1)]


@pytest.mark.parametrize("adr", ADRS, ids=lambda a: a.stem)
def test_it_says_context_decision_consequences_and_its_test(adr):
    text = adr.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    assert headings[0].startswith(f"{adr.name[:4]} ")
    assert headings[1:] == ["Context", "Decision", "Consequences", "Held by"]


@pytest.mark.parametrize("adr", ADRS, ids=lambda a: a.stem)
def test_the_tests_that_it_names_exist(adr):
    named = TEST_NAME.findall(adr.read_text(encoding="utf-8").partition("## Held by")[2])
    assert named, "names no test"
    missing = [f"{path}::{name}" if name else path for path, name in named if not exists(path, name)]
    assert not missing, f"no such test: {', '.join(missing)}"


def exists(path: str, name: str) -> bool:
    file = ROOT / path
    return file.is_file() and (not name or name in functions_of(file))


def functions_of(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
