"""The decisions in adrs/ as the gates read them."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]


def exists(path: str, name: str) -> bool:
    file = ROOT / path
    return file.is_file() and (not name or name in functions_of(file))


def functions_of(file: Path) -> set[str]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)}
