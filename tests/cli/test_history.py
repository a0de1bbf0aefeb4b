"""history and gc on the command line."""

import json

import pytest

from rpg_lite import open_campaign
from rpg_lite.cli.app import main


@pytest.fixture
def db(tmp_path):
    with open_campaign(tmp_path / "c.db") as game:
        game.ask({"operation": "create", "name": "Thorin"}, "manage_character")
        game.ask({"operation": "give", "characterName": "Thorin", "template": "Torch"})
        game.ask({"operation": "remove", "characterName": "Thorin", "itemName": "Torch"})
        game.ask({"operation": "fly"})
    return ["--db", str(tmp_path / "c.db")]


@pytest.mark.parametrize(
    ("asked", "begins", "lines"),
    [
        (["2"], "rev 3:", 2),
        (["--since", "2"], "rev 3:", 1),
        (["--actor", "Thorin", "1"], "rev 3:", 1),
        (["--item", "Torch"], "rev 3:", 2),
        (["--stats", "--item", "Torch"], "manage_inventory ", 2),
    ],
)
def test_history_prints_a_line_each(db, capsys, asked, begins, lines):
    assert main(["history", *asked, *db]) == 0
    out = capsys.readouterr().out
    assert out.startswith(begins) and len(out.splitlines()) == lines


def test_stats_show_how_the_dice_fell(db, capsys):
    for seed in (1, 2):
        with open_campaign(db[1], seed=seed) as game:
            game.ask({"operation": "roll", "dice": "3d8"}, "execute_action")
    assert main(["history", "--stats", *db]) == 0
    assert "\nd8: rolled 6 times, mean " in capsys.readouterr().out


def test_history_shows_tool_calls_of_earlier_processes(db, capsys):
    assert main(["history", "--tools", *db]) == 0
    assert "✗ operation_unknown" in capsys.readouterr().out
    assert main(["history", "--tools", "--json", *db]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["calls"][0]["operation"] == "history"


def test_a_history_of_nobody_is_a_refusal(db, capsys):
    assert main(["history", "--actor", "Nobody", *db]) == 1


def test_gc_counts_first_and_deletes_when_told(db, capsys):
    assert main(["gc", "purge", "--days", "0", *db]) == 0
    assert "1 things" in capsys.readouterr().out
    assert main(["gc", "stale", *db]) == 0
    assert "0 things" in capsys.readouterr().out
    assert main(["gc", "purge", "--days", "0", "--yes", *db]) == 0
    assert "Deleted for good: 1 things" in capsys.readouterr().out
    assert main(["gc", "stale", "--days", "0", *db]) == 0
    assert "0 things" in capsys.readouterr().out
    assert main(["gc", "orphans", *db]) == 0
    assert "0 things" in capsys.readouterr().out
