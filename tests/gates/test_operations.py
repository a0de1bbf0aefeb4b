"""An operation is one record in one place: a gate names any missing part, and operations do not import each other."""

import ast
import importlib
import re
from pathlib import Path
from typing import Any

import pytest

from rpg_lite.messages import refusal_texts, result_notes, sentence_by_operation
from rpg_lite.operations import reach
from rpg_lite.operations.operation import Operation
from rpg_lite.operations.registry import OPERATIONS, READ_ONLY, TOOLS
from rpg_lite.views.renderers.renderer_by_operation import RENDERERS
from tests.gates import given_codes, refusals
from tests.rows import each_row

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "rpg_lite" / "operations"
PACKAGES = sorted(p for p in HOUSE.iterdir() if (p / "__init__.py").is_file() and p.name != "mechanics")
FILES = sorted(p for package in PACKAGES for p in package.glob("*.py") if p.name != "__init__.py")
REFUSING: dict[refusals.Function, Any] = {
    (f.__module__, f.__name__): f for o in OPERATIONS for f in (o.decide, o.who.reach, o.who.reach_aloud) if f.__module__ != reach.__name__
}
"""Whatever a record names that may refuse, but for the reaches that many share."""


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def imported(path: Path) -> set[str]:
    """The modules that a file imports, names that may be modules among them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{n.name}" for n in node.names)}
    return found


@each_row("path", FILES, ids=lambda p: f"{p.parent.name}.{p.stem}")
def test_a_file_of_an_operation_ends_with_its_record(path: Path) -> None:
    record = getattr(importlib.import_module(module_of(path)), "OPERATION", None)
    assert isinstance(record, Operation), f"{path.name} has no OPERATION"
    assert record in OPERATIONS, f"{record.verb} is missing from the list in {path.parent.name}/__init__.py"
    assert record.model.__module__ == module_of(path), f"the model of {record.verb} stands in another file"


@each_row("record", [o for o in OPERATIONS if not o.reads], ids=lambda o: f"{o.tool}.{o.verb}")
def test_an_operation_that_changes_something_has_a_sentence(record: Operation) -> None:
    assert record.model in sentence_by_operation.SENTENCES, f"messages/ has no sentence for {record.tool} {record.verb}"


@pytest.mark.parametrize("record", [o for o in OPERATIONS if o.reads], ids=lambda o: f"{o.tool}.{o.verb}")
def test_an_operation_that_only_reads_has_a_renderer(record: Operation) -> None:
    assert record.model in RENDERERS, f"views/renderers/ has no renderer for {record.tool} {record.verb}"


def test_every_renderer_is_of_an_operation_that_only_reads() -> None:
    assert [model.__name__ for model in RENDERERS if model not in READ_ONLY] == []


@pytest.mark.parametrize("function", REFUSING, ids=lambda f: f[1])
def test_a_docstring_states_what_is_refused(function: refusals.Function) -> None:
    """All codes in its own file, and the codes of mechanics that it may meet."""
    said = {*re.findall(r"\w+", (REFUSING[function].__doc__ or "").partition("Refuses:")[2].partition(".")[0])}
    reached = refusals.reached(function)
    own = {code for one in reached if one[0] == function[0] for code in refusals.codes(one)}
    met = {code for one in reached for code in refusals.codes(one)}
    assert not own - said, f"the docstring of {function[1]} lacks, after `Refuses:`, {', '.join(sorted(own - said))}"
    assert not said - met, (
        f"the docstring of {function[1]} states what it never refuses (or a code has no sentence in messages/refusal_texts.py): {', '.join(sorted(said - met))}"
    )


def test_every_code_of_a_refusal_has_a_text() -> None:
    missing = [
        f"{code} ({file}:{line})"
        for code, (file, line) in given_codes.given(given_codes.REFUSALS).items()
        if code not in refusal_texts.TEXTS
    ]
    assert not missing, f"messages/refusal_texts.py has no text for {', '.join(missing)}"


def test_every_code_of_a_note_has_a_text() -> None:
    known = {*result_notes.TEXTS, result_notes.TRIGGERED}
    missing = [f"{code} ({file}:{line})" for code, (file, line) in given_codes.given(given_codes.NOTES).items() if code not in known]
    assert not missing, f"messages/result_notes.py has no text for {', '.join(missing)}"


@each_row(
    "source",
    [
        'def decide(c):\n    return Rejected("not_damaged", "itemName")',
        'def decide(c):\n    return Rejected(code="not_damaged")',
        'def decide(c):\n    return Rejected("other" if c else "not_damaged")',
        'def decide(c):\n    why = c and "other"\n    why = "not_damaged"\n    return outcome.Rejected(why)',
        'def decide(c):\n    return _fault(c, "not_damaged")\ndef _fault(c, why):\n    return Rejected(why)',
        'def decide(c):\n    return await_it(lambda: Rejected("not_damaged"))',
    ],
)
def test_a_code_is_found_however_it_reaches_the_refusal(source: str) -> None:
    assert "not_damaged" in given_codes.given_in(ast.parse(source), {(name, 0) for name in given_codes.REFUSALS})


def test_no_operation_is_listed_twice_and_every_tool_has_some() -> None:
    asked = [(o.tool, o.verb) for o in OPERATIONS]
    assert len(asked) == len({*asked}) and {tool for tool, _ in asked} == {*TOOLS}


@each_row("path", FILES, ids=lambda p: f"{p.parent.name}.{p.stem}")
def test_operations_know_nothing_of_each_other(path: Path) -> None:
    others = {module_of(p) for p in FILES} - {module_of(path)}
    assert not imported(path) & others, f"what two operations share is a mechanic: {sorted(imported(path) & others)}"


@each_row("path", sorted((HOUSE / "mechanics").glob("*.py")), ids=lambda p: p.stem)
def test_a_mechanic_knows_no_operation(path: Path) -> None:
    assert not imported(path) & {module_of(p) for p in FILES}


@pytest.mark.parametrize("package", PACKAGES, ids=lambda p: p.name)
def test_the_list_of_a_tool_is_nothing_but_a_list(package: Path) -> None:
    body = ast.parse((package / "__init__.py").read_text(encoding="utf-8")).body
    rest = [n for n in body[1:] if not isinstance(n, ast.ImportFrom)]
    assert len(rest) == 1 and isinstance(rest[0], ast.AnnAssign) and ast.unparse(rest[0].target) == "OPERATIONS"
