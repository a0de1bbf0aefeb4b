"""`play` and `gm` take the edition of the rules for a new campaign; one that has begun keeps its own."""

import inspect
from pathlib import Path

from rpg_lite.cli.gm import gm
from tests.cli.command_line import run


def test_play_begins_a_campaign_in_the_named_edition(tmp_path: Path) -> None:
    db = tmp_path / "p.db"
    begun = run("play", "--db", db, "--ruleset", "5.2", stdin="hero Ada wizard background sage\n")
    assert begun.returncode == 0 and "Ada is in Lobby" in begun.stdout, begun.stderr
    other = run("play", "--db", db, "--ruleset", "5.1", stdin="look\n")
    assert other.returncode != 0 and "5.2" in other.stderr


def test_a_wrong_edition_is_refused_with_the_known_ones(tmp_path: Path) -> None:
    told = run("play", "--db", tmp_path / "p.db", "--ruleset", "6", stdin="look\n")
    assert told.returncode == 2 and '"5.1", "5.2"' in told.stderr


def test_gm_takes_it_too() -> None:
    assert "ruleset" in inspect.signature(gm).parameters
