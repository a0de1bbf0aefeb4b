"""Quests on the command line: shown, exported, imported into another campaign."""

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from rpg_lite.cli import app

NODES = [
    {
        "id": "salt",
        "parents": [],
        "edgeType": "quest",
        "context": {"description": "Salt for the living", "status": "in_progress", "public": True},
    },
    {"id": "book", "parents": ["salt"], "edgeType": "step", "context": {"description": "Find the toll book", "text": "In the vault."}},
]


@pytest.fixture
def run(capfd):
    """Runs a command in this process."""

    def run_here(*tokens: object) -> CompletedProcess[str]:
        code = app.main([str(t) for t in tokens])
        return CompletedProcess(tokens, code, *capfd.readouterr())

    return run_here


def test_an_export_imported_elsewhere_gives_the_same_quests(run, tmp_path: Path) -> None:
    given, kept, (one, other) = tmp_path / "given.json", tmp_path / "kept.json", (tmp_path / "one.db", tmp_path / "other.db")
    given.write_text(json.dumps({"nodes": NODES}), encoding="utf-8")
    for db in (one, other):
        assert run("campaigns", "create", "campaign", "--db", db).returncode == 0
    done = run("quests", "import", given, "--db", one)
    assert (done.returncode, done.stdout) == (0, "2 quests imported: 2 new, 0 already there.\n"), done.stderr
    shown = run("quests", "show", "--db", one).stdout
    assert shown.startswith("▸ Salt for the living\n  ○ Find the toll book (hidden)\n")
    assert run("quests", "export", kept, "--db", one).stdout == f"Exported 2 quests to {kept}.\n"
    assert run("quests", "import", kept, "--db", other).returncode == 0
    assert run("quests", "show", "--db", other).stdout == shown
    assert json.loads(run("quests", "export", "--db", other).stdout)["nodes"][1]["context"] == {
        "description": "Find the toll book", "status": "pending", "text": "In the vault.", "public": False,
    }  # fmt: skip


def test_a_faulty_file_is_refused_with_its_place_and_no_file_is_overwritten(run, tmp_path: Path) -> None:
    db, file = tmp_path / "one.db", tmp_path / "faulty.json"
    assert run("campaigns", "create", "campaign", "--db", db).returncode == 0
    for text, told in (
        ("{", "faulty.json: "),
        ('{"nodes": [{"id": "a"}]}', "nodes[0].context: is missing"),
        ('{"nodes": []}', "nodes: "),
        ("3", "nodes: "),
    ):
        file.write_text(text, encoding="utf-8")
        done = run("quests", "import", file, "--db", db)
        assert done.returncode == 1 and told in done.stdout + done.stderr, (text, done.stdout, done.stderr)
    kept = run("quests", "export", file, "--db", db)
    assert kept.returncode == 1 and "already exists" in kept.stderr and file.read_text(encoding="utf-8") == "3"
