"""The list of the tests that `make test` leaves to `make slow` names tests that are there, and is written from what is measured."""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import long_tests

ROOT = Path(__file__).parents[1]


def defined(path: Path) -> Iterator[str]:
    """The names that a module gives at its top, by whatever statement."""
    for node in ast.parse(path.read_text("utf-8")).body:
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.Assign(targets=targets):
                yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


def test_every_listed_test_is_there() -> None:
    gone = []
    for path in sorted({name.split("::")[0] for name in long_tests.names()}):
        there = {*defined(ROOT / path)} if (ROOT / path).is_file() else set()
        gone += [name for name in long_tests.names() if name.split("::")[0] == path and name.split("::")[1] not in there]
    assert not gone, f"leave these out of tests/{long_tests.LIST.name}, or write it anew: {gone}"


def test_gates_and_examples_are_never_left_out() -> None:
    assert [name for name in long_tests.names() if name.startswith(long_tests.KEPT)] == []


def test_the_list_names_what_takes_long_with_all_of_its_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_tests, "LIST", tmp_path / "long.txt")
    measuring = long_tests.Measuring()
    half = long_tests.LONGEST * 0.6
    for nodeid, taken in {"a.py::rows[1]": half, "a.py::rows[2]": half, "a.py::quick": half, "tests/gates/b.py::shape": 2 * half}.items():
        item = SimpleNamespace(stash=pytest.Stash(), user_properties=[])
        monkeypatch.setattr(long_tests.time, "process_time", iter([1.0, 1.0 + taken]).__next__)
        measuring.pytest_runtest_setup(item)  # type: ignore[arg-type]
        measuring.pytest_runtest_teardown(item)  # type: ignore[arg-type]
        for when in ("setup", "call", "teardown"):
            properties = item.user_properties if when == "teardown" else []
            measuring.pytest_runtest_logreport(SimpleNamespace(nodeid=nodeid, when=when, user_properties=properties))  # type: ignore[arg-type]
    measuring.pytest_sessionfinish(SimpleNamespace(config=SimpleNamespace()))  # type: ignore[arg-type]
    assert long_tests.LIST.read_text("utf-8") == "a.py::rows\n"


def test_a_listed_test_has_the_mark(request: pytest.FixtureRequest) -> None:
    """The mark is there before `-m` chooses, or `make test` would run what it leaves out."""
    marked = {long_tests.function_of(i.nodeid) for i in request.session.items if i.get_closest_marker("long")}
    assert marked == {long_tests.function_of(i.nodeid) for i in request.session.items} & long_tests.names()
