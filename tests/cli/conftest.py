"""Fixtures of the tests of commands."""

import json
from pathlib import Path

import pytest

from rpg_lite.cli import app


@pytest.fixture
def said(capfd):
    """Runs a command here; (exit code, standard output, standard error)."""

    def run_here(*tokens: object) -> tuple[int, str, str]:
        code = app.main([str(t) for t in tokens])
        return code, *capfd.readouterr()

    return run_here


@pytest.fixture
def written(tmp_path):
    def write(name: str, *documents: object) -> Path:
        path = tmp_path / name
        path.write_text("\n".join(d if isinstance(d, str) else json.dumps(d) for d in documents), encoding="utf-8")
        return path

    return write


@pytest.fixture
def db(tmp_path):
    return tmp_path / "party.db"
