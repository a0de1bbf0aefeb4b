"""The walls between packages: the allowed imports, the modules that pure packages never import, and the imports allowed inside functions."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import pytest

from tests.gates.sources import ROOT, nodes

HOUSE = ROOT / "rpg_lite"

# vocabulary ← rules ← world ← operations ← {content, store, messages ← views} ← campaign_setup ← call ← {fast_path, call_commit ← strikes_before_play, told_to_players, answers_in_context, {web_page_data, model_context} ← campaign_queries} ← game ← campaign_opening ← {terminal, scripts} ← {server, mud} ← agent ← cli
CORE = {
    "vocabulary",
    "rules",
    "world",
    "decision",
    "mechanics",
    "operations",
    "meaning",
    "content",
    "store",
    "messages",
    "views",
    "monsters",
    "campaign_setup",
    "game",
}
MAY_IMPORT = {
    "vocabulary": {"vocabulary"},
    "rules": {"vocabulary", "rules"},
    "world": {"vocabulary", "rules", "world"},
    "decision": {"vocabulary", "rules", "world", "decision"},
    "mechanics": {"vocabulary", "rules", "world", "decision", "mechanics"},
    "operations": {"vocabulary", "rules", "world", "decision", "mechanics", "operations"},
    "meaning": {"vocabulary", "rules", "world", "decision", "mechanics", "operations", "meaning"},
    "content": {"vocabulary", "rules", "world", "mechanics", "meaning", "content"},
    "store": {"vocabulary", "rules", "world", "decision", "mechanics", "operations", "meaning", "store"},
    "messages": {"vocabulary", "rules", "world", "decision", "mechanics", "operations", "messages"},
    "views": {"vocabulary", "rules", "world", "decision", "mechanics", "operations", "messages", "views"},
    "monsters": {"rules", "world", "decision", "mechanics", "operations", "meaning", "views", "monsters"},
    "campaign_setup": {"vocabulary", "rules", "world", "content", "store", "campaign_setup"},
    "tool_server_report": {"rules", "decision", "operations", "store", "messages", "views"},
    "model_context": {"rules", "world", "decision", "operations", "meaning", "store", "messages", "views"},
    "web_page_data": {"rules", "world", "decision", "operations", "store", "views"},
    "campaign_queries": {"rules", "world", "decision", "operations", "content", "store", "views", "model_context", "web_page_data"},
    "call": {"rules", "decision", "mechanics", "operations", "world"},
    "fast_path": {"rules", "world", "operations", "meaning", "store", "views", "call"},
    "waiting_writes": {"store", "waiting_writes"},
    "call_commit": {"world", "decision", "operations", "store", "views", "call"},
    "told_to_players": {"rules", "decision", "operations", "store", "views", "call"},
    "answers_in_context": {"world", "decision", "operations", "store", "messages", "call"},
    "strikes_before_play": {
        "rules",
        "world",
        "decision",
        "mechanics",
        "operations",
        "meaning",
        "store",
        "messages",
        "monsters",
        "call",
        "call_commit",
    },
    "game": {
        "vocabulary",
        "rules",
        "world",
        "decision",
        "mechanics",
        "operations",
        "meaning",
        "content",
        "store",
        "messages",
        "views",
        "monsters",
        "campaign_setup",
        "tool_server_report",
        "campaign_queries",
        "call",
        "fast_path",
        "waiting_writes",
        "call_commit",
        "told_to_players",
        "answers_in_context",
        "strikes_before_play",
        "game",
    },
    "campaign_opening": {"vocabulary", "rules", "store", "campaign_setup", "game"},
    "standalone_act": {"rules", "world", "decision", "mechanics", "content"},
    "strategies": {"vocabulary", "rules", "world", "decision", "operations", "content", "strategies"},
    # The rooms of the front, each over those before it: a command line starts a server and a MUD, neither knows a command line.
    "terminal": CORE | {"terminal"},
    "scripts": CORE | {"scripts"},
    "server": CORE | {"campaign_opening", "terminal", "server", ""},
    "mud": CORE | {"terminal", "scripts", "mud"},
    "agent": CORE | {"terminal", "scripts", "server", "mud", "agent"},
    "cli": CORE | {"terminal", "scripts", "server", "mud", "agent", "cli", ""},
    "__main__": {"cli"},
    # The shop window shows what users hold; it is no way round to a front end.
    "": {
        "vocabulary",
        "rules",
        "world",
        "decision",
        "mechanics",
        "operations",
        "meaning",
        "content",
        "store",
        "messages",
        "views",
        "campaign_opening",
        "standalone_act",
        "",
    },
}

BESIDE = {"install_hint"}
"""What every room may use, since it knows none of them."""
MAY_IMPORT = {room: may | BESIDE for room, may in MAY_IMPORT.items()} | {"install_hint": set()}

MECHANICS = (
    "turn", "creature", "space", "rolls", "life", "items", "attack", "heroes", "fight", "acts", "movement", "time", "places", "journal",
)  # fmt: skip
"""The rooms of mechanics: each may import those before it."""

PURE = {"rules", "world", "decision", "mechanics", "operations", "meaning"}
STORAGE = {"sqlmodel", "sqlalchemy", "alembic", "sqlite3", "pysqlite3", "psycopg", "fastmcp", "mcp"}
CHANCE_TIME_AND_MACHINE = {"os", "time", "datetime", "random", "secrets", "uuid", "socket", "subprocess", "d20"}
FRONT = {"terminal", "scripts", "server", "mud", "agent", "cli"}
STATELESS = {"vocabulary", "content", "messages", "views"}

WAITS_FOR = {
    "rpg_lite/store/loop_database.py": ("sqlalchemy.ext.asyncio",),
    "rpg_lite/rules/dice.py": ("d20",),
    "rpg_lite/rules/dice_expressions.py": ("d20",),
    # which driver there is shows when it is asked for; "?" is a name that is computed
    "rpg_lite/store/sqlite_driver_selection.py": ("sqlite3", "?"),
    "rpg_lite/store/upserts.py": ("sqlalchemy.dialects.postgresql",),
}


@dataclass(frozen=True)
class Import:
    path: str
    line: int
    module: str
    waits: bool

    @property
    def top(self) -> str:
        return self.module.partition(".")[0]

    def __str__(self) -> str:
        return f"{self.path}:{self.line} imports {self.module}"


def room_of(module: str) -> str:
    """rpg_lite.rules.dice → rules; rpg_lite itself → ""."""
    return [*module.split("."), ""][1]


def imports_of(path: str, source: str) -> Iterator[Import]:
    package = path.removesuffix(".py").removesuffix("/__init__").split("/")
    inside = package if path.endswith("__init__.py") else package[:-1]

    def named(node: ast.AST) -> Iterator[str]:
        match node:
            case ast.Import(names=names):
                yield from (n.name for n in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = ".".join([*(inside[: len(inside) - level + 1] if level else []), *([module] if module else [])])
                # `from rpg_lite import views` imports the module views, not only the package
                yield from (f"{base}.{n.name}" for n in names) if base == "rpg_lite" else (base,)
            case ast.Call(func=ast.Name(id="__import__" | "import_module") | ast.Attribute(attr="import_module"), args=[first, *_]):
                yield first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else "?"

    def walk(node: ast.AST, waits: bool) -> Iterator[Import]:
        for child in ast.iter_child_nodes(node):
            late = waits or isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for name in named(child):
                yield Import(path, getattr(child, "lineno", 0), name, late)
            yield from walk(child, late)

    yield from walk(ast.parse(source), False)


def wrong_way(found: Import) -> bool:
    return found.top == "rpg_lite" and room_of(found.module) not in MAY_IMPORT[_home(found)]


def climbs(found: Import) -> bool:
    """Whether a room of mechanics imports one that comes after it, or a module stands beside the rooms."""
    here, there = (
        name.removeprefix("rpg_lite.mechanics.").split(".")[0] for name in (found.path.removesuffix(".py").replace("/", "."), found.module)
    )
    if not found.path.startswith("rpg_lite/mechanics/") or not found.module.startswith("rpg_lite.mechanics."):
        return False
    return not {here, there} <= {*MECHANICS} or MECHANICS.index(there) > MECHANICS.index(here)


def impure(found: Import) -> bool:
    if found.path in ("rpg_lite/rules/dice.py", "rpg_lite/rules/dice_expressions.py"):
        return found.top in (STORAGE | CHANCE_TIME_AND_MACHINE) - {"random", "d20"}
    if found.top in {"d20", "random"}:
        return True
    if _home(found) in PURE:
        return found.top in STORAGE | CHANCE_TIME_AND_MACHINE
    return _home(found) in STATELESS and found.top in STORAGE


def waits_without_leave(found: Import) -> bool:
    if not found.waits or found.path == "rpg_lite/__init__.py" or _home(found) in FRONT:
        return False
    if _home(found) == "store" and found.module.startswith(("alembic", "rpg_lite.store.migrations")):
        return False
    return not found.module.startswith(WAITS_FOR.get(found.path, ()))


def _home(found: Import) -> str:
    return room_of(found.path.removesuffix(".py").removesuffix("/__init__").replace("/", "."))


@cache
def house_imports() -> list[Import]:
    files = sorted(HOUSE.rglob("*.py"))
    return [i for f in files for i in imports_of(f.relative_to(ROOT).as_posix(), f.read_text(encoding="utf-8"))]


def listed(found: list[Import]) -> str:
    return "\n".join(map(str, found))


def test_imports_go_one_way():
    wrong = [i for i in house_imports() if wrong_way(i)]
    assert not wrong, listed(wrong)


def test_the_rooms_of_mechanics_stand_on_each_other():
    wrong = [i for i in house_imports() if climbs(i)]
    assert not wrong, listed(wrong)


def test_nobody_imports_the_strategies():
    wrong = [i for i in house_imports() if room_of(i.module) == "strategies" and i.top == "rpg_lite"]
    assert not [i for i in wrong if _home(i) != "strategies"], listed(wrong)


def test_every_room_has_its_place_in_the_order():
    rooms = {_home(i) for i in house_imports()}
    assert rooms <= MAY_IMPORT.keys(), f"say in MAY_IMPORT what these may see: {sorted(rooms - MAY_IMPORT.keys())}"


def test_the_pure_rooms_know_no_storage_no_clock_no_chance():
    wrong = [i for i in house_imports() if impure(i)]
    assert not wrong, listed(wrong)


def test_the_pure_rooms_open_no_file_and_print_nothing():
    wrong = [
        f"{path.relative_to(ROOT)}:{node.lineno} calls {node.func.id}"
        for room in sorted(PURE)
        for path in sorted((HOUSE / room).rglob("*.py"))
        for node in nodes(path)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"open", "print", "input", "exec", "eval"}
    ]
    assert not wrong, "\n".join(wrong)


def test_an_import_waits_inside_a_function_only_for_the_sake_of_start_up():
    wrong = [i for i in house_imports() if waits_without_leave(i)]
    assert not wrong, listed(wrong)


def declared() -> dict[str, str]:
    """The packages that an install brings because we ask for them, extras included, each with its requirement."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = [one for extra, asked in project["optional-dependencies"].items() if extra != "dev" for one in asked]
    asked = [*project["dependencies"], *extras]
    return {re.split(r"[^\w-]", one)[0].lower(): one for one in asked}


