"""Every key of an operation is read: by its own file, by what that imports, by its renderer, or by what all operations share."""

import ast
from functools import cache
from pathlib import Path

from rpg_lite.operations.operation import Operation
from rpg_lite.operations.registry import OPERATIONS
from rpg_lite.views.renderers.renderer_by_operation import RENDERERS
from tests.rows import each_row

ROOT = Path(__file__).parents[2]
SHARED = (
    "rpg_lite.decision.command",
    "rpg_lite.decision.shared_keys",
    "rpg_lite.operations.reading_keys",
    "rpg_lite.operations.batch",
)
"""Modules that read keys of many operations."""
PURE = ("rpg_lite.decision", "rpg_lite.mechanics", "rpg_lite.operations", "rpg_lite.meaning")
NAMED = ("operation", "seed")
"""The operation itself, and the seed, which `dice_seed` reads for all."""


@cache
def tree(module: str) -> ast.Module | None:
    file = ROOT.joinpath(*module.split(".")).with_suffix(".py")
    return ast.parse(file.read_text("utf-8")) if file.is_file() else None


@cache
def imports(module: str) -> frozenset[str]:
    found = tree(module)
    nodes = [node for node in ast.walk(found) if isinstance(node, ast.ImportFrom)] if found else []
    names = {name for node in nodes if node.module for name in (node.module, *(f"{node.module}.{one.name}" for one in node.names))}
    return frozenset(name for name in names if name.startswith(PURE) and tree(name))


def reached(*modules: str) -> set[str]:
    found, left = set[str](), [*modules]
    while left:
        if (module := left.pop()) not in found:
            found.add(module)
            left += imports(module)
    return found


@cache
def read_in(module: str) -> frozenset[str]:
    """The attributes that a module reads, and the words in its texts, by which some keys are read."""
    found = tree(module)
    nodes = [*ast.walk(found)] if found else []
    attributes = {node.attr for node in nodes if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)}
    return frozenset(attributes | {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)})


@each_row("record", OPERATIONS, ids=lambda record: f"{record.tool}.{record.verb}")
def test_no_key_is_read_by_nobody(record: Operation) -> None:
    renderer = RENDERERS.get(record.model)
    own = {record.model.__module__, record.decide.__module__, *([renderer.__module__] if renderer else [])}
    read = frozenset[str]().union(*(read_in(module) for module in reached(*own, *SHARED)))
    assert [name for name in record.model.model_fields if name not in read and name not in NAMED] == []


def test_a_key_that_nobody_reads_is_found() -> None:
    read = frozenset[str]().union(*(read_in(module) for module in reached("rpg_lite.operations.action.attack", *SHARED)))
    assert "within_5_ft" in read and "a_key_that_nobody_reads" not in read
