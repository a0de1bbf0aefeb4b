"""Start-up time: commands that need no server and no database load neither."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import rpg_lite

ROOT = Path(__file__).parents[2]
HEAVY = {"acp", "pydantic_ai", "markdown_it", "fastmcp", "mcp", "sqlalchemy", "sqlmodel", "alembic", "psycopg", "pysqlite3"}

RUN = """
import json, sys
from rpg_lite.cli.app import main
try:
    code = main(sys.argv[2:])
except SystemExit as end:
    code = end.code
with open(sys.argv[1], "w", encoding="utf-8") as report:
    json.dump({"code": code or 0, "modules": sorted(sys.modules)}, report)
"""


def ran(tmp_path: Path, *tokens: str) -> tuple[int, set[str]]:
    """The exit code of one command in a process of its own, and the top-level packages that it loaded."""
    report = tmp_path / "report.json"
    done = subprocess.run([sys.executable, "-c", RUN, str(report), *tokens], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert report.exists(), done.stderr
    found = json.loads(report.read_text(encoding="utf-8"))
    return found["code"], {name.partition(".")[0] for name in found["modules"]}


@pytest.fixture
def document(tmp_path: Path) -> str:
    path = tmp_path / "thorin.json"
    sheet = {"character": {"name": "Thorin", "classes": ["fighter"]}, "equipped": [{"item": "Plate Armor"}, {"item": "Shield"}]}
    path.write_text(json.dumps(sheet), encoding="utf-8")
    return str(path)


def test_help_loads_no_server_and_no_database(tmp_path):
    code, loaded = ran(tmp_path, "--help")
    assert (code, loaded & (HEAVY | {"d20", "pydantic"})) == (0, set())


def test_a_sheet_loads_no_server_and_no_database(tmp_path, document):
    code, loaded = ran(tmp_path, "sheet", document)
    assert (code, loaded & HEAVY) == (0, set())


def test_the_list_of_items_loads_no_server_and_no_database(tmp_path):
    code, loaded = ran(tmp_path, "items", "list")
    assert (code, loaded & HEAVY) == (0, set())


def test_the_shop_window_costs_nothing():
    code = "import sys, rpg_lite; print(sorted(m for m in sys.modules if m.startswith(('rpg_lite.', 'pydantic', 'sqlalchemy', 'fastmcp'))))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "[]", done.stdout + done.stderr


def test_a_rulebook_builds_no_validator_of_acts():
    code = "import rpg_lite; rpg_lite.rulebook(); from rpg_lite.rules.acts.act import Act; print(Act.__pydantic_complete__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.stdout.strip() == "False", done.stdout + done.stderr


def test_the_shop_window_shows_its_names_and_no_others() -> None:
    assert dir(rpg_lite) == ["effective", "open_campaign", "play", "rulebook"]
    assert all(callable(getattr(rpg_lite, name)) for name in dir(rpg_lite))
    with pytest.raises(AttributeError):
        rpg_lite.effectiv  # type: ignore[attr-defined]  # noqa: B018


@pytest.mark.slow
def test_a_type_checker_finds_a_misspelt_name(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import rpg_lite\n\nrpg_lite.effectiv({})\nrpg_lite.open_campaign()\n", "utf-8")
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", str(wrong)], capture_output=True, text=True, cwd=ROOT, timeout=110)
    told = [line for line in done.stdout.splitlines() if "wrong.py" in line]
    assert len(told) == 1 and "effectiv" in told[0], done.stdout