def test_every_package_that_is_imported_is_asked_for():
    # pydantic_core comes with pydantic in the one version that fits; psycopg is the user's choice, loaded for a PostgreSQL address only
    # opentelemetry is what several packages of that name share; acp is agent-client-protocol
    ours = {re.sub("_(api|py|slim|sdk)$", "", name.replace("-", "_")) for name in declared()}
    known = {*ours, *sys.stdlib_module_names, "rpg_lite", "pydantic_core", "psycopg", "acp", "resvg_py", "?"}
    wrong = [i for i in house_imports() if i.top not in known]
    assert not wrong, listed(wrong)


def test_every_package_that_is_asked_for_has_its_reason():
    reasons = (ROOT / "adrs" / "0030-runtime-dependencies.md").read_text(encoding="utf-8")
    assert not [name for name in declared() if not re.search(rf"\b{name}\b", reasons)]


def test_every_package_that_is_asked_for_has_its_exact_version():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert all(re.fullmatch(r"[\w.-]+==[\w.+!]+", line) for line in lines)
    assert declared().keys() <= {line.partition("==")[0].lower() for line in lines}


@pytest.mark.parametrize(
    ("path", "source", "seen_by"),
    [
        ("rpg_lite/rules/a.py", "from rpg_lite.world.world_model import Thing", wrong_way),
        ("rpg_lite/rules/a.py", "from rpg_lite import views", wrong_way),
        ("rpg_lite/rules/a.py", "from ..world import things", wrong_way),
        ("rpg_lite/rules/stats/a.py", "from rpg_lite import game", wrong_way),
        ("rpg_lite/operations/a.py", "if TYPE_CHECKING:\n    from rpg_lite.store import engine", wrong_way),
        ("rpg_lite/store/a.py", "from rpg_lite.content import catalog", wrong_way),
        ("rpg_lite/operations/a.py", "from rpg_lite.meaning import parse", wrong_way),
        ("rpg_lite/mechanics/life/a.py", "from rpg_lite.mechanics.acts import playing", climbs),
        ("rpg_lite/mechanics/a.py", "from rpg_lite.mechanics.turn import ledger", climbs),
        ("rpg_lite/messages.py", "import rpg_lite.views", wrong_way),
        ("rpg_lite/game.py", "from rpg_lite.cli import app", wrong_way),
        ("rpg_lite/game.py", "from rpg_lite.strategies import items", wrong_way),
        ("rpg_lite/strategies/a.py", "from rpg_lite.game import ask", wrong_way),
        ("rpg_lite/world/a.py", "import datetime as d", impure),
        ("rpg_lite/operations/inventory/a.py", "from os.path import join", impure),
        ("rpg_lite/rules/dice.py", "import time", impure),
        ("rpg_lite/game.py", "import d20", impure),
        ("rpg_lite/views.py", "from sqlalchemy import select", impure),
        ("rpg_lite/game.py", "def f():\n    import json", waits_without_leave),
        ("rpg_lite/game.py", "def f():\n    return importlib.import_module('json')", waits_without_leave),
        ("rpg_lite/store/slices.py", "class A:\n    def f(self):\n        import psycopg", waits_without_leave),
        ("rpg_lite/rules/dice.py", "def f():\n    import random", waits_without_leave),
    ],
)
def test_the_gate_sees(path, source, seen_by):
    assert any(map(seen_by, imports_of(path, source)))


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("rpg_lite/rules/dice.py", "import random\ndef f():\n    import d20.expression"),
        ("rpg_lite/store/sqlite_driver_selection.py", "def f():\n    import sqlite3"),
        ("rpg_lite/store/migrate.py", "def f():\n    from alembic import command"),
        ("rpg_lite/cli/app.py", "def f():\n    from rpg_lite import game"),
        ("rpg_lite/__init__.py", "def f():\n    from rpg_lite.campaign_opening import open_campaign"),
        ("rpg_lite/__main__.py", "from rpg_lite.cli.app import main"),
        ("rpg_lite/views.py", "from rpg_lite.messages import words"),
    ],
)
def test_the_gate_lets_through(path, source):
    found = list(imports_of(path, source))
    assert found and not any(wrong_way(i) or impure(i) or waits_without_leave(i) for i in found)
