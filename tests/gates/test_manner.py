"""Small modules, plain names, no dead code, and no trace of the author's machine."""

import ast
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.gates import house_report
from tests.gates.sources import ROOT, nodes

MODULES = sorted((ROOT / "rpg_lite").rglob("*.py"))
LONGEST_MODULE = 450
LONGEST_FUNCTION = 60
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "managers", "base", "misc"}

TRACES = {
    "a path of one machine": r"(?:(?<![\w./:~@-])|file://)/(?:work|root|opt|home/(?!you\b)\w+|Users/(?!you\b)\w+)/|[A-Z]:\\\\?Users\\",
    "a package index": r"pypi\.org|pythonhosted\.org|--(?:extra-)?index-url|--find-links|index_url",
    "an issue by its number": r"(?i)\bissues? #",
    "something left to do": r"\b(?:TODO|FIXME)\b",
}


@cache
def tracked() -> tuple[Path, ...]:
    """Files that git tracks or would add; outside a checkout, every file that is not hidden."""
    asked = subprocess.run(["git", "ls-files", "-z", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    if asked.returncode == 0 and asked.stdout:
        return tuple(path for name in sorted(asked.stdout.split("\0")) if name and (path := ROOT / name).is_file())
    return tuple(p for p in sorted(ROOT.rglob("*")) if p.is_file() and not any(x.startswith(".") for x in p.relative_to(ROOT).parts))


def texts() -> Iterator[tuple[str, str]]:
    for path in tracked():
        if path == Path(__file__):
            continue
        data = path.read_bytes()
        if b"\0" not in data:
            yield path.relative_to(ROOT).as_posix(), data.decode("utf-8")


@dataclass(frozen=True)
class Outline:
    """What the gates ask of a module: (line, name, lines) of its functions, its classes, and its imports."""

    functions: tuple[tuple[int, str, int], ...]
    classes: tuple[str, ...]
    imports: tuple[ast.Import | ast.ImportFrom, ...]


@cache
def outlines() -> dict[Path, Outline]:
    """Each module, parsed once for all gates."""
    return {path: outline(path) for path in MODULES}


def outline(path: Path) -> Outline:
    functions = [n for n in nodes(path) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    return Outline(
        tuple((n.lineno, n.name, (n.end_lineno or n.lineno) - n.lineno + 1) for n in functions),
        tuple(n.name for n in nodes(path) if isinstance(n, ast.ClassDef)),
        tuple(n for n in nodes(path) if isinstance(n, ast.Import | ast.ImportFrom)),
    )


def test_no_module_is_too_long_to_read():
    long = {p.relative_to(ROOT).as_posix(): n for p in MODULES if (n := len(p.read_text(encoding="utf-8").splitlines())) > LONGEST_MODULE}
    assert not long, f"split by noun: {long}"


def test_a_small_module_of_one_importer_says_why_it_stands_apart():
    assert not house_report.fragments(), 'merge it into its importer, or say "Apart because …" in its docstring'


def test_no_function_is_too_long_to_read():
    """But for the steps of migrations, which are lists of columns."""
    read = {path: module.functions for path, module in outlines().items() if path.parent.name != "versions"}
    long = [f"{path.relative_to(ROOT).as_posix()}:{line} {name}" for path in read for line, name, n in read[path] if n > LONGEST_FUNCTION]
    assert len(read) > 500 and sum(map(len, read.values())) > 5_000
    assert not long, "\n".join(long)


def test_no_docstring_opens_with_a_clause_for_a_noun():
    """Name the thing first: not "Who waits …" but "A client that waits …"."""
    openings = re.compile(r'"""(?:Who|Whom|Whose|Of|Where) ')
    found = [
        f"{p.relative_to(ROOT).as_posix()}: {line.strip()}"
        for p in MODULES
        for line in p.read_text("utf-8").splitlines()
        if openings.search(line)
    ]
    assert not found, "\n".join(found)


def test_every_name_says_what_is_inside():
    paths = [p.relative_to(ROOT) for p in [*MODULES, *(ROOT / "tests").rglob("*.py")]]
    empty = [p.as_posix() for p in paths if EMPTY_NAMES & {part.removesuffix(".py").strip("_") for part in p.parts}]
    assert not empty, "\n".join(empty)


def test_no_class_name_means_two_things():
    homes: dict[str, list[str]] = {}
    for path, module in outlines().items():
        for name in module.classes:
            homes.setdefault(name, []).append(path.relative_to(ROOT).as_posix())
    assert not {name: paths for name, paths in homes.items() if len(paths) > 1}


def test_no_import_renames_what_is_ours():
    """But `x as x`, by which a type checker sees the shop window."""
    renamed = [
        f"{path.relative_to(ROOT)}:{node.lineno} {name.name} as {name.asname}"
        for path, module in outlines().items()
        for node in module.imports
        for name in node.names
        if name.asname not in (None, name.name) and "rpg_lite" in (getattr(node, "module", None) or name.name).split(".")
    ]
    assert not renamed, "\n".join(renamed)


def test_nothing_is_re_exported():
    windows = {ROOT / "rpg_lite" / "__init__.py", ROOT / "rpg_lite" / "strategies" / "__init__.py"}  # what users import
    lists = {p / "__init__.py" for p in (ROOT / "rpg_lite" / "operations").iterdir() if p.is_dir()}  # held by test_operations.py
    filled = [
        p.relative_to(ROOT).as_posix()
        for p in MODULES
        if p.name == "__init__.py" and p not in windows | lists and p.read_text("utf-8").strip()
    ]
    assert not filled, f"a package's __init__.py stays empty: {filled}"
    listing = [
        p.relative_to(ROOT).as_posix() for p in MODULES if p not in windows and re.search(r"^__all__\b", p.read_text("utf-8"), re.MULTILINE)
    ]
    assert not listing, f"__all__ belongs to the shop windows alone: {listing}"


@pytest.mark.parametrize("what", TRACES)
def test_no_file_carries(what):
    found = [
        f"{name}:{text.count(chr(10), 0, hit.start()) + 1} {hit.group()!r}"
        for name, text in texts()
        for hit in re.finditer(TRACES[what], text)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("what", "text"),
    [
        ("a path of one machine", "see /home/ann/rpg"),
        ("a path of one machine", "file:///opt/things/x"),
        ("a path of one machine", "/root/notes"),
        ("a package index", "pip install --index-url x"),
        ("an issue by its number", "Issue #12"),
        ("something left to do", "# TODO later"),
    ],
)
def test_the_gate_sees(what, text):
    assert re.search(TRACES[what], text)


@pytest.mark.parametrize("text", ["https://example.org/work/x", "/home/you/rpg", "the root/cause", "~/work/x", "./root/x"])
def test_the_gate_lets_through(text):
    assert not re.search(TRACES["a path of one machine"], text)


def test_no_test_imports_a_test_module():
    """Shared parts are in modules without tests, so that a file can change without breaking another."""
    wrong = [
        f"{path.relative_to(ROOT).as_posix()}: {module}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        for module in re.findall(r"^\s*from\s+(tests\.[\w.]+)\s+import\b", path.read_text(encoding="utf-8"), re.MULTILINE)
        if re.search(r"^tests\..*\btest_\w+$|^tests\.test_", module)
    ]
    assert not wrong, "\n".join(wrong)
