"""The decisions in adrs/ as the gates read them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


def exists(path: str, name: str) -> bool:
    file = ROOT / path
    return file.is_file() and (not name or name in functions_of(file))


@cache
def functions_of(file: Path) -> frozenset[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return frozenset(n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef))
