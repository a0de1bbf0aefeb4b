"""The root of the tree holds what a newcomer looks for there, and nothing that a program left behind."""

from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parents[2]
HERE = {
    *(".ci .dockerignore .git .gitignore Dockerfile LICENSE Makefile NOTICE").split(),
    *("CHANGELOG.md CONTRIBUTING.md README.md compose.yaml constraints.txt pyproject.toml").split(),
    *("adrs bench data docs examples items rpg_lite tests").split(),
}


def strangers(names: set[str], ignored: str) -> set[str]:
    """The names that may not lie at the root, apart from those that match a line of .gitignore."""
    patterns = [line.rstrip("/") for line in ignored.splitlines() if line and not line.startswith("#")]
    return {name for name in names - HERE if not any(fnmatch(name, pattern) for pattern in patterns)}


def test_nothing_lies_at_the_root_that_is_not_listed() -> None:
    found = strangers({path.name for path in ROOT.iterdir()}, (ROOT / ".gitignore").read_text("utf-8"))
    assert not found, f"these belong in a folder, or in HERE above: {sorted(found)}"


def test_what_is_listed_is_there() -> None:
    assert not {name for name in HERE - {".git"} if not (ROOT / name).exists()}


def test_a_leftover_is_seen_and_an_environment_is_none() -> None:
    names = {"own.txt", ".venv", "build", "party.db", "rpg_lite", "rpg_lite.egg-info", "notes"}
    assert strangers(names, "# caches\n.venv\nbuild/\n*.db\n*.egg-info/\n") == {"own.txt", "notes"}
