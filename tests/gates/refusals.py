"""The codes that a function of the operations can refuse with, read from the source: its own, and those of the functions that it calls."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rpg_lite.messages import refusal_texts
from tests.gates import given_codes

ROOT = Path(__file__).parents[2]
FINDING = "rpg_lite.decision.targets"
"""A name that means nothing or several is refused everywhere alike, and need not be said of each operation."""
SHORTEST = 4
"""Letters of an f-string that make it a code."""
READ = ("rpg_lite.decision.", "rpg_lite.mechanics.", "rpg_lite.operations.", "rpg_lite.meaning.", "rpg_lite.rules.attunement")

Function = tuple[str, str]
"""Module and name."""


def reached(function: Function) -> set[Function]:
    """The function and all functions that it calls, in any module."""
    found, waiting = set[Function](), [function]
    while waiting:
        one = waiting.pop()
        if one not in found and one[0].startswith(READ) and isinstance(_defined(one[0]).get(one[1]), ast.AST):
            found.add(one)
            waiting += _all_called(one)
    return found


@cache
def codes(function: Function) -> frozenset[str]:
    """Every code in the function, except those that it only compares with; a code that it gives to a refusal needs no text to be one."""
    node = _defined(function[0])[function[1]]
    compared = {id(n) for c in ast.walk(node) if isinstance(c, ast.Compare) for n in ast.walk(c)}
    there = [n for n in ast.walk(node) if id(n) not in compared]
    made = {pattern for n in there if isinstance(n, ast.JoinedStr) and len((pattern := _pattern(n)).replace(".*", "")) > SHORTEST}
    words = {re.escape(n.value) for n in there if isinstance(n, ast.Constant) and isinstance(n.value, str)} - {""}
    known = {code for code in refusal_texts.TEXTS if re.escape(code) in words or any(re.fullmatch(p, code) for p in made)}
    return frozenset(known | given_codes.codes_of(node))


def _pattern(text: ast.JoinedStr) -> str:
    """The values that an f-string may have; one that may be anything is not a code."""
    parts = [re.escape(v.value) if isinstance(v, ast.Constant) and isinstance(v.value, str) else ".*" for v in text.values]
    return "".join(parts)


@cache
def _all_called(function: Function) -> frozenset[Function]:
    return frozenset(_called(function))


def _called(function: Function) -> Iterator[Function]:
    """The names that it uses and does not assign itself."""
    module, node = function[0], _defined(function[0])[function[1]]
    own = {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    own |= {a.arg for n in ast.walk(node) if isinstance(n, ast.arguments) for a in (*n.args, *n.kwonlyargs)}
    for n in ast.walk(node):
        match n:
            case ast.Name(id=name) if name not in own:
                yield _meant(module, name)
            case ast.Attribute(value=ast.Name(id=name), attr=inside) if name not in own:
                there = _defined(module).get(name)
                if isinstance(there, str):
                    yield there, inside


def _meant(module: str, name: str) -> Function:
    there = _defined(module).get(name)
    return there if isinstance(there, tuple) else (module, name)


@cache
def _defined(module: str) -> dict[str, ast.AST | str | Function]:
    """Name → the function defined here, the module, or the source of the imported function."""
    found: dict[str, ast.AST | str | Function] = {}
    for node in ast.parse(_path(module).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found[node.target.id] = node
        elif isinstance(node, ast.Assign):
            found |= {n.id: node for n in node.targets if isinstance(n, ast.Name)}
        elif isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("rpg_lite"):
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                found[alias.name] = full if _path(full).is_file() else (node.module, alias.name)
    return found


def _path(module: str) -> Path:
    return ROOT / (module.replace(".", "/") + ".py")
