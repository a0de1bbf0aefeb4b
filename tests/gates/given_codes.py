"""The codes that the program gives to a refusal or a note, read from the source whether or not any text knows them."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

from tests.gates import sources
from tests.gates.sources import ROOT

REFUSALS: Final = frozenset({"Rejected"})
NOTES: Final = frozenset({"note", "Notice", "Remark"})
"""The names of what takes a code first."""

Place = tuple[str, int]
"""A file and a line in it."""
Taker = tuple[str, int]
"""The name of a function, and the place among its arguments of a code that it passes on."""
Defined = ast.FunctionDef | ast.AsyncFunctionDef


def codes_of(node: ast.AST) -> set[str]:
    """The codes that this function gives to its refusals."""
    return {code for code, _ in _in_calls(node, _first(REFUSALS))}


@cache
def given(names: frozenset[str]) -> dict[str, Place]:
    """Every code of the program, and one place that gives it, also by way of a function that passes its argument on."""
    trees = _trees()
    shared = _first(names) | {t for tree in trees.values() for t in _passing(tree, _first(names)) if not t[0].startswith("_")}
    return {code: (str(path.relative_to(ROOT)), line) for path, tree in trees.items() for code, line in given_in(tree, shared).items()}


@cache
def _trees() -> dict[Path, ast.Module]:
    files = sorted(p for p in (ROOT / "rpg_lite").rglob("*.py") if p.parent.name != "cli")  # whose own `note` prints a line
    return {p: sources.tree(p) for p in files}


def given_in(tree: ast.Module, takers: set[Taker]) -> dict[str, int]:
    """Every code of one file, and a line that gives it."""
    return dict(_in_calls(tree, takers | {*_passing(tree, takers)}))


def _first(names: frozenset[str]) -> set[Taker]:
    return {(name, 0) for name in names}


def _in_calls(node: ast.AST, takers: set[Taker]) -> Iterator[tuple[str, int]]:
    for function, calls in _calls(node):
        for call in calls:
            for code in _codes(call, takers):
                yield from ((text, call.lineno) for text in _texts(code, function))


def _passing(tree: ast.Module, takers: set[Taker]) -> Iterator[Taker]:
    """The functions that give one of their own arguments as a code."""
    for function, calls in _calls(tree):
        own = [a.arg for a in function.args.args if a.arg != "self"]
        for call in calls:
            yield from ((function.name, own.index(c.id)) for c in _codes(call, takers) if isinstance(c, ast.Name) and c.id in own)


@cache
def _calls(node: ast.AST) -> list[tuple[Defined, list[ast.Call]]]:
    """Each function in here, and the calls in it."""
    functions = (n for n in ast.walk(node) if isinstance(n, Defined))
    return [(function, [n for n in ast.walk(function) if isinstance(n, ast.Call)]) for function in functions]


def _codes(call: ast.Call, takers: set[Taker]) -> Iterator[ast.expr]:
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
    for taker, at in takers:
        if taker == name and len(call.args) > at:
            yield call.args[at]
        elif taker == name:
            yield from (word.value for word in call.keywords if word.arg == "code")


def _texts(code: ast.expr, function: Defined, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """The strings that a code may be; a name may be anything that the function assigns to it."""
    match code:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_texts(one, function, seen), *_texts(other, function, seen))
        case ast.Name(id=name) if name not in seen:
            for n in ast.walk(function):
                match n:
                    case ast.Assign(targets=[ast.Name(id=assigned)]) | ast.NamedExpr(target=ast.Name(id=assigned)) if assigned == name:
                        yield from _texts(n.value, function, seen | {name})
