"""Where the loop's work is done, and which modules are too small to stand by themselves. `python -m tests.gates.house_report` prints it; the gates
`test_one_loop` and `test_manner` hold it.
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Final

from tests.gates import sources
from tests.gates.sources import PACKAGE, ROOT

SMALL: Final = 60
"""Lines below which a module with one importer says in its docstring why it stands apart."""
REASON: Final = "Apart because"
CALLS: Final = {
    "Draft": "drafts are begun",
    "triggers.settle": "consequences are settled",
    "ledger.spend": "a turn is paid for",
    "physical_dice.unfit": "faces on the table are held to the dice",
}
MOST_NAMED: Final = 12


def fragments() -> dict[str, str]:
    """Small modules with one importer and no reason: {path: the importer's path}."""
    importers: dict[str, set[str]] = defaultdict(set)
    for path in trees():
        for name in imported(path):
            importers[name].add(path)
    return {
        path: next(iter(users))
        for path, tree in trees().items()
        if len(users := importers[module(path)]) == 1
        and is_small(path)
        and not is_one_of_a_row(path, next(iter(users)))
        and REASON not in " ".join((ast.get_docstring(tree) or "").split())
    }


def is_one_of_a_row(path: str, importer: str) -> bool:
    """Whether the module stands in a list of its kind, so that its size is that of its noun."""
    folder = path.removeprefix("rpg_lite/").rpartition("/")[0]
    of_operations = folder.startswith("operations/") or folder == "views/renderers" or importer.startswith("rpg_lite/messages/")
    return of_operations or importer == "rpg_lite/cli/app.py"


def callers(called: str) -> dict[str, int]:
    """How often each module calls this: {path: calls}."""
    return {path: count for path in trees() if (count := called_in(path)[called])}


@cache
def called_in(path: str) -> Counter[str]:
    """The names that a module calls, with the module that they are read from ("triggers.settle"), and how often."""
    return Counter(ast.unparse(node.func) for node in sources.nodes(ROOT / path) if isinstance(node, ast.Call))


def imported(path: str) -> Iterator[str]:
    """The dotted names of what a module imports; a name of a module counts as that module."""
    for node in sources.nodes(ROOT / path):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@cache
def trees() -> dict[str, ast.Module]:
    return {
        path.relative_to(ROOT).as_posix(): sources.tree(path)
        for path in sorted(PACKAGE.rglob("*.py"))
        if path.name not in ("__init__.py", "__main__.py")
    }


def module(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


def is_small(path: str) -> bool:
    return len((ROOT / path).read_text("utf-8").splitlines()) < SMALL


def lines() -> Iterator[str]:
    """The report, line by line."""
    for called, what in CALLS.items():
        where = callers(called)
        named = ", ".join(
            f"{path.removeprefix('rpg_lite/')} ({n})" if n > 1 else path.removeprefix("rpg_lite/") for path, n in where.items()
        )
        yield f"{called}( in {len(where)} modules, {sum(where.values())} times: there {what}\n  {_short(named)}"
    small = fragments()
    yield f"{len(small)} of {len(trees())} modules have fewer than {SMALL} lines, one importer and no reason\n  {_short(', '.join(small))}"


def _short(named: str) -> str:
    words = named.split(", ")
    return ", ".join(words[:MOST_NAMED]) + (f" and {len(words) - MOST_NAMED} more" if len(words) > MOST_NAMED else "")


if __name__ == "__main__":
    print(*lines(), sep="\n")
